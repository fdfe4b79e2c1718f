// Switches a widget between its compact and its expanded mode: a button in the corner of its tile.

import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { boardIcon, icons } from "../layout/buttonIcons.js";

export class ModeSwitch {
  /** @type {GridSize | undefined} */
  #size;
  #title = "";
  element = make("button", "boardMode", { type: "button" });

  /** @param {(size: GridSize, spoken: string) => void} resize */
  constructor(resize) {
    this.element.hidden = true;
    this.element.addEventListener("click", () => {
      if (this.#size) resize(this.#size, this.#title);
    });
  }

  /**
   * @param {Pick<BoardPlace, "mode" | "otherMode">} place
   * @param {string} name of the widget
   * @param {boolean} canResize whether the person may change the board
   */
  show({ mode, otherMode }, name, canResize) {
    const { element } = this;
    this.#size = otherMode;
    element.hidden = !mode || !otherMode || !canResize;
    if (element.hidden) return;
    const title = text(mode === "compact" ? "showMore" : "showLess");
    if (element.getAttribute("aria-expanded") !== null && title === this.#title) return;
    this.#title = title;
    element.replaceChildren(boardIcon(mode === "compact" ? icons.expand : icons.shrink));
    element.title = title;
    element.setAttribute("aria-label", `${name}: ${title}`);
    element.setAttribute("aria-expanded", String(mode === "expanded"));
  }
}
