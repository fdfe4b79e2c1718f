// Shows the pages for signing in, for the first account, and for the visitor's own account.

import { get, messageOf, post } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { pageAfterSignIn, providerPage } from "../shared/nextPage.js";
import { boardPage, root, serverAddress } from "../shared/urls.js";
import { roleName } from "../texts/roles.js";
import { text } from "../texts/texts.js";
import { addHeading, addText, makeButton, makeForm, makeLink } from "./forms.js";
import { arePasskeysPossible, passkeySection, passkeySignIn } from "./passkeys.js";
import { finishSignIn, secondFactorSection } from "./secondFactor.js";
import { sessionList } from "./sessions.js";

/** @typedef {import("../app/connectionStatus.js").ConnectionStatus} ConnectionStatus */
/** @typedef {import("./forms.js").FieldDescription} FieldDescription */

/** @returns {FieldDescription} */
function nameField() {
  return { name: "name", label: text("name"), type: "text", autocomplete: "username" };
}

/** @returns {FieldDescription} */
function passwordField() {
  return { name: "password", label: text("password"), type: "password", autocomplete: "current-password" };
}

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
    /** @type {Session} */
    const { openID } = await status.load(() => get("/session"));
    showSignIn(main, openID);
  } else if (place === "setup") {
    showSetUp(main);
  } else {
    /** @type {Session} */
    const session = await status.load(() => get("/session"));
    await showAccount(main, session);
  }
}

/**
 * @param {HTMLElement} main
 * @param {string | null} openID the words of the button that leads to the provider; null if there is none
 */
function showSignIn(main, openID) {
  const leave = () => location.replace(serverAddress(pageAfterSignIn(location.search)));
  addHeading(main, text("signIn"));
  if (openID !== null) {
    const link = makeLink(openID, providerPage(location.search));
    link.className = "primary";
    main.append(link);
  }
  main.append(makeForm([nameField(), passwordField()], text("signIn"), async (values) => {
    finishSignIn(main, await post("/login", values), leave);
  }));
  if (arePasskeysPossible()) main.append(...passkeySignIn(leave));
}

/** @param {HTMLElement} main */
function showSetUp(main) {
  addHeading(main, text("makeFirstAccount"));
  addText(main, text("firstAccountText"));
  const newPassword = { ...passwordField(), autocomplete: "new-password", hint: text("newPasswordHint") };
  main.append(makeForm([nameField(), newPassword], text("makeAccount"), async (values) => {
    // The secret is behind the #, which browsers do not send by themselves.
    const answer = await post("/setup", { ...values, secret: location.hash.slice(1) });
    finishSignIn(main, answer, () => location.replace(root));
  }));
}

/**
 * @param {HTMLElement} main
 * @param {Session} session
 */
async function showAccount(main, { account, role, kind, hasPassword, recoveryCodes }) {
  if (kind === "anyone") {
    addHeading(main, text("noSignIn"));
    addText(main, text("noSignInText"));
  } else if (kind === "link") {
    addHeading(main, text("oneBoardScreen"));
    addText(main, text("oneBoardScreenText"));
    main.append(makeLink(text("signIn"), "/login"));
  } else {
    addHeading(main, account ?? "");
    if (role !== null) addText(main, text("roleOnSharedBoards", { role: roleName(role) }));
  }
  if (role === "administer") main.append(makeLink(text("administer"), "/admin"));
  if (kind === "account") main.append(...makeSignOut());
  const mayAdd = (kind === "account" || kind === "proxied") && role !== "look";
  main.append(await boardList(mayAdd));
  if (kind === "account") main.append(await sessionList());
  if (!hasPassword) return;
  const heading = make("h2");
  heading.textContent = text("changePassword");
  main.append(heading, makeForm([
    { ...passwordField(), label: text("currentPassword") },
    {
      name: "newPassword", label: text("newPassword"), type: "password", autocomplete: "new-password",
      hint: text("newPasswordHint"),
    },
  ], text("changeIt"), async (values, form) => {
    await post("/account/password", values);
    form.reset();
    return text("passwordChanged");
  }), secondFactorSection(recoveryCodes), await passkeySection());
}

/** Makes the button that ends the session, and the place where it says why that failed. */
function makeSignOut() {
  const outcome = make("p", "accountOutcome problem", { role: "status" });
  const button = makeButton(text("signOut"), async () => {
    try {
      await post("/logout", {});
      location.assign(serverAddress("/login"));
    } catch (problem) {
      outcome.textContent = messageOf(problem);
    }
  });
  return [button, outcome];
}

/**
 * Lists the boards that the visitor may see.
 * @param {boolean} canAdd whether the visitor may have boards of their own
 */
async function boardList(canAdd) {
  const section = make("section", "accountBoards");
  const heading = make("h2");
  heading.textContent = text("boards");
  section.append(heading);
  /** @type {NamedEntry[]} */
  const boards = await get("/boards").catch(() => []);
  for (const { id, name } of boards) section.append(makeLink(name, boardPage(id)));
  if (!canAdd) return section;
  const outcome = make("p", "accountOutcome problem", { role: "status" });
  section.append(makeButton(text("newPersonalBoard"), async () => {
    try {
      const { id } = await post("/boards", { name: text("personalBoard"), isPersonal: true });
      location.assign(serverAddress(boardPage(id)));
    } catch (problem) {
      outcome.textContent = messageOf(problem);
    }
  }), outcome);
  return section;
}
