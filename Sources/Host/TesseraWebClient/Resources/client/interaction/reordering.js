// Lets a person move rows: by dragging them, or with the arrow keys while the Alt key is down.
//
// The server does the moving; until it has, the rows stand where they were dropped.

import { arrowStep } from "../shared/arrowKeys.js";
import { isHorizontal, isRightToLeft, lengthOf, offsetOf, setOffset, startOf, visibleLength } from "../shared/axes.js";
import { cellsOf } from "../shared/viewTypes.js";
import { followDrag, keepGestures, scrollAtEdges } from "./gestures.js";

/** How long to wait for the server to move a row, in milliseconds. */
const DROP_TIME = 1000;

/** @param {TableView} view */
export function attachReordering(view) {
  keepGestures(view.scroller);
  view.scroller.addEventListener("pointerdown", (event) => {
    const isPossible = view.attributes.reorderable === true && event.isPrimary && event.button === 0;
    const cell = isPossible ? cellAt(view, event) : undefined;
    if (cell) followRow(view, cell, event);
  });

  view.element.addEventListener("keydown", (event) => {
    if (!event.altKey || view.attributes.reorderable !== true) return;
    const step = arrowStep(event.key, isRightToLeft(view));
    const cell = cellAt(view, event);
    if (step === 0 || !cell) return;
    event.preventDefault();
    event.stopPropagation();
    const from = rowIndex(cell);
    const to = from + step;
    if (to >= 0 && to < (view.attributes.rowCount ?? 0)) view.host.send(["move", view.id, from, to]);
  });

}

/**
 * Follows a pointer that may drag a row.
 * @param {TableView} view
 * @param {View} cell
 * @param {PointerEvent} press
 */
function followRow(view, cell, press) {
  const firstOffset = offsetOf(view);
  /** The place of the row where it would be dropped. */
  let target = rowIndex(cell);
  let last = press;
  let stopScrolling = () => {};

  const giveUp = followDrag(press, {
    captor: view.scroller,
    begin: () => {
      target = rowIndex(cell);
      view.element.classList.add("reordering", "reordered");
      cell.element.classList.add("dragged");
      stopScrolling = scrollAtEdges(measure, (distance) => {
        setOffset(view, offsetOf(view) + distance);
        follow();
      });
    },
    move: (event) => {
      last = event;
      follow();
    },
    end: () => {
      putDown();
      const from = rowIndex(cell);
      if (target === from || !cell.element.isConnected) return finishDrop(view);
      view.host.send(["move", view.id, from, target]);
      // The rows stand right already: they must not run there once more when the server says so.
      view.table.dropTimer = setTimeout(() => finishDrop(view), DROP_TIME);
    },
    cancel: () => {
      putDown();
      finishDrop(view);
    },
  });

  /** @returns {[place: number, visible: number]} */
  function measure() {
    if (!cell.element.isConnected) giveUp();
    const { left, top } = view.scroller.getBoundingClientRect();
    return [isHorizontal(view) ? last.clientX - left : last.clientY - top, visibleLength(view)];
  }

  function putDown() {
    stopScrolling();
    view.element.classList.remove("reordering");
    cell.element.classList.remove("dragged");
  }

  /** Lets the row follow the pointer, and the others make room for it. */
  function follow() {
    const onward = isHorizontal(view) && isRightToLeft(view) ? -1 : 1;
    const [right, down] = [last.clientX - press.clientX, last.clientY - press.clientY];
    const moved = onward * (isHorizontal(view) ? right : down) + offsetOf(view) - firstOffset;
    shift(cell, onward * moved);
    const cells = cellsOf(view);
    const extents = cells.map((each) => extentOf(view, each));
    const own = extentOf(view, cell);
    // In a grid what stands beside it makes no room; the row under the pointer is the place.
    if (cells.some((other) => other !== cell && startOf(view, other.frame) === own.start)) {
      cell.element.style.setProperty("--across", `${isHorizontal(view) ? down : right}px`);
      target = rowIndex(cells.findLast((other) => other !== cell && isUnder(other, last)) ?? cell);
      return;
    }
    const places = rowPlaces(own, moved, extents);
    target = places.target;
    cells.forEach((other, index) => {
      if (other !== cell) shift(other, onward * places.shifts[index]);
    });
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
