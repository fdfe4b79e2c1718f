// Carries a widget from the gallery to a place on the board: the panel goes away, and the drop adds the widget there.

import { DISTANCES, TIMES, followGesture, keepGestures } from "../../interaction/gestures.js";
import { make, setBox } from "../../shared/dom.js";
import { isPageRightToLeft, text } from "../../texts/texts.js";
import { DragBounds } from "../dragging/dragBounds.js";
import { EdgeTurns } from "../dragging/edgeTurns.js";
import { EditPreviews } from "../dragging/editPreviews.js";
import { followPointer } from "../dragging/pointer.js";
import { addedPlace, showAdded } from "./adding.js";

/** @typedef {import("../../protocol/messages").BoardDocument} BoardDocument */
/** @typedef {import("../../protocol/messages").GridSize} GridSize */
/** @typedef {import("./adding.js").AddEdit} AddEdit */
/** @typedef {import("./adding.js").AddedPlace} AddedPlace */
/** @typedef {import("../board.js").BoardClient} BoardClient */
/** @typedef {import("../dragging/dragging.js").ActiveDrag} ActiveDrag */

/**
 * What carrying needs of a board.
 * @typedef {Pick<BoardClient, "connection" | "edit" | "editing" | "grid" | "page" | "pages" | "say" | "tiles" |
 *   "update" | "viewport">} CarryBoard
 */

/**
 * A widget of the gallery, as it is carried.
 * @typedef {object} Carried
 * @property {string} widget
 * @property {string} name
 * @property {GridSize} cells that it takes
 * @property {GridSize} [size] where it is not the widget's usual one
 * @property {string} picture the address of its picture
 */

/**
 * What the presses on a picture do.
 * @typedef {object} PictureActions
 * @property {() => Carried} carried what a person picks up
 * @property {() => void} onPickUp
 * @property {() => void} onCancel
 * @property {(added: AddedPlace) => void} onAdded
 * @property {() => void} onTap
 * @property {(step: 1 | -1) => void} onSwipe
 */

/** @implements {ActiveDrag} */
class GalleryDrag {
  #board;
  #carried;
  #onCancel;
  #onAdded;
  #picture;
  #target = make("div", "boardTarget");
  /** Where the pointer holds the widget, in points from its top left corner. */
  #grip;
  #last = { clientX: 0, clientY: 0 };
  #bounds;
  #edgeTurns;
  #previews;
  #isOver = false;
  /** The page whose lack of room was said last. */
  #fullPage = "";
  /**
   * Ends following the pointer.
   * @type {() => void}
   */
  stopFollowing = () => {};

