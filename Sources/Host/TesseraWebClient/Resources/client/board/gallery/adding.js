// Adds widgets where a person looks: the sizes that a widget can have, a free cell that is seen, and what is added.

/** @typedef {Extract<BoardEdit, { type: "add" }>} AddEdit */

/**
 * The place that a widget got.
 * @typedef {object} AddedPlace
 * @property {string} id
 * @property {string} page
 * @property {BoardPlace} place
 */

/**
 * The sizes at which a widget can be added to a grid, from the smallest. Its usual size is always one of them: where
 * the grid is too small for it, the server fits it in.
 * @param {TileSizes} sizes
 * @param {GridSize} grid
 * @returns {GridSize[]}
 */
export function sizesOn({ preferred, minimum, maximum, canChangeRows, canChangeColumns }, grid) {
  /**
   * @param {0 | 1} axis
   * @param {boolean} canChange
   */
  const lengths = (axis, canChange) => {
    const first = canChange ? minimum[axis] : preferred[axis];
    const last = canChange ? Math.min(maximum?.[axis] ?? grid[axis], grid[axis]) : preferred[axis];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  };
  /** @type {GridSize[]} */
  const all = lengths(0, canChangeRows).flatMap((rows) =>
    lengths(1, canChangeColumns).map((columns) => /** @type {GridSize} */ ([rows, columns])));
  if (!all.some((size) => String(size) === String(preferred))) all.push(preferred);
  return all.sort(([rows, columns], [otherRows, otherColumns]) =>
    rows * columns - otherRows * otherColumns || columns - otherColumns);
}

/**
 * The first cell in reading order that no widget takes; icons make room. Undefined where there is none.
 * @param {Pick<BoardPlace, "frame">[]} places
 * @param {GridSize} grid
 * @param {number} firstRow the first row that is seen
 * @returns {GridPosition | undefined}
 */
export function firstFreeCell(places, [rows, columns], firstRow = 1) {
  for (let row = firstRow; row <= rows; row += 1) {
    for (let column = 1; column <= columns; column += 1) {
      const isTaken = places.some(({ frame: [top, left, height, width] }) =>
        row >= top && row < top + height && column >= left && column < left + width);
      if (!isTaken) return [row, column];
    }
  }
  return undefined;
}

/**
 * The edit that adds a widget on the page in front, near the first free cell that is seen there.
 * @param {EditableBoard} board
 * @param {string} widget
 * @param {GridSize | undefined} size undefined for the widget's usual one
 * @returns {AddEdit}
 */
export function additionInSight({ grid, pages, update }, widget, size) {
  const page = update.pages.find(({ id }) => id === pages.current);
  if (!page) return { type: "add", widget, size };
  const scrolled = pages.grid(page.id).parentElement?.scrollTop ?? 0;
  const firstRow = Math.ceil(scrolled / (grid.cellHeight + grid.gap)) + 1;
  const near = firstFreeCell(page.places, [grid.rows, grid.columns], firstRow);
  return { type: "add", widget, size, page: page.id, near };
}

/**
 * The place that is on a board and was not on it before; undefined where there is none.
 * @param {BoardDocument} update
 * @param {BoardDocument} before
 * @returns {AddedPlace | undefined}
 */
export function addedPlace(update, before) {
  const id = Object.keys(update.tiles).find((name) => !(name in before.tiles));
  if (id === undefined) return undefined;
  for (const page of update.pages) {
    const place = page.places.find(({ members }) => members.includes(id));
    if (place) return { id, page: page.id, place };
  }
  return undefined;
}

/**
 * Brings a widget that was added to the front, and gives it the focus.
 * @param {ShownBoard} board
 * @param {AddedPlace | undefined} added
 */
export function showAdded({ pages, tiles }, added) {
  if (!added) return;
  pages.turnTo(added.page);
  tiles.get(added.place.id)?.cover.focus({ preventScroll: true });
}
