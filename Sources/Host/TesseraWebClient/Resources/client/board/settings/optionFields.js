// Makes fields for the options of widgets: a control for each, with its name, its hint and what is wrong.

import { RequestProblem } from "../../protocol/requests.js";
import { text } from "../../texts/texts.js";
import { labelledField, textButton } from "../layout/panel.js";
import { optionControl } from "./optionControls.js";
import { hasParts, optionGroup } from "./optionGroups.js";
import { hintOf, titleOf } from "./optionNames.js";

/**
 * What happens to a value; a refusal is shown at the field.
 * @typedef {(option: OptionEntry, value: JSONValue) => Promise<void> | void} OptionAction
 */

/** How long typing rests before it counts, in milliseconds. */
const TYPING_DELAY = 350;

/**
 * Makes a row with the control of an option.
 * @param {OptionEntry} option
 * @param {OptionAction} change called when a person has chosen a value
 */
export function optionRow(option, change) {
  const { value: current = null } = option;
  const { element, value } = hasParts(option) ? optionGroup(option, current) : optionControl(option, current, option);
  const { row, problem } = labelledField(titleOf(option), element, hintOf(option));
  const use = async (/** @type {JSONValue} */ chosen) => {
    try {
      await change(option, chosen);
      problem.textContent = "";
    } catch (refusal) {
      if (!(refusal instanceof RequestProblem)) throw refusal;
      problem.textContent = refusal.message;
    }
  };
  if (option.isSecret && element instanceof HTMLInputElement) {
    row.append(textButton(text("clear"), "boardAction", () => {
      element.value = "";
      element.placeholder = "";
      use(null);
    }));
  }
  row.classList.toggle("flag", option.type === "bool");
  row.hidden = option.isHidden === true;
  /** @type {number | undefined} */
  let timer;
  const submit = () => {
    clearTimeout(timer);
    const current = value();
    if (current !== undefined) use(current);
    else if (!hasParts(option)) problem.textContent = messageOf(element);
  };
  element.addEventListener("change", submit);
  if (option.type !== "bool") {
    element.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(submit, TYPING_DELAY);
    });
  }
  return row;
}

/**
 * What is wrong with the value of a control.
 * @param {HTMLElement} control
 */
function messageOf(control) {
  const message = control instanceof HTMLInputElement ? control.validationMessage : "";
  return message || text("invalidValue");
}
