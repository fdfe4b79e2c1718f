// Calculates which grid a window has, and where its cells are; rows and columns count from 1, places are points.

import { isPageRightToLeft } from "../../texts/texts.js";

/**
 * A rectangle in points.
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 */

/** The smallest and the largest side of a cell, in points. */
const SMALLEST_SIDE = 64;
const LARGEST_SIDE = 140;

/**
 * A step of a table: below which length it counts, and how many rows or columns there are.
 * @typedef {[below: number, count: number]} Step
 */

// The grids of windows are few, because people arrange a board for each, and the server keeps only some of these. They
// change far from the sizes of usual windows, so that a bar of the browser or a small change of the window has no
// effect. The steps suit the smallest and the largest side of a cell, and the margins in board.css.

/** @type {Step[]} */
const COLUMNS = [[320, 3], [600, 4], [624, 6], [1500, 8], [2000, 12], [3000, 16], [Infinity, 24]];
/** @type {Step[]} */
const TALL_ROWS = [[1000, 6], [1500, 8], [Infinity, 12]];
/** @type {Step[]} */
const ROWS = [[512, 3], ...TALL_ROWS];
/**
 * Of wide windows: with more columns, rows are lower too.
 * @type {Step[]}
 */
const WIDE_ROWS = [[512, 3], [700, 6], [1500, 8], [Infinity, 12]];

/**
 * @param {Step[]} steps
 * @param {number} length
 */
function countFor(steps, length) {
  return (steps.find(([below]) => length < below) ?? steps[steps.length - 1])[1];
}

/**
 * The grid of a window: its rows and columns. What is higher than the window is scrolled.
 * @param {number} width of what shows the pages, in points
 * @param {number} height
 * @returns {GridSize}
 */
export function gridFor(width, height) {
  const columns = countFor(COLUMNS, width);
  // A phone on its side. One that is upright may be as low while its keyboard is seen.
  if (columns === 4 && width >= 480 && height < 400) return [3, 6];
  if (columns < 6) return [countFor(TALL_ROWS, height), columns];
  if (width < 1000 && width < height) return [Math.max(8, countFor(ROWS, height)), 6];
  return [countFor(columns > 8 ? WIDE_ROWS : ROWS, height), columns];
}

export class BoardGrid {
  /**
   * @param {GridSize} size
   * @param {number} width of the page without its margins, in points
   * @param {number} height of the page without its margins, in points
   */
  constructor([rows, columns], width, height) {
    this.rows = rows;
    this.columns = columns;
    this.gap = width < 740 ? 12 : 16;
    /**
     * @param {number} length
     * @param {number} count
     */
    const side = (length, count) =>
      Math.min(LARGEST_SIDE, Math.max(SMALLEST_SIDE, (length - this.gap * (count - 1)) / count));
    const wide = side(width, columns);
    const high = side(height, rows);
    this.cellWidth = Math.floor(wide);
    // Cells that are nearly square look like a grid; the rest becomes the page's margin.
    this.cellHeight = Math.floor(Math.min(high, wide * 1.25));
    this.width = columns * this.cellWidth + (columns - 1) * this.gap;
    this.height = rows * this.cellHeight + (rows - 1) * this.gap;
  }

