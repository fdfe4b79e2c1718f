// Makes the headings, texts, links, buttons and forms of the pages for accounts.

import { messageOf } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { serverAddress } from "../shared/urls.js";

/**
 * A field of a form.
 * @typedef {object} FieldDescription
 * @property {string} name under which the value is sent
 * @property {string} label
 * @property {"text" | "password" | "choice"} type
 * @property {string} [autocomplete] of a text
 * @property {{ value: string, text: string }[]} [choices] of a choice
 * @property {string} [value] at first
 * @property {string} [hint]
 */

let lastHint = 0;

/**
 * @param {string} text
 * @param {() => Promise<void>} action is not run again before it has ended
 */
export function makeButton(text, action) {
  const button = make("button", "primary", { type: "button" });
  button.textContent = text;
  let isBusy = false;
  button.addEventListener("click", async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      await action();
    } finally {
      isBusy = false;
    }
  });
  return button;
}

/**
 * @param {string} text
 * @param {string} path
 */
export function makeLink(text, path) {
  const link = make("a", "", { href: serverAddress(path) });
  link.textContent = text;
  return link;
}

/**
 * Makes a form that says what went wrong, and stays usable.
 * @param {FieldDescription[]} fields
 * @param {string} action the name of the button
 * @param {(values: { [name: string]: string }, form: HTMLFormElement) => Promise<string | void>} submit
 *   returns what to say when it is done
 */
export function makeForm(fields, action, submit) {
  const form = make("form", "accountForm");
  for (const field of fields) {
    const row = make("label", "accountField");
    const text = make("span");
    const control = makeControl(field);
    text.textContent = field.label;
    row.append(text, control);
    form.append(row);
    if (field.hint) {
      lastHint += 1;
      const note = make("p", "accountHint", { id: `accountHint${lastHint}` });
      note.textContent = field.hint;
      control.setAttribute("aria-describedby", note.id);
      form.append(note);
    }
  }
  const outcome = make("p", "accountOutcome", { role: "status" });
  const button = make("button", "primary", { type: "submit" });
  button.textContent = action;
  form.append(outcome, button);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    // The same is not sent twice.
    if (button.getAttribute("aria-disabled") === "true") return;
    /** @type {{ [name: string]: string }} */
    const values = {};
    for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
    button.setAttribute("aria-disabled", "true");
    outcome.textContent = "";
    outcome.classList.remove("problem");
    try {
      outcome.textContent = (await submit(values, form)) ?? "";
    } catch (problem) {
      outcome.classList.add("problem");
      outcome.textContent = messageOf(problem);
    }
    button.removeAttribute("aria-disabled");
  });
  return form;
}

/** @param {FieldDescription} field */
function makeControl({ name, type, autocomplete = "off", choices = [], value }) {
  if (type === "choice") {
    const select = make("select", "", { name });
    for (const choice of choices) {
      const isChosen = choice.value === value;
      select.append(new Option(choice.text, choice.value, isChosen, isChosen));
    }
    return select;
  }
  const input = make("input", "", { name, type, autocomplete, required: "", autocapitalize: "none" });
  if (value !== undefined) input.value = value;
  return input;
}

/**
 * Adds the heading of the page, which is its title, too.
 * @param {HTMLElement} main
 * @param {string} text
 */
export function addHeading(main, text) {
  document.title = text;
  const heading = make("h1");
  heading.textContent = text;
  main.append(heading);
}

/**
 * @param {HTMLElement} main
 * @param {string} text
 */
export function addText(main, text) {
  const paragraph = make("p");
  paragraph.textContent = text;
  main.append(paragraph);
}
