// Shows the pages of a board one beside the other, to be swiped or chosen by dots.

import { make, targetOf } from "../shared/dom.js";

/** @typedef {import("../protocol/messages").BoardPageEntry} BoardPageEntry */
/** @typedef {import("./board.js").BoardClient} BoardClient */

/** @typedef {Pick<BoardClient, "editing" | "frame" | "grid" | "say" | "tiles">} PagesBoard */

/** @typedef {{ element: HTMLElement, grid: HTMLElement }} BoardPage */

/** The widgets of pages that are further away than this do not run. */
const FAR = 2;
/** Without an event at its end, scrolling has ended after this time, in milliseconds. */
const SCROLL_END_TIME = 200;

export class BoardPages {
  #board;
  #viewport;
  /**
   * The elements of the pages, by their names.
   * @type {Map<string, BoardPage>}
   */
  #pages = new Map();
  /** @type {string[]} */
  #names = [];
  #current = 0;
  /**
   * The page that comes to the front, until it is there.
   * @type {number | undefined}
   */
  #target;
  #isScrolling = false;
  /** @type {number | undefined} */
  #timer;

  /** @param {PagesBoard} board */
  constructor(board) {
    this.#board = board;
    this.#viewport = board.frame.viewport;
    this.#viewport.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#viewport.addEventListener("scrollend", () => this.#arrived());
    // Right after loading nothing has the focus but the document itself.
    document.addEventListener("keydown", (event) => this.#keyPressed(event));
  }

  /**
   * Makes the pages that there are, in their order.
   * @param {BoardPageEntry[]} pages
   */
  show(pages) {
    this.#names = pages.map(({ id }) => id);
    for (const [id, { element }] of this.#pages) {
      if (this.#names.includes(id)) continue;
      element.remove();
      this.#pages.delete(id);
    }
    const count = this.#names.length;
    this.#names.forEach((id, index) => {
      const page = this.#pages.get(id) ?? this.#makePage(id);
      page.element.setAttribute("aria-label", `Page ${index + 1} of ${count}`);
      page.grid.style.width = `${this.#board.grid.width}px`;
      page.grid.style.height = `${this.#board.grid.height}px`;
      const present = this.#viewport.children[index];
      if (present !== page.element) this.#viewport.insertBefore(page.element, present ?? null);
    });
    this.#current = Math.min(this.#current, Math.max(0, count - 1));
    this.#showDots();
  }

  /** @param {string} id */
  #makePage(id) {
    const element = make("section", "boardPage");
    const grid = make("div", "boardGrid");
    element.dataset.page = id;
    element.append(grid);
    const page = { element, grid };
    this.#pages.set(id, page);
    return page;
  }

  /**
   * The element in which things of a page stand.
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
    this.#setCurrent(target);
    // TypeScript does not know "instant" yet.
    const behavior = /** @type {ScrollBehavior} */ (/** @type {string} */ (isStill ? "instant" : "smooth"));
    this.#viewport.scrollTo({ left: page.element.offsetLeft, behavior });
    if (isStill) this.#target = undefined;
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
    this.#isScrolling = false;
    this.#target = undefined;
    // What a person scrolled to counts, also where the page was on its way elsewhere.
    this.#followScrolling();
    this.#board.editing.pageTurned();
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
    if (!this.#board.editing.drag) this.#board.say(`Page ${index + 1} of ${this.#names.length}`);
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
      dot.setAttribute("aria-label", `Page ${index + 1} of ${this.#names.length}`);
      if (index === this.#current) dot.setAttribute("aria-current", "page");
      else dot.removeAttribute("aria-current");
    });
    dots.hidden = this.#names.length < 2;
  }

  /**
   * Page keys turn pages, where nothing else takes them.
   * @param {KeyboardEvent} event
   */
  #keyPressed(event) {
    if (event.defaultPrevented || targetOf(event).closest(".widget, input, textarea, select")) return;
    if (document.querySelector("dialog[open]")) return;
    const step = event.key === "PageUp" ? -1 : event.key === "PageDown" ? 1 : 0;
    if (step === 0 || this.#board.editing.isOn) return;
    event.preventDefault();
    this.turn(this.#current + step);
  }
}
