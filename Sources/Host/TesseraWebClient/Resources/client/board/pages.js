// The pages of a board: one beside the other, to be swiped or chosen by dots.

import { make } from "../shared/dom.js";

/** The widgets of pages that are further away do not run. */
const FAR = 2;

export class BoardPages {
  #board;
  /** The elements of the pages, by their names. */
  #pages = new Map();
  #names = [];
  #current = 0;
  /** The page that comes to the front, until it is there. */
  #target;
  #isScrolling = false;
  #timer;

  constructor(board) {
    this.#board = board;
    board.viewport.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    board.viewport.addEventListener("scrollend", () => this.#arrived());
    // Right after loading nothing has the focus but the document itself.
    document.addEventListener("keydown", (event) => this.#keyPressed(event));
  }

  /** Makes the pages that there are, in their order. */
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
      if (this.#board.viewport.children[index] !== page.element) {
        this.#board.viewport.insertBefore(page.element, this.#board.viewport.children[index] ?? null);
      }
    });
    this.#current = Math.min(this.#current, Math.max(0, count - 1));
    this.#showDots();
  }

  #makePage(id) {
    const element = make("section", "boardPage");
    const grid = make("div", "boardGrid");
    element.dataset.page = id;
    element.append(grid);
    const page = { element, grid };
    this.#pages.set(id, page);
    return page;
  }

  /** The element in which things of a page stand. */
  grid(id) {
    return this.#pages.get(id).grid;
  }

  /** The name of the page in front. */
  get current() {
    return this.#names[this.#current];
  }

  get index() {
    return this.#current;
  }

  get count() {
    return this.#names.length;
  }

  /** Brings a page to the front. */
  turn(index, isSmooth = true) {
    const target = Math.min(Math.max(0, index), this.#names.length - 1);
    const page = this.#pages.get(this.#names[target]);
    if (!page) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches || !isSmooth;
    this.#target = target;
    this.#setCurrent(target);
    this.#board.viewport.scrollTo({ left: page.element.offsetLeft, behavior: isStill ? "instant" : "smooth" });
    if (isStill) this.#target = undefined;
  }

  turnTo(id) {
    const index = this.#names.indexOf(id);
    if (index >= 0 && index !== this.#current) this.turn(index);
  }

  /** Keeps the page in front when sizes changed, and lets the widgets of near pages run. */
  settle() {
    const page = this.#pages.get(this.#names[this.#current]);
    const { viewport } = this.#board;
    if (page && !this.#isScrolling && this.#target === undefined && Math.abs(viewport.scrollLeft - page.element.offsetLeft) > 1) this.turn(this.#current, false);
    this.#wake();
  }

  #wake() {
    for (const tile of this.#board.tiles.values()) {
      const way = Math.abs(tile.pageIndex - this.#current);
      if (way <= 1) tile.start();
      else if (way > FAR) tile.rest();
    }
  }

  #scrolled() {
    this.#isScrolling = true;
    // Not every browser tells the end of scrolling.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#arrived(), 200);
    if (this.#target === undefined) this.#follow();
  }

  #arrived() {
    clearTimeout(this.#timer);
    this.#isScrolling = false;
    this.#target = undefined;
    // What a person scrolled to counts, also where the page was on its way elsewhere.
    this.#follow();
    this.#board.editing.pageTurned();
  }

  /** The page that is seen most is the one in front. */
  #follow() {
    const { viewport } = this.#board;
    const index = Math.round(Math.abs(viewport.scrollLeft) / Math.max(1, viewport.clientWidth));
    if (index < this.#names.length) this.#setCurrent(index);
  }

  #setCurrent(index) {
    if (index === this.#current) return;
    this.#current = index;
    this.#showDots();
    this.#wake();
    if (!this.#board.editing.drag) this.#board.say(`Page ${index + 1} of ${this.#names.length}`);
  }

  #showDots() {
    const { dots } = this.#board;
    while (dots.children.length > this.#names.length) dots.lastChild.remove();
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

  /** Page keys turn pages, where nothing else takes them. */
  #keyPressed(event) {
    if (event.defaultPrevented || event.target.closest?.(".widget, input, textarea, select")) return;
    if (document.querySelector("dialog[open]")) return;
    const step = { PageUp: -1, PageDown: 1 }[event.key];
    if (step === undefined || this.#board.editing.isOn) return;
    event.preventDefault();
    this.turn(this.#current + step);
  }
}
