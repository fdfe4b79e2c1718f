// Shows an icon on the board: a link, or a folder of links.

import { make, setBox } from "../shared/dom.js";
import { colorOf } from "./colors.js";
import { iconButton, icons } from "./icons.js";
import { closeByPressBeside } from "./panel.js";

/** @typedef {import("../protocol/messages").IconEntry} IconEntry */
/** @typedef {import("../protocol/messages").PlacedIcon} PlacedIcon */
/** @typedef {import("./board.js").BoardClient} BoardClient */
/** @typedef {import("./grid.js").Box} Box */

/** @typedef {Pick<BoardClient, "editing" | "page">} IconBoard */

export class IconTile {
  #board;
  /** @type {PlacedIcon | undefined} */
  #icon;
  /** @type {HTMLElement | undefined} */
  #link;
  #close;
  isDragged = false;
  element = make("div", "boardIcon");
  /** Takes presses and keys while the board is edited. */
  cover = make("button", "boardCover", { type: "button", "aria-roledescription": "movable icon" });

  /**
   * @param {IconBoard} board
   * @param {string} id
   */
  constructor(board, id) {
    this.#board = board;
    this.id = id;
    this.element.dataset.icon = id;
    this.#close = iconButton(icons.close, "Remove", "boardButton close");
    this.#close.addEventListener("click", () => board.editing.removeIcon(this));
    board.editing.watchIcon(this);
  }

  /**
   * The icon that is shown. There is one from the first `show` on.
   * @returns {PlacedIcon}
   */
  get icon() {
    if (!this.#icon) throw new Error("The icon is not shown yet");
    return this.#icon;
  }

  /**
   * @param {PlacedIcon} icon
   * @param {HTMLElement} page
   * @param {Box} box
   */
  show(icon, page, box) {
    const isSame = JSON.stringify({ ...icon, cell: 0 }) === JSON.stringify({ ...this.#icon, cell: 0 });
    this.#icon = icon;
    if (!this.isDragged && this.element.parentNode !== page) page.append(this.element);
    if (!isSame) {
      this.#link = icon.members ? this.#makeFolder(icon.name, icon.members) : makeLink(icon);
      this.element.replaceChildren(this.#link, this.cover, this.#close);
      this.cover.setAttribute("aria-label", icon.name);
      this.editingChanged(this.#board.editing.isOn);
    }
    if (!this.isDragged) setBox(this.element, box);
  }

  /**
   * @param {string} name
   * @param {IconEntry[]} members
   */
  #makeFolder(name, members) {
    const button = make("button", "boardLink", { type: "button" });
    const face = make("span", "boardFace folder", { "aria-hidden": "true" });
    face.append(...members.slice(0, 9).map((member) => makeFace(member)));
    button.append(face, makeLabel(name));
    button.addEventListener("click", () => this.#open(name, members));
    return button;
  }

  /**
   * Opens a folder.
   * @param {string} name
   * @param {IconEntry[]} members
   */
  #open(name, members) {
    const dialog = make("dialog", "boardFolder", { "aria-label": name });
    const title = make("h2");
    const list = make("div", "boardFolderIcons");
    title.textContent = name;
    list.append(...members.map(makeLink));
    dialog.append(title, list);
    closeByPressBeside(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    this.#board.page.append(dialog);
    dialog.showModal();
  }

  /** @param {boolean} isOn */
  editingChanged(isOn) {
    this.#link?.toggleAttribute("inert", isOn);
    this.cover.tabIndex = isOn ? 0 : -1;
  }

  remove() {
    this.element.remove();
  }
}

/**
 * Makes an icon a link that opens beside the board.
 * @param {IconEntry} icon
 */
function makeLink(icon) {
  const target = { href: icon.address ?? "", rel: "noopener noreferrer", target: "_blank" };
  const element = make("a", "boardLink", target);
  element.append(makeFace(icon), makeLabel(icon.name));
  return element;
}

/** @param {string} text */
function makeLabel(text) {
  const element = make("span", "boardLabel");
  element.textContent = text;
  return element;
}

/**
 * Makes the picture of an icon: its symbol, or the first letter of its name, on its colour.
 * @param {IconEntry} icon
 */
function makeFace({ name, letter, color }) {
  const face = make("span", "boardFace", { "aria-hidden": "true" });
  face.textContent = letter ?? [...name][0]?.toUpperCase() ?? "";
  face.classList.toggle("symbol", letter !== undefined);
  face.style.setProperty("--face", color ?? colorOf(name));
  return face;
}
