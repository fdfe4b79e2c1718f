// An icon on the board: a link, or a folder of links.

import { closeBesides } from "./panel.js";
import { signButton, signs } from "./icons.js";
import { make } from "../shared/dom.js";

export class BoardIcon {
  #board;

  constructor(board, id) {
    this.#board = board;
    this.id = id;
    this.element = make("div", "boardIcon");
    this.element.dataset.icon = id;
    this.cover = make("button", "boardCover", { type: "button", "aria-roledescription": "movable icon" });
    this.close = signButton(signs.close, "Remove", "boardButton close");
    this.close.addEventListener("click", () => board.editing.removeIcon(this));
    board.editing.watchIcon(this);
  }

  show(icon, page, { left, top, width, height }, pageIndex) {
    const isSame = JSON.stringify({ ...icon, cell: 0 }) === JSON.stringify({ ...this.icon, cell: 0 });
    this.icon = icon;
    this.pageIndex = pageIndex;
    if (!this.isDragged && this.element.parentNode !== page) page.append(this.element);
    if (!isSame) {
      this.link = icon.members ? this.#folder(icon) : link(icon);
      this.element.replaceChildren(this.link, this.cover, this.close);
      this.cover.setAttribute("aria-label", icon.name);
      this.editingChanged(this.#board.editing?.isOn === true);
    }
    if (this.isDragged) return;
    const { style } = this.element;
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  #folder(icon) {
    const button = make("button", "boardLink", { type: "button" });
    const face = make("span", "boardFace folder", { "aria-hidden": "true" });
    face.append(...icon.members.slice(0, 9).map((member) => iconFace(member)));
    button.append(face, label(icon.name));
    button.addEventListener("click", () => this.#open());
    return button;
  }

  #open() {
    const dialog = make("dialog", "boardFolder", { "aria-label": this.icon.name });
    const title = make("h2");
    const list = make("div", "boardFolderIcons");
    title.textContent = this.icon.name;
    list.append(...this.icon.members.map(link));
    dialog.append(title, list);
    closeBesides(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    this.#board.page.append(dialog);
    dialog.showModal();
  }

  editingChanged(isOn) {
    this.link?.toggleAttribute("inert", isOn);
    this.cover.tabIndex = isOn ? 0 : -1;
  }

  remove() {
    this.element.remove();
  }
}

/** An icon as a link that opens beside the board. */
function link(icon) {
  const element = make("a", "boardLink", { href: icon.address, rel: "noopener noreferrer", target: "_blank" });
  element.append(iconFace(icon), label(icon.name));
  return element;
}

function label(text) {
  const element = make("span", "boardLabel");
  element.textContent = text;
  return element;
}

/** The picture of an icon: its symbol, or the first letter of its name, on its colour. */
export function iconFace({ name, letter, color }) {
  const face = make("span", "boardFace", { "aria-hidden": "true" });
  face.textContent = letter ?? [...name][0]?.toUpperCase() ?? "";
  face.classList.toggle("symbol", letter !== undefined);
  face.style.setProperty("--face", color ?? colorOf(name));
  return face;
}

/** A colour that follows from a name, bright enough for white letters on it. */
function colorOf(name) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) % 360;
  return `hsl(${sum} 55% 42%)`;
}
