// Draws a small picture of a board's page: boxes where its widgets stand, and its icons; nothing in it runs.

import { make } from "../../shared/dom.js";
import { makeFace } from "../icons/iconFace.js";
import { colorOf } from "../layout/colors.js";

/** @typedef {import("../layout/grid.js").BoardGrid} BoardGrid */
/** @typedef {import("../layout/grid.js").Box} Box */
/** @typedef {import("../tiles/widgetTile.js").TileEntries} TileEntries */

/** The margin around a grid that is as large as its page, in points. */
const MARGIN = 14;

/**
 * How large a page is, and where its grid is on it, in points. A grid that is scrolled makes its page longer.
 * @param {Pick<BoardGrid, "width" | "height">} grid
 * @param {number} width of the board's viewport
 * @param {number} height
 * @returns {Box}
 */
export function pictureOf(grid, width, height) {
  const [wide, high] = [Math.max(width, grid.width + 2 * MARGIN), Math.max(height, grid.height + 2 * MARGIN)];
  return { left: (wide - grid.width) / 2, top: (high - grid.height) / 2, width: wide, height: high };
}

/**
 * Draws a page in an element, which decides how large it is seen.
 * @param {HTMLElement} element
 * @param {BoardPageEntry} page
 * @param {TileEntries} kinds
 * @param {BoardGrid} grid
 * @param {Box} picture
 */
export function drawThumbnail(element, page, kinds, grid, picture) {
  const boxes = page.places.map(({ frame, front, members }) => {
    const { name, isMissing } = kinds[front] ?? { name: "" };
    const box = makeBox("overviewTile", grid.box(frame), picture);
    box.style.setProperty("--face", colorOf(name));
    box.classList.toggle("missing", isMissing === true);
    box.classList.toggle("stack", members.length > 1);
    const text = make("span", "overviewTileName", {}, name);
    box.append(makeFace({ name }), text);
    return box;
  });
  const icons = page.icons.map((icon) => {
    const [row, column] = icon.cell;
    const box = makeBox("overviewIcon", grid.box([row, column, 1, 1]), picture);
    box.append(makeFace(icon));
    return box;
  });
  element.style.aspectRatio = `${picture.width} / ${picture.height}`;
  // The length of a point of the board in the picture.
  element.style.setProperty("--point", `calc(100cqi / ${picture.width})`);
  element.replaceChildren(...boxes, ...icons);
}

/**
 * @param {string} className
 * @param {Box} box in the grid
 * @param {Box} picture
 */
function makeBox(className, { left, top, width, height }, picture) {
  const element = make("span", className);
  const { style } = element;
  style.left = `${((left + picture.left) / picture.width) * 100}%`;
  style.top = `${((top + picture.top) / picture.height) * 100}%`;
  style.width = `${(width / picture.width) * 100}%`;
  style.height = `${(height / picture.height) * 100}%`;
  return element;
}
