// Shows who may sign in, and the links to boards, with forms that change them.

import { makeButton, makeForm, makeText, newPasswordField } from "../account/forms.js";
import { get, messageOf, post } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { serverAddress } from "../shared/urls.js";
import { roleName } from "../texts/roles.js";
import { listText, text } from "../texts/texts.js";
import { NONE } from "./figures.js";
import { makeTable } from "./tables.js";

/** @typedef {import("../texts/catalogue").PlainTextName} PlainTextName */

/** What stands for the end of a role on one board. */
const NO_ROLE = "none";

/** Makes an account on the command line. */
const COMMAND = "tessera user add NAME";

/** @type {PlainTextName[]} */
const ACCOUNT_COLUMNS = ["name", "role", "rolesOnBoards", "actions"];
/** @type {PlainTextName[]} */
const BOARD_COLUMNS = ["board", "roles", "actions"];
/** @type {PlainTextName[]} */
const LINK_COLUMNS = ["link", "board", "permits", "actions"];

/**
 * The roles and what they permit, from the least on.
 * @returns {{ value: Role, text: string }[]}
 */
function roleChoices() {
  return [
    { value: "look", text: text("mayLook") },
    { value: "use", text: text("mayUse") },
    { value: "edit", text: text("mayEdit") },
    { value: "administer", text: text("mayAdminister") },
  ];
}

/**
 * The roles that a person has on single boards.
 * @param {AccountEntry["boards"]} roles
 * @param {NamedEntry[]} boards
 */
export function boardRolesText(roles, boards) {
  const texts = Object.entries(roles).map(([id, role]) =>
    text("roleOnBoard", { board: boardName(id, boards), role: roleName(role) }));
  return listText(texts.sort()) || NONE;
}

/**
 * The name of a board; its identity where the name is not known, as of the personal boards of others.
 * @param {string} id
 * @param {NamedEntry[]} boards
 */
function boardName(id, boards) {
  return boards.find((board) => board.id === id)?.name ?? id;
}

/**
 * Who has a role on a board besides those who have one on all shared boards.
 * @param {OpenedBoard} board
 * @param {AccountEntry[]} accounts
 */
export function rolesText({ id, owner }, accounts) {
  const texts = accounts.filter((account) => account.boards[id] && account.name !== owner)
    .map(({ name, boards }) => text("roleOnBoard", { board: name, role: roleName(boards[id]) })).sort();
  if (owner) texts.unshift(text("roleOnBoard", { board: owner, role: roleName("administer") }));
  return listText(texts) || NONE;
}

export class PeopleSection {
  #announce;
  #accounts = make("div");
  #boards = make("div");
  #links = make("div");
  #newLink = make("p", "adminAddress", { role: "status" });
  #heading;

  /**
   * @param {HTMLElement} section
   * @param {HTMLElement} heading of the section, which gets the focus when what had it is gone
   * @param {(text: string, isProblem?: boolean) => void} announce
   */
  constructor(section, heading, announce) {
    this.#announce = announce;
    this.#heading = heading;
    heading.tabIndex = -1;
    section.append(this.#accounts, this.#personForm(), this.#boards, this.#links, this.#newLink);
  }

  /** Loads and shows all anew. */
  async load() {
    /** @type {People} */
    const people = await get("/admin/people");
    this.#accounts.replaceChildren(this.#accountTable(people));
    this.#boards.replaceChildren(this.#boardTable(people));
    this.#links.replaceChildren(this.#linkTable(people), this.#linkForm(people));
  }

  /** @param {People} people */
  #boardTable({ accounts, boards }) {
    return makeTable(text("rolesOnBoards"), BOARD_COLUMNS, boards.map((board) => {
      // The owner administers the board, whatever roles there are.
      const others = accounts.filter(({ name }) => name !== board.owner);
      const texts = [board.name, rolesText(board, accounts)];
      return others.length > 0 ? [...texts, this.#boardChanges(board, others)] : texts;
    })).table;
  }

  /**
   * The form that gives and ends roles on one board.
   * @param {OpenedBoard} board
   * @param {AccountEntry[]} accounts
   */
  #boardChanges({ id, name: board, owner }, accounts) {
    const none = { value: NO_ROLE, text: text(owner === undefined ? "roleAsOnSharedBoards" : "noRole") };
    const people = accounts.map(({ name }) => ({ value: name, text: name }));
    return makeDetails({ "data-board": id }, text("changeRolesOn", { board }), makeForm([
      { name: "name", label: text("name"), type: "choice", choices: people },
      roleField([none, ...roleChoices()], NO_ROLE),
    ], text("changeRolesOn", { board }), async ({ name, role }) => {
      await post(`/admin/people/${encodeURIComponent(name)}/board-role`, { board: id, role });
      this.#announce(text("rolesAreChanged", { board }));
      await this.load();
      this.#open(this.#boards, (each) => each.dataset.board === id);
    }));
  }

