// Tells which views scroll, and which have rows.

/** @typedef {import("../views/view").ScrollView} ScrollView */
/** @typedef {import("../views/view").TableView} TableView */
/** @typedef {import("../views/view").View} View */

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
