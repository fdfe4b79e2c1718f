// Shows what is in a folder while an icon is held over it.

import { make } from "../../shared/dom.js";
import { makeFace, makeLabel } from "./iconFace.js";

/** How long an icon rests over a folder until that opens, in milliseconds. */
const DELAY = 500;

export class FolderPreview {
  #timer;
  #element = make("div", "boardFolderPreview", { "aria-hidden": "true" });

  /**
   * @param {HTMLElement} page
   * @param {PlacedIcon} folder
   */
  constructor(page, folder) {
    this.id = folder.id;
    const title = make("h2", "", {}, folder.name);
    const list = make("div", "boardFolderIcons");
    for (const member of folder.members ?? []) {
      const icon = make("div", "boardLink", {}, makeFace(member), makeLabel(member.name));
      list.append(icon);
    }
    const freeCell = make("div", "boardLink");
    freeCell.append(make("span", "boardFace place"));
    list.append(freeCell);
    this.#element.append(title, list);
    this.#timer = setTimeout(() => page.append(this.#element), DELAY);
  }

  close() {
    clearTimeout(this.#timer);
    this.#element.remove();
  }
}
