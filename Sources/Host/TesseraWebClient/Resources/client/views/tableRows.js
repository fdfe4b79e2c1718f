// Numbers the rows of tables for assistive technology, and lets the keyboard go through them.
//
// Only rows near the visible range exist. A row says which one of how many it is. The tab key reaches one row at a
// time; the arrow keys go from row to row, and scroll where the next one does not exist yet.

import { finishDrop } from "../interaction/reordering.js";
import {
  contentLength, isHorizontal, isRightToLeft, lengthOf, offsetOf, setOffset, startOf, visibleLength,
} from "../shared/axes.js";
import { cellsOf, isTable } from "../shared/viewTypes.js";

export class TableRows {
  /**
   * Tables whose rows changed since the last update.
   * @type {Set<TableView>}
   */
  #changed = new Set();

  /**
   * Something about the rows of a view is new, if it has any.
   * @param {View | undefined} view
   */
  changed(view) {
    if (isTable(view)) this.#changed.add(view);
  }

  /**
   * A view goes away: the focus on one of its rows goes to the table rather than to nowhere.
   * @param {View} view
   */
  removing(view) {
    if (view.kind !== "cell" || !view.element.contains(document.activeElement)) return;
    const table = view.parent;
    if (!isTable(table)) return;
    table.table.wantedRow ??= view.attributes.rowIndex;
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

  /**
   * @param {KeyboardEvent} event
   * @param {View | undefined} view that has the focus
   */
  keyPressed(event, view) {
    const table = tableAbove(view);
    if (!table || view?.field || view?.input || view?.select) return;
    const target = targetRow(table, rowAbove(view), event.key);
    if (target === undefined || target < 0 || target >= (table.attributes.rowCount ?? 0)) return;
    if (!cellsOf(table).some((cell) => cell.press)) return;
    event.preventDefault();
    focusRow(table, target);
  }
}

/**
 * The row that a key leads to.
 * @param {TableView} table
 * @param {View | undefined} row that has the focus
 * @param {string} key
 */
function targetRow(table, row, key) {
  const onward = isHorizontal(table) && isRightToLeft(table) ? -1 : 1;
  /** @type {{ [key: string]: number | undefined }} */
  const steps = isHorizontal(table) ? { ArrowRight: onward, ArrowLeft: -onward } : { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[key];
  if (step && row) return indexOf(row) + step;
  if (step && table.table.wantedRow !== undefined) return table.table.wantedRow + step;
  if (key === "Home" && row) return 0;
  if (key === "End" && row) return (table.attributes.rowCount ?? 0) - 1;
  return undefined;
}

/** @param {View} cell */
function indexOf(cell) {
  return cell.attributes.rowIndex ?? NaN;
}

/** @param {View | undefined} view */
function rowAbove(view) {
  for (let above = view; above; above = above.parent) if (above.kind === "cell") return above;
  return undefined;
}

/** @param {View | undefined} view */
function tableAbove(view) {
  for (let above = view; above; above = above.parent) if (isTable(above)) return above;
  return undefined;
}

/** @param {TableView} table */
function settleTable(table) {
  const cells = cellsOf(table);
  if (table.table.dropTimer !== undefined) finishDrop(table);
  const count = table.attributes.rowCount;
  for (const { element, attributes: { rowIndex } } of cells) {
    if (typeof rowIndex === "number") element.setAttribute("aria-posinset", String(rowIndex + 1));
    if (typeof count === "number") element.setAttribute("aria-setsize", String(count));
  }
  // Screen readers go by the order of elements.
  const ordered = cells.toSorted((one, other) => (one.attributes.rowIndex ?? 0) - (other.attributes.rowIndex ?? 0));
  const isOrdered = ordered.every((cell, index) => table.rows.children[index] === cell.element);
  if (!isOrdered) {
    const focused = table.rows.contains(document.activeElement) ? document.activeElement : undefined;
    table.rows.append(...ordered.map((cell) => cell.element));
    if (focused instanceof HTMLElement && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }
  chooseTabStop(table, ordered);
  if (table.table.wantedRow !== undefined && document.activeElement === table.scroller) {
    const wanted = cells.find((cell) => cell.attributes.rowIndex === table.table.wantedRow);
    if (wanted?.press) {
      wanted.press.focus({ preventScroll: true });
      reveal(table, wanted);
      table.table.wantedRow = undefined;
    }
  }
}

/**
 * Lets the tab key reach the row with the focus, else the first one that is visible.
 * @param {TableView} table
 * @param {View[]} cells
 */
function chooseTabStop(table, cells) {
  const top = offsetOf(table);
  const reachable = cells.filter((cell) => cell.press);
  const current =
    reachable.find((cell) => cell.element.contains(document.activeElement)) ??
    reachable.find((cell) => startOf(table, cell.frame) + lengthOf(table, cell.frame) > top) ??
    reachable[0];
  for (const cell of reachable) if (cell.press) cell.press.tabIndex = cell === current ? 0 : -1;
}

/**
 * @param {TableView} table
 * @param {number} index
 */
function focusRow(table, index) {
  const cells = cellsOf(table);
  const cell = cells.find((candidate) => candidate.attributes.rowIndex === index);
  if (cell?.press) {
    table.table.wantedRow = undefined;
    cell.press.focus({ preventScroll: true });
    chooseTabStop(table, cells);
    reveal(table, cell);
    return;
  }
  // It does not exist yet: scroll to where it should be, and focus it when it comes.
  table.table.wantedRow = index;
  table.scroller.tabIndex = -1;
  table.scroller.focus({ preventScroll: true });
  const middle = estimatedStart(table, cells, index) - visibleLength(table) / 2;
  const isLast = index === (table.attributes.rowCount ?? 0) - 1;
  setOffset(table, index === 0 ? 0 : isLast ? contentLength(table) : middle);
}

/**
 * Where a row should begin, judging by those that exist.
 * @param {View} table
 * @param {View[]} cells
 * @param {number} index
 */
export function estimatedStart(table, cells, index) {
  /** @param {View} cell */
  const distance = (cell) => Math.abs(indexOf(cell) - index);
  const nearest = cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best), cells[0]);
  const length = cells.reduce((sum, cell) => sum + lengthOf(table, cell.frame), 0) / cells.length;
  return startOf(table, nearest.frame) + (index - indexOf(nearest)) * length;
}

/**
 * @param {TableView} table
 * @param {View} cell
 */
function reveal(table, cell) {
  const [start, length] = [startOf(table, cell.frame), lengthOf(table, cell.frame)];
  const offset = offsetOf(table);
  if (start < offset) setOffset(table, start);
  else if (start + length > offset + visibleLength(table)) setOffset(table, start + length - visibleLength(table));
}
