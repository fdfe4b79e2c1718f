// Lets a person move rows: by dragging them, or with the arrow keys while the Alt key is down.
//
// The server does the moving; until it has, the rows stand where they were dropped.

import { isHorizontal, isRightToLeft, lengthOf, offsetOf, setOffset, startOf, visibleLength } from "../shared/axes.js";
import { cellsOf } from "../shared/viewTypes.js";

/** @typedef {import("../views/view").TableView} TableView */
/** @typedef {import("../views/view").View} View */

/** From how many points on a movement of the mouse is a drag. */
const SLIP = 6;
/** How long a finger rests on a row before it can be moved, in milliseconds. */
const HOLD = 350;
/** Within how many points of an edge a drag scrolls, and how fast at most, in points at a time. */
const EDGE = 36;
const SPEED = 12;
/** How long to wait for the server to move a row, in milliseconds. */
const DROP_TIME = 1000;

/**
 * A row under a pointer.
 * @typedef {object} RowDrag
 * @property {View} cell
 * @property {number} x where the pointer went down
 * @property {number} y
 * @property {number} offset how far the content was scrolled then
 * @property {number} pointer
 * @property {boolean} isWaiting whether the pointer has not moved far enough yet
 * @property {PointerEvent} [last]
 * @property {number} target the place of the row where it would be dropped
 * @property {number} [scrolling] the timer that scrolls at an edge
 */

/** @param {TableView} view */
export function attachReordering(view) {
  /** @type {RowDrag | undefined} */
  let drag;
  /** @type {number | undefined} */
  let timer;
  let wasDragged = false;

  view.scroller.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    const isPossible = view.attributes.reorderable === true && event.isPrimary && event.button === 0;
    const cell = isPossible ? cellAt(view, event) : undefined;
    if (!cell) return;
    /** @type {RowDrag} */
    const begun = {
      cell, x: event.clientX, y: event.clientY, offset: offsetOf(view), pointer: event.pointerId, isWaiting: true,
      target: rowIndex(cell),
    };
    if (event.pointerType === "mouse") drag = begun;
    else timer = setTimeout(() => start((drag = begun)), HOLD);
  });

  view.scroller.addEventListener("pointermove", (event) => {
    if (!drag) {
      if (Math.hypot(event.movementX, event.movementY) > SLIP) clearTimeout(timer);
      return;
    }
    // The button was let go out of sight.
    if (event.buttons === 0) return end(false);
    drag.last = event;
    if (drag.isWaiting && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLIP) start(drag);
    if (!drag.isWaiting) follow(drag, event);
  });

  // A finger that moves a row must not scroll.
  view.scroller.addEventListener("touchmove", (event) => {
    if (drag && !drag.isWaiting) event.preventDefault();
  }, { passive: false });
  view.scroller.addEventListener("pointerup", () => end(true));
  view.scroller.addEventListener("pointercancel", () => end(false));
  view.scroller.addEventListener("click", (event) => {
    // The click at the end of a drag is no press.
    if (!wasDragged) return;
    wasDragged = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });

  view.element.addEventListener("keydown", (event) => {
    if (!event.altKey || view.attributes.reorderable !== true) return;
    const step = stepOf(event.key, isRightToLeft(view));
    const cell = cellAt(view, event);
    if (step === 0 || !cell) return;
    event.preventDefault();
    event.stopPropagation();
    const from = rowIndex(cell);
    const to = from + step;
    if (to >= 0 && to < (view.attributes.rowCount ?? 0)) view.host.send(["move", view.id, from, to]);
  });

  /** @param {RowDrag} begun */
  function start(begun) {
    begun.isWaiting = false;
    begun.target = rowIndex(begun.cell);
    view.scroller.setPointerCapture(begun.pointer);
    view.element.classList.add("reordering", "reordered");
    begun.cell.element.classList.add("dragged");
    getSelection()?.removeAllRanges();
    begun.scrolling = setInterval(() => scrollAtEdge(), 16);
  }

  function scrollAtEdge() {
    if (!drag?.cell.element.isConnected) return end(false);
    if (!drag.last) return;
    const box = view.scroller.getBoundingClientRect();
    const place = isHorizontal(view) ? drag.last.clientX - box.left : drag.last.clientY - box.top;
    const speed = edgeSpeed(place, visibleLength(view));
    if (speed === 0) return;
    setOffset(view, offsetOf(view) + speed);
    follow(drag, drag.last);
  }

  /**
   * Lets the row follow the pointer, and the others make room for it.
   * @param {RowDrag} drag
   * @param {PointerEvent} last
   */
  function follow(drag, last) {
    const { cell } = drag;
    const onward = isHorizontal(view) && isRightToLeft(view) ? -1 : 1;
    const distance = isHorizontal(view) ? last.clientX - drag.x : last.clientY - drag.y;
    const moved = onward * distance + offsetOf(view) - drag.offset;
    shift(cell, onward * moved);
    const cells = cellsOf(view);
    const extents = cells.map((each) => extentOf(view, each));
    const own = extentOf(view, cell);
    // In a grid what stands beside it makes no room; the row under the pointer is the place.
    if (cells.some((other) => other !== cell && startOf(view, other.frame) === own.start)) {
      const across = isHorizontal(view) ? last.clientY - drag.y : last.clientX - drag.x;
      cell.element.style.setProperty("--across", `${across}px`);
      const under = cells.findLast((other) => other !== cell && isUnder(other, last));
      drag.target = rowIndex(under ?? cell);
      return;
    }
    const { target, shifts } = rowPlaces(own, moved, extents);
    drag.target = target;
    cells.forEach((other, index) => {
      if (other !== cell) shift(other, onward * shifts[index]);
    });
  }

  /** @param {boolean} isDropped */
  function end(isDropped) {
    clearTimeout(timer);
    const ended = drag;
    drag = undefined;
    if (!ended || ended.isWaiting) return;
    clearInterval(ended.scrolling);
    wasDragged = true;
    setTimeout(() => (wasDragged = false));
    view.element.classList.remove("reordering");
    ended.cell.element.classList.remove("dragged");
    const from = rowIndex(ended.cell);
    if (!isDropped || ended.target === from || !ended.cell.element.isConnected) return finishDrop(view);
    view.host.send(["move", view.id, from, ended.target]);
    // The rows stand right already: they must not run there once more when the server says so.
    view.table.dropTimer = setTimeout(() => finishDrop(view), DROP_TIME);
  }
}

