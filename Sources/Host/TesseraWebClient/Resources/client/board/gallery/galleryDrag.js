// Carries a widget from the gallery to a place on the board: the panel goes away, and the drop adds the widget there.

import { DISTANCES, TIMES, followGesture, keepGestures } from "../../interaction/gestures.js";
import { make, setBox } from "../../shared/dom.js";
import { isPageRightToLeft, text } from "../../texts/texts.js";
import { Carrying } from "../dragging/carrying.js";
import { followPointer } from "../dragging/pointer.js";
import { addedPlace, showAdded } from "./adding.js";

/** @typedef {import("./adding.js").AddEdit} AddEdit */
/** @typedef {import("./adding.js").AddedPlace} AddedPlace */

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

/** @extends {Carrying<EditableBoard, AddEdit>} */
class GalleryDrag extends Carrying {
  #carried;
  #actions;
  #picture;
  /** The page whose lack of room was said last. */
  #fullPage = "";

  /**
   * @param {EditableBoard} board
   * @param {Carried} carried
   * @param {PointerEvent} event
   * @param {DOMRect} box of the picture in the gallery
   * @param {Pick<PictureActions, "onAdded" | "onCancel">} actions
   */
  constructor(board, carried, event, box, actions) {
    const picture = make("img", "boardCarried", { alt: "", src: carried.picture });
    const size = board.grid.box([1, 1, ...carried.cells]);
    const [left, top] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    super(board, picture, size, [left * size.width, top * size.height], event);
    this.#carried = carried;
    this.#actions = actions;
    this.#picture = picture;
    board.announce(text("carrying", { name: carried.name }));
    this.aim();
  }

  /** @override */
  aim() {
    const { grid, pages: { current: page } } = this.board;
    if (page === undefined) return;
    const { widget, size, cells: [rows, columns] } = this.#carried;
    const cell = grid.cell(...this.position, columns);
    this.previews.ask({ type: "add", widget, size, page, near: grid.clamped(cell, rows, columns) });
  }

  /**
   * Shows where the widget would stand.
   * @override
   * @param {AddEdit} edit
   * @param {BoardDocument} [update] the board with it
   */
  previewed(edit, update) {
    const { grid, pages, update: before } = this.board;
    const added = update && addedPlace(update, before);
    this.target.hidden = added?.page !== edit.page;
    if (!added || !edit.page) return;
    if (added.page === edit.page) {
      pages.grid(added.page).append(this.target);
      setBox(this.target, grid.box(added.place.frame));
    } else if (this.#fullPage !== edit.page) {
      this.#fullPage = edit.page;
      this.board.announce(text("noRoomOnPage"), true);
    }
  }

  /** @override */
  finish() {
    super.finish();
    this.#picture.remove();
  }

  async drop() {
    this.finish();
    const { update: before } = this.board;
    const { widget, name, size } = this.#carried;
    const edit = this.previews.asked ?? { type: "add", widget, size };
    const update = await this.board.edit(edit, text("added", { name }));
    const added = update && addedPlace(update, before);
    if (!added) return;
    showAdded(this.board, added);
    this.#actions.onAdded(added);
  }

  /** @override */
  cancel() {
    if (this.isOver) return;
    this.finish();
    this.stopFollowing();
    this.#actions.onCancel();
    this.board.announce(text("notAdded"));
  }
}

/**
 * Follows presses on the picture of a widget. A mouse picks it up at once, a finger when it rests, so that it can swipe
 * and scroll as well.
 * @param {EditableBoard} board
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
      move: (next) => {
        drag?.moveTo(next);
        drag?.aim();
      },
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
