// Shows the pages for signing in, for the first account, and for the visitor's own account.

import { get, post } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { pageAfterSignIn, providerPage } from "../shared/nextPage.js";
import { boardPage, root, serverAddress } from "../shared/urls.js";
import { roleName } from "../texts/roles.js";
import { text } from "../texts/texts.js";
import {
  makeForm, makeHeading, makeLink, makeSection, makeText, makeTriedButton, newPasswordField, passwordField,
} from "./forms.js";
import { arePasskeysPossible, passkeySection, passkeySignIn } from "./passkeys.js";
import { finishSignIn, secondFactorSection } from "./secondFactor.js";
import { sessionList } from "./sessions.js";

/** @typedef {import("../app/connectionStatus.js").ConnectionStatus} ConnectionStatus */
/** @typedef {import("./forms.js").FieldDescription} FieldDescription */

/** @returns {FieldDescription} */
function nameField() {
  return { name: "name", label: text("name"), type: "text", autocomplete: "username" };
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
  main.append(makeHeading(text("signIn")));
  if (openID !== null) {
    const link = makeLink(openID, providerPage(location.search));
    link.className = "primary";
    main.append(link);
  }
  main.append(makeForm([nameField(), passwordField(text("password"))], text("signIn"), async (values) => {
    finishSignIn(main, await post("/login", values), leave);
  }));
  if (arePasskeysPossible()) main.append(...passkeySignIn(leave));
}

/** @param {HTMLElement} main */
function showSetUp(main) {
  main.append(makeHeading(text("makeFirstAccount")), makeText(text("firstAccountText")));
  const newPassword = newPasswordField("password", text("password"));
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
    main.append(makeHeading(text("noSignIn")), makeText(text("noSignInText")));
  } else if (kind === "link") {
    main.append(makeHeading(text("oneBoardScreen")), makeText(text("oneBoardScreenText")));
    main.append(makeLink(text("signIn"), "/login"));
  } else {
    main.append(makeHeading(account ?? ""));
    if (role !== null) main.append(makeText(text("roleOnSharedBoards", { role: roleName(role) })));
  }
  if (role === "administer") main.append(makeLink(text("administer"), "/admin"));
  if (kind === "account") {
    main.append(...makeTriedButton(text("signOut"), async () => {
      await post("/logout", {});
      location.assign(serverAddress("/login"));
    }));
  }
  const mayAdd = (kind === "account" || kind === "proxied") && role !== "look";
  main.append(await boardList(mayAdd));
  if (kind === "account") main.append(await sessionList());
  if (!hasPassword) return;
  main.append(make("h2", "", {}, text("changePassword")), makeForm([
    passwordField(text("currentPassword")), newPasswordField("newPassword"),
  ], text("changeIt"), async (values, form) => {
    await post("/account/password", values);
    form.reset();
    return text("passwordChanged");
  }), secondFactorSection(recoveryCodes), await passkeySection());
}

/**
 * Lists the boards that the visitor may see.
 * @param {boolean} canAdd whether the visitor may have boards of their own
 */
async function boardList(canAdd) {
  /** @type {NamedEntry[]} */
  const boards = await get("/boards").catch(() => []);
  const links = boards.map(({ id, name }) => makeLink(name, boardPage(id)));
  const add = () => makeTriedButton(text("newPersonalBoard"), async () => {
    const { id } = await post("/boards", { name: text("personalBoard"), isPersonal: true });
    location.assign(serverAddress(boardPage(id)));
  });
  return makeSection("accountBoards", text("boards"), ...links, ...(canAdd ? add() : []));
}
