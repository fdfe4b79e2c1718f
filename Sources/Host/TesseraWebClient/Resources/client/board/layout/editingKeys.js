// Says which edit a key makes of a tile or an icon while a board is edited.

import { isPageRightToLeft } from "../../texts/texts.js";

/** Beyond the end of any page: an icon goes behind all others. */
export const LAST_INDEX = 10_000;

/** The keys that do something to an icon, and to a tile; buttons know Enter and Space themselves. */
const iconKeys = new Set([
  "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Delete", "Backspace",
]);
const tileKeys = new Set([...iconKeys, "+", "-"]);

/** @typedef {Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} Key */

/** @param {Key} event */
export function isModified({ ctrlKey, metaKey, altKey }) {
  return ctrlKey || metaKey || altKey;
}

/** @param {Key} event */
export function isTileKey(event) {
  return !isModified(event) && tileKeys.has(event.key);
}

/** @param {Key} event */
export function isIconKey(event) {
  return !isModified(event) && iconKeys.has(event.key);
}

/** @param {string} key */
export function isRemoveKey(key) {
  return key === "Delete" || key === "Backspace";
}

/**
 * How many pages on a key leads.
 * @param {string} key
 */
function pageStep(key) {
  return key === "PageUp" ? -1 : key === "PageDown" ? 1 : 0;
}

/**
 * How many rows and columns on an arrow key leads.
 * @param {string} key
 * @returns {GridPosition | undefined}
 */
function direction(key) {
  switch (key) {
    case "ArrowUp": return [-1, 0];
    case "ArrowDown": return [1, 0];
    case "ArrowLeft": return [0, isPageRightToLeft() ? 1 : -1];
    case "ArrowRight": return [0, isPageRightToLeft() ? -1 : 1];
    default: return undefined;
  }
}

/**
 * The edit that a key makes of a tile: arrow keys move it, with Shift they resize it, page keys change its page.
 * @param {Pick<Key, "key" | "shiftKey">} event
 * @param {BoardPlace} place
 * @param {Pick<BoardPageEntry, "id">[]} pages
 * @param {number} pageIndex of the tile
 * @returns {Extract<BoardEdit, { type: "move" | "reshape" }> | undefined}
 */
export function tileEdit({ key, shiftKey }, { id, frame: [row, column, rows, columns] }, pages, pageIndex) {
  const way = direction(key);
  if (way) {
    const [down, right] = way;
    return shiftKey
      ? { type: "reshape", tile: id, frame: [row, column, rows + down, columns + right], makeRoom: true }
      : { type: "move", tile: id, to: [row + down, column + right], makeRoom: true };
  }
  const step = pageStep(key);
  const page = step === 0 ? undefined : pages[pageIndex + step];
  return page && { type: "move", tile: id, page: page.id, to: [row, column], makeRoom: true };
}

/**
 * Where a key moves an icon: within its page, or to another page.
 * @param {string} key
 * @param {string} id
 * @param {Pick<BoardPageEntry, "id" | "icons">[]} pages
 * @returns {{ page: string, pageNumber: number, index: number, count: number, isOtherPage: boolean } | undefined}
 */
export function iconMove(key, id, pages) {
  const pageIndex = pages.findIndex(({ icons }) => icons.some((icon) => icon.id === id));
  const { id: page, icons } = pages[pageIndex] ?? { id: "", icons: [] };
  const step = pageStep(key);
  if (step !== 0) {
    const target = pages[pageIndex + step];
    if (pageIndex < 0 || !target) return undefined;
    const pageNumber = pageIndex + step + 1;
    return { page: target.id, pageNumber, index: LAST_INDEX, count: target.icons.length, isOtherPage: true };
  }
  const way = direction(key);
  if (pageIndex < 0 || !way) return undefined;
  const wanted = icons.findIndex((icon) => icon.id === id) + way[0] + way[1];
  const index = Math.min(Math.max(0, wanted), icons.length - 1);
  return { page, pageNumber: pageIndex + 1, index, count: icons.length, isOtherPage: false };
}
