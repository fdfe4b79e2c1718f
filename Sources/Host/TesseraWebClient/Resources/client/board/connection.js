// Connects the page with a board: its part of the stream, and edits to it.

import { reconnectDelay } from "../protocol/reconnecting.js";
import { get, post, RequestProblem } from "../protocol/requests.js";

/** @typedef {import("../protocol/stream.js").PageStream} PageStream */

/**
 * @typedef {object} BoardCallbacks
 * @property {(update: BoardDocument) => void} onUpdate
 * @property {(widgets: FreshnessTable) => void} onFreshness
 * @property {() => void} onGone there is no such board, or no more
 */

/** How often an edit is sent while no server answers. */
const MAXIMUM_ATTEMPTS = 5;

/** The problems after which an edit is sent again: the server takes an edit with the same name once. */
const passingProblems = new Set(["offline", "board-unavailable", "perhaps-stored", "not-ready", "unanswered"]);

export class BoardConnection {
  #stream;
  #callbacks;
  /**
   * Resolves when all edits so far are answered and shown.
   * @type {Promise<unknown>}
   */
  #settled = Promise.resolve();
  /**
   * Resolves when all that was enqueued so far is done.
   * @type {Promise<unknown>}
   */
  #queue = Promise.resolve();
  /** Whether the last edit got no answer: those behind it wait no longer for one. */
  #isAway = false;

  /**
   * @param {PageStream} stream
   * @param {BoardCallbacks} callbacks
   * @param {string} board
   * @param {GridSize} grid
   */
  constructor(stream, callbacks, board, grid) {
    this.#stream = stream;
    this.#callbacks = callbacks;
    this.board = board;
    this.grid = grid;
  }

  stop() {
    this.#stream.watchBoard(undefined);
  }

  /**
   * Shows the board on a grid from now on.
   * @param {GridSize} grid
   * @param {boolean} isKnown whether the page has the board as it is now
   */
  follow(grid, isKnown = false) {
    this.grid = grid;
    this.#stream.watchBoard({
      board: this.board,
      grid,
      onUpdate: (update) => this.#callbacks.onUpdate(update),
      onFreshness: (widgets) => this.#callbacks.onFreshness(widgets),
      onRefused: () => this.#lookForBoard(),
    }, isKnown);
  }

  /** The server gave no stream: there may be no such board. */
  async #lookForBoard() {
    /** @type {NamedEntry[] | undefined} */
    const boards = await get("/boards").catch(() => undefined);
    if (boards && !boards.some(({ id }) => id === this.board)) this.#callbacks.onGone();
  }

  /**
   * Makes an edit, after those under way; the promise resolves when the server has kept it.
   * @param {BoardEdit} edit
   * @returns {Promise<BoardDocument>} the board after it; rejects with a `RequestProblem`
   */
  edit(edit) {
    const edited = this.#settled.then(async () => {
      /** @type {BoardDocument} */
      const update = await this.#sendOnce(edit);
      this.#callbacks.onUpdate(update);
      return update;
    });
    this.#settled = edited.catch(() => {});
    return edited;
  }

  /**
   * Does something when all before it is done: a person who presses a key again means the board after the first press.
   * @param {() => unknown} action
   */
  enqueue(action) {
    this.#queue = this.#queue.then(() => this.#settled).then(action).catch(reportError);
  }

  /**
   * How the board would be after an edit; undefined where it is refused.
   * @param {BoardEdit} edit
   * @param {(reason: string) => void} [onRefused]
   * @returns {Promise<BoardDocument | undefined>}
   */
  async preview(edit, onRefused) {
    /** @type {BoardDocument | EditRefusal | undefined} */
    const update = await this.#send(edit, true).catch(() => undefined);
    if (update && !("refused" in update)) return update;
    if (update) onRefused?.(update.refused.message);
    return undefined;
  }

  /**
   * Sends an edit until a server has answered it. It is made once, however often it arrives.
   * @param {BoardEdit} edit
   */
  async #sendOnce(edit) {
    const name = crypto.getRandomValues(new Uint32Array(3)).join("-");
    for (let failures = 0; ; failures += 1) {
      try {
        const update = await this.#send(edit, false, name);
        this.#isAway = false;
        return update;
      } catch (problem) {
        const isPassing = problem instanceof RequestProblem && passingProblems.has(problem.rule);
        if (isPassing && (this.#isAway || failures + 1 === MAXIMUM_ATTEMPTS)) this.#isAway = true;
        if (!isPassing || this.#isAway) throw problem;
      }
      await new Promise((done) => setTimeout(done, reconnectDelay(failures) / 2));
    }
  }

  /**
   * @param {BoardEdit} edit
   * @param {boolean} preview
   * @param {string} [name] the same for each attempt
   */
  #send(edit, preview, name) {
    return post(`/boards/${encodeURIComponent(this.board)}/edits`, { grid: this.grid, edit, preview, name });
  }
}