  /**
   * @param {CarryBoard} board
   * @param {Carried} carried
   * @param {PointerEvent} event
   * @param {DOMRect} box of the picture in the gallery
   * @param {Pick<PictureActions, "onAdded" | "onCancel">} actions
   */
  constructor(board, carried, event, box, { onAdded, onCancel }) {
    this.#board = board;
    this.#carried = carried;
    this.#onAdded = onAdded;
    this.#onCancel = onCancel;
    this.#bounds = new DragBounds(board);
    this.#edgeTurns = new EdgeTurns((step) => board.pages.turnBy(step));
    this.#previews = new EditPreviews(board.connection, (/** @type {AddEdit} */ edit, update) =>
      this.#showTarget(edit, update));
    const [rows, columns] = carried.cells;
    const { width, height } = board.grid.box([1, 1, rows, columns]);
    this.#grip = [
      (event.clientX - box.left) / box.width * width, (event.clientY - box.top) / box.height * height,
    ];
    this.#picture = make("img", "boardCarried", { alt: "", src: carried.picture });
    setBox(this.#picture, { left: 0, top: 0, width, height });
    this.#target.hidden = true;
    board.page.classList.add("dragging");
    board.page.append(this.#picture);
    board.editing.drag = this;
    board.say(text("carrying", { name: carried.name }));
    this.moveTo(event);
  }

  /** @param {{ clientX: number, clientY: number }} event */
  moveTo({ clientX, clientY }) {
    const [left, top] = this.#bounds.origin;
    this.#picture.style.translate = `${clientX - this.#grip[0] - left}px ${clientY - this.#grip[1] - top}px`;
    this.#last = { clientX, clientY };
    this.#edgeTurns.follow(clientX, this.#bounds.edges);
    this.#aim();
  }

  /** Looks up the place near the pointer, when it stays. */
  #aim() {
    const { grid, pages } = this.#board;
    const page = pages.current;
    if (page === undefined) return;
    const [left, top] = this.#bounds.pagePoint(this.#last);
    const [rows, columns] = this.#carried.cells;
    const cell = grid.cell(left - this.#grip[0], top - this.#grip[1], columns);
    const { widget, size } = this.#carried;
    this.#previews.ask({ type: "add", widget, size, page, near: grid.clamped(cell, rows, columns) });
  }

  /**
   * Shows where the widget would stand.
   * @param {AddEdit} edit
   * @param {BoardDocument} [update] the board with it
   */
  #showTarget(edit, update) {
    const { grid, pages, update: before } = this.#board;
    const added = update && addedPlace(update, before);
    this.#target.hidden = added?.page !== edit.page;
    if (!added || !edit.page) return;
    if (added.page === edit.page) {
      pages.grid(added.page).append(this.#target);
      setBox(this.#target, grid.box(added.place.frame));
    } else if (this.#fullPage !== edit.page) {
      this.#fullPage = edit.page;
      this.#board.say(text("noRoomOnPage"), true);
    }
  }

  pageTurned() {
    this.#bounds.forget();
    this.#aim();
  }

  boardChanged() {
    this.#bounds.forget();
    this.#previews.replace();
    this.#aim();
  }

  #finish() {
    this.#isOver = true;
    this.#previews.stop();
    this.#edgeTurns.stop();
    this.#bounds.stop();
    this.#target.remove();
    this.#picture.remove();
    this.#board.page.classList.remove("dragging");
    this.#board.editing.drag = undefined;
  }

  async drop() {
    this.#finish();
    const { update: before } = this.#board;
    const { widget, name, size } = this.#carried;
    const edit = this.#previews.asked ?? { type: "add", widget, size };
    const update = await this.#board.edit(edit, text("added", { name }));
    const added = update && addedPlace(update, before);
    if (!added) return;
    showAdded(this.#board, added);
    this.#onAdded(added);
  }

  cancel() {
    if (this.#isOver) return;
    this.#finish();
    this.stopFollowing();
    this.#onCancel();
    this.#board.say(text("notAdded"));
  }
}

/**
 * Follows presses on the picture of a widget. A mouse picks it up at once, a finger when it rests, so that it can swipe
 * and scroll as well.
 * @param {CarryBoard} board
 * @param {HTMLElement} picture
 * @param {PictureActions} actions
 */
export function followPicture(board, picture, actions) {
  const carry = (/** @type {PointerEvent} */ event) => {
    // One thing at a time, whatever other fingers do.
    if (board.editing.drag) return;
    /** @type {GalleryDrag | undefined} */
    let drag;
    const box = picture.getBoundingClientRect();
    const stopFollowing = followPointer(board.page, picture, event, {
      begin: (first) => {
        drag = new GalleryDrag(board, actions.carried(), first, box, actions);
        drag.stopFollowing = stopFollowing;
        actions.onPickUp();
      },
      move: (next) => drag?.moveTo(next),
      end: () => drag?.drop(),
      cancel: () => drag?.cancel(),
      tap: actions.onTap,
    });
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    if (event.pointerType === "mouse") return carry(event);
    followGesture(event, {
      time: TIMES.rest,
      begin: () => carry(event),
      tap: actions.onTap,
      swipe: (right, down) => {
        if (Math.abs(right) <= DISTANCES.swipeStep || Math.abs(right) <= Math.abs(down)) return;
        actions.onSwipe(right < 0 === isPageRightToLeft() ? -1 : 1);
      },
    });
  });
  // It gets the rest of the press, also when the panel is gone.
  keepGestures(picture);
  // The browser's own menu of a picture, for a finger that rests, and its own dragging of pictures.
  for (const name of ["contextmenu", "dragstart"]) picture.addEventListener(name, (event) => event.preventDefault());
}
