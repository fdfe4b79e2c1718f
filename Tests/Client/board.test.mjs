// Tests the geometry of a board's grid, its keys, its colours, and what it says about freshness.

import assert from "node:assert/strict";
import test from "node:test";
import {
  colorOf, isBright, meanColor,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/layout/colors.js";
import {
  iconMove, isIconKey, isRemoveKey, isTileKey, tileEdit,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/layout/editingKeys.js";
import {
  ageText, describeFreshness,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/tiles/freshness.js";
import {
  BoardGrid, accessoryCenters, gridFor, hasRoomForHandle,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/layout/grid.js";
import { isArchive, isHidden } from "../../Sources/Host/TesseraWebClient/Resources/client/board/gallery/installing.js";
import { firstRow, shapePath } from "../../Sources/Host/TesseraWebClient/Resources/client/board/layout/placeShape.js";
import { revealingOffset } from "../../Sources/Host/TesseraWebClient/Resources/client/board/tiles/stackTabs.js";
import { swipeStep } from "../../Sources/Host/TesseraWebClient/Resources/client/board/tiles/stackTurns.js";
import { cases } from "./cases.mjs";

// The grid

cases({
  "a narrow window has 3 columns": { window: [280, 569], grid: [6, 3] },
  "a small phone has 6 rows and 4 columns": { window: [320, 484], grid: [6, 4] },
  "a phone has 6 rows and 4 columns": { window: [390, 760], grid: [6, 4] },
  "the largest phone has 6 rows and 4 columns": { window: [440, 872], grid: [6, 4] },
  "a window at 400 % zoom has the grid of a phone": { window: [320, 172], grid: [6, 4] },
  "a phone keeps its grid above its keyboard": { window: [412, 380], grid: [6, 4] },
  "a narrow, high window has more rows": { window: [400, 1316], grid: [8, 4] },
  "a small phone on its side has 3 rows and 6 columns": { window: [568, 252], grid: [3, 6] },
  "a phone on its side has 3 rows and 8 columns": { window: [844, 322], grid: [3, 8] },
  "a window at 200 % zoom has 3 rows and 8 columns": { window: [640, 332], grid: [3, 8] },
  "a tablet has 8 rows and 6 columns": { window: [820, 1096], grid: [8, 6] },
  "a small tablet has 8 rows and 6 columns": { window: [601, 876], grid: [8, 6] },
  "a tablet on its side has 6 rows and 8 columns": { window: [1180, 736], grid: [6, 8] },
  "a large tablet has 8 rows and 8 columns": { window: [1024, 1282], grid: [8, 8] },
  "a small landscape window has 6 rows and 8 columns": { window: [900, 616], grid: [6, 8] },
  "a desktop has 6 rows and 8 columns": { window: [1280, 716], grid: [6, 8] },
  "a laptop with bars has 6 rows and 8 columns": { window: [1366, 573], grid: [6, 8] },
  "a low laptop has 6 rows and 12 columns": { window: [1536, 646], grid: [6, 12] },
  "a large screen has 8 rows and 12 columns": { window: [1920, 996], grid: [8, 12] },
  "a large screen with bars has 8 rows and 12 columns": { window: [1920, 866], grid: [8, 12] },
  "a very large screen has 8 rows and 16 columns": { window: [2560, 1356], grid: [8, 16] },
  "a wide, low screen has 8 rows and 24 columns": { window: [3440, 1356], grid: [8, 24] },
  "the largest screen has 12 rows and 24 columns": { window: [3840, 2076], grid: [12, 24] },
}, ({ window: [width, height], grid }) => {
  assert.deepEqual(gridFor(width, height), grid);
  const padding = width < 768 ? 14 : 24;
  const page = [width - 2 * padding, height - 8 - padding];
  const { cellWidth, cellHeight, width: used } = new BoardGrid(gridFor(width, height), ...page);
  for (const side of [cellWidth, cellHeight]) assert.ok(side >= 64 && side <= 140, `${cellWidth} × ${cellHeight}`);
  assert.ok(used <= page[0], `${used} of ${page[0]}`);
  assert.ok(width < 1000 || used >= 0.8 * width, `${used} of ${width}`);
});

test("no width makes the page wider than the window, or leaves much of it free", () => {
  for (let width = 244; width <= 3840; width += 1) {
    for (const height of [160, 400, 516, 716, 996, 1600]) {
      const padding = width < 768 ? 14 : 24;
      const grid = new BoardGrid(gridFor(width, height), width - 2 * padding, height - 8 - padding);
      assert.ok(grid.width <= width - 2 * padding, `${grid.width} of ${width}`);
      assert.ok(width < 1000 || grid.width >= 0.8 * width, `${grid.width} of ${width} × ${height}`);
    }
  }
});

test("there are fewer grids than the server keeps arrangements of", () => {
  const grids = new Set();
  for (let width = 0; width <= 5200; width += 4) {
    for (let height = 0; height <= 3000; height += 4) grids.add(String(gridFor(width, height)));
  }
  assert.ok(grids.size <= 32, String(grids.size));
});

cases({
  "a bar of a phone's browser does not change the grid": { window: [390, 760], other: [390, 660] },
  "a bar on a phone on its side does not change the grid": { window: [844, 322], other: [844, 250] },
  "a bar of tabs on a desktop does not change the grid": { window: [1280, 716], other: [1280, 616] },
  "the whole screen has the grid of a window": { window: [1920, 996], other: [1920, 866] },
  "the whole of a very large screen has the grid of a window": { window: [2560, 1356], other: [2560, 1226] },
  "a scroll bar does not change the grid": { window: [1280, 716], other: [1263, 716] },
}, ({ window, other }) => assert.deepEqual(gridFor(...window), gridFor(...other)));

test("cells fill a page with gaps between them", () => {
  const grid = new BoardGrid([6, 8], 1248, 752);
  assert.deepEqual([grid.gap, grid.cellWidth, grid.cellHeight], [16, 140, 112]);
  assert.deepEqual([grid.width, grid.height], [8 * 140 + 7 * 16, 6 * 112 + 5 * 16]);
  assert.ok(grid.width <= 1248 && grid.height <= 752);
});

test("cells stay nearly square on a page that is much too high", () => {
  const high = new BoardGrid([6, 4], 400, 2000);
  assert.equal(high.cellHeight, Math.floor(((400 - 3 * 12) / 4) * 1.25));
});

test("cells are neither too small nor too large", () => {
  const small = new BoardGrid([6, 4], 0, 0);
  assert.deepEqual([small.cellWidth, small.cellHeight], [64, 64]);
  const large = new BoardGrid([8, 12], 9000, 9000);
  assert.deepEqual([large.cellWidth, large.cellHeight], [140, 140]);
});

test("boxes and cells are inverses of each other", () => {
  const grid = new BoardGrid([6, 8], 1248, 752);
  for (let row = 1; row <= 6; row += 1) {
    for (let column = 1; column <= 8; column += 1) {
      const { left, top, width, height } = grid.box([row, column, 2, 3]);
      assert.deepEqual(grid.cell(left, top), [row, column]);
      assert.deepEqual(grid.cell(left + grid.cellWidth * 0.4, top - grid.cellHeight * 0.4), [row, column]);
      assert.deepEqual(grid.size(width, height), [2, 3]);
    }
  }
});

cases({
  "a frame on the grid stays": { position: [2, 3], size: [2, 2], clamped: [2, 3] },
  "a frame above and left of the grid is clamped": { position: [-3, 0], size: [2, 2], clamped: [1, 1] },
  "a frame below and right of the grid is clamped": { position: [9, 9], size: [2, 3], clamped: [5, 6] },
  "a frame that is larger than the grid begins at its corner": { position: [3, 3], size: [9, 9], clamped: [1, 1] },
}, ({ position, size, clamped }) => {
  assert.deepEqual(new BoardGrid([6, 8], 1248, 752).clamped(position, ...size), clamped);
});

cases({
  "a size of zero counts as one cell": { length: [0, 0], size: [1, 1] },
  "a negative size counts as one cell": { length: [-500, -500], size: [1, 1] },
  "a tile is no larger than the grid": { length: [9000, 9000], size: [6, 8] },
}, ({ length, size }) => assert.deepEqual(new BoardGrid([6, 8], 1248, 752).size(...length), size));

cases({
  "the buttons of a large tile are within it": {
    tile: { width: 300, height: 200, rows: 2, columns: 3, canExpand: true },
    places: { close: [28, 28], settings: [272, 28], expand: [272, 172], shrink: [230, 172] },
  },
  "the buttons of a tile with one row are in its corners, beside the handle": {
    tile: { width: 300, height: 98, rows: 1, columns: 3, canExpand: true },
    places: { close: [12, 12], settings: [288, 12], expand: [272, 86], shrink: [230, 86] },
  },
  "the buttons of a cell are in its corners": {
    tile: { width: 140, height: 98, rows: 1, columns: 1, canExpand: true },
    places: { close: [12, 12], settings: [128, 12], expand: [112, 86], shrink: [70, 86] },
  },
  "a small cell has only a button to remove it": {
    tile: { width: 64, height: 64, rows: 1, columns: 1, canExpand: true }, places: { close: [12, 12] },
  },
  "a low tile has only a button to remove it": {
    tile: { width: 300, height: 80, rows: 1, columns: 3, canExpand: true }, places: { close: [12, 12] },
  },
  "the buttons around a part of a cell need room in all of it": {
    tile: { x: 30, y: 10, width: 80, height: 80, rows: 1, columns: 1, canExpand: true, room: 98 },
    places: { close: [42, 22], settings: [98, 22], expand: [82, 78], shrink: [40, 78] },
  },
  "a large tile has two buttons for fingers": {
    tile: { width: 300, height: 200, rows: 2, columns: 3, target: 44, canExpand: true },
    places: { close: [28, 28], settings: [272, 28] },
  },
  "a cell has one button for fingers": {
    tile: { width: 81, height: 101, rows: 1, columns: 1, target: 44, canExpand: true }, places: { close: [16, 16] },
  },
  "a tile of maximum size has the shrink button in its corner": {
    tile: { width: 300, height: 200, rows: 2, columns: 3, canExpand: false },
    places: { close: [28, 28], settings: [272, 28], expand: [272, 172], shrink: [272, 172] },
  },
  "a widget may set what the buttons surround": {
    tile: { x: 10, y: 20, width: 200, height: 100, rows: 2, columns: 3, canExpand: false },
    places: { close: [38, 48], settings: [182, 48], expand: [182, 92], shrink: [182, 92] },
  },
}, ({ tile, places }) => assert.deepEqual(accessoryCenters({ button: 28, ...tile }), places));

cases({
  "a mouse has room on the smallest tile": { tile: [64, 64, 28], expected: true },
  "fingers have no room for two targets on the smallest tile": { tile: [64, 67, 44], expected: false },
  "fingers have room on a phone's cell": { tile: [81, 101, 44], expected: true },
  "fingers have room on a low tile": { tile: [140, 64, 44], expected: true },
}, ({ tile, expected }) => assert.equal(hasRoomForHandle(...tile), expected));

// Keys

const place = { id: "1", frame: [2, 3, 4, 5], members: ["1"], front: "1", canExpand: true, canShrink: true };
const pages = [
  { id: "p1", icons: [{ id: "a" }, { id: "b" }, { id: "c" }] },
  { id: "p2", icons: [] },
  { id: "p3", icons: [{ id: "d" }] },
];

cases({
  "the up arrow moves a tile": { key: "ArrowUp", edit: { type: "move", to: [1, 3] } },
  "the right arrow moves a tile": { key: "ArrowRight", edit: { type: "move", to: [2, 4] } },
  "with Shift the down arrow makes a tile higher": {
    key: "ArrowDown", shiftKey: true, edit: { type: "reshape", frame: [2, 3, 5, 5] },
  },
  "with Shift the left arrow makes a tile narrower": {
    key: "ArrowLeft", shiftKey: true, edit: { type: "reshape", frame: [2, 3, 4, 4] },
  },
  "Page Down moves a tile to the next page": { key: "PageDown", edit: { type: "move", page: "p3", to: [2, 3] } },
  "Page Up moves a tile to the previous page": { key: "PageUp", edit: { type: "move", page: "p1", to: [2, 3] } },
}, ({ key, shiftKey = false, edit }) => {
  assert.deepEqual(tileEdit({ key, shiftKey }, place, pages, 1), { ...edit, tile: "1", makeRoom: true });
});

test("the first and the last page are the limits", () => {
  assert.equal(tileEdit({ key: "PageUp", shiftKey: false }, place, pages, 0), undefined);
  assert.equal(tileEdit({ key: "PageDown", shiftKey: false }, place, pages, 2), undefined);
});

cases({
  "the right arrow moves an icon on": { key: "ArrowRight", id: "a", move: { page: "p1", index: 1 } },
  "the up arrow moves an icon back": { key: "ArrowUp", id: "c", move: { page: "p1", index: 1 } },
  "the first icon stays the first": { key: "ArrowLeft", id: "a", move: { page: "p1", index: 0 } },
  "the last icon stays the last": { key: "ArrowDown", id: "c", move: { page: "p1", index: 2 } },
  "Page Down moves an icon to the end of the next page": {
    key: "PageDown", id: "a", move: { page: "p2", index: 10_000, pageNumber: 2 },
  },
  "an icon on the last page has no next page": { key: "PageDown", id: "d", move: undefined },
  "a removed icon does not change pages": { key: "PageDown", id: "x", move: undefined },
  "a removed icon does not move": { key: "ArrowUp", id: "x", move: undefined },
}, ({ key, id, move }) => {
  const { page, index, pageNumber } = iconMove(key, id, pages) ?? {};
  const expected = { page: move?.page, index: move?.index, pageNumber: move?.pageNumber ?? (move && 1) };
  assert.deepEqual({ page, index, pageNumber }, expected);
});

cases({
  "plus resizes tiles only": { event: { key: "+" }, isTile: true, isIcon: false },
  "Delete removes either": { event: { key: "Delete" }, isTile: true, isIcon: true },
  "an arrow with Control belongs to the browser": {
    event: { key: "ArrowUp", ctrlKey: true }, isTile: false, isIcon: false,
  },
  "an arrow with Alt belongs to the browser": { event: { key: "ArrowUp", altKey: true }, isTile: false, isIcon: false },
  "Enter belongs to the button": { event: { key: "Enter" }, isTile: false, isIcon: false },
}, ({ event, isTile, isIcon }) => {
  const key = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...event };
  assert.deepEqual([isTileKey(key), isIconKey(key)], [isTile, isIcon]);
});

test("Delete and Backspace remove", () => {
  assert.deepEqual(["Delete", "Backspace", "PageUp"].map(isRemoveKey), [true, true, false]);
});

cases({
  "a swipe up shows the next widget": { way: [0, -60], step: 1 },
  "a swipe down shows the previous widget": { way: [10, 60], step: -1 },
  "a short swipe changes nothing": { way: [0, -47], step: 0 },
  "a sideways swipe changes nothing": { way: [-60, -60], step: 0 },
}, ({ way, step }) => assert.equal(swipeStep(...way), step));

cases({
  "a tab in sight does not move the row": { row: [0, 200], tab: [60, 80], offset: 0 },
  "a tab beyond the end comes in sight, with a part of the next one": { row: [0, 200], tab: [150, 80], offset: 50 },
  "a tab before the beginning comes in sight": { row: [100, 200], tab: [60, 80], offset: 40 },
  "a tab that is cut off at its end comes in sight": { row: [0, 200], tab: [125, 80], offset: 25 },
  "from right to left a tab beyond the end comes in sight": { row: [0, 200], tab: [-90, 80], offset: -110 },
  "from right to left a tab before the beginning comes in sight": { row: [-150, 200], tab: [40, 80], offset: -60 },
  "a tab that fills the row is seen without its neighbours": { row: [0, 100], tab: [90, 100], offset: 90 },
  "of a tab that is wider than the row the left part is seen": { row: [0, 100], tab: [90, 140], offset: 90 },
}, ({ row: [scrollLeft, clientWidth], tab: [offsetLeft, offsetWidth], offset }) => {
  assert.equal(revealingOffset({ scrollLeft, clientWidth }, { offsetLeft, offsetWidth }), offset);
});

// Colours

cases({
  "white is bright": { color: "#ffffff", expected: true },
  "black is dark": { color: "#000000", expected: false },
  "yellow is bright": { color: "#ffd60a", expected: true },
  "blue is dark": { color: "#1f5fd6", expected: false },
  "grey is dark if white has more contrast": { color: "#757575", expected: false },
  "a slightly lighter grey is bright": { color: "#767676", expected: true },
  "capital letters are equivalent": { color: "#FFFFFF", expected: true },
}, ({ color, expected }) => assert.equal(isBright(color), expected));

test("the mean of pixels ignores their opacity", () => {
  assert.equal(meanColor([255, 0, 0, 255, 0, 255, 0, 0]), "#808000");
  assert.equal(meanColor(Array.from({ length: 64 }, () => [1, 2, 3, 255]).flat()), "#010203");
});

test("a name always has the same colour, an empty one too", () => {
  assert.equal(colorOf("Maps"), colorOf("Maps"));
  assert.notEqual(colorOf("Maps"), colorOf("Mail"));
  assert.equal(colorOf(""), "hsl(0 55% 42%)");
  assert.match(colorOf("😀 Fun"), /^hsl\(\d+ 55% 42%\)$/);
});

// Freshness

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

cases({
  "less than a minute is now": { age: MINUTE - 1, text: "now" },
  "a future time is now": { age: -HOUR, text: "now" },
  "a minute": { age: MINUTE, text: "1 min ago" },
  "nearly an hour": { age: HOUR - 1, text: "59 min ago" },
  "an hour": { age: HOUR, text: "1 hr ago" },
  "nearly a day": { age: DAY - 1, text: "23 hr ago" },
  "ten days": { age: 10 * DAY, text: "10 days ago" },
}, ({ age, text }) => assert.equal(ageText(age).replace(".", ""), text));

cases({
  "fresh content shows its age": {
    freshness: { updated: 0, stale: 3 * MINUTE }, expected: { text: ageText(2 * MINUTE), isStale: false },
    title: `Updated ${ageText(2 * MINUTE)}. Press to refresh.`,
  },
  "old content is marked": {
    freshness: { updated: 0, stale: 2 * MINUTE }, expected: { text: ageText(2 * MINUTE), isStale: true },
    title: `Updated ${ageText(2 * MINUTE)}. Press to refresh.`,
  },
  "a failure is marked and described": {
    freshness: { updated: 0, failure: "offline" }, expected: { text: ageText(2 * MINUTE), isStale: true },
    title: `Updated ${ageText(2 * MINUTE)}. The last attempt failed: offline. Press to refresh.`,
  },
  "content that never arrived has no age": {
    freshness: {}, expected: { text: "", isStale: false }, title: "Never updated. Press to refresh.",
  },
  "a stopped widget shows the reason": {
    freshness: { updated: 0, isStopped: true, failure: "It crashed" }, expected: { text: "stopped", isStale: true },
    title: "Stopped. It crashed. Press to try now.",
  },
  "a widget that stopped without a reason shows none": {
    freshness: { isStopped: true }, expected: { text: "stopped", isStale: false }, title: "Stopped. Press to try now.",
  },
}, ({ freshness, expected, title }) => {
  assert.deepEqual(describeFreshness(freshness, 2 * MINUTE), { ...expected, title });
});

// The gallery

test("archives are recognized by name, hidden files by path", () => {
  const names = ["a.zip", "A.ZIP", "a.zip.txt", "zip"];
  assert.deepEqual(names.map((name) => isArchive({ name })), [true, true, false, false]);
  assert.deepEqual(["a/b.json", ".git/x", "a/.DS_Store", "a.b/c"].map(isHidden), [false, true, true, false]);
});

// Shapes of places

const cellsOfTen = { box: ([row, column, rows, columns]) => ({
  left: (column - 1) * 12, top: (row - 1) * 12, width: columns * 12 - 2, height: rows * 12 - 2,
}) };

test("the shape of a place joins its cells over the gaps between them", () => {
  const path = shapePath([[2, 3], [2, 4]], [2, 3, 1, 2], cellsOfTen);
  assert.equal(path, "M0 0h10v10h-10zM0 0h22v10h-22zM12 0h10v10h-10z");
});

test("the shape of a place leaves out the cells that it does not take, and the gaps beside them", () => {
  const path = shapePath([[1, 1], [1, 2], [2, 1]], [1, 1, 2, 2], cellsOfTen);
  const rectangles = path.split("z").slice(0, -1).map((part) => part.match(/-?\d+/g)?.map(Number));
  for (const [left, top, width, height] of rectangles) assert.ok(left + width <= 10 || top + height <= 10);
  assert.equal(rectangles.length, 5);
});

test("the shape of a place is the same from further below", () => {
  assert.equal(shapePath([[2, 3]], [2, 3, 1, 1], cellsOfTen, 4), "M0 -4h10v10h-10z");
});

cases({
  "tabs take the whole first row": { cells: [[2, 3], [2, 4], [3, 3]], row: { left: 0, width: 22 } },
  "tabs take only the cells of the first row": { cells: [[2, 4], [3, 3], [3, 4]], row: { left: 12, width: 10 } },
  "tabs take the widest part of a first row with a gap": {
    cells: [[2, 3], [2, 5], [2, 6], [3, 3], [3, 4], [3, 5], [3, 6]], row: { left: 24, width: 22 },
  },
}, ({ cells, row }) => {
  const columns = Math.max(...cells.map(([, column]) => column)) - 2;
  assert.deepEqual(firstRow(cells, [2, 3, 2, columns], cellsOfTen), row);
});

test("the shape of a full square has no hole in its middle", () => {
  const path = shapePath([[1, 1], [1, 2], [2, 1], [2, 2]], [1, 1, 2, 2], cellsOfTen);
  assert.ok(path.includes("M0 0h22v22h-22z"));
});
