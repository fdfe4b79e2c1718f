// Drags tiles and icons: the server says what a place would come to, and a drop takes the last place that was possible.

import { make, setBox } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { FolderPreview } from "../icons/folderPreview.js";
import { placeText } from "../pages/placeText.js";
import { Carrying } from "./carrying.js";
import { glide, layOutGliding, previewGliding } from "./flipAnimation.js";
import { followPointer } from "./pointer.js";

/** @typedef {import("../icons/iconTile.js").IconTile} IconTile */
/** @typedef {import("../tiles/widgetTile.js").WidgetTile} WidgetTile */

/**
 * What is dragged: a tile or an icon of the board, or a copy of one that is in a stack or a folder.
 * @typedef {object} Draggable
 * @property {string} id
 * @property {string} name
 * @property {HTMLElement} element
 * @property {boolean} isDragged
 */

/** Overlap distance for stacking, as a fraction of a cell. */
const NEAR = 0.25;
/** How long an item shakes that finds no place, in milliseconds. */
const SHAKE_TIME = 350;

/**
 * An item under a finger: the place where it would stand, and the page that turns at an edge.
 * @template {Draggable} BoardItem
 * @extends {Carrying<EditableBoard, BoardEdit>}
 */
class Drag extends Carrying {
  #isCancelled = false;
  /**
   * A page that was made for the drag.
   * @type {string | undefined}
   */
  #newPage;
  /**
   * The last edit that was possible.
   * @type {BoardEdit | undefined}
   */
  #accepted;
  /**
   * Why the edit that was asked for last is not possible.
   * @type {string | undefined}
   */
  #refusal;

  /**
   * @param {EditableBoard} board
   * @param {BoardItem} item
   * @param {PointerEvent} event
   */
  constructor(board, item, event) {
    const { element } = item;
    const box = element.getBoundingClientRect();
    item.isDragged = true;
    element.classList.add("dragged");
    super(board, element, box, [event.clientX - box.left, event.clientY - box.top], event);
    this.item = item;
  }

  /**
   * @override
   * @param {number} step
   */
  async turn(step) {
    const { pages } = this.board;
    const index = pages.index + step;
    // Beyond the last page is a new one.
    if (index === pages.count) {
      const update = await this.board.edit({ type: "addPage" });
      this.#newPage = update?.pages.at(-1)?.id;
    }
    if (this.#isCancelled) await this.#removeNewPage();
    if (this.isOver) return;
    if (index >= 0 && index < pages.count) pages.turn(index);
  }

  /**
   * Asks what an edit would come to, when the finger stays.
   * @param {BoardEdit} edit
   */
  ask(edit) {
    if (this.previews.ask(edit)) this.#showRefusal(undefined);
  }

  /**
   * An edit that counts when the finger lets go now, without a preview: all stands where it stood, so that one sees
   * what is meant.
   * @param {BoardEdit} [edit] undefined where nothing would change
   */
  askWithoutPreview(edit) {
    this.previews.replace(edit);
    this.#accepted = undefined;
    this.#showRefusal(undefined);
    this.target.hidden = true;
    if (this.board.shown !== this.board.update) this.#show(this.board.update);
  }

  /** @param {string | undefined} reason why the item cannot stand where the finger is */
  #showRefusal(reason) {
    this.#refusal = reason;
    this.item.element.classList.toggle("refused", reason !== undefined);
  }

  /**
   * @override
   * @param {BoardEdit} edit
   * @param {BoardDocument} [update]
   * @param {string} [refusal]
   */
  previewed(edit, update, refusal) {
    this.#showRefusal(refusal);
    // Where the item cannot stand, it keeps the last place where it could.
    if (!update || update.revision < this.board.update.revision) return;
    this.#accepted = edit;
    this.showTarget(update);
    this.#show(update);
  }