/**
 * Lets rows stand where the server has them.
 * @param {TableView} view
 */
export function finishDrop(view) {
  clearTimeout(view.table.dropTimer);
  view.table.dropTimer = undefined;
  view.element.classList.remove("reordered");
  for (const cell of cellsOf(view)) {
    cell.element.style.removeProperty("--shift");
    cell.element.style.removeProperty("--across");
  }
}

/**
 * Where a row stands along the axis.
 * @typedef {{ index: number, start: number, length: number }} RowExtent
 */

/**
 * @param {View} view
 * @param {View} cell
 * @returns {RowExtent}
 */
function extentOf(view, cell) {
  return { index: rowIndex(cell), start: startOf(view, cell.frame), length: lengthOf(view, cell.frame) };
}

/** @param {View} cell */
function rowIndex({ attributes }) {
  return attributes.rowIndex ?? NaN;
}

/**
 * Where a row would be dropped, and how far the others move to make room for it.
 * @param {RowExtent} row
 * @param {number} moved how far the row was dragged
 * @param {RowExtent[]} extents of all rows, the dragged one among them
 */
export function rowPlaces(row, moved, extents) {
  const room = row.length + gapBetween(extents);
  const start = row.start + moved;
  let target = row.index;
  const shifts = extents.map((other) => {
    const middle = other.start + other.length / 2;
    if (other.index > row.index && start + row.length > middle) {
      target = Math.max(target, other.index);
      return -room;
    }
    if (other.index < row.index && start < middle) {
      target = Math.min(target, other.index);
      return room;
    }
    return 0;
  });
  return { target, shifts };
}

/**
 * The space between a row and the next.
 * @param {RowExtent[]} extents
 */
function gapBetween(extents) {
  const [first, second] = [...extents].sort((one, other) => one.index - other.index);
  return second ? Math.max(0, second.start - first.start - first.length) : 0;
}

/**
 * How fast the content scrolls while a row is held near an edge, in points at a time.
 * @param {number} place of the pointer, from the start of what is visible
 * @param {number} visible how much of the content is visible
 */
export function edgeSpeed(place, visible) {
  const beyond = Math.min(0, place - EDGE) + Math.max(0, place - visible + EDGE);
  return Math.max(-SPEED, Math.min(SPEED, beyond / 3));
}

/**
 * Which way an arrow key moves a row.
 * @param {string} key
 * @param {boolean} isRightToLeft
 */
function stepOf(key, isRightToLeft) {
  const onward = isRightToLeft ? -1 : 1;
  switch (key) {
    case "ArrowDown": return 1;
    case "ArrowUp": return -1;
    case "ArrowRight": return onward;
    case "ArrowLeft": return -onward;
    default: return 0;
  }
}

/**
 * Whether the pointer is over a row, as it stands in the content.
 * @param {View} cell
 * @param {PointerEvent} event
 */
function isUnder({ element }, { clientX, clientY }) {
  const box = element.getBoundingClientRect();
  return clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
}

/**
 * @param {View} cell
 * @param {number} distance
 */
function shift(cell, distance) {
  cell.element.style.setProperty("--shift", distance === 0 ? "0" : `${distance}px`);
}

/**
 * The row that an event happens in, unless something in the row takes the event.
 * @param {View} view
 * @param {Event} event
 */
function cellAt(view, { target }) {
  const isTaken = target instanceof Element && target.closest("input, textarea, select, [contenteditable]");
  if (isTaken) return undefined;
  for (let above = view.host.viewOf(target); above && above !== view; above = above.parent) {
    if (above.kind === "cell" && above.parent === view) return above;
  }
  return undefined;
}
