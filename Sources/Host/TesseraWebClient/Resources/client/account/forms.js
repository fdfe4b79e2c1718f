// Makes the headings, texts, links, buttons and forms of the pages for accounts.

import { messageOf } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { serverAddress } from "../shared/urls.js";
import { text } from "../texts/texts.js";

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
 * The field of a password that exists.
 * @param {string} label
 * @returns {FieldDescription}
 */
export function passwordField(label) {
  return { name: "password", label, type: "password", autocomplete: "current-password" };
}

/**
 * The field of a password that a person chooses.
 * @param {string} name
 * @param {string} label
 * @returns {FieldDescription}
 */
export function newPasswordField(name = "password", label = text("newPassword")) {
  return { name, label, type: "password", autocomplete: "new-password", hint: text("newPasswordHint") };
}

/**
 * @param {string} title
 * @param {() => Promise<void>} action is not run again before it has ended
 */
export function makeButton(title, action) {
  const button = make("button", "primary", { type: "button" }, title);
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
 * Makes a button, and the place where it says why its action failed.
 * @param {string} title
 * @param {() => Promise<void>} action
 * @param {(problem: unknown) => string} reasonOf
 */
export function makeTriedButton(title, action, reasonOf = messageOf) {
  const outcome = make("p", "accountOutcome problem", { role: "status" });
  const button = makeButton(title, async () => {
    outcome.textContent = "";
    await action().catch((problem) => {
      outcome.textContent = reasonOf(problem);
    });
  });
  return [button, outcome];
}

/**
 * @param {string} title
 * @param {string} path
 */
export function makeLink(title, path) {
  return make("a", "", { href: serverAddress(path) }, title);
}

/**
 * Makes a part of the page with a heading.
 * @param {string} className
 * @param {string} title
 * @param {Node[]} content
 */
export function makeSection(className, title, ...content) {
  return make("section", className, {}, make("h2", "", {}, title), ...content);
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
    const control = makeControl(field);
    form.append(make("label", "accountField", {}, make("span", "", {}, field.label), control));
    if (!field.hint) continue;
    lastHint += 1;
    const note = make("p", "accountHint", { id: `accountHint${lastHint}` }, field.hint);
    control.setAttribute("aria-describedby", note.id);
    form.append(note);
  }
  const outcome = make("p", "accountOutcome", { role: "status" });
  const button = make("button", "primary", { type: "submit" }, action);
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
    return make("select", "", { name }, ...choices.map((choice) => {
      const isChosen = choice.value === value;
      return new Option(choice.text, choice.value, isChosen, isChosen);
    }));
  }
  const input = make("input", "", { name, type, autocomplete, required: "", autocapitalize: "none" });
  if (value !== undefined) input.value = value;
  return input;
}

/**
 * Makes the heading of the page, which is its title, too.
 * @param {string} title
 */
export function makeHeading(title) {
  document.title = title;
  return make("h1", "", {}, title);
}

/** @param {string} content */
export function makeText(content) {
  return make("p", "", {}, content);
}
