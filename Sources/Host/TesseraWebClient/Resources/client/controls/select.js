// Lets a person choose from a list that a field opens.
//
// The browser's own list serves where one of a few is chosen: phones and assistive technology know it best. Where
// choices are found by typing, or several are chosen, it is a list of our own with the usual keys.

import { arrowStep } from "../shared/arrowKeys.js";
import { make, makeIcon, setOrRemove, targetOf } from "../shared/dom.js";
import { showError } from "../shared/validation.js";
import { localized } from "../texts/strings.js";
import { optimisticValue } from "./optimisticValues.js";

/** @typedef {View & { select: SelectState }} SelectView */

/** A list has this room at least, in points; with less below the field it opens above. */
const LEAST_ROOM = 120;
const WANTED_ROOM = 220;
/** How far the page keys go. */
const PAGE = 8;

let listCount = 0;

/** @type {Behaviour} */
export const select = {
  attach(/** @type {SelectView} */ view) {
    view.select = { optimistic: optimisticValue(view), active: 0 };
    view.element.append(makeIcon("M8 11l4 4 4-4", "chevron"));
    view.host.afterUpdate(() => build(view));
  },

  attributes: {
    choices: rebuild,
    choiceCount: rebuild,
    multiple: rebuild,
    searchable: rebuild,
    placeholder: rebuild,
    text: showText,
    value: (/** @type {SelectView} */ view, value, isNew) =>
      view.select.optimistic.receive(value, isNew, () => showChosen(view)),
    accessibilityLabel: nameChanged,
  },
};

/** @param {View} view */
function needsOwnList({ attributes: { multiple, searchable } }) {
  return multiple === true || searchable === true;
}

/** @param {SelectView} view */
function rebuild(view) {
  if (view.control) view.host.afterUpdate(() => build(view));
}

/**
 * Makes the control that is wanted, or fills the one that is there.
 * @param {SelectView} view
 */
function build(view) {
  const wanted = needsOwnList(view) ? "BUTTON" : "SELECT";
  if (view.control?.tagName !== wanted) {
    view.control?.remove();
    view.select.list?.list.remove();
    view.select.list = undefined;
    const control = needsOwnList(view) ? makeOwnList(view) : makeSelect(view);
    nameChanged(view);
    control.disabled = view.attributes.disabled === true;
    showError(view);
  }
  if (view.select.list) fillOwnList(view, view.select.list);
  else fillSelect(view);
  showText(view);
  showChosen(view);
}

/** @param {SelectView} view */
function nameChanged(view) {
  const { accessibilityLabel, placeholder } = view.attributes;
  const name = accessibilityLabel ?? placeholder ?? view.identifier;
  if (view.control) setOrRemove(view.control, "aria-label", name);
  if (view.select.list) setOrRemove(view.select.list.box, "aria-label", name);
}

/**
 * @param {SelectView} view
 * @param {JSONValue} value
 */
function choose(view, value) {
  view.attributes.value = value;
  view.select.optimistic.sent(value);
  showChosen(view);
  view.host.send(["change", view.id, value]);
}

// The browser's own list

/** @param {SelectView} view */
function makeSelect(view) {
  const control = make("select", "field");
  view.control = control;
  view.element.prepend(control);
  control.addEventListener("change", () => {
    const choice = view.attributes.choices?.[Number(control.value)];
    choose(view, choice ? choice.value : null);
  });
  return control;
}

/** @param {SelectView} view */
function fillSelect(view) {
  const choices = view.attributes.choices ?? [];
  const empty = make("option", "", { value: "" }, view.attributes.placeholder ?? "");
  const options = choices.map((choice, index) => {
    const option = make("option", "", { value: index }, choice.text);
    option.disabled = choice.disabled === true;
    return option;
  });
  view.control?.replaceChildren(empty, ...options);
}

// A list of our own

/** @param {SelectView} view */
function makeOwnList(view) {
  listCount += 1;
  const id = `choices${listCount}`;
  const control = make("button", "field", { type: "button", "aria-haspopup": "listbox", "aria-expanded": "false" });
  const list = make("div", "choiceList", { popover: "auto", id });
  const box = make("input", "", {
    type: "text", role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-expanded": "true",
    "aria-controls": `${id}-list`, dir: "auto",
  });
  const options = make("div", "options", { role: "listbox", id: `${id}-list` });
  const remainder = make("p", "rest");
  list.append(box, options, remainder);
  view.control = control;
  /** @type {ChoiceList} */
  const parts = { list, box, options, remainder };
  view.select.list = parts;
  view.element.prepend(control);
  // In the top layer nothing cuts it off; beside the field, so that it goes away with it.
  view.element.append(list);
  // As its invoker, the button closes the list, too.
  control.popoverTargetElement = list;
  control.addEventListener("click", (event) => event.stopPropagation());
  control.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    list.showPopover();
  });
  list.addEventListener("click", (event) => event.stopPropagation());
  list.addEventListener("toggle", (event) => {
    const { newState } = /** @type {ToggleEvent} */ (event);
    control.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") opened(view, parts, control);
    else closed(view, parts, control);
  });
  box.addEventListener("input", () => {
    view.select.active = 0;
    view.host.send(["search", view.id, box.value]);
  });
  box.addEventListener("keydown", (event) => keyPressed(view, parts, event));
  options.addEventListener("pointerdown", (event) => event.preventDefault());
  options.addEventListener("click", (event) => {
    const index = [...options.children].findIndex((option) => option === targetOf(event).closest("[role=option]"));
    if (index >= 0) chooseAt(view, parts, index);
  });
  return control;
}

