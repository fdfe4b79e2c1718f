// Which element each kind of view is.

import { attachField } from "./fields.js";
import { attachScrolling } from "./scrolling.js";

/**
 * Makes the element of a node. A view has `id`, `kind`, `frame`, `attributes`, `parent`, `children`, `element`; what
 * its kind needs besides: `control` (what takes the focus), `label` (what carries text), `scroller`, `rows`, `field`.
 */
export function createView(node, store, parent) {
  const view = {
    id: node.id,
    kind: node.kind,
    identifier: node.identifier,
    frame: node.frame,
    attributes: {},
    parent,
    children: [],
    store,
  };
  view.containerFor = () => view.content ?? view.element;
  (kinds[node.kind] ?? kinds.container)(view, node);
  const { element } = view;
  element.classList.add("view");
  element.dataset.view = node.id;
  element.dataset.kind = node.kind;
  if (node.identifier !== undefined) element.dataset.id = node.identifier;
  return view;
}

/** Puts the element at its frame: points are CSS pixels. */
export function frameChanged(view) {
  const [x, y, width, height] = view.frame;
  const { style } = view.element;
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/** Makes an element with a class. */
export function make(name, className, attributes = {}) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A sign of 24 × 24 from path data. */
export function makeSign(data, className) {
  const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  sign.setAttribute("viewBox", "0 0 24 24");
  sign.setAttribute("aria-hidden", "true");
  sign.classList.add("sign", className);
  path.setAttribute("d", data);
  sign.append(path);
  return sign;
}

function addLabel(view) {
  view.label = make("span", "label", { dir: "auto" });
  view.element.append(view.label);
}

/** Text in the bar is the screen's title, and the page's first heading; headings on the screen come below it. */
function isInBar(view) {
  for (let above = view.parent; above; above = above.parent) {
    if (above.kind === "navigationBar") return true;
  }
  return false;
}

const kinds = {
  window(view) {
    view.element = make("div");
  },
  navigation(view) {
    view.element = make("section", "", { tabindex: "-1" });
  },
  navigationBar(view) {
    view.element = make("header");
    view.label = make("h1", "label", { dir: "auto" });
    view.element.append(view.label);
  },
  screen(view) {
    view.element = make("main", "", { tabindex: "-1" });
  },
  container(view) {
    view.element = make("div");
  },
  form(view) {
    view.element = make("div", "", { role: "form" });
  },
  cell(view) {
    view.element = make("div", "", { role: "listitem" });
  },
  text(view, node) {
    const isHeading = node.attributes?.role === "heading";
    view.element = make(isInBar(view) ? "h1" : isHeading ? "h2" : "p");
    addLabel(view);
  },
  placeholder(view) {
    view.element = make("div", "", { role: "note" });
    addLabel(view);
  },
  image(view) {
    view.element = make("img", "", { alt: "", draggable: "false" });
    view.picture = view.element;
    followPicture(view);
  },
  button(view) {
    view.element = make("button", "", { type: "button" });
    view.control = view.element;
    view.picture = make("img", "picture", { alt: "", draggable: "false" });
    view.picture.hidden = true;
    view.element.append(view.picture);
    followPicture(view);
    addLabel(view);
  },
  textInput(view) {
    view.element = make("input", "", { type: "text", autocomplete: "off", dir: "auto" });
    view.control = view.element;
    attachField(view);
  },
  textArea(view) {
    view.element = make("textarea", "", { dir: "auto" });
    view.control = view.element;
    attachField(view);
  },
  searchBar(view) {
    view.element = make("div", "", { role: "search" });
    view.control = make("input", "", { type: "search", autocomplete: "off", enterkeyhint: "search", dir: "auto" });
    const clear = make("button", "clear", { type: "button", "aria-label": "Clear search" });
    clear.append(makeSign("M7 7l10 10M17 7L7 17", "stroke"));
    const field = make("div", "searchField");
    field.append(makeSign("M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.3 15.3 20.5 20.5", "stroke"), view.control, clear);
    view.element.append(field);
    attachField(view);
    clear.addEventListener("click", (event) => {
      event.stopPropagation();
      view.control.value = "";
      view.control.dispatchEvent(new Event("input"));
      view.control.focus();
    });
  },
  activityIndicator(view) {
    view.element = make("div", "", { role: "progressbar", "aria-label": "Loading" });
    view.element.append(make("div", "ring"));
  },
  scroll(view) {
    view.element = make("div");
    attachScrolling(view);
  },
  table(view) {
    view.element = make("div");
    attachScrolling(view);
    view.rows = make("div", "rows", { role: "list" });
    view.content.append(view.rows);
    view.containerFor = (child) => (child.kind === "cell" ? view.rows : view.content);
  },
  alert(view) {
    view.element = make("div", "", { role: "alertdialog", "aria-modal": "true" });
    const id = `alert-${view.store.widget}-${view.id}`;
    view.box = make("div", "box");
    view.title = make("h2", "", { id: `${id}-title` });
    view.message = make("p", "", { id: `${id}-message` });
    view.buttons = make("div", "buttons");
    view.element.setAttribute("aria-labelledby", `${id}-title`);
    view.element.setAttribute("aria-describedby", `${id}-message`);
    view.box.append(view.title, view.message, view.buttons);
    view.element.append(view.box);
  },
};

/** A picture that cannot be had leaves a calm ground instead of a broken sign. */
function followPicture(view) {
  view.picture.addEventListener("error", () => {
    view.element.classList.add("failed");
    view.picture.removeAttribute("src");
  });
  view.picture.addEventListener("load", () => view.element.classList.remove("failed"));
}
