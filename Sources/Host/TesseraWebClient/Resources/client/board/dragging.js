// Drags tiles and icons: the server says what a place would come to, and a drop takes the last place that was possible.

import { make } from "../shared/dom.js";
import { followPointer } from "./pointer.js";

/** @typedef {import("../protocol/messages").BoardDocument} BoardDocument */
/** @typedef {import("../protocol/messages").BoardEdit} BoardEdit */
/** @typedef {import("./board.js").BoardClient} BoardClient */
/** @typedef {import("./iconTile.js").IconTile} IconTile */
/** @typedef {import("./widgetTile.js").WidgetTile} WidgetTile */

/**
 * What dragging needs of a board.
 * @typedef {Pick<BoardClient, "connection" | "edit" | "editing" | "grid" | "icons" | "layOut" | "page" | "pages" |
 *   "say" | "shown" | "update" | "viewport">} DragBoard
 */

/**
 * A drag under way, as the rest of the board sees it.
 * @typedef {object} ActiveDrag
 * @property {() => void} pageTurned
 * @property {() => void} boardChanged what was asked of the board before counts no more
 * @property {() => void} cancel
 */

/** How long a place waits until the others make room, in milliseconds. */
const PREVIEW_DELAY = 30;
/** How near to the edge a finger turns the page, in points, and after how long, in milliseconds. */
const EDGE = 32;
const TURN_DELAY = 650;

/**
 * A thing under a finger: the place where it would stand, and the page that turns at an edge.
 * @template {WidgetTile | IconTile} Thing
 * @implements {ActiveDrag}
 */
class Drag {
  /** Where the finger holds the thing, in points from its top left corner. */
  #grip;
  /** The last place of the finger. */
  #last = { clientX: 0, clientY: 0 };
  #edge = 0;
  /** @type {number | undefined} */
  #edgeTimer;
  #isOver = false;
  #isCancelled = false;
  /**
   * A page that was made for the drag.
   * @type {string | undefined}
   */
  #newPage;
  /**
   * The edit whose preview was asked for last.
   * @type {BoardEdit | undefined}
   */
  #asked;
  /**
   * The last edit that was possible.
   * @type {BoardEdit | undefined}
   */
  #accepted;
  #previewCount = 0;
  /** @type {number | undefined} */
  #previewTimer;
  /** Shows where the thing would stand. */
  target = make("div", "boardTarget");
  /**
   * Ends following the pointer.
   * @type {() => void}
   */
  stopFollowing = () => {};

  /**
   * @param {DragBoard} board
   * @param {Thing} thing
   * @param {PointerEvent} event
   */
  constructor(board, thing, event) {
    this.board = board;
    this.thing = thing;
    const { element } = thing;
    const box = element.getBoundingClientRect();
    this.#grip = [event.clientX - box.left, event.clientY - box.top];
    this.target.hidden = true;
    thing.isDragged = true;
    element.classList.add("dragged");
    board.page.classList.add("dragging");
    board.editing.drag = this;
    // Above all pages while it moves, in points of the window.
    board.page.append(element);
    element.style.width = `${box.width}px`;
    element.style.height = `${box.height}px`;
    this.moveTo(event);
  }

  /** @param {PointerEvent} event */
  moveTo({ clientX, clientY }) {
    const bounds = this.board.page.getBoundingClientRect();
    const { style } = this.thing.element;
    style.left = `${clientX - this.#grip[0] - bounds.left}px`;
    style.top = `${clientY - this.#grip[1] - bounds.top}px`;
    this.#last = { clientX, clientY };
    this.#turnAtEdge(clientX);
  }

  /** Asks for a preview of the thing at its place. */
  aim() {}

