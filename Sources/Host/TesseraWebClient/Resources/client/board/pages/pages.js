// Shows the pages of a board one beside the other, to be swiped or chosen by dots.

import { make } from "../../shared/dom.js";
import { pageLabel } from "./pageList.js";
import { followPageTurns } from "./pageTurns.js";

/** @typedef {{ element: HTMLElement, title: HTMLElement, grid: HTMLElement }} BoardPage */

/** The widgets of pages that are further away than this do not run. */
const FAR = 2;
/** Without an event at its end, scrolling has ended after this time, in milliseconds. */
const SCROLL_END_TIME = 200;

export class BoardPages {
  #board;
  #viewport;
  #turnOrGiveWay;
  /**
   * The elements of the pages, by their names.
   * @type {Map<string, BoardPage>}
   */
  #pages = new Map();
  /** @type {string[]} */
  #names = [];
  /** @type {BoardPageEntry[]} */
  #entries = [];
  #current = 0;
  /**
   * The page that comes to the front, until it is there.
   * @type {number | undefined}
   */
  #target;
  #isScrolling = false;
  /**
   * Where the viewport stood when scrolling seemed to end before the page was in front.
   * @type {number | undefined}
   */
  #restingOffset;
  /** @type {number | undefined} */
  #timer;

  /** @param {EditableBoard} board */
  constructor(board) {
    this.#board = board;
    this.#viewport = board.frame.viewport;
    this.#viewport.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#viewport.addEventListener("scrollend", () => this.#arrived());
    this.#turnOrGiveWay = followPageTurns(
      this.#viewport, (step) => this.turnBy(step), () => !board.editing.drag);
  }

  /**
   * Makes the pages that there are, in their order. The page in front stays there, wherever it moves.
   * @param {BoardPageEntry[]} pages those that are not hidden
   */
  show(pages) {
    const { current } = this;
    const target = this.#target === undefined ? undefined : this.#names[this.#target];
    this.#entries = pages;
    this.#names = pages.map(({ id }) => id);
    for (const [id, { element }] of this.#pages) {
      if (this.#names.includes(id)) continue;
      element.remove();
      this.#pages.delete(id);
    }
    const count = this.#names.length;
    this.#names.forEach((id, index) => {
      const page = this.#pages.get(id) ?? this.#makePage(id);
      const name = pages[index].name ?? "";
      page.element.setAttribute("aria-label", this.#label(index));
      page.title.textContent = name;
      page.title.hidden = name === "";
      page.title.style.width = `${this.#board.grid.width}px`;
      page.grid.style.width = `${this.#board.grid.width}px`;
      page.grid.style.height = `${this.#board.grid.height}px`;
      const present = this.#viewport.children[index];
      if (present === page.element) return;
      // Keeps the focus, and pages in frames.
      const canMove = this.#viewport.moveBefore && page.element.isConnected;
      if (canMove) this.#viewport.moveBefore?.(page.element, present ?? null);
      else this.#viewport.insertBefore(page.element, present ?? null);
    });
    const index = current === undefined ? -1 : this.#names.indexOf(current);
    this.#current = index >= 0 ? index : Math.min(this.#current, Math.max(0, count - 1));
    this.#showDots();
    if (target !== undefined && target !== this.#names[this.#target ?? -1]) this.#redirect(target);
  }

  /**
   * Goes on to a page on its way to the front, whose place changed.
   * @param {string} target
   */
  #redirect(target) {
    this.#target = undefined;
    const index = this.#names.indexOf(target);
    if (index >= 0) this.turn(index);
  }

