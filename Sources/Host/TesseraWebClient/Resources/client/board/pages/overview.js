// Shows all pages of a board at once, to choose, arrange, name, hide, add and remove them.

import { make, targetOf } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { boardIcon, icons } from "../layout/buttonIcons.js";
import { isRemoveKey } from "../layout/editingKeys.js";
import { openPanel, textButton, textElement } from "../layout/panel.js";
import { PageCard } from "./pageCard.js";
import { pageAtKey, pageTitle, visiblePages } from "./pageList.js";
import { sortPage } from "./pageSorting.js";
import { drawThumbnail, pictureOf } from "./pageThumbnail.js";
import { followPinch } from "./pinch.js";

/** The key that opens the overview, with Alt. */
const KEY = "ArrowUp";
/** What has a use of its own for the key. */
const TYPED = ".widget, input, textarea, select";

/**
 * An overview that is open.
 * @typedef {object} OpenOverview
 * @property {HTMLDialogElement} dialog
 * @property {HTMLElement} scroller
 * @property {HTMLElement} list
 */

export class PageOverview {
  #board;
  /** @type {OpenOverview | undefined} */
  #open;
  /**
   * The pages by their names.
   * @type {Map<string, PageCard>}
   */
  #cards = new Map();
  /**
   * What says that a page was removed, until the board changes again: then Undo would mean something else.
   * @type {{ element: HTMLElement, revision: number } | undefined}
   */
  #notice;
  /**
   * Ends the drag under way.
   * @type {(() => void) | undefined}
   */
  #stopSorting;