  /**
   * A frame in points from the grid's top left corner.
   * @param {GridFrame} frame
   * @returns {Box}
   */
  box([row, column, rows, columns]) {
    return {
      left: (this.#mirrored(column, columns) - 1) * (this.cellWidth + this.gap),
      top: (row - 1) * (this.cellHeight + this.gap),
      width: columns * this.cellWidth + (columns - 1) * this.gap,
      height: rows * this.cellHeight + (rows - 1) * this.gap,
    };
  }

  /**
   * The cell nearest to a place; it may lie outside.
   * @param {number} left
   * @param {number} top
   * @param {number} columns of what stands there
   * @returns {GridPosition}
   */
  cell(left, top, columns = 1) {
    const column = Math.round(left / (this.cellWidth + this.gap)) + 1;
    return [Math.round(top / (this.cellHeight + this.gap)) + 1, this.#mirrored(column, columns)];
  }

  /**
   * The column counted from the left of what stands in a column, and the other way round: on a page from right to left
   * columns count from the right.
   * @param {number} column
   * @param {number} columns of what stands there
   */
  #mirrored(column, columns) {
    return isPageRightToLeft() ? this.columns - columns - column + 2 : column;
  }

  /**
   * The place nearest to a wanted one at which a frame of some rows and columns is on the grid.
   * @param {GridPosition} position
   * @param {number} rows
   * @param {number} columns
   * @returns {GridPosition}
   */
  clamped([row, column], rows, columns) {
    return [
      Math.min(Math.max(1, row), Math.max(1, this.rows - rows + 1)),
      Math.min(Math.max(1, column), Math.max(1, this.columns - columns + 1)),
    ];
  }

  /**
   * How many rows and columns come nearest to a width and height, at least one each.
   * @param {number} width
   * @param {number} height
   * @returns {GridSize}
   */
  size(width, height) {
    /**
     * @param {number} length
     * @param {number} cell
     */
    const count = (length, cell) => Math.max(1, Math.round((length + this.gap) / (cell + this.gap)));
    return [
      Math.min(this.rows, count(height, this.cellHeight)),
      Math.min(this.columns, count(width, this.cellWidth)),
    ];
  }
}

/**
 * A tile whose buttons are placed.
 * @typedef {object} AccessoryTile
 * @property {number} [x]
 * @property {number} [y]
 * @property {number} width
 * @property {number} height
 * @property {number} rows
 * @property {number} columns
 * @property {number} button the width and height of a button as it is seen
 * @property {number} [target] the width and height of what one presses, larger for fingers
 * @property {boolean} canExpand
 * @property {number} [room] the smaller side of the whole tile, where the widget has its buttons around a part of it
 */

/** @typedef {[x: number, y: number]} Point */

/** How far what fingers press reaches out of a tile: half of the smallest gap between two. */
const FINGER_REACH = 6;

/**
 * The centres of a tile's buttons while a board is edited, in points from the tile's top left corner. On a tile with
 * one row or one column they stand in its corners, beside the handle that resizes. Buttons without a place are left
 * out, so that some of the tile stays visible: the settings, which a press on the tile opens, have them all.
 * @param {AccessoryTile} tile
 * @returns {{ close: Point, settings?: Point, expand?: Point, shrink?: Point }}
 */
export function accessoryCenters(tile) {
  const { x = 0, y = 0, width, height, rows, columns, button, target = button, canExpand } = tile;
  const { room = Math.min(width, height) } = tile;
  const isCompact = rows === 1 || columns === 1;
  const isForFingers = target > button;
  // What one presses reaches a little out of a compact tile, but not as far as what its neighbours have there.
  const inset = isCompact ? target / 2 - (isForFingers ? FINGER_REACH : 2) : button;
  const [near, top, far, bottom] = [inset, y + inset, width - inset, y + height - inset];
  /**
   * @param {number} way from the side at which one begins to read
   * @param {number} height
   * @returns {Point}
   */
  const point = (way, height) => [x + (isPageRightToLeft() ? width - way : way), height];
  const close = point(near, top);
  if (isCompact && room < 3 * target) return { close };
  const settings = point(far, top);
  // The handle for fingers takes the corner, and does what these do.
  if (isForFingers) return { close, settings };
  const end = isCompact ? width - button : far;
  const corner = point(end, bottom);
  const beside = !isCompact && width < 3 * button
    ? point(end, bottom - 1.5 * button) : point(end - 1.5 * button, bottom);
  return { close, settings, expand: corner, shrink: canExpand ? beside : corner };
}

/**
 * Whether a tile has room for the handle that resizes it beside its button to remove it.
 * @param {number} width of the tile
 * @param {number} height
 * @param {number} target the width and height of what one presses
 */
export function hasRoomForHandle(width, height, target) {
  return Math.max(width, height) + 2 * FINGER_REACH >= 2 * target;
}
