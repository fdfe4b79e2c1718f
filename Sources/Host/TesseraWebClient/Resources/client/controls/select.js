// A field that opens a list. The browser's own list where one of a few is chosen: phones and assistive technology know it
// best. Where choices are found by typing, or several are chosen, a list of our own with the keys that are usual for it.

import { make, makeSign, setOrRemove } from "../shared/dom.js";
import { echoGuard } from "./optimisticValues.js";
import { errorAttributes } from "./validation.js";
import { word } from "../app/strings.js";

let listCount = 0;

export const select = {
  attach(view) {
    view.select = { echoes: echoGuard(view), active: 0 };
    view.element.append(makeSign("M8 11l4 4 4-4", "chevron"));
    view.store.afterUpdate(() => build(view));
  },

  attributes: {
    choices: (view) => rebuild(view),
    choiceCount: (view) => rebuild(view),
    multiple: (view) => rebuild(view),
    searchable: (view) => rebuild(view),
    placeholder: (view) => rebuild(view),
    text: (view) => showText(view),
    value: (view, value, isNew) => view.select.echoes.receive(value, isNew, () => showChosen(view)),
    accessibilityLabel: (view) => nameChanged(view),
    ...errorAttributes,
  },
};

function isOwnList({ attributes: { multiple, searchable } }) {
  return multiple === true || searchable === true;
}

function rebuild(view) {
  if (view.control) view.store.afterUpdate(() => build(view));
}

/** Makes the control that is wanted, or fills the one that is there. */
function build(view) {
  const wanted = isOwnList(view) ? "BUTTON" : "SELECT";
  if (view.control?.tagName !== wanted) {
    view.control?.remove();
    view.select.list?.remove();
    view.select.list = undefined;
    if (isOwnList(view)) makeButton(view);
    else makeSelect(view);
    nameChanged(view);
    view.control.disabled = view.attributes.disabled === true;
    errorAttributes.error(view);
  }
  if (isOwnList(view)) fillList(view);
  else fillSelect(view);
  showText(view);
  showChosen(view);
}

function nameChanged(view) {
  const { accessibilityLabel, placeholder } = view.attributes;
  const name = accessibilityLabel ?? placeholder ?? view.identifier;
  if (view.control) setOrRemove(view.control, "aria-label", name);
  if (view.select.box) setOrRemove(view.select.box, "aria-label", name);
}

function choose(view, value) {
  view.attributes.value = value;
  view.select.echoes.sent(value);
  showChosen(view);
  view.store.send(["change", view.id, value]);
}

/* The browser's own list */

function makeSelect(view) {
  const control = make("select", "field");
  view.control = control;
  view.element.prepend(control);
  control.addEventListener("change", () => {
    const choice = view.attributes.choices?.[Number(control.value)];
    choose(view, choice ? choice.value : null);
  });
}

function fillSelect(view) {
  const choices = view.attributes.choices ?? [];
  const empty = make("option", "", { value: "" });
  empty.textContent = view.attributes.placeholder ?? "";
  const options = choices.map((choice, index) => {
    const option = make("option", "", { value: index });
    option.textContent = choice.text;
    option.disabled = choice.disabled === true;
    return option;
  });
  view.control.replaceChildren(empty, ...options);
}

/* A list of our own */

function makeButton(view) {
  listCount += 1;
  const control = make("button", "field", { type: "button", "aria-haspopup": "listbox", "aria-expanded": "false" });
  const list = make("div", "choiceList", { popover: "auto", id: `choices${listCount}` });
  const box = make("input", "", {
    type: "text", role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-expanded": "true",
    "aria-controls": `choices${listCount}-list`, dir: "auto",
  });
  const options = make("div", "options", { role: "listbox", id: `choices${listCount}-list` });
  const rest = make("p", "rest");
  list.append(box, options, rest);
  view.control = control;
  Object.assign(view.select, { list, box, options, rest });
  view.element.prepend(control);
  // In the top layer nothing cuts it off; beside the field, so that it goes away with it.
  view.element.append(list);
  // As its invoker, the button closes the list too.
  control.popoverTargetElement = list;
  control.addEventListener("click", (event) => event.stopPropagation());
  control.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    list.showPopover();
  });
  list.addEventListener("click", (event) => event.stopPropagation());
  list.addEventListener("toggle", ({ newState }) => {
    control.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") opened(view);
    else closed(view);
  });
  box.addEventListener("input", () => {
    view.select.active = 0;
    view.store.send(["search", view.id, box.value]);
  });
  box.addEventListener("keydown", (event) => keyPressed(view, event));
  options.addEventListener("pointerdown", (event) => event.preventDefault());
  options.addEventListener("click", (event) => {
    const index = [...options.children].indexOf(event.target.closest("[role=option]"));
    if (index >= 0) take(view, index);
  });
}

