// Carries something under a pointer over the board: knows the position on the page, and turns pages at their edges.

import { make, setBox } from "../../shared/dom.js";
import { DragBounds } from "./dragBounds.js";
import { EdgeTurns } from "./edgeTurns.js";
import { EditPreviews } from "./editPreviews.js";

/**
 * A drag under way, as the rest of the board sees it.
 * @typedef {object} ActiveDrag
 * @property {() => void} pageTurned
 * @property {() => void} boardChanged what was asked of the board before counts no more
 * @property {() => void} cancel
 */

/**
 * @template {EditableBoard} Board
 * @template {BoardEdit} Edit
 */
export class Carrying {
  #edgeTurns = new EdgeTurns((step) => this.turn(step));
  #element;
  #grip;
  /** The last position of the pointer. */
  #last = { clientX: 0, clientY: 0 };
  bounds;
  isOver = false;
  previews;
  /** Shows where what is carried would stand. */
  target = make("div", "boardTarget");
  /**
   * Ends following the pointer.
   * @type {() => void}
   */
  stopFollowing = () => {};

  /**
   * @param {Board} board
   * @param {HTMLElement} element that is carried
   * @param {{ width: number, height: number }} size of the element
   * @param {[left: number, top: number]} grip where the pointer holds it, in points from its top left corner
   * @param {PointerEvent} event
   */
  constructor(board, element, { width, height }, grip, event) {
    this.board = board;
    this.#element = element;
    this.#grip = grip;
    this.bounds = new DragBounds(board);
    this.previews = new EditPreviews(board.connection, (/** @type {Edit} */ edit, update, refusal) =>
      this.previewed(edit, update, refusal));
    this.target.hidden = true;
    board.page.classList.add("dragging");
    board.editing.drag = this;
    // Above all pages while it moves, in points of the window.
    board.page.append(element);
    setBox(element, { left: 0, top: 0, width, height });
    this.moveTo(event);
  }

  /** @param {{ clientX: number, clientY: number }} event */
  moveTo({ clientX, clientY }) {
    this.#last = { clientX, clientY };
    const [left, top] = this.boardCorner;
    // Moves what is painted already: another place would be laid out and painted in each frame.
    this.#element.style.translate = `${left}px ${top}px`;
    this.#edgeTurns.follow(clientX, this.bounds.edges);
  }

  /** Asks for a preview at the position. */
  aim() {}

  /**
   * @param {Edit} _edit that was asked for
   * @param {BoardDocument} [_update] what it would come to
   * @param {string} [_refusal] why it is not possible
   */
  previewed(_edit, _update, _refusal) {}

  /**
   * Turns to the page beyond an edge.
   * @param {number} step
   * @returns {unknown}
   */
  turn(step) {
    return this.board.pages.turnBy(step);
  }

  /**
   * Where the element's top left corner is in the window, in points.
   * @returns {[left: number, top: number]}
   */
  get corner() {
    return [this.#last.clientX - this.#grip[0], this.#last.clientY - this.#grip[1]];
  }

  /**
   * Where that corner is on the board.
   * @returns {[left: number, top: number]}
   */
  get boardCorner() {
    const [[left, top], origin] = [this.corner, this.bounds.origin];
    return [left - origin[0], top - origin[1]];
  }

  /**
   * The position of the top left corner on the page in front, in points; also while that page comes in.
   * @returns {[left: number, top: number]}
   */
  get position() {
    const [left, top] = this.pointerPosition;
    return [left - this.#grip[0], top - this.#grip[1]];
  }

  /**
   * The position of the pointer on the page in front, in points.
   * @returns {[left: number, top: number]}
   */
  get pointerPosition() {
    return this.bounds.pagePoint(this.#last);
  }

  pageTurned() {
    this.bounds.forget();
    this.aim();
  }

  boardChanged() {
    this.bounds.forget();
    this.previews.replace();
    this.aim();
  }

  finish() {
    this.isOver = true;
    this.previews.stop();
    this.#edgeTurns.stop();
    this.bounds.stop();
    this.target.remove();
    this.board.page.classList.remove("dragging");
    this.board.editing.drag = undefined;
  }

  /** @returns {unknown} */
  cancel() {
    return this.finish();
  }
}
