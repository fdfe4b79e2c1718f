// Shows an icon on the board: a link, or a folder of links.

import { make, moveInto, setBox } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { iconButton, icons } from "../layout/buttonIcons.js";
import { openFolder } from "./folder.js";
import { makeFace, makeLabel, makeLink } from "./iconFace.js";

/** @typedef {import("../layout/grid.js").Box} Box */

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
  cover = make("button", "boardCover", { type: "button", "aria-roledescription": text("movableIcon") });

  /**
   * @param {EditableBoard} board
   * @param {string} id
   */
  constructor(board, id) {
    this.#board = board;
    this.id = id;
    this.element.dataset.icon = id;
    this.#close = iconButton(icons.close, text("remove"), "boardButton close", () => board.editing.removeIcon(this));
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

  get name() {
    return this.icon.name;
  }

  /**
   * @param {PlacedIcon} icon
   * @param {HTMLElement} page
   * @param {Box} box
   */
  show(icon, page, box) {
    const isSame = JSON.stringify({ ...icon, cell: 0 }) === JSON.stringify({ ...this.#icon, cell: 0 });
    this.#icon = icon;
    if (!this.isDragged && this.element.parentNode !== page) moveInto(page, this.element);
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
    const button = make("button", "boardLink", { type: "button", title: name });
    button.append(makeFace({ name, members }), makeLabel(name));
    button.addEventListener("click", () => openFolder(this.#board, this.icon));
    return button;
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