function opened(view) {
  const { list, box, options } = view.select;
  const field = view.control.getBoundingClientRect();
  const below = innerHeight - field.bottom;
  const isAbove = below < 220 && field.top > below;
  list.style.setProperty("--room", `${Math.max(120, (isAbove ? field.top : below) - 12)}px`);
  list.style.left = `${field.left}px`;
  list.style.width = `${field.width}px`;
  list.style.top = isAbove ? "auto" : `${field.bottom + 4}px`;
  list.style.bottom = isAbove ? `${innerHeight - field.top + 4}px` : "auto";
  box.readOnly = view.attributes.searchable !== true;
  box.classList.toggle("unused", box.readOnly);
  setOrRemove(options, "aria-multiselectable", view.attributes.multiple === true ? "true" : undefined);
  const chosen = (view.attributes.choices ?? []).findIndex((choice) => isChosen(view, choice));
  view.select.active = Math.max(0, chosen);
  showActive(view);
  box.focus();
}

function closed(view) {
  const { box } = view.select;
  if (box.value !== "") {
    box.value = "";
    view.store.send(["search", view.id, ""]);
  }
  if (document.activeElement === document.body || document.activeElement === box) view.control.focus();
}

function keyPressed(view, event) {
  const choices = view.attributes.choices ?? [];
  const { select: state } = view;
  event.stopPropagation();
  const moves = { ArrowDown: state.active + 1, ArrowUp: state.active - 1, PageDown: state.active + 8, PageUp: state.active - 8 };
  if (event.key in moves) state.active = Math.min(Math.max(moves[event.key], 0), choices.length - 1);
  else if (event.key === "Enter" || (event.key === " " && state.box.readOnly)) take(view, state.active);
  else if (event.key === "Escape" || event.key === "Tab") return state.list.hidePopover();
  else return;
  event.preventDefault();
  showActive(view);
}

function take(view, index) {
  const choice = view.attributes.choices?.[index];
  if (!choice || choice.disabled) return;
  view.select.active = index;
  if (view.attributes.multiple !== true) {
    choose(view, choice.value);
    view.select.list.hidePopover();
    return;
  }
  const values = view.attributes.value ?? [];
  const rest = values.filter((value) => value !== choice.value);
  choose(view, rest.length < values.length ? rest : [...values, choice.value]);
}

function fillList(view) {
  const { options, rest, list } = view.select;
  const choices = view.attributes.choices ?? [];
  options.replaceChildren(
    ...choices.map((choice, index) => {
      const option = make("div", "option", { role: "option", id: `${list.id}-${index}` });
      option.textContent = choice.text;
      if (choice.disabled) option.setAttribute("aria-disabled", "true");
      return option;
    }),
  );
  const left = (view.attributes.choiceCount ?? choices.length) - choices.length;
  rest.textContent =
    choices.length === 0 ? word(view.store, "nothingFound") : left > 0 ? word(view.store, "moreChoices", left) : "";
  rest.hidden = rest.textContent === "";
  view.select.active = Math.min(view.select.active, Math.max(0, choices.length - 1));
  showActive(view);
}

function showActive(view) {
  const { options, box, active } = view.select;
  [...options.children].forEach((option, index) => option.classList.toggle("active", index === active));
  const option = options.children[active];
  setOrRemove(box, "aria-activedescendant", option?.id);
  option?.scrollIntoView({ block: "nearest" });
}

/* What is chosen */

function isChosen({ attributes: { value, multiple } }, choice) {
  return multiple === true ? (value ?? []).includes(choice.value) : value === choice.value;
}

function showChosen(view) {
  const { control, attributes } = view;
  if (!control) return;
  const choices = attributes.choices ?? [];
  if (control.tagName === "SELECT") {
    const index = choices.findIndex((choice) => isChosen(view, choice));
    control.value = index < 0 ? "" : String(index);
    control.classList.toggle("empty", index < 0);
    return;
  }
  choices.forEach((choice, index) => {
    view.select.options.children[index]?.setAttribute("aria-selected", String(isChosen(view, choice)));
  });
}

function showText(view) {
  const { control, attributes } = view;
  if (control?.tagName !== "BUTTON") return;
  control.textContent = attributes.text ?? attributes.placeholder ?? "";
  control.classList.toggle("empty", attributes.text === undefined);
}