  /** @param {WholeBoard} board */
  constructor(board) {
    this.#board = board;
    const { pagesButton } = board.frame;
    pagesButton.title = text("allPagesWithKey");
    pagesButton.setAttribute("aria-keyshortcuts", `Alt+${KEY}`);
    pagesButton.addEventListener("click", () => this.open());
    document.addEventListener("keydown", (event) => {
      const isOther = !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.key !== KEY;
      if (isOther || event.defaultPrevented || targetOf(event).closest(TYPED)) return;
      if (this.open()) event.preventDefault();
    });
    followPinch(board.page, (target) => this.#isPinchable(target), () => {
      board.editing.drag?.cancel();
      this.open();
    });
  }

  /**
   * Whether a pinch may begin on something. A finger that holds a widget already is no part of one.
   * @param {EventTarget | null} target
   */
  #isPinchable(target) {
    const { editing, viewport } = this.#board;
    return target instanceof Element && viewport.contains(target) && !target.closest(".tracking") && !editing.drag;
  }

  /** Opens the overview, unless something else is open. */
  open() {
    const board = this.#board;
    if (!board.isLoaded || document.querySelector("dialog[open]")) return false;
    const { dialog, content } = openPanel(board, text("pages"), "boardOverview");
    const heading = dialog.querySelector("h2");
    if (heading) {
      heading.id = "overviewTitle";
      dialog.removeAttribute("aria-label");
      dialog.setAttribute("aria-labelledby", heading.id);
    }
    const list = make("ul", "overviewPages", { role: "list" });
    if (board.canEdit) content.append(textElement(text("overviewHint"), "p", "boardHint"));
    content.append(list);
    if (board.canEdit) list.append(this.#makeAddButton());
    dialog.addEventListener("close", () => this.#closed());
    this.#open = { dialog, scroller: content, list };
    this.#show();
    this.#focus(board.pages.current);
    return true;
  }

  #closed() {
    this.#stopSorting?.();
    this.#open = undefined;
    this.#notice = undefined;
    this.#cards.clear();
    // It may be on another page than the one that was chosen.
    this.#board.pages.takeFocus();
  }

  boardChanged() {
    // The only page of a board needs an overview while one edits, to add others.
    this.#board.frame.pagesButton.classList.toggle("single", this.#pages.length < 2);
    if (!this.#open) return;
    this.#stopSorting?.();
    if (this.#notice && this.#notice.revision !== this.#board.update.revision) this.#removeNotice();
    this.#show();
  }

  /** The pages that the visitor sees here. */
  get #pages() {
    const { canEdit, update } = this.#board;
    return canEdit ? update.pages : visiblePages(update.pages);
  }

  #show() {
    if (!this.#open) return;
    const { canEdit, grid, pages: { current }, update, viewport } = this.#board;
    const { list } = this.#open;
    const focused = document.activeElement;
    const visible = visiblePages(update.pages);
    const picture = pictureOf(grid, viewport.clientWidth, viewport.clientHeight);
    const pages = this.#pages;
    for (const [id, card] of this.#cards) {
      if (pages.some((page) => page.id === id)) continue;
      card.element.remove();
      this.#cards.delete(id);
    }
    pages.forEach((page, index) => {
      const card = this.#cards.get(page.id) ?? this.#makeCard(page.id, canEdit);
      card.show(page, {
        title: pageTitle(page, visible),
        number: pageTitle({ id: page.id }, visible),
        isCurrent: page.id === current,
        isOnly: this.#isOnly(page.id),
      });
      drawThumbnail(card.picture, page, update.tiles, grid, picture);
      const present = list.children[index];
      if (present !== card.element) list.insertBefore(card.element, present ?? null);
    });
    // An element that changes its place loses the focus.
    const isLost = focused instanceof HTMLElement && focused !== document.activeElement && list.contains(focused);
    if (isLost) focused.focus({ preventScroll: true });
  }

  /**
   * @param {string} id
   * @param {boolean} canEdit
   */
  #makeCard(id, canEdit) {
    const card = new PageCard(canEdit, {
      choose: () => this.#choose(id),
      key: (event) => this.#keyPressed(event, id),
      press: (event) => this.#pressed(event, id),
      remove: () => this.#board.connection.enqueue(() => this.#remove(id)),
      hide: () => this.#board.connection.enqueue(() => this.#hide(id)),
      rename: (name) => {
        const spoken = name ? text("pageIsNamed", { name }) : text("pageNameRemoved");
        return this.#board.edit({ type: "renamePage", page: id, name }, spoken);
      },
    });
    this.#cards.set(id, card);
    return card;
  }

  #makeAddButton() {
    const button = textButton(text("addPage"), "overviewAdd", () => this.#board.connection.enqueue(() => this.#add()));
    button.prepend(boardIcon(icons.add));
    return make("li", "overviewPage", {}, button);
  }

  /** @param {string | undefined} id */
  #focus(id) {
    const [first] = this.#cards.values();
    const card = this.#cards.get(id ?? "") ?? first;
    card?.button.focus();
    card?.button.scrollIntoView({ block: "nearest" });
  }

  // Choosing and moving

  /** @param {string} id */
  #choose(id) {
    const { pages, update } = this.#board;
    const isVisible = visiblePages(update.pages).some((page) => page.id === id);
    if (!isVisible) return this.#board.announce(text("pageIsHidden"), true);
    this.#open?.dialog.close();
    pages.turnTo(id);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {string} id
   */
  #keyPressed(event, id) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    const { canEdit } = this.#board;
    if (ctrlKey || metaKey || altKey) return;
    if (isRemoveKey(key) && canEdit) {
      event.preventDefault();
      // A key that is held removes one page, not all.
      if (!repeat) this.#board.connection.enqueue(() => this.#remove(id));
    } else if (/^(Arrow|Home$|End$)/.test(key)) {
      event.preventDefault();
      if (shiftKey && canEdit) this.#board.connection.enqueue(() => this.#moveByKey(key, id));
      else if (!shiftKey) this.#focus(this.#pages[this.#placeAtKey(key, id) ?? -1]?.id ?? id);
    }
  }

  /**
   * @param {string} key
   * @param {string} id
   */
  #placeAtKey(key, id) {
    const tops = [...this.#cards.values()].map(({ element }) => element.offsetTop);
    const columns = tops.filter((top) => top === Math.min(...tops)).length;
    return pageAtKey(key, this.#pages.findIndex((page) => page.id === id), tops.length, columns);
  }

  /**
   * @param {string} key
   * @param {string} id
   */
  async #moveByKey(key, id) {
    const index = this.#placeAtKey(key, id);
    if (index !== undefined) await this.#move(id, index);
    this.#focus(id);
  }

  /**
   * @param {string} id
   * @param {number} index among all pages
   */
  #move(id, index) {
    const spoken = text("pageMovedToPlace", { place: index + 1, count: this.#pages.length });
    return this.#board.edit({ type: "movePage", page: id, index }, spoken);
  }

  /**
   * @param {PointerEvent} event
   * @param {string} id
   */
  #pressed(event, id) {
    if (!this.#open || event.button !== 0 || !event.isPrimary) return;
    const ids = this.#pages.map((page) => page.id);
    const cards = ids.flatMap((page) => this.#cards.get(page)?.element ?? []);
    this.#stopSorting = sortPage(event, {
      scroller: this.#open.scroller,
      cards,
      from: ids.indexOf(id),
      drop: (index) => this.#move(id, index),
    });
  }

  // Adding, hiding and removing

  async #add() {
    const before = new Set(this.#board.update.pages.map(({ id }) => id));
    const update = await this.#board.edit({ type: "addPage" }, text("pageAdded"));
    const added = update?.pages.find(({ id }) => !before.has(id));
    if (added) this.#focus(added.id);
  }

  /**
   * Whether no other page is shown.
   * @param {string} id
   */
  #isOnly(id) {
    const visible = visiblePages(this.#board.update.pages);
    return visible.length === 1 && visible[0].id === id;
  }

  /** @param {string} id */
  async #hide(id) {
    const page = this.#board.update.pages.find((page) => page.id === id);
    if (!page) return;
    if (this.#isOnly(id) && !page.isHidden) return this.#board.announce(text("lastPageStays"), true);
    const isHidden = !page.isHidden;
    await this.#board.edit({ type: "hidePage", page: id, isHidden }, text(isHidden ? "pageHidden" : "pageShown"));
  }

  /** @param {string} id */
  async #remove(id) {
    const { pages } = this.#board.update;
    const index = pages.findIndex((page) => page.id === id);
    if (index < 0) return;
    if (this.#isOnly(id)) return this.#board.announce(text("lastPageStays"), true);
    const page = pageTitle(pages[index], visiblePages(pages));
    const update = await this.#board.edit({ type: "removePage", page: id }, text("pageRemovedUndo", { page }));
    if (!update || !this.#open) return;
    this.#focus((pages[index + 1] ?? pages[index - 1]).id);
    this.#showNotice(text("pageRemovedNamed", { page }), id, update.revision);
  }

  /**
   * @param {string} notice
   * @param {string} id of the page that was removed
   * @param {number} revision of the board without it
   */
  #showNotice(notice, id, revision) {
    this.#removeNotice();
    const undo = textButton(text("undo"), "overviewUndo", () => this.#board.connection.enqueue(async () => {
      if (await this.#board.edit({ type: "undo" }, text("pageRestored"))) this.#focus(id);
    }));
    const element = make("div", "overviewNotice", {}, textElement(notice, "span", ""), undo);
    this.#open?.dialog.append(element);
    this.#notice = { element, revision };
  }

  #removeNotice() {
    if (!this.#notice) return;
    const hadFocus = this.#notice.element.contains(document.activeElement);
    this.#notice.element.remove();
    this.#notice = undefined;
    if (hadFocus) this.#focus(this.#board.pages.current);
  }
}
