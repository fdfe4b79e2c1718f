// Makes fields for the options of widgets: a control for each type, with its name, its hint and what is wrong.

import { make } from "../shared/dom.js";
import { text } from "../texts/texts.js";
import { meanColor } from "./colors.js";
import { choiceTitle, hintOf, titleOf } from "./optionNames.js";
import { labelledField, textButton } from "./panel.js";

/** @typedef {import("../protocol/messages").JSONValue} JSONValue */
/** @typedef {import("../protocol/messages").OptionEntry} OptionEntry */

/** @typedef {(option: OptionEntry, value: JSONValue, problem: HTMLElement) => void} OptionAction */

/** How long typing rests before it counts, in milliseconds. */
const TYPING_DELAY = 350;

/**
 * Makes a row with the control of an option.
 * @param {OptionEntry} option
 * @param {OptionAction} change called when a person has chosen a value
 */
export function optionRow(option, change) {
  const { control, value } = optionControl(option);
  const { row, problem } = labelledField(titleOf(option), control, hintOf(option));
  if (option.isSecret && control instanceof HTMLInputElement) {
    row.append(textButton(text("clear"), "boardAction", () => {
      control.value = "";
      control.placeholder = "";
      change(option, null, problem);
    }));
  }
  row.classList.toggle("flag", option.type === "bool");
  row.hidden = option.isHidden === true;
  /** @type {number | undefined} */
  let timer;
  const submit = () => {
    clearTimeout(timer);
    const current = value();
    if (current !== undefined) change(option, current, problem);
    else problem.textContent = control.validationMessage || text("invalidValue");
  };
  control.addEventListener("change", submit);
  if (control.type !== "checkbox") {
    control.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(submit, TYPING_DELAY);
    });
  }
  return row;
}

/**
 * A control, and its value; undefined where it has none.
 * @typedef {object} OptionControl
 * @property {HTMLInputElement | HTMLSelectElement} control
 * @property {() => JSONValue | undefined} value
 */

/**
 * @param {OptionEntry} option
 * @returns {OptionControl}
 */
function optionControl(option) {
  const { value: current = null } = option;
  if (option.type === "bool") {
    const control = make("input", "", { type: "checkbox", role: "switch" });
    control.checked = current === true;
    return { control, value: () => control.checked };
  }
  if (option.type === "choice") {
    const control = make("select");
    for (const choice of option.choices ?? []) {
      control.append(new Option(choiceTitle(choice), choice.value, false, choice.value === current));
    }
    return { control, value: () => control.value };
  }
  if (option.type === "number") {
    const control = make("input", "", { type: "number", step: "any", inputmode: "decimal" });
    if (option.range) [control.min, control.max] = option.range.map(String);
    control.value = String(current ?? "");
    const isValid = () => control.checkValidity() && control.value !== "";
    return { control, value: () => (isValid() ? control.valueAsNumber : undefined) };
  }
  if (option.type === "color" && typeof current === "string") {
    const control = make("input", "", { type: "color", value: shownColor(current) });
    return { control, value: () => control.value };
  }
  const control = make("input", "", { type: option.isSecret ? "password" : "text", autocomplete: "off" });
  // A secret stays on the server; what is typed takes its place.
  if (option.isSecret) control.placeholder = option.isSet ? "••••••••" : "";
  else control.value = String(current ?? "");
  return { control, value: () => (option.isSecret && control.value === "" ? undefined : control.value) };
}

/**
 * A colour as `#rrggbb`. Names of colours, such as `accent`, are those of the page's theme.
 * @param {string} color
 */
function shownColor(color) {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const sample = make("span");
  sample.style.color = /^[a-z]+$/i.test(color) ? `var(--${color}, ${color})` : color;
  document.body.append(sample);
  if (context) {
    context.fillStyle = getComputedStyle(sample).color;
    context.fillRect(0, 0, 1, 1);
  }
  sample.remove();
  return context ? meanColor(context.getImageData(0, 0, 1, 1).data) : "#000000";
}
