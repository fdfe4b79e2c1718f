// Says which pages of a board are shown, what they are called, and where keys and fingers move them.

import { isPageRightToLeft, text } from "../../texts/texts.js";

/**
 * The pages that a person can turn to. A board shows a page at least.
 * @template {Pick<BoardPageEntry, "isHidden">} Page
 * @param {Page[]} pages
 * @returns {Page[]}
 */
export function visiblePages(pages) {
  const visible = pages.filter(({ isHidden }) => !isHidden);
  return visible.length > 0 ? visible : pages.slice(0, 1);
}

/**
 * What a page is called where the number of pages matters: "Page 2 of 3: Kitchen".
 * @param {Pick<BoardPageEntry, "name"> | undefined} page
 * @param {number} index among those that are shown
 * @param {number} count
 */
export function pageLabel(page, index, count) {
  const number = { page: index + 1, count };
  return page?.name ? text("pageOfPagesNamed", { ...number, name: page.name }) : text("pageOfPages", number);
}

/**
 * What a page is called in a list of all pages: "Page 2: Kitchen", or "Hidden page: Kitchen".
 * @param {Pick<BoardPageEntry, "id" | "name">} page
 * @param {Pick<BoardPageEntry, "id">[]} visible the pages that are shown
 */
export function pageTitle({ id, name }, visible) {
  const page = visible.findIndex((page) => page.id === id) + 1;
  if (page === 0) return name ? text("hiddenPageNamed", { name }) : text("hiddenPage");
  return name ? text("pageNumberNamed", { page, name }) : text("pageNumber", { page });
}

/**
 * Where a key leads in rows of pages; undefined where it leads nowhere.
 * @param {string} key
 * @param {number} index
 * @param {number} count
 * @param {number} columns how many pages stand beside each other
 * @returns {number | undefined}
 */
export function pageAtKey(key, index, count, columns) {
  const last = count - 1;
  switch (key) {
    case isPageRightToLeft() ? "ArrowRight" : "ArrowLeft": return index > 0 ? index - 1 : undefined;
    case isPageRightToLeft() ? "ArrowLeft" : "ArrowRight": return index < last ? index + 1 : undefined;
    case "ArrowUp": return index >= columns ? index - columns : undefined;
    // Above an empty place in the last row, down leads to the last page.
    case "ArrowDown": return Math.floor(index / columns) < Math.floor(last / columns)
      ? Math.min(index + columns, last) : undefined;
    case "Home": return 0;
    case "End": return last;
    default: return undefined;
  }
}

/** @typedef {{ left: number, top: number }} Point */

/**
 * The position nearest to a point.
 * @param {Point} point
 * @param {Point[]} positions
 */
export function nearestPosition({ left, top }, positions) {
  const distances = positions.map((position) => Math.hypot(position.left - left, position.top - top));
  return distances.indexOf(Math.min(...distances));
}

/**
 * Where each item stands while the one at `from` is held over position `to`.
 * @param {number} count
 * @param {number} from
 * @param {number} to
 * @returns {number[]}
 */
export function orderAround(count, from, to) {
  return Array.from({ length: count }, (_, index) => {
    if (index === from) return to;
    if (from < index && index <= to) return index - 1;
    return to <= index && index < from ? index + 1 : index;
  });
}