  /** @param {string} id */
  #makePage(id) {
    const element = make("section", "boardPage");
    const title = make("h2", "boardPageTitle");
    const grid = make("div", "boardGrid");
    element.dataset.page = id;
    element.append(title, grid);
    const page = { element, title, grid };
    this.#pages.set(id, page);
    return page;
  }

  /**
   * The element in which items of a page stand.
   * @param {string} id
   */
  grid(id) {
    const page = this.#pages.get(id);
    if (!page) throw new Error("The page does not exist");
    return page.grid;
  }

  /**
   * The name of the page in front; undefined where the board has no page.
   * @returns {string | undefined}
   */
  get current() {
    return this.#names[this.#current];
  }

  get index() {
    return this.#current;
  }

  get count() {
    return this.#names.length;
  }

  /**
   * Brings a page to the front.
   * @param {number} index
   * @param {boolean} isSmooth
   */
  turn(index, isSmooth = true) {
    const target = Math.min(Math.max(0, index), this.#names.length - 1);
    const page = this.#pages.get(this.#names[target]);
    if (!page) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || !isSmooth;
    this.#target = target;
    this.#restingOffset = undefined;
    this.#setCurrent(target);
    // TypeScript does not know "instant" yet.
    const behavior = /** @type {ScrollBehavior} */ (/** @type {string} */ (isStill ? "instant" : "smooth"));
    this.#viewport.scrollTo({ left: page.element.offsetLeft, behavior });
    if (isStill) this.#target = undefined;
  }

  /**
   * Turns to the next page, or to the one before.
   * @param {number} step
   * @returns {boolean} whether there is one
   */
  turnBy(step) {
    // While the board loads, keys say where it begins.
    if (this.#names.length === 0) {
      this.#current = Math.max(0, this.#current + step);
      return true;
    }
    const index = (this.#target ?? this.#current) + step;
    if (index < 0 || index >= this.#names.length) return false;
    this.turn(index);
    return true;
  }

  /**
   * Turns by a key that may be pressed anywhere on a page.
   * @param {number} step
   */
  turnByKey(step) {
    this.#turnOrGiveWay(step);
    this.takeFocus();
  }

  /** Takes the focus from what stands on another page than the one in front. */
  takeFocus() {
    const page = document.activeElement?.closest(".boardPage");
    const isElsewhere = page instanceof HTMLElement && page.dataset.page !== this.current;
    if (isElsewhere) this.#viewport.focus({ preventScroll: true });
  }

  /** @param {string} id */
  turnTo(id) {
    const index = this.#names.indexOf(id);
    if (index >= 0 && index !== this.#current) this.turn(index);
  }

  /** Keeps the page in front when sizes changed, and lets the widgets of near pages run. */
  settle() {
    const page = this.#pages.get(this.#names[this.#current]);
    const isResting = !this.#isScrolling && this.#target === undefined;
    if (page && isResting && Math.abs(this.#viewport.scrollLeft - page.element.offsetLeft) > 1) {
      this.turn(this.#current, false);
    }
    this.#runNearWidgets();
  }

  #runNearWidgets() {
    for (const tile of this.#board.tiles.values()) {
      const distance = Math.abs(tile.pageIndex - this.#current);
      if (distance <= 1) tile.start();
      else if (distance > FAR) tile.suspend();
    }
  }

  #scrolled() {
    this.#isScrolling = true;
    // Not every browser has an event for the end of scrolling.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#arrived(), SCROLL_END_TIME);
    if (this.#target === undefined) this.#followScrolling();
  }

  #arrived() {
    clearTimeout(this.#timer);
    if (this.#isOnTheWay()) {
      // A frame later, because a busy browser scrolls only with its frames.
      this.#timer = setTimeout(() => requestAnimationFrame(() => this.#arrived()), SCROLL_END_TIME);
      return;
    }
    this.#isScrolling = false;
    this.#target = undefined;
    // What a person scrolled to counts, also where the page was on its way elsewhere.
    this.#followScrolling();
    this.#board.editing.pageTurned();
  }

  /**
   * Whether the page that was asked for may still come: the event may be that of an earlier way, or scrolling pauses.
   * Where nothing moves until this is asked again, a person stopped it.
   */
  #isOnTheWay() {
    if (this.#target === undefined) return false;
    const { scrollLeft } = this.#viewport;
    const page = this.#pages.get(this.#names[this.#target]);
    const isThere = !page || Math.abs(scrollLeft - page.element.offsetLeft) <= 1;
    const isResting = isThere || scrollLeft === this.#restingOffset;
    this.#restingOffset = isResting ? undefined : scrollLeft;
    return !isResting;
  }

  /** The page that is seen most is the one in front. */
  #followScrolling() {
    const { scrollLeft, clientWidth } = this.#viewport;
    const index = Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth));
    if (index < this.#names.length) this.#setCurrent(index);
  }

  /** @param {number} index */
  #setCurrent(index) {
    if (index === this.#current) return;
    this.#current = index;
    this.#showDots();
    this.#runNearWidgets();
    if (!this.#board.editing.drag) this.#board.announce(this.#label(index));
  }

  /** @param {number} index */
  #label(index) {
    return pageLabel(this.#entries[index], index, this.#names.length);
  }

  #showDots() {
    const { dots } = this.#board.frame;
    while (dots.children.length > this.#names.length) dots.lastChild?.remove();
    while (dots.children.length < this.#names.length) {
      const dot = make("button", "boardDot", { type: "button" });
      dot.addEventListener("click", () => this.turn([...dots.children].indexOf(dot)));
      dots.append(dot);
    }
    [...dots.children].forEach((dot, index) => {
      dot.setAttribute("aria-label", this.#label(index));
      if (index === this.#current) dot.setAttribute("aria-current", "page");
      else dot.removeAttribute("aria-current");
    });
    dots.hidden = this.#names.length < 2;
    showIn(dots, dots.children[this.#current]);
  }
}

/**
 * Scrolls a list that is too long until one of its elements is seen. `scrollIntoView` would end the turn of the pages.
 * @param {HTMLElement} list
 * @param {Element | undefined} element
 */
function showIn(list, element) {
  if (!element || list.scrollWidth <= list.clientWidth) return;
  const [{ left, right }, bounds] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
  if (left < bounds.left) list.scrollLeft += left - bounds.left;
  else if (right > bounds.right) list.scrollLeft += right - bounds.right;
}
