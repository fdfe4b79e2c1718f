// Knows where the page and its cells are in the window while something is dragged over them.

/** @typedef {[left: number, top: number]} Point */

/**
 * Reads rectangles once, and again only after something may have moved them: a pointer moves in each frame, and a read
 * after a change makes the browser lay out the page at once.
 */
export class DragBounds {
  #board;
  #listening = new AbortController();
  /** Hears of another size after the board, which has laid out its pages by then. */
  #sizes = new ResizeObserver(() => this.forget());
  /**
   * Where the board begins.
   * @type {Point | undefined}
   */
  #origin;
  /**
   * The left and the right edge of the pages.
   * @type {Point | undefined}
   */
  #edges;
  /**
   * Where the cells of the page in front begin, and of which page that is.
   * @type {{ page: string | undefined, point: Point } | undefined}
   */
  #cells;

  /** @param {ShownBoard} board */
  constructor(board) {
    this.#board = board;
    const { signal } = this.#listening;
    this.#sizes.observe(board.viewport);
    board.viewport.addEventListener("scroll", () => this.forget(), { signal, capture: true, passive: true });
  }

  /** Reads everything anew when it is needed next. */
  forget() {
    this.#origin = undefined;
    this.#edges = undefined;
    this.#cells = undefined;
  }

  stop() {
    this.#listening.abort();
    this.#sizes.disconnect();
  }

  /**
   * Where the board begins in the window, in points.
   * @returns {Point}
   */
  get origin() {
    if (!this.#origin) {
      const { left, top } = this.#board.page.getBoundingClientRect();
      this.#origin = [left, top];
    }
    return this.#origin;
  }

  /**
   * The left and the right edge of the pages in the window, in points.
   * @returns {Point}
   */
  get edges() {
    if (!this.#edges) {
      const { left, right } = this.#board.viewport.getBoundingClientRect();
      this.#edges = [left, right];
    }
    return this.#edges;
  }

  /**
   * A point of the window on the page in front, in points; also while the page is still on its way to the front.
   * @param {{ clientX: number, clientY: number }} point
   * @returns {Point}
   */
  pagePoint({ clientX, clientY }) {
    const { pages } = this.#board;
    if (!this.#cells || this.#cells.page !== pages.current) {
      const grid = pages.grid(pages.current ?? "");
      const left = this.edges[0] + grid.offsetLeft - (grid.parentElement?.offsetLeft ?? 0);
      this.#cells = { page: pages.current, point: [left, grid.getBoundingClientRect().top] };
    }
    const [left, top] = this.#cells.point;
    return [clientX - left, clientY - top];
  }
}