/**
 * @param {SelectView} view
 * @param {ChoiceList} parts
 * @param {HTMLElement} control
 */
function opened(view, parts, control) {
  const { list, box, options } = parts;
  const field = control.getBoundingClientRect();
  const below = innerHeight - field.bottom;
  const isAbove = below < WANTED_ROOM && field.top > below;
  list.style.setProperty("--room", `${Math.max(LEAST_ROOM, (isAbove ? field.top : below) - 12)}px`);
  list.style.left = `${field.left}px`;
  list.style.width = `${field.width}px`;
  list.style.top = isAbove ? "auto" : `${field.bottom + 4}px`;
  list.style.bottom = isAbove ? `${innerHeight - field.top + 4}px` : "auto";
  box.readOnly = view.attributes.searchable !== true;
  box.classList.toggle("unused", box.readOnly);
  setOrRemove(options, "aria-multiselectable", view.attributes.multiple === true ? "true" : undefined);
  const chosen = (view.attributes.choices ?? []).findIndex((choice) => isChosen(view, choice));
  view.select.active = Math.max(0, chosen);
  showActive(view, parts);
  box.focus();
}

/**
 * @param {SelectView} view
 * @param {ChoiceList} parts
 * @param {HTMLElement} control
 */
function closed(view, { box }, control) {
  if (box.value !== "") {
    box.value = "";
    view.host.send(["search", view.id, ""]);
  }
  if (document.activeElement === document.body || document.activeElement === box) control.focus();
}

/**
 * @param {SelectView} view
 * @param {ChoiceList} parts
 * @param {KeyboardEvent} event
 */
function keyPressed(view, parts, event) {
  const count = (view.attributes.choices ?? []).length;
  const { select: state } = view;
  event.stopPropagation();
  const step = stepOf(event.key);
  if (step !== 0) state.active = Math.min(Math.max(state.active + step, 0), count - 1);
  else if (event.key === "Enter" || (event.key === " " && parts.box.readOnly)) chooseAt(view, parts, state.active);
  else if (event.key === "Escape" || event.key === "Tab") return parts.list.hidePopover();
  else return;
  event.preventDefault();
  showActive(view, parts);
}

/** @param {string} key */
function stepOf(key) {
  switch (key) {
    case "PageDown": return PAGE;
    case "PageUp": return -PAGE;
    default: return arrowStep(key);
  }
}

/**
 * @param {SelectView} view
 * @param {ChoiceList} parts
 * @param {number} index of the choice
 */
function chooseAt(view, { list }, index) {
  const choice = view.attributes.choices?.[index];
  if (!choice || choice.disabled) return;
  view.select.active = index;
  if (view.attributes.multiple !== true) {
    choose(view, choice.value);
    list.hidePopover();
    return;
  }
  const values = chosenValues(view);
  const others = values.filter((value) => value !== choice.value);
  choose(view, others.length < values.length ? others : [...values, choice.value]);
}

/**
 * @param {SelectView} view
 * @param {ChoiceList} parts
 */
function fillOwnList(view, parts) {
  const { options, remainder, list } = parts;
  const choices = view.attributes.choices ?? [];
  const { strings } = view.host;
  options.replaceChildren(
    ...choices.map((choice, index) => {
      const option = make("div", "option", { role: "option", id: `${list.id}-${index}` }, choice.text);
      if (choice.disabled) option.setAttribute("aria-disabled", "true");
      return option;
    }),
  );
  const left = (view.attributes.choiceCount ?? choices.length) - choices.length;
  if (choices.length === 0) remainder.textContent = localized(strings, "nothingFound");
  else remainder.textContent = left > 0 ? localized(strings, "moreChoices", left) : "";
  remainder.hidden = remainder.textContent === "";
  view.select.active = Math.min(view.select.active, Math.max(0, choices.length - 1));
  showActive(view, parts);
}

/**
 * @param {SelectView} view
 * @param {ChoiceList} parts
 */
function showActive({ select: { active } }, { options, box }) {
  [...options.children].forEach((option, index) => option.classList.toggle("active", index === active));
  const option = options.children[active];
  setOrRemove(box, "aria-activedescendant", option?.id);
  option?.scrollIntoView({ block: "nearest" });
}

// What is chosen

/**
 * The values of a view that takes several.
 * @param {View} view
 * @returns {JSONValue[]}
 */
function chosenValues({ attributes: { value } }) {
  return Array.isArray(value) ? value : [];
}

/**
 * @param {View} view
 * @param {Choice} choice
 */
function isChosen(view, choice) {
  const { multiple, value } = view.attributes;
  return multiple === true ? chosenValues(view).includes(choice.value) : value === choice.value;
}

/** @param {SelectView} view */
function showChosen(view) {
  const { control } = view;
  if (!control) return;
  const choices = view.attributes.choices ?? [];
  if (control instanceof HTMLSelectElement) {
    const index = choices.findIndex((choice) => isChosen(view, choice));
    control.value = index < 0 ? "" : String(index);
    control.classList.toggle("empty", index < 0);
    return;
  }
  choices.forEach((choice, index) => {
    view.select.list?.options.children[index]?.setAttribute("aria-selected", String(isChosen(view, choice)));
  });
}

/** @param {View} view */
function showText({ control, attributes: { text, placeholder } }) {
  if (control?.tagName !== "BUTTON") return;
  control.textContent = text ?? placeholder ?? "";
  control.classList.toggle("empty", text === undefined);
}
