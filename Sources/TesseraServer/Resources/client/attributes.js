// What each attribute does to an element. A value of null means the default again.

import { make } from "./elements.js";
import { refreshChanged } from "./refreshing.js";
import { scrollTo, contentSizeChanged } from "./scrolling.js";

/** @param {boolean} isNew whether the element was made just now */
export function applyAttributes(view, changes, isNew = false) {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete view.attributes[name];
    else view.attributes[name] = value;
  }
  for (const [name, value] of Object.entries(changes)) {
    attributes[name]?.(view, value === null ? undefined : value, isNew);
  }
}

const attributes = {
  text(view, value) {
    if (view.label) view.label.textContent = value ?? "";
    nameChanged(view);
  },
  placeholder(view, value) {
    if (view.control) view.control.placeholder = value ?? "";
    nameChanged(view);
  },
  value(view, value, isNew) {
    view.field?.receive(value ?? "", isNew);
  },
  image(view, value) {
    if (!view.picture) return;
    const address = pictureAddress(view.store.widget, value);
    view.element.classList.remove("failed");
    if (view.kind === "button") view.picture.hidden = !address;
    if (address) view.picture.src = address;
    else view.picture.removeAttribute("src");
  },
  contentMode(view, value) {
    const fits = { scaleToFill: "fill", aspectFit: "contain", aspectFill: "cover" };
    if (view.picture) view.picture.style.objectFit = fits[value] ?? "";
  },
  title(view, value) {
    if (view.title) view.title.textContent = value ?? "";
  },
  message(view, value) {
    if (!view.message) return;
    view.message.textContent = value ?? "";
    view.message.hidden = !value;
  },
  buttons(view, value) {
    if (!view.buttons) return;
    const answers = Array.isArray(value) ? value : [];
    view.buttons.classList.toggle("pair", answers.length === 2);
    view.buttons.replaceChildren(
      ...answers.map((text, index) => {
        const button = make("button", "", { type: "button" });
        button.textContent = text;
        button.addEventListener("click", () => view.store.send(["answer", view.id, index]), { once: true });
        return button;
      }),
    );
  },

  hidden(view, value) {
    view.element.classList.toggle("hidden", value === true);
  },
  disabled(view, value) {
    view.element.classList.toggle("disabled", value === true);
    if (view.control) view.control.disabled = value === true;
    else view.element.toggleAttribute("inert", value === true);
  },
  readOnly(view, value) {
    if (view.control) view.control.readOnly = value === true;
  },
  animating(view, value) {
    view.element.classList.toggle("animating", value === true);
  },
  refreshing: refreshChanged,
  refreshable: refreshChanged,
  pressable(view, value) {
    if (view.kind === "button") return;
    const pressable = value === true;
    view.element.classList.toggle("pressable", pressable);
    if (view.kind === "text" || view.kind === "image") {
      setOrRemove(view.element, "role", pressable ? "button" : view.attributes.role);
      setOrRemove(view.element, "tabindex", pressable ? "0" : undefined);
    } else if (pressable && !view.press) {
      // A real button under the content: it has the keyboard's ways, and lets buttons in the content be reached too.
      view.press = make("button", "press", { type: "button" });
      view.element.id ||= `view-${view.store.widget}-${view.id}`;
      view.press.setAttribute("aria-labelledby", view.element.id);
      view.element.prepend(view.press);
      view.control = view.press;
    } else if (!pressable && view.press) {
      view.press.remove();
      view.press = undefined;
      view.control = undefined;
    }
    if (view.kind === "cell" && view.parent) view.store.rows.changed(view.parent);
  },
  modal(view, value) {
    setOrRemove(view.element, "role", value === true ? "dialog" : undefined);
    setOrRemove(view.element, "aria-modal", value === true ? "true" : undefined);
    view.element.classList.toggle("modal", value === true);
  },
  selected(view, value) {
    view.element.classList.toggle("selected", value === true);
    setOrRemove(view.element, "aria-current", value === true ? "true" : undefined);
  },
  autofocus(view, value, isNew) {
    if (value !== true || !isNew) return;
    view.store.afterUpdate(() => view.control?.focus({ preventScroll: true }));
  },

  contentWidth: contentSizeChanged,
  contentHeight: contentSizeChanged,
  scrollOffset(view, value, isNew) {
    // The content has its height only when the whole update is in place.
    view.store.afterUpdate(() => scrollTo(view, value ?? 0, isNew));
  },
  rowCount(view) {
    view.store.rows.changed(view);
  },
  rowIndex(view) {
    if (view.parent) view.store.rows.changed(view.parent);
  },

  backgroundColor: (view, value) => setProperty(view, "--ground", color(value)),
  color(view, value) {
    setProperty(view, "--color", color(value));
    view.element.classList.toggle("colored", value !== undefined);
  },
  borderColor: (view, value) => setProperty(view, "--border-color", color(value)),
  borderWidth: (view, value) => setProperty(view, "--border-width", edges(value)),
  cornerRadius: (view, value) => setProperty(view, "--radius", px(value)),
  opacity: (view, value) => setProperty(view, "--opacity", typeof value === "number" ? String(value) : undefined),
  shadow(view, value) {
    const { x = 0, y = 0, radius = 0 } = value ?? {};
    const shadow = value && `${px(x) ?? 0} ${px(y) ?? 0} ${px(radius) ?? 0} ${color(value.color) ?? "#00000040"}`;
    setProperty(view, "--shadow", shadow);
  },
  clips(view, value) {
    view.element.style.overflow = value === undefined ? "" : value ? "hidden" : "visible";
  },
  fontSize: (view, value) => setProperty(view, "--font-size", px(value)),
  fontWeight: (view, value) => setProperty(view, "--font-weight", number(value)),
  italic: (view, value) => setProperty(view, "--font-style", value === true ? "italic" : undefined),
  textAlign(view, value) {
    const known = ["start", "center", "end", "left", "right"].includes(value);
    setProperty(view, "--text-align", known ? value : undefined);
  },
  lineHeight: (view, value) => setProperty(view, "--line-height", px(value)),
  maximumLines(view, value) {
    setProperty(view, "--lines", number(value));
    setOrRemove(view.element, "data-lines", value > 1 ? "many" : value === 1 ? "one" : value === 0 ? "all" : undefined);
  },
  padding: (view, value) => setProperty(view, "--padding", edges(value)),

  accessibilityLabel: nameChanged,
  role(view, value) {
    if (view.attributes.pressable && (view.kind === "text" || view.kind === "image")) return;
    const isHeading = /^H[1-6]$/.test(view.element.tagName);
    if (value === "heading" && isHeading) return;
    if (value !== undefined) view.element.setAttribute("role", value);
    if (value === "heading") view.element.setAttribute("aria-level", "2");
  },
};

