// Builds forms and panels of data: what describes a field, a button, a link, a text or a group becomes elements.

import { messageOf } from "../../protocol/requests.js";
import { make, setOrRemove } from "../../shared/dom.js";
import { labelledField, textButton, textElement } from "../layout/panel.js";
import { optionControl } from "./optionControls.js";

/**
 * A control with its name, its hint and what is wrong with it.
 * @typedef {object} FieldPart
 * @property {string} field its name
 * @property {OptionType["type"] | "file"} type
 * @property {string} [hint]
 * @property {OptionType["choices"]} [choices]
 * @property {JSONValue} [value]
 * @property {boolean} [isDisabled]
 * @property {{ [name: string]: string }} [attributes] of the control
 * @property {(value: any) => unknown} [change] a person has chosen a value; a refusal is shown at the field
 * @property {ButtonPart} [beside] a button whose action gets the value
 * @property {HTMLElement[]} [facts] are shown below the hint
 */

/**
 * @typedef {object} ButtonPart
 * @property {string} button its text
 * @property {string} [label] its name, where the text does not suffice
 * @property {string} [className]
 * @property {(value?: any) => unknown} action
 * @property {boolean} [isTried] whether it does that once at a time, and shows a refusal before the button
 */

/** @typedef {{ pick: string, accept: string, use: (file: File) => unknown }} PickPart a button that picks a file */
/** @typedef {{ link: string, href: string, download?: string, isCurrent?: boolean }} LinkPart */
/** @typedef {{ heading: string }} HeadingPart */
/** @typedef {{ text: string, className?: string, role?: string }} TextPart */
/** @typedef {{ parts: Parts, className: string, label?: string, role?: string }} GroupPart */
/** @typedef {FieldPart | ButtonPart | PickPart | LinkPart | HeadingPart | TextPart | GroupPart} Part */
/** @typedef {(Part | HTMLElement | false | undefined)[]} Parts in their order; what is absent is left out */

/** A place for what is wrong. */
const PROBLEM = { text: "", className: "boardFieldProblem", role: "alert" };

/**
 * @param {Parts} parts
 * @returns {HTMLElement[]}
 */
export function build(...parts) {
  return parts.flatMap((part) => (part ? buildPart(part) : []));
}

/**
 * @param {Part | HTMLElement} part
 * @returns {HTMLElement | HTMLElement[]}
 */
function buildPart(part) {
  if (part instanceof HTMLElement) return part;
  if ("field" in part) return buildField(part).row;
  if ("button" in part) return buildButton(part);
  if ("pick" in part) return buildPick(part);
  if ("heading" in part) return textElement(part.heading, "h3", "boardHeading");
  if ("link" in part) {
    const link = make("a", "boardAction", { href: part.href });
    link.textContent = part.link;
    setOrRemove(link, "download", part.download);
    setOrRemove(link, "aria-current", part.isCurrent ? "page" : undefined);
    return link;
  }
  if ("text" in part) {
    const element = textElement(part.text, "p", part.className ?? "boardHint");
    setOrRemove(element, "role", part.role);
    return element;
  }
  const { parts, className, label, role = label === undefined ? undefined : "group" } = part;
  const group = make("div", className);
  setOrRemove(group, "role", role);
  setOrRemove(group, "aria-label", label);
  group.append(...build(...parts));
  return group;
}

/** @param {ButtonPart} part */
function buildButton({ button: title, label, className = "boardAction", action, isTried = false }) {
  const [problem] = build(PROBLEM);
  const button = textButton(title, className, async () =>
    isTried ? attempt(button, problem, action) : action());
  setOrRemove(button, "aria-label", label);
  return isTried ? [problem, button] : [button];
}

/** @param {PickPart} part */
function buildPick({ pick, accept, use }) {
  const input = make("input", "", { type: "file", accept });
  const label = make("label", "boardPicture", {}, pick, input);
  input.addEventListener("change", () => {
    if (input.files?.[0]) use(input.files[0]);
  });
  return label;
}

/**
 * Makes the row of a field, for those who need its control, too.
 * @param {FieldPart} part
 */
export function buildField({
  field, type, hint, choices, value: current = null, isDisabled = false, attributes = {}, change, beside, facts = [],
}) {
  const { element, value } = type === "file" ? fileControl() : optionControl({ type, choices }, current);
  for (const [name, each] of Object.entries(attributes)) element.setAttribute(name, each);
  element.disabled = isDisabled;
  const { row, problem } = labelledField(field, element, hint);
  row.classList.toggle("flag", type === "bool");
  problem.before(...facts);
  const attempt = async (/** @type {(value: any) => unknown} */ action) => {
    problem.textContent = "";
    try {
      await action(value());
    } catch (refusal) {
      if (type === "bool" && element instanceof HTMLInputElement) element.checked = !element.checked;
      problem.textContent = messageOf(refusal);
    }
  };
  if (change) element.addEventListener("change", () => attempt(change));
  if (beside) row.append(...buildButton({ ...beside, action: () => attempt(beside.action) }));
  return { row, problem, element, value };
}

/** A browser picks files in a field of its own. */
function fileControl() {
  const element = make("input", "boardPick", { type: "file" });
  return { element, value: () => [...(element.files ?? [])] };
}

/**
 * What a form is sent by.
 * @typedef {object} Sending
 * @property {string} action the text of the button
 * @property {string} [label] its name, where the text does not suffice
 * @property {() => unknown} send is not called again before it has ended
 * @property {(message: string) => void} [showProblem] says why that failed, else the form does
 */

/**
 * Makes a form that is sent once at a time.
 * @param {Parts} parts
 * @param {Sending} [sending] a form without it is not sent, but each change counts at once
 */
export function buildForm(parts, sending) {
  const form = make("form", "boardForm", {}, ...build(...parts));
  form.addEventListener("submit", (event) => event.preventDefault());
  if (!sending) return form;
  const { action, label, send } = sending;
  const [problem] = build(PROBLEM);
  const button = make("button", "primary", { type: "submit" }, action);
  setOrRemove(button, "aria-label", label);
  form.append(problem, button);
  form.addEventListener("submit", () => attempt(button, problem, send, sending.showProblem));
  return form;
}

/**
 * Runs what a button does, once at a time, and says why it failed.
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} problem
 * @param {() => unknown} action
 * @param {(message: string) => void} [show] says it elsewhere
 */
export async function attempt(button, problem, action, show = (message) => { problem.textContent = message; }) {
  if (button.disabled) return;
  button.disabled = true;
  show("");
  try {
    await action();
  } catch (refusal) {
    show(messageOf(refusal));
  }
  button.disabled = false;
}