  /** @param {BoardDocument} update */
  #show(update) {
    previewGliding(this.board, update);
    this.bounds.forget();
  }

  /**
   * Shows where a tile would stand.
   * @param {BoardDocument} update
   */
  showTarget({ pages }) {
    const page = pages.find(({ places }) => places.some(({ id }) => id === this.item.id));
    const place = page?.places.find(({ id }) => id === this.item.id);
    if (!page || !place) return;
    this.board.pages.grid(page.id).append(this.target);
    setBox(this.target, this.board.grid.box(place.frame));
    this.target.hidden = false;
  }

  /** @override */
  finish() {
    this.item.isDragged = false;
    this.#putDown();
    super.finish();
  }

  /** Leaves the item where it is seen, for the time until the board has it. */
  #putDown() {
    const { element } = this.item;
    const [left, top] = this.boardCorner;
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    element.style.removeProperty("translate");
    // It is there at once: without the class, places change by transitions.
    element.getBoundingClientRect();
    element.classList.remove("dragged", "refused");
  }

  /** Shows the board as it is by now: another page may have edited it meanwhile. */
  #settle() {
    const { board, item: { element, id } } = this;
    layOutGliding(board, board.update);
    const real = board.tiles.get(id) ?? board.icons.get(id);
    // A copy has done its work.
    if (real?.element !== element) element.remove();
    real?.cover.focus({ preventScroll: true });
    if (real?.element === element) this.#land();
  }

  /** Lets the item glide from where it was let go to its place. */
  #land() {
    const { board, item: { element } } = this;
    // It, or another item, was picked up meanwhile.
    if (board.editing.drag) return;
    const { left, top } = element.getBoundingClientRect();
    const landing = glide(element, [this.corner[0] - left, this.corner[1] - top]);
    if (!landing) return;
    element.classList.add("landing");
    for (const end of ["finish", "cancel"]) landing.addEventListener(end, () => element.classList.remove("landing"));
  }

  async drop() {
    const { board } = this;
    const { asked } = this.previews;
    const accepted = this.#accepted;
    let refusal = this.#refusal;
    this.finish();
    // What it pointed at last counts, though it was there for a moment only.
    const isPossible = asked && (await board.connection.preview(asked, (reason) => {
      refusal = reason;
    }));
    const edit = isPossible ? asked : accepted;
    const update = edit && (await board.edit(edit));
    this.#settle();
    if (update) board.announce(this.spoken(update));
    else if (!edit && refusal) this.#refuse(refusal);
  }

  /**
   * Says that the item finds no place, and why.
   * @param {string} reason
   */
  #refuse(reason) {
    const { board, item: { id, name } } = this;
    board.announce(text("notMovedBecause", { name, reason }), true);
    const element = (board.tiles.get(id) ?? board.icons.get(id))?.element;
    if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const shifts = [0, -7, 7, -5, 5, 0].map((shift) => ({ translate: `${shift}px` }));
    element.animate(shifts, { duration: SHAKE_TIME, easing: "ease-in-out" });
  }

  /**
   * What is said when the drop has been made.
   * @param {BoardDocument} update the board after it
   */
  spoken(update) {
    return placeText(update, this.item.id, this.item.name);
  }

  /** @override */
  async cancel() {
    if (this.isOver) return;
    this.#isCancelled = true;
    this.finish();
    this.stopFollowing();
    await this.#removeNewPage();
    this.#settle();
    this.board.announce(text("notMoved"));
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
  /**
   * The place onto which the tile would be stacked.
   * @type {string | undefined}
   */
  #over;

  /** @override */
  aim() {
    const { board, item } = this;
    const page = board.update.pages.find(({ id }) => id === board.pages.current);
    if (!page) return;
    const [, , rows, columns] = item.place.frame;
    const over = page.places.find((place) => this.#isOver(place));
    this.#showOver(over);
    if (over) return this.askWithoutPreview({ type: "stack", tile: item.id, onto: over.id });
    const [row, column] = board.grid.clamped(board.grid.cell(...this.position, columns), rows, columns);
    const own = page.places.find(({ id }) => id === item.id)?.frame;
    if (own?.[0] === row && own[1] === column) return this.askWithoutPreview();
    this.ask({ type: "move", tile: item.id, page: page.id, to: [row, column], makeRoom: true });
  }

  /**
   * On the middle of another tile of its size, a tile goes into a stack with it; beside it, it takes its place.
   * @param {BoardPlace} place
   */
  #isOver({ id, frame }) {
    const { board: { grid }, item } = this;
    const [, , rows, columns] = item.place.frame;
    return id !== item.id && frame[2] === rows && frame[3] === columns && isNear(grid.box(frame), this.position, grid);
  }

  /** @param {BoardPlace} [over] */
  #showOver(over) {
    if (over?.id === this.#over) return;
    this.#over = over?.id;
    for (const tile of this.board.tiles.values()) tile.element.classList.toggle("collecting", tile.id === over?.id);
    const name = over && this.board.tiles.get(over.id)?.name;
    if (name) this.board.announce(text("letGoToStack", { name: this.item.name, other: name }));
  }

  /** @override */
  finish() {
    this.#showOver();
    super.finish();
  }
}

/**
 * Whether an item is near to the place of another one.
 * @param {{ left: number, top: number }} box of the other
 * @param {[left: number, top: number]} position
 * @param {{ cellWidth: number, cellHeight: number }} grid
 */
function isNear(box, [left, top], { cellWidth, cellHeight }) {
  return Math.abs(box.left - left) < cellWidth * NEAR && Math.abs(box.top - top) < cellHeight * NEAR;
}

/** @extends {Drag<Draggable & { icon: IconEntry & { members?: IconEntry[] } }>} */
class IconDrag extends Drag {
  /**
   * Shows what is in the folder under the icon.
   * @type {FolderPreview | undefined}
   */
  #folder;

