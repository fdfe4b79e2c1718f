// Asks what an edit would come to while something is dragged, when the pointer stays at a place.

/** @typedef {import("../connection.js").BoardConnection} BoardConnection */

/** How long a place waits until it is looked up, in milliseconds. */
const DELAY = 30;

/** @template {BoardEdit} Edit */
export class EditPreviews {
  #connection;
  #onPreview;
  /**
   * The edit that counts if the pointer lets go now.
   * @type {Edit | undefined}
   */
  #asked;
  #isOver = false;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {Pick<BoardConnection, "preview">} connection
   * @param {(edit: Edit, update: BoardDocument | undefined, refusal: string | undefined) => void} onPreview hears of
   *   the edit that was asked for last, and of no other; without an update it is not possible
   */
  constructor(connection, onPreview) {
    this.#connection = connection;
    this.#onPreview = onPreview;
  }

  get asked() {
    return this.#asked;
  }

  /**
   * @param {Edit} edit
   * @returns {boolean} whether it is another one than before
   */
  ask(edit) {
    if (JSON.stringify(edit) === JSON.stringify(this.#asked)) return false;
    this.replace(edit);
    this.#timer = setTimeout(() => this.#preview(edit), DELAY);
    return true;
  }

  /**
   * Takes an edit that needs no preview, or none. Answers that are still to come count no more.
   * @param {Edit} [edit]
   */
  replace(edit) {
    clearTimeout(this.#timer);
    this.#asked = edit;
  }

  /** Keeps what was asked for, and asks no more. */
  stop() {
    clearTimeout(this.#timer);
    this.#isOver = true;
  }

  /** @param {Edit} edit */
  async #preview(edit) {
    /** @type {string | undefined} */
    let refusal;
    const update = await this.#connection.preview(edit, (reason) => {
      refusal = reason;
    });
    if (!this.#isOver && edit === this.#asked) this.#onPreview(edit, update, refusal);
  }
}
