// Rows that a person moves: by dragging them, or with the arrow keys while the Alt key is down. The server does the moving;
// until it has, the rows stand where they were dropped.

import { isHorizontal, isRightToLeft, lengthOf, offsetOf, setOffset, startOf, visibleLength } from "../views/axes.js";

/** From how many points on a movement of the mouse is a drag. */
const SLIP = 6;
/** How long a finger rests on a row before it can be moved, in milliseconds. */
const HOLD = 350;
/** Within how many points of an edge a drag scrolls, and how fast at most, in points at a time. */
const EDGE = 36;
const SPEED = 12;

export function attachReordering(view) {
  let drag;
  let timer;

  view.scroller.addEventListener("pointerdown", (event) => {
    clearTimeout(timer);
    const cell = view.attributes.reorderable === true && event.isPrimary && event.button === 0 && cellAt(view, event);
    if (!cell) return;
    const begin = { cell, x: event.clientX, y: event.clientY, offset: offsetOf(view), pointer: event.pointerId };
    if (event.pointerType === "mouse") drag = { ...begin, isWaiting: true };
    else timer = setTimeout(() => start((drag = begin)), HOLD);
  });

  view.scroller.addEventListener("pointermove", (event) => {
    if (!drag) {
      if (Math.hypot(event.movementX, event.movementY) > SLIP) clearTimeout(timer);
      return;
    }
    // The button was let go where nobody heard of it.
    if (event.buttons === 0) return end(false);
    drag.last = event;
    if (drag.isWaiting && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLIP) start(drag);
    if (!drag.isWaiting) follow();
  });

  // A finger that moves a row must not scroll.
  view.scroller.addEventListener("touchmove", (event) => drag && !drag.isWaiting && event.preventDefault(), { passive: false });
  view.scroller.addEventListener("pointerup", () => end(true));
  view.scroller.addEventListener("pointercancel", () => end(false));
  view.scroller.addEventListener("click", (event) => {
    // The click at the end of a drag is none.
    if (!view.wasDragged) return;
    view.wasDragged = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });

  view.element.addEventListener("keydown", (event) => {
    if (!event.altKey || view.attributes.reorderable !== true) return;
    const onward = isRightToLeft(view) ? -1 : 1;
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: onward, ArrowLeft: -onward }[event.key];
    const cell = cellAt(view, event);
    if (!step || !cell) return;
    event.preventDefault();
    event.stopPropagation();
    const from = cell.attributes.rowIndex;
    const to = from + step;
    if (to >= 0 && to < (view.attributes.rowCount ?? 0)) view.store.send(["move", view.id, from, to]);
  });

  function start(drag) {
    drag.isWaiting = false;
    drag.target = drag.cell.attributes.rowIndex;
    view.scroller.setPointerCapture(drag.pointer);
    view.element.classList.add("reordering", "reordered");
    drag.cell.element.classList.add("dragged");
    getSelection()?.removeAllRanges();
    drag.scrolling = setInterval(() => scrollAtEdge(), 16);
  }

  function scrollAtEdge() {
    if (!drag?.cell.element.isConnected) return end(false);
    if (!drag.last) return;
    const box = view.scroller.getBoundingClientRect();
    const place = isHorizontal(view) ? drag.last.clientX - box.left : drag.last.clientY - box.top;
    const beyond = Math.min(0, place - EDGE) + Math.max(0, place - visibleLength(view) + EDGE);
    if (beyond === 0) return;
    setOffset(view, offsetOf(view) + Math.max(-SPEED, Math.min(SPEED, beyond / 3)));
    follow();
  }

  /** Lets the row follow the pointer, and the others make room for it. */
  function follow() {
    const { cell, last } = drag;
    const onward = isHorizontal(view) && isRightToLeft(view) ? -1 : 1;
    const distance = isHorizontal(view) ? last.clientX - drag.x : last.clientY - drag.y;
    const moved = onward * distance + offsetOf(view) - drag.offset;
    shift(cell, onward * moved);
    const length = lengthOf(view, cell.frame);
    const first = startOf(view, cell.frame) + moved;
    const from = cell.attributes.rowIndex;
    const cells = cellsOf(view);
    const room = length + gapBehind(view, cells);
    const isGrid = cells.some((other) => other !== cell && startOf(view, other.frame) === startOf(view, cell.frame));
    if (isGrid) cell.element.style.setProperty("--across", `${isHorizontal(view) ? last.clientY - drag.y : last.clientX - drag.x}px`);
    drag.target = from;
    for (const other of cells) {
      if (other === cell) continue;
      const index = other.attributes.rowIndex;
      const start = startOf(view, other.frame);
      const its = lengthOf(view, other.frame);
      // In a grid what stands beside it makes no room; the row under the pointer is the place.
      if (isGrid) {
        if (isUnder(other, last)) drag.target = index;
        continue;
      }
      let distance = 0;
      if (index > from && first + length > start + its / 2) {
        distance = -room;
        drag.target = Math.max(drag.target, index);
      } else if (index < from && first < start + its / 2) {
        distance = room;
        drag.target = Math.min(drag.target, index);
      }
      shift(other, onward * distance);
    }
  }

  function end(isDropped) {
    clearTimeout(timer);
    const done = drag;
    drag = undefined;
    if (!done || done.isWaiting) return;
    clearInterval(done.scrolling);
    view.wasDragged = true;
    setTimeout(() => (view.wasDragged = false));
    view.element.classList.remove("reordering");
    done.cell.element.classList.remove("dragged");
    const from = done.cell.attributes.rowIndex;
    if (!isDropped || done.target === from || !done.cell.element.isConnected) return settle(view);
    view.store.send(["move", view.id, from, done.target]);
    // The rows stand right already: they must not run there once more when the server says so.
    view.dropped = setTimeout(() => settle(view), 1000);
  }
}

/** Lets rows stand where the server has them. */
export function settle(view) {
  clearTimeout(view.dropped);
  view.dropped = undefined;
  view.element.classList.remove("reordered");
  for (const cell of cellsOf(view)) {
    cell.element.style.removeProperty("--shift");
    cell.element.style.removeProperty("--across");
  }
}

/** Whether the pointer is over a row, as it stands in the content. */
function isUnder({ element }, { clientX, clientY }) {
  const box = element.getBoundingClientRect();
  return clientX >= box.left && clientX < box.right && clientY >= box.top && clientY < box.bottom;
}

/** What stands between a row and the next. */
function gapBehind(view, cells) {
  const ordered = cells.toSorted((a, b) => a.attributes.rowIndex - b.attributes.rowIndex);
  if (ordered.length < 2) return 0;
  const [{ frame }, next] = ordered;
  return Math.max(0, startOf(view, next.frame) - startOf(view, frame) - lengthOf(view, frame));
}

function shift(cell, distance) {
  cell.element.style.setProperty("--shift", distance === 0 ? "0" : `${distance}px`);
}

function cellsOf(view) {
  return view.children.filter((child) => child.kind === "cell");
}

/** The row that something happens in, unless something in it takes what happens. */
function cellAt(view, { target }) {
  if (target.closest("input, textarea, select, [contenteditable]")) return undefined;
  for (let above = view.store.viewOf(target); above && above !== view; above = above.parent) {
    if (above.kind === "cell" && above.parent === view) return above;
  }
  return undefined;
}
