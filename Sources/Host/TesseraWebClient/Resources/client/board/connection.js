// The way to a board: its part of the stream of updates, and edits to it.

import { get, post } from "../protocol/requests.js";

export class BoardConnection {
  #stream;
  #entry;
  #updated;
  #freshness;
  #gone;
  /** Done when all edits so far are answered and shown. */
  #settled = Promise.resolve();

  /**
   * @param {PageStream} stream brings the board with each change
   * @param updated gets the board as it is shown
   * @param freshness gets how fresh widgets are, by their names
   * @param gone called where there is no such board (any more)
   */
  constructor(stream, updated, freshness, gone) {
    this.#stream = stream;
    this.#updated = updated;
    this.#freshness = freshness;
    this.#gone = gone;
  }

  /** Follows nothing any more. */
  stop() {
    this.#stream.watchBoard(undefined);
  }

  /** Shows a board on a grid from now on. */
  follow(board, grid) {
    this.board = board;
    this.grid = grid;
    this.#entry = {
      board,
      grid,
      update: (update) => this.#updated(update),
      freshness: (widgets) => this.#freshness(widgets),
      refused: () => this.#lookForBoard(),
    };
    this.#stream.watchBoard(this.#entry);
  }

  /** The server gave no stream: there may be no such board. */
  async #lookForBoard() {
    const boards = await get("/boards").catch(() => undefined);
    if (boards && !boards.some(({ id }) => id === this.board)) this.#gone();
  }

  /**
   * Makes an edit, after those that are under way. When this returns it is kept.
   * @returns {Promise<object>} the board after it
   * @throws {RequestProblem} where it is not made
   */
  edit(edit) {
    const made = this.#settled.then(async () => {
      const update = await this.#send(edit, false);
      this.#updated(update);
      return update;
    });
    this.#settled = made.catch(() => {});
    return made;
  }

  /** Waits for the edits that are under way. */
  settled() {
    return this.#settled;
  }

  /** How the board would be after an edit; undefined where it is refused. */
  async preview(edit) {
    const update = await this.#send(edit, true).catch(() => undefined);
    return update?.refused ? undefined : update;
  }

  #send(edit, preview) {
    return post(`/boards/${encodeURIComponent(this.board)}/edits`, { grid: this.grid, edit, preview });
  }
}