  /** @param {People} people */
  #accountTable({ accounts, boards }) {
    return makeTable(text("accounts"), ACCOUNT_COLUMNS, accounts.map(({ name, role, boards: roles }) =>
      [name, roleName(role), boardRolesText(roles, boards), this.#changes(name, role)])).table;
  }

  /**
   * What can be changed of a person.
   * @param {string} name
   * @param {Role} role
   */
  #changes(name, role) {
    const path = `/admin/people/${encodeURIComponent(name)}`;
    return makeDetails(
      { "data-name": name }, text("changePerson", { name }),
      makeForm([roleField(roleChoices(), role)], text("changeRoleOf", { name }), async (values) => {
        await post(`${path}/role`, values);
        await this.#done(text("hasRole", { name, role: roleName(/** @type {Role} */ (values.role)) }), name);
      }),
      makeForm([newPasswordField()], text("setPasswordOf", { name }), async (values) => {
        await post(`${path}/password`, values);
        await this.#done(text("hasNewPassword", { name }), name);
      }),
      this.#removeButton(text("removeNamed", { name }), async () => {
        await post(`${path}/remove`, {});
        await this.#done(text("isRemoved", { name }));
      }));
  }

  #personForm() {
    return makeBox(text("addPerson"), makeForm([
      { name: "name", label: text("name"), type: "text" }, newPasswordField(), roleField(roleChoices(), "use"),
    ], text("addThePerson"), async (values, form) => {
      const { name } = await post("/admin/people", values);
      form.reset();
      await this.load();
      return text("isAdded", { name });
    }));
  }

  /** @param {People} people */
  #linkTable({ links, boards }) {
    return makeTable(text("links"), LINK_COLUMNS, links.map(({ number, name, board, role }) => {
      const remove = this.#removeButton(text("removeNamed", { name }), async () => {
        await post(`/admin/links/${number}/remove`, {});
        this.#newLink.replaceChildren();
        await this.#done(text("isRemoved", { name }));
      });
      return [name, boardName(board, boards), roleName(role), remove];
    })).table;
  }

  /** @param {People} people */
  #linkForm({ boards }) {
    const choices = boards.map(({ id, name }) => ({ value: id, text: name }));
    return makeBox(text("addLink"), makeForm([
      { name: "name", label: text("linkPurpose"), type: "text" },
      { name: "board", label: text("board"), type: "choice", choices },
      roleField(roleChoices().slice(0, 2), "look"),
    ], text("addTheLink"), async (values) => {
      const { path } = await post("/admin/links", values);
      await this.load();
      this.#showAddress(values.name, new URL(serverAddress(path), location.href).href);
    }));
  }

  /**
   * Shows the address of a new link.
   * @param {string} name
   * @param {string} address
   */
  #showAddress(name, address) {
    const link = make("a", "", { href: address }, address);
    this.#newLink.replaceChildren(text("linkAddress", { name }), " ", link);
    link.focus();
  }

  /**
   * @param {string} title
   * @param {() => Promise<void>} action
   */
  #removeButton(title, action) {
    const button = makeButton(title, async () => {
      try {
        await action();
      } catch (problem) {
        this.#announce(messageOf(problem), true);
      }
    });
    button.classList.add("destructive");
    return button;
  }

  /**
   * Says what was done, and shows what there is now.
   * @param {string} message
   * @param {string} [name] of the person whose forms stay open
   */
  async #done(message, name) {
    this.#announce(message);
    await this.load();
    this.#open(this.#accounts, (each) => each.dataset.name === name);
  }

  /**
   * Opens the forms that were open before all was shown anew.
   * @param {HTMLElement} place
   * @param {(details: HTMLElement) => boolean} isOpen
   */
  #open(place, isOpen) {
    const details = [...place.querySelectorAll("details")].find(isOpen);
    if (details) details.open = true;
    (details?.querySelector("summary") ?? this.#heading).focus();
  }
}

/**
 * Says how to begin on a server where people do not sign in.
 * @param {HTMLElement} section
 */
export function showBeginning(section) {
  section.append(makeText(text("beginning")), make("pre", "adminCommand", { dir: "ltr" }, COMMAND));
}

/**
 * @param {string} title
 * @param {HTMLElement} form
 */
function makeBox(title, form) {
  return make("div", "adminBox", {}, make("h3", "", {}, title), form);
}

/**
 * Makes a part of the page that opens.
 * @param {{ [name: string]: string }} attributes
 * @param {string} title
 * @param {Node[]} content
 */
function makeDetails(attributes, title, ...content) {
  return make("details", "", attributes, make("summary", "", {}, title), ...content);
}

/**
 * @param {{ value: string, text: string }[]} choices
 * @param {string} value
 * @returns {import("../account/forms.js").FieldDescription}
 */
function roleField(choices, value) {
  return { name: "role", label: text("role"), type: "choice", choices, value };
}
