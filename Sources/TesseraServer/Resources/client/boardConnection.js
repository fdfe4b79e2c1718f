// The way to a board: its part of the stream of updates, and edits to it.

export class BoardConnection {
  #stream;
  #entry;
  #updated;
  #gone;

  /**
   * @param {PageStream} stream brings the board with each change
   * @param updated gets the board as it is shown
   * @param gone called where there is no such board (any more)
   */
  constructor(stream, updated, gone) {
    this.#stream = stream;
    this.#updated = updated;
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
    this.#entry = { board, grid, update: (update) => this.#updated(update), refused: () => this.#lookForBoard() };
    this.#stream.watchBoard(this.#entry);
  }

  /** The server gave no stream: there may be no such board. */
  async #lookForBoard() {
    const boards = await get("/boards").catch(() => undefined);
    if (boards && !boards.some(({ id }) => id === this.board)) this.#gone();
  }

  /**
   * Makes an edit. When this returns it is kept.
   * @returns {Promise<object>} the board after it
   * @throws {BoardProblem} where it is not made
   */
  async edit(edit) {
    const update = await this.#send(edit, false);
    this.#updated(update);
    return update;
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

/** Why something was not done: `rule` and words for people. */
export class BoardProblem extends Error {
  constructor(rule, message) {
    super(message);
    this.rule = rule;
  }
}

/** Posts JSON, and gives the answer's JSON; undefined for an answer without. */
export async function post(address, body) {
  let answer;
  try {
    answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch {
    throw new BoardProblem("offline", "The server cannot be reached, so nothing was changed");
  }
  if (answer.status === 204) return undefined;
  const result = await answer.json().catch(() => ({}));
  if (answer.ok) return result;
  throw new BoardProblem(result.error?.rule ?? "failed", result.error?.message ?? "That did not work");
}

/** Gets JSON. */
export async function get(address) {
  let answer;
  let result;
  try {
    answer = await fetch(address, { cache: "no-store" });
    result = await answer.json();
  } catch {
    throw new BoardProblem("offline", "The server cannot be reached");
  }
  if (!answer.ok) throw new BoardProblem(result.error?.rule ?? "failed", result.error?.message ?? "That did not work");
  return result;
}
