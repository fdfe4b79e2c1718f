// Makes the elements around the pages of a board: its bar, its dots, and what it says when it is empty or gone.

import { make } from "../../shared/dom.js";
import { root, serverAddress } from "../../shared/urls.js";
import { text } from "../../texts/texts.js";
import { boardIcon, iconButton, icons } from "./buttonIcons.js";

export class BoardFrame {
  title = make("h1", "boardTitle");
  tools = make("div", "boardTools", { role: "toolbar", "aria-label": text("board") });
  /** Scrolls from page to page. */
  viewport = make("main", "boardPages", { tabindex: "-1" });
  dots = make("nav", "boardDots", { "aria-label": text("pages") });
  /** Opens the overview of the pages, beside the dots. */
  pagesButton = iconButton(icons.pages, text("allPages"), "boardPagesButton");
  /** Lists the keyboard shortcuts, also where they are turned off. It is seen while it has the focus. */
  shortcutsButton = make("button", "boardShortcutsButton", { type: "button" });
  #notice = make("p", "boardNotice", { role: "status" });
  #empty = make("div", "boardEmpty");
  #emptyTitle = make("h2");
  #emptyText = make("p");
  #emptyButton = make("button", "primary", { type: "button" });

  /**
   * @param {HTMLElement} page the element that the board fills
   * @param {object} visitor
   * @param {string | null} visitor.account the name of the account, if there is one
   * @param {(() => void) | undefined} visitor.onAdd the button of an empty board was pressed; undefined for a visitor
   *   who may not change the board
   */
  constructor(page, { account, onAdd }) {
    page.classList.add("board");
    const bar = make("header", "boardBar", {}, this.title, this.tools);
    if (account !== null) {
      const label = text("accountOf", { name: account });
      const link = make("a", "boardTool", { href: serverAddress("/account"), "aria-label": label, title: label });
      link.append(boardIcon(icons.account));
      bar.append(link);
    }
    this.#emptyButton.append(boardIcon(icons.add), " ", text("addWidget"));
    if (onAdd) this.#emptyButton.addEventListener("click", onAdd);
    this.#emptyButton.hidden = !onAdd;
    this.#empty.append(this.#emptyTitle, this.#emptyText, this.#emptyButton);
    this.#emptyTitle.textContent = text("boardEmpty");
    this.#emptyText.textContent = text("boardEmptyText");
    this.#empty.hidden = true;
    this.#notice.hidden = true;
    const foot = make("div", "boardFoot", {}, this.dots, this.pagesButton);
    this.shortcutsButton.textContent = text("keyboardShortcuts");
    page.append(bar, this.#notice, this.viewport, foot, this.#empty, this.shortcutsButton);
  }

  /** @param {string} name */
  showName(name) {
    document.title = name;
    this.title.textContent = name;
    this.title.title = name;
  }

  /**
   * Says why the board cannot be changed.
   * @param {string | undefined} problem
   */
  showProblem(problem) {
    this.#notice.hidden = problem === undefined;
    this.#notice.textContent = problem === undefined ? "" : text("boardLocked", { problem });
  }

  /** @param {boolean} isEmpty */
  showEmpty(isEmpty) {
    this.#empty.hidden = !isEmpty;
  }

  /** Says that the board is not there, and leads to one that is. */
  showGone() {
    this.#empty.hidden = false;
    this.viewport.replaceChildren();
    this.tools.replaceChildren();
    this.pagesButton.remove();
    this.shortcutsButton.remove();
    const link = make("a", "primary", { href: root }, text("openFirstBoard"));
    this.#emptyTitle.textContent = text("boardUnknown");
    this.#emptyText.textContent = text("boardUnknownText");
    this.#emptyButton.replaceWith(link);
  }
}
