// Calculates the shape of a place that does not take all cells of its frame.

/** @typedef {import("./grid.js").BoardGrid} BoardGrid */

/**
 * The path around cells in points, from the top left corner of their frame. It includes the gaps between them.
 * @param {GridPosition[]} cells
 * @param {GridFrame} frame
 * @param {Pick<BoardGrid, "box">} grid
 * @param {number} [top] how far below that corner the path is used
 */
export function shapePath(cells, frame, grid, top = 0) {
  const taken = new Set(cells.map(String));
  const origin = grid.box(frame);
  let path = "";
  for (const [row, column] of cells) {
    // Each cell, with its neighbours, is a rectangle; those that overlap are one shape.
    for (const [rows, columns] of [[1, 1], [1, 2], [2, 1], [2, 2]]) {
      const isTaken = taken.has(`${row},${column + columns - 1}`) && taken.has(`${row + rows - 1},${column}`)
        && taken.has(`${row + rows - 1},${column + columns - 1}`);
      if (!isTaken) continue;
      const box = grid.box([row, column, rows, columns]);
      path += `M${box.left - origin.left} ${box.top - origin.top - top}h${box.width}v${box.height}h${-box.width}z`;
    }
  }
  return path;
}

/**
 * The widest part of a place's first row without a gap, in points from the left of its frame.
 * @param {GridPosition[]} cells
 * @param {GridFrame} frame
 * @param {Pick<BoardGrid, "box">} grid
 */
export function firstRow(cells, frame, grid) {
  const [row, column, , columns] = frame;
  const taken = new Set(cells.map(String));
  let [widest, count, run] = [column, 0, 0];
  for (let next = column; next < column + columns; next += 1) {
    run = taken.has(`${row},${next}`) ? run + 1 : 0;
    if (run > count) [widest, count] = [next - run + 1, run];
  }
  const { left, width } = grid.box([row, widest, 1, count]);
  return { left: left - grid.box(frame).left, width };
}
