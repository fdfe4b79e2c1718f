// Shows the pages for signing in, for the first account, and for the visitor's own account.

import { get, messageOf, post } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { boardPage } from "../shared/urls.js";
import { pageAfterSignIn } from "./nextPage.js";

/** @typedef {import("../protocol/messages").NamedEntry} NamedEntry */
/** @typedef {import("../protocol/messages").Session} Session */
/** @typedef {import("../app/connectionStatus.js").ConnectionStatus} ConnectionStatus */

/**
 * A text field of a form.
 * @typedef {object} FieldDescription
 * @property {string} name under which the value is sent
 * @property {string} label
 * @property {string} type
 * @property {string} autocomplete
 * @property {string} [hint]
 */

const newPasswordHint = "At least 8 characters. A few words are easier to remember than signs.";
/** @type {FieldDescription} */
const nameField = { name: "name", label: "Name", type: "text", autocomplete: "username" };
/** @type {FieldDescription} */
const passwordField = { name: "password", label: "Password", type: "password", autocomplete: "current-password" };

/**
 * @param {HTMLElement} page the element that is filled
 * @param {string} place the first part of the page's path
 * @param {ConnectionStatus} status
 */
export async function showAccountPage(page, place, status) {
  page.removeAttribute("aria-busy");
  const main = make("main", "account");
  page.append(main);
  if (place === "login") {
    showSignIn(main);
  } else if (place === "setup") {
    showSetUp(main);
  } else {
    /** @type {Session} */
    const session = await status.load(() => get("/session"));
    await showAccount(main, session);
  }
}

/** @param {HTMLElement} main */
function showSignIn(main) {
  addHeading(main, "Sign in");
  main.append(makeForm([nameField, passwordField], "Sign in", async (values) => {
    await post("/login", values);
    location.replace(pageAfterSignIn(location.search));
  }));
}

/** @param {HTMLElement} main */
function showSetUp(main) {
  addHeading(main, "Make the first account");
  addText(main, "It administers this server: it can add other accounts, install widgets and change all boards.");
  const newPassword = { ...passwordField, autocomplete: "new-password", hint: newPasswordHint };
  main.append(makeForm([nameField, newPassword], "Make the account", async (values) => {
    // The secret is behind the #, which browsers do not send by themselves.
    await post("/setup", { ...values, secret: location.hash.slice(1) });
    location.replace("/");
  }));
}

/**
 * @param {HTMLElement} main
 * @param {Session} session
 */
async function showAccount(main, { account, role, kind }) {
  if (kind === "anyone") {
    addHeading(main, "This server needs no sign-in");
    addText(main, "All who reach it may do everything.");
  } else if (kind === "link") {
    addHeading(main, "This screen shows one board");
    addText(main, "It was opened by a link. Sign in to do more.");
    main.append(makeLink("Sign in", "/login"));
  } else {
    addHeading(main, account ?? "");
    if (role !== null) addText(main, `Role on shared boards: ${role}`);
  }
  if (kind === "account") main.append(makeButton("Sign out", signOut));
  const mayAdd = (kind === "account" || kind === "proxied") && role !== "look";
  main.append(await boardList(mayAdd));
  if (kind !== "account") return;
  const heading = make("h2");
  heading.textContent = "Change the password";
  main.append(heading, makeForm([
    { ...passwordField, label: "Current password" },
    {
      name: "newPassword", label: "New password", type: "password", autocomplete: "new-password", hint: newPasswordHint,
    },
  ], "Change it", async (values, form) => {
    await post("/account/password", values);
    form.reset();
    return "The password is changed. Other devices have to sign in again.";
  }));
}

async function signOut() {
  await post("/logout", {});
  location.assign("/login");
}

/**
 * Lists the boards that the visitor may see.
 * @param {boolean} canAdd whether the visitor may have boards of their own
 */
async function boardList(canAdd) {
  const section = make("section", "accountBoards");
  const heading = make("h2");
  heading.textContent = "Boards";
  section.append(heading);
  /** @type {NamedEntry[]} */
  const boards = await get("/boards").catch(() => []);
  for (const { id, name } of boards) section.append(makeLink(name, boardPage(id)));
  if (!canAdd) return section;
  const outcome = make("p", "accountOutcome problem", { role: "status" });
  section.append(makeButton("New board that only I see", async () => {
    try {
      const { id } = await post("/boards", { name: "My board", isPersonal: true });
      location.assign(boardPage(id));
    } catch (problem) {
      outcome.textContent = messageOf(problem);
    }
  }), outcome);
  return section;
}

/**
 * @param {string} text
 * @param {() => Promise<void>} action is not run again before it has ended
 */
function makeButton(text, action) {
  const button = make("button", "primary", { type: "button" });
  button.textContent = text;
  let isBusy = false;
  button.addEventListener("click", async () => {
    if (isBusy) return;
    isBusy = true;
    await action();
    isBusy = false;
  });
  return button;
}

/**
 * @param {string} text
 * @param {string} address
 */
function makeLink(text, address) {
  const link = make("a", "", { href: address });
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
function makeForm(fields, action, submit) {
  const form = make("form", "accountForm");
  for (const [index, { name, label, type, autocomplete, hint }] of fields.entries()) {
    const row = make("label", "accountField");
    const text = make("span");
    text.textContent = label;
    const input = make("input", "", { name, type, autocomplete, required: "", autocapitalize: "none" });
    row.append(text, input);
    form.append(row);
    if (hint) {
      const note = make("p", "accountHint", { id: `accountHint${index}` });
      note.textContent = hint;
      input.setAttribute("aria-describedby", note.id);
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

/**
 * @param {HTMLElement} main
 * @param {string} text
 */
function addHeading(main, text) {
  document.title = text;
  const heading = make("h1");
  heading.textContent = text;
  main.append(heading);
}

/**
 * @param {HTMLElement} main
 * @param {string} text
 */
function addText(main, text) {
  const paragraph = make("p");
  paragraph.textContent = text;
  main.append(paragraph);
}
