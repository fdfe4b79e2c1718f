// Calculates the shape of a place that does not take all cells of its frame.

/** @typedef {import("../protocol/messages").GridFrame} GridFrame */
/** @typedef {import("../protocol/messages").GridPosition} GridPosition */
/** @typedef {import("./grid.js").BoardGrid} BoardGrid */

/**
 * The path around cells in points, from the top left corner of their frame. It includes the gaps between them.
 * @param {GridPosition[]} cells
 * @param {GridFrame} frame
 * @param {Pick<BoardGrid, "box">} grid
 */
export function shapePath(cells, frame, grid) {
  const taken = new Set(cells.map(String));
  const origin = grid.box(frame);
  let path = "";
  for (const [row, column] of cells) {
    // Each cell, with its neighbours, is a rectangle; those that overlap are one shape.
    for (const [rows, columns] of [[1, 1], [1, 2], [2, 1], [2, 2]]) {
      const isTaken = taken.has(`${row},${column + columns - 1}`) && taken.has(`${row + rows - 1},${column}`)
        && taken.has(`${row + rows - 1},${column + columns - 1}`);
      if (!isTaken) continue;
      const { left, top, width, height } = grid.box([row, column, rows, columns]);
      path += `M${left - origin.left} ${top - origin.top}h${width}v${height}h${-width}z`;
    }
  }
  return path;
}
