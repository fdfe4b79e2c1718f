// Says where items stand on a board, for people who do not see it.

import { text } from "../../texts/texts.js";
import { pageTitle, visiblePages } from "./pageList.js";

/**
 * The place of a tile or an icon, such as "Clock: row 1, column 3, Page 2: Kitchen, 2 by 2".
 * @param {BoardDocument} update
 * @param {string} id
 * @param {string} name
 */
export function placeText({ pages: all }, id, name) {
  const pages = visiblePages(all);
  const index = pages.findIndex(({ places, icons }) =>
    places.some(({ members }) => members.includes(id)) || icons.some((icon) => icon.id === id));
  const place = pages[index]?.places.find(({ members }) => members.includes(id));
  const icon = pages[index]?.icons.find((icon) => icon.id === id);
  const page = pages.length > 1 && pages[index] ? pageTitle(pages[index], pages) : undefined;
  if (place) {
    const [row, column, rows, columns] = place.frame;
    const said = { name, row, column, rows, columns };
    return page ? text("tilePlaceOnPage", { ...said, page }) : text("tilePlace", said);
  }
  if (!icon) return name;
  const [row, column] = icon.cell;
  return page ? text("iconPlaceOnPage", { name, row, column, page }) : text("iconPlace", { name, row, column });
}