/** Says to assistive technology what a view is called. */
function nameChanged(view) {
  const name = view.attributes.accessibilityLabel;
  if (view.kind === "image") {
    view.element.alt = name ?? "";
    return;
  }
  if (view.field) {
    setOrRemove(view.control, "aria-label", name ?? view.attributes.placeholder ?? view.identifier);
    return;
  }
  if (view.kind === "activityIndicator") {
    view.element.setAttribute("aria-label", name ?? "Loading");
    return;
  }
  if (view.kind === "table") setOrRemove(view.rows, "aria-label", name);
  else setOrRemove(view.element, "aria-label", name);
}

/** Pictures come from this server alone: those of the bundle, and those that it fetches by the widget's rules. */
function pictureAddress(widget, image) {
  const base = `/widgets/${encodeURIComponent(widget)}`;
  if (typeof image?.name === "string") return `${base}/images/${image.name.split("/").map(encodeURIComponent).join("/")}`;
  if (typeof image?.url === "string") return `${base}/remote-image?url=${encodeURIComponent(image.url)}`;
  return undefined;
}

function setProperty(view, name, value) {
  if (value === undefined) view.element.style.removeProperty(name);
  else view.element.style.setProperty(name, value);
}

function setOrRemove(element, name, value) {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function number(value) {
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

function px(value) {
  return number(value) === undefined ? undefined : `${value}px`;
}

function edges(value) {
  if (Array.isArray(value) && value.length === 4) return value.map((side) => px(side) ?? "0px").join(" ");
  return px(value);
}

const semanticColors = new Set([
  "background", "secondaryBackground", "label", "secondaryLabel", "placeholderText", "separator", "accent", "onAccent",
  "destructive", "clear",
]);

/** `#rrggbb…` as it is, a purpose as its custom property; anything else is no colour. */
function color(value) {
  if (typeof value !== "string") return undefined;
  if (semanticColors.has(value)) return `var(--${value})`;
  return /^#[0-9a-fA-F]{3,8}$/.test(value) ? value : undefined;
}
