// Tells which views scroll, and which have rows.

/**
 * @param {View} view
 * @returns {view is ScrollView}
 */
export function isScrollView(view) {
  return view.scroller !== undefined;
}

/**
 * @param {View | undefined} view
 * @returns {view is TableView}
 */
export function isTable(view) {
  return view?.rows !== undefined;
}

/**
 * The rows of a table that exist.
 * @param {View} table
 */
export function cellsOf(table) {
  return table.children.filter((child) => child.kind === "cell");
}