  /**
   * The place of the thing's top left corner on the page in front, in points; also while that page comes in.
   * @returns {[left: number, top: number]}
   */
  get place() {
    const { pages, viewport } = this.board;
    const grid = pages.grid(pages.current ?? "");
    const page = grid.parentElement;
    const left = viewport.getBoundingClientRect().left + grid.offsetLeft - (page?.offsetLeft ?? 0);
    const top = grid.getBoundingClientRect().top;
    return [this.#last.clientX - this.#grip[0] - left, this.#last.clientY - this.#grip[1] - top];
  }

  /** @param {number} x */
  #turnAtEdge(x) {
    const bounds = this.board.viewport.getBoundingClientRect();
    const step = x < bounds.left + EDGE ? -1 : x > bounds.right - EDGE ? 1 : 0;
    if (step === this.#edge) return;
    this.#edge = step;
    clearTimeout(this.#edgeTimer);
    if (step !== 0) this.#edgeTimer = setTimeout(() => this.#turn(step), TURN_DELAY);
  }

  /** @param {number} step */
  async #turn(step) {
    const { pages } = this.board;
    const index = pages.index + step;
    // Beyond the last page is a new one.
    if (index === pages.count) {
      const update = await this.board.edit({ type: "addPage" });
      this.#newPage = update?.pages.at(-1)?.id;
    }
    if (this.#isCancelled) await this.#removeNewPage();
    if (this.#isOver) return;
    if (index >= 0 && index < pages.count) pages.turn(index);
    this.#edge = 0;
  }

  pageTurned() {
    this.aim();
  }

  boardChanged() {
    this.#asked = undefined;
    this.aim();
  }

  /**
   * Asks what an edit would come to, when the finger stays.
   * @param {BoardEdit} edit
   */
  ask(edit) {
    if (JSON.stringify(edit) === JSON.stringify(this.#asked)) return;
    this.#asked = edit;
    clearTimeout(this.#previewTimer);
    this.#previewTimer = setTimeout(() => this.#preview(edit), PREVIEW_DELAY);
  }

  /**
   * An edit that counts when the finger lets go now, without a preview.
   * @param {BoardEdit} edit
   */
  askWithoutPreview(edit) {
    this.#asked = edit;
    clearTimeout(this.#previewTimer);
    this.#previewCount += 1;
  }

  /** @param {BoardEdit} edit */
  async #preview(edit) {
    this.#previewCount += 1;
    const number = this.#previewCount;
    const update = await this.board.connection.preview(edit);
    if (number !== this.#previewCount || this.#isOver || edit !== this.#asked) return;
    // Where the thing cannot stand, it keeps the last place where it could.
    if (!update || update.revision < this.board.update.revision) return;
    this.#accepted = edit;
    this.showTarget(update);
    this.board.layOut(update);
  }

  /** @param {BoardDocument} _update */
  showTarget(_update) {}

  finish() {
    this.#isOver = true;
    clearTimeout(this.#previewTimer);
    clearTimeout(this.#edgeTimer);
    this.target.remove();
    this.thing.isDragged = false;
    this.thing.element.classList.remove("dragged");
    this.board.page.classList.remove("dragging");
    this.board.editing.drag = undefined;
  }

  async drop() {
    const asked = this.#asked;
    this.finish();
    // What it pointed at last counts, though it was there for a moment only.
    if (asked && (await this.board.connection.preview(asked))) await this.board.edit(asked);
    else if (this.#accepted) await this.board.edit(this.#accepted);
    // The board as it is by now: another page may have edited it meanwhile.
    this.board.layOut(this.board.update);
    this.thing.cover.focus({ preventScroll: true });
  }

  async cancel() {
    if (this.#isOver) return;
    this.#isCancelled = true;
    this.finish();
    this.stopFollowing();
    await this.#removeNewPage();
    this.board.layOut(this.board.update);
    this.board.say("Not moved");
    this.thing.cover.focus({ preventScroll: true });
  }

  /** Removes the page that was made for the drag. */
  async #removeNewPage() {
    const page = this.#newPage;
    this.#newPage = undefined;
    if (page) await this.board.edit({ type: "removePage", page });
  }
}

/** @extends {Drag<WidgetTile>} */
class TileDrag extends Drag {
  /** @override */
  aim() {
    const { board, thing } = this;
    const [, , rows, columns] = thing.place.frame;
    const cell = board.grid.clamped(board.grid.cell(...this.place), rows, columns);
    this.ask({ type: "move", tile: thing.id, page: board.pages.current, to: cell, makeRoom: true });
  }

  /**
   * @override
   * @param {BoardDocument} update
   */
  showTarget(update) {
    const page = update.pages.find(({ places }) => places.some(({ id }) => id === this.thing.id));
    const place = page?.places.find(({ id }) => id === this.thing.id);
    if (!page || !place) return;
    this.board.pages.grid(page.id).append(this.target);
    for (const [name, value] of Object.entries(this.board.grid.box(place.frame))) {
      this.target.style.setProperty(name, `${value}px`);
    }
    this.target.hidden = false;
  }
}

/** @extends {Drag<IconTile>} */
class IconDrag extends Drag {
  /** @override */
  aim() {
    const { board, thing } = this;
    const [left, top] = this.place;
    const { cellWidth, cellHeight } = board.grid;
    const page = board.update.pages.find(({ id }) => id === board.pages.current);
    if (!page) return;
    // On the middle of another icon it goes into a folder with it; beside it, it takes its place.
    const over = page.icons.find((icon) => {
      if (icon.id === thing.id || thing.icon.members) return false;
      const [row, column] = icon.cell;
      const box = board.grid.box([row, column, 1, 1]);
      return Math.abs(box.left - left) < cellWidth * 0.25 && Math.abs(box.top - top) < cellHeight * 0.25;
    });
    for (const icon of board.icons.values()) icon.element.classList.toggle("collecting", icon.id === over?.id);
    if (over) {
      this.askWithoutPreview({ type: "collect", icon: thing.id, into: over.id });
      // The others stand where they stood, so that one sees which one is meant.
      if (board.shown !== board.update) board.layOut(board.update);
      return;
    }
    const [row, column] = board.grid.cell(left, top);
    // Icons fill their cells without a gap: so many of these stand before the place, so many icons will.
    const before = page.icons.filter(({ cell: [r, c] }) => r < row || (r === row && c < column)).length;
    const index = Math.min(before, page.icons.filter(({ id }) => id !== thing.id).length);
    this.ask({ type: "moveIcon", icon: thing.id, page: page.id, index });
  }

  /** @override */
  finish() {
    for (const icon of this.board.icons.values()) icon.element.classList.remove("collecting");
    super.finish();
  }
}

/**
 * A press picks something up; the pointer moves it until it lets go.
 * @param {DragBoard} board
 * @param {HTMLElement} cover
 * @param {PointerEvent} event
 * @param {(first: PointerEvent) => TileDrag | IconDrag} makeDrag
 * @param {() => void} tap a short press
 */
function followDrag(board, cover, event, makeDrag, tap) {
  // One thing at a time, whatever other fingers do.
  if (board.editing.drag) return;
  /** @type {TileDrag | IconDrag | undefined} */
  let drag;
  const stopFollowing = followPointer(board.page, cover, event, {
    begin: (first) => {
      if (board.editing.drag) return stopFollowing();
      drag = makeDrag(first);
      drag.stopFollowing = stopFollowing;
    },
    move: (next) => {
      drag?.moveTo(next);
      drag?.aim();
    },
    end: () => drag?.drop(),
    cancel: () => drag?.cancel(),
    tap,
  });
}

/**
 * A press on a tile: picks it up, and drops it elsewhere; a short one is a `tap`.
 * @param {DragBoard} board
 * @param {WidgetTile} tile
 * @param {PointerEvent} event
 * @param {() => void} tap
 */
export function dragTile(board, tile, event, tap) {
  followDrag(board, tile.cover, event, (first) => new TileDrag(board, tile, first), tap);
}

/**
 * A press on an icon.
 * @param {DragBoard} board
 * @param {IconTile} icon
 * @param {PointerEvent} event
 * @param {() => void} tap
 */
export function dragIcon(board, icon, event, tap) {
  followDrag(board, icon.cover, event, (first) => new IconDrag(board, icon, first), tap);
}
