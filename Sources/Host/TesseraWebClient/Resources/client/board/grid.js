// Calculates which grid a window has, and where its cells are; rows and columns count from 1, places are points.

/** @typedef {import("../protocol/messages").GridFrame} GridFrame */
/** @typedef {import("../protocol/messages").GridPosition} GridPosition */
/** @typedef {import("../protocol/messages").GridSize} GridSize */

/**
 * A rectangle in points.
 * @typedef {{ left: number, top: number, width: number, height: number }} Box
 */

/**
 * The grid of a window.
 * @param {number} width
 * @param {number} height
 * @returns {GridSize}
 */
export function gridFor(width, height) {
  if (width < 600) return [6, 4];
  if (height < 480) return [3, 8];
  if (width < 1000) return width < height ? [8, 6] : [6, 8];
  return width < 2300 ? [6, 8] : [8, 12];
}

/** The smallest and the largest side of a cell, in points. */
const SMALLEST_SIDE = 64;
const LARGEST_SIDE = 210;

export class BoardGrid {
  /**
   * @param {GridSize} size
   * @param {number} width of the page, in points
   * @param {number} height of the page, in points
   */
  constructor([rows, columns], width, height) {
    this.rows = rows;
    this.columns = columns;
    this.gap = width < 600 ? 12 : 16;
    /**
     * @param {number} length
     * @param {number} count
     */
    const side = (length, count) =>
      Math.min(LARGEST_SIDE, Math.max(SMALLEST_SIDE, (length - this.gap * (count - 1)) / count));
    const wide = side(width, columns);
    const high = side(height, rows);
    // Cells that are nearly square look like a grid; the rest becomes the page's margin.
    this.cellWidth = Math.floor(Math.min(wide, high * 1.5));
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
      left: (column - 1) * (this.cellWidth + this.gap),
      top: (row - 1) * (this.cellHeight + this.gap),
      width: columns * this.cellWidth + (columns - 1) * this.gap,
      height: rows * this.cellHeight + (rows - 1) * this.gap,
    };
  }

  /**
   * The cell nearest to a place; it may lie outside.
   * @param {number} left
   * @param {number} top
   * @returns {GridPosition}
   */
  cell(left, top) {
    return [Math.round(top / (this.cellHeight + this.gap)) + 1, Math.round(left / (this.cellWidth + this.gap)) + 1];
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
 * @property {number} button the width and height of a button
 * @property {boolean} canExpand
 */

/** @typedef {[x: number, y: number]} Point */

/**
 * The centres of a tile's buttons while a board is edited, in points from the tile's top left corner. On a tile with
 * one row or one column they stand on its corners, half of each outside, so that some of the tile stays visible.
 * @param {AccessoryTile} tile
 * @returns {{ close: Point, settings: Point, expand: Point, shrink: Point }}
 */
export function accessoryPlaces({ x = 0, y = 0, width, height, rows, columns, button, canExpand }) {
  const isCompact = rows === 1 || columns === 1;
  const inset = isCompact ? 0 : button;
  const [left, top, right, bottom] = [x + inset, y + inset, x + width - inset, y + height - inset];
  /** @type {Point} */
  const beside = width < 3 * button ? [right, bottom - 1.5 * button] : [right - 1.5 * button, bottom];
  return {
    close: [left, top],
    settings: [right, top],
    expand: [right, bottom],
    shrink: canExpand ? beside : [right, bottom],
  };
}