  /** @override */
  aim() {
    const { board, item } = this;
    const [left, top] = this.position;
    const { grid } = board;
    const page = board.update.pages.find(({ id }) => id === board.pages.current);
    if (!page) return;
    // On the middle of another icon it goes into a folder with it; beside it, it takes its place.
    const over = page.icons.find(({ id, cell: [row, column] }) =>
      id !== item.id && !item.icon.members && isNear(grid.box([row, column, 1, 1]), [left, top], grid));
    for (const icon of board.icons.values()) icon.element.classList.toggle("collecting", icon.id === over?.id);
    if (this.#folder?.id !== over?.id) {
      this.#folder?.close();
      this.#folder = over?.members && new FolderPreview(board.page, over);
    }
    if (over) return this.askWithoutPreview({ type: "collect", icon: item.id, into: over.id });
    const [row, column] = grid.cell(left, top);
    // Icons fill their cells without a gap: so many of these stand before the place, so many icons will.
    const before = page.icons.filter(({ cell: [r, c] }) => r < row || (r === row && c < column)).length;
    const index = Math.min(before, page.icons.filter(({ id }) => id !== item.id).length);
    if (page.icons.findIndex(({ id }) => id === item.id) === index) return this.askWithoutPreview();
    this.ask({ type: "moveIcon", icon: item.id, page: page.id, index });
  }

  /**
   * The icons that make room show where this one would stand.
   * @override
   */
  showTarget() {}

  /** @override */
  finish() {
    this.#folder?.close();
    for (const icon of this.board.icons.values()) icon.element.classList.remove("collecting");
    super.finish();
  }

  /**
   * @override
   * @param {BoardDocument} update
   */
  spoken(update) {
    const { id, name } = this.item;
    const folder = update.pages.flatMap(({ icons }) => icons).find((icon) =>
      icon.members?.some((member) => member.id === id));
    return folder ? text("isInFolder", { name, folder: folder.name }) : super.spoken(update);
  }
}

/** @extends {Drag<Draggable & { rows: number, columns: number }>} */
class MemberDrag extends Drag {
  /** @override */
  aim() {
    const { board, item: { id, rows, columns } } = this;
    // The finger holds a copy of another size: it is in the middle of the widget.
    const [left, top] = this.pointerPosition;
    const { width, height } = board.grid.box([1, 1, rows, columns]);
    const nearest = board.grid.cell(left - width / 2, top - height / 2, columns);
    const cell = board.grid.clamped(nearest, rows, columns);
    this.ask({ type: "unstack", tile: id, page: board.pages.current, to: cell });
  }
}

/**
 * A press picks something up; the pointer moves it until it lets go.
 * @param {EditableBoard} board
 * @param {HTMLElement} element
 * @param {PointerEvent} event
 * @param {(first: PointerEvent) => TileDrag | IconDrag | MemberDrag} makeDrag
 * @param {() => void} [tap] a short press
 */
function followDrag(board, element, event, makeDrag, tap) {
  // One thing at a time, whatever other fingers do.
  if (board.editing.drag) return;
  /** @type {TileDrag | IconDrag | MemberDrag | undefined} */
  let drag;
  const stopFollowing = followPointer(board.page, element, event, {
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
 * A press on a tile or an icon: picks it up, and drops it elsewhere; a short one is a `tap`.
 * @param {EditableBoard} board
 * @param {WidgetTile | IconTile} item
 * @param {PointerEvent} event
 * @param {() => void} [tap]
 */
export function dragThing(board, item, event, tap) {
  const begin = (/** @type {PointerEvent} */ first) =>
    "icon" in item ? new IconDrag(board, item, first) : new TileDrag(board, item, first);
  followDrag(board, item.cover, event, begin, tap);
}

/**
 * A press on an icon in a folder that is open: picks it up and takes it out.
 * @param {EditableBoard} board
 * @param {IconEntry} icon
 * @param {HTMLElement} element shows the icon
 * @param {PointerEvent} event
 * @param {() => void} begin closes the folder
 */
export function dragOutOfFolder(board, icon, element, event, begin) {
  followDrag(board, element, event, (first) => {
    const copy = copyOf(board, element, "boardIcon");
    begin();
    return new IconDrag(board, { id: icon.id, name: icon.name, icon, element: copy, isDragged: true }, first);
  });
}

/**
 * A press on a widget in the list of a stack: picks it up and takes it out.
 * @param {EditableBoard} board
 * @param {{ id: string, name: string, rows: number, columns: number }} member
 * @param {HTMLElement} element shows the widget
 * @param {PointerEvent} event
 * @param {() => void} begin closes the list
 */
export function dragOutOfStack(board, member, element, event, begin) {
  followDrag(board, element, event, (first) => {
    const copy = copyOf(board, element, "boardMemberCopy");
    begin();
    return new MemberDrag(board, { ...member, element: copy, isDragged: true }, first);
  });
}

/**
 * Makes a copy that a finger carries, at the place of what it stands for.
 * @param {EditableBoard} board
 * @param {HTMLElement} element
 * @param {string} className
 */
function copyOf(board, element, className) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const copy = make("div", className, { "aria-hidden": "true" }, element.cloneNode(true));
  board.page.append(copy);
  setBox(copy, { left, top, width, height });
  return copy;
}
