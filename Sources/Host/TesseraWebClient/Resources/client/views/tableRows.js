// Rows of tables: what assistive technology is told about them, and the way through them by keyboard.
//
// Only rows near the visible range exist. A row says which one of how many it is; one row at a time can be reached with
// the tab key, the arrow keys go from row to row and scroll where the next one is not made yet.

import { contentLength, isHorizontal, isRightToLeft, lengthOf, offsetOf, setOffset, startOf, visibleLength } from "./axes.js";
import { settle as settleDrop } from "../interaction/reordering.js";

export class Rows {
  #changed = new Set();
  #store;

  constructor(store) {
    this.#store = store;
  }

  /** Something about the rows of a table is new. */
  changed(view) {
    if (view?.rows) this.#changed.add(view);
  }

  /** A view goes away: the focus on one of its rows goes to the table rather than to nowhere. */
  removing(view) {
    const focused = document.activeElement;
    if (view.kind !== "cell" || !view.element.contains(focused)) return;
    const table = view.parent;
    if (!table) return;
    table.wantedRow ??= view.attributes.rowIndex;
    table.scroller.tabIndex = -1;
    table.scroller.focus({ preventScroll: true });
  }

  /** Brings numbers, order and reachability up to date after an update. */
  settle() {
    for (const table of this.#changed) {
      if (table.element.isConnected) settleTable(table);
    }
    this.#changed.clear();
  }

  keyPressed(event, view) {
    const table = tableAbove(view);
    if (!table || view.field || view.input || view.select) return;
    const row = rowAbove(view);
    const onward = isHorizontal(table) && isRightToLeft(table) ? -1 : 1;
    const keys = isHorizontal(table) ? { ArrowRight: onward, ArrowLeft: -onward } : { ArrowDown: 1, ArrowUp: -1 };
    const step = keys[event.key];
    const count = table.attributes.rowCount ?? 0;
    let target;
    if (step && row) target = row.attributes.rowIndex + step;
    else if (step && table.wantedRow !== undefined) target = table.wantedRow + step;
    else if (event.key === "Home" && row) target = 0;
    else if (event.key === "End" && row) target = count - 1;
    if (target === undefined || target < 0 || target >= count) return;
    const cells = cellsOf(table);
    if (!cells.some((cell) => cell.press)) return;
    event.preventDefault();
    focusRow(table, target);
  }
}

function cellsOf(table) {
  return table.children.filter((child) => child.kind === "cell");
}

function rowAbove(view) {
  for (let above = view; above; above = above.parent) if (above.kind === "cell") return above;
  return undefined;
}

function tableAbove(view) {
  for (let above = view; above; above = above.parent) if (above.rows) return above;
  return undefined;
}

function settleTable(table) {
  const cells = cellsOf(table);
  if (table.dropped !== undefined) settleDrop(table);
  const count = table.attributes.rowCount;
  for (const cell of cells) {
    const index = cell.attributes.rowIndex;
    if (typeof index === "number") cell.element.setAttribute("aria-posinset", index + 1);
    if (typeof count === "number") cell.element.setAttribute("aria-setsize", count);
  }
  // Readers go by the order of elements.
  const ordered = cells.toSorted((a, b) => (a.attributes.rowIndex ?? 0) - (b.attributes.rowIndex ?? 0));
  const isOrdered = ordered.every((cell, index) => table.rows.children[index] === cell.element);
  if (!isOrdered) {
    const focused = table.rows.contains(document.activeElement) ? document.activeElement : undefined;
    table.rows.append(...ordered.map((cell) => cell.element));
    if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }
  chooseTabStop(table, ordered);
  if (table.wantedRow !== undefined && document.activeElement === table.scroller) {
    const wanted = cells.find((cell) => cell.attributes.rowIndex === table.wantedRow);
    if (wanted?.press) {
      wanted.press.focus({ preventScroll: true });
      reveal(table, wanted);
      table.wantedRow = undefined;
    }
  }
}

/** The row with the focus, else the first one that is visible, can be reached with the tab key. */
function chooseTabStop(table, cells) {
  const top = offsetOf(table);
  const reachable = cells.filter((cell) => cell.press);
  const current =
    reachable.find((cell) => cell.element.contains(document.activeElement)) ??
    reachable.find((cell) => startOf(table, cell.frame) + lengthOf(table, cell.frame) > top) ??
    reachable[0];
  for (const cell of reachable) cell.press.tabIndex = cell === current ? 0 : -1;
}

function focusRow(table, index) {
  const cells = cellsOf(table);
  const cell = cells.find((candidate) => candidate.attributes.rowIndex === index);
  if (cell?.press) {
    table.wantedRow = undefined;
    cell.press.focus({ preventScroll: true });
    chooseTabStop(table, cells);
    reveal(table, cell);
    return;
  }
  // Not made yet: scroll to where it should be, and take it when it comes.
  table.wantedRow = index;
  table.scroller.tabIndex = -1;
  table.scroller.focus({ preventScroll: true });
  const middle = estimatedStart(table, cells, index) - visibleLength(table) / 2;
  const isLast = index === (table.attributes.rowCount ?? 0) - 1;
  setOffset(table, index === 0 ? 0 : isLast ? contentLength(table) : middle);
}

/** Where a row should begin, judging by those that are there. */
function estimatedStart(table, cells, index) {
  const distance = (cell) => Math.abs(cell.attributes.rowIndex - index);
  const nearest = cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best), cells[0]);
  const length = cells.reduce((sum, cell) => sum + lengthOf(table, cell.frame), 0) / cells.length;
  return startOf(table, nearest.frame) + (index - nearest.attributes.rowIndex) * length;
}

function reveal(table, cell) {
  const [start, length] = [startOf(table, cell.frame), lengthOf(table, cell.frame)];
  const offset = offsetOf(table);
  if (start < offset) setOffset(table, start);
  else if (start + length > offset + visibleLength(table)) setOffset(table, start + length - visibleLength(table));
}
