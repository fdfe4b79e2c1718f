// Tests the geometry of a board's grid, its keys, its colours, and what it says about freshness.

import assert from "node:assert/strict";
import test from "node:test";
import { colorOf, isBright, meanColor } from "../../Sources/Host/TesseraWebClient/Resources/client/board/colors.js";
import {
  iconMove, isIconKey, isRemoveKey, isTileKey, tileEdit,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/editingKeys.js";
import { ageText, describeFreshness } from "../../Sources/Host/TesseraWebClient/Resources/client/board/freshness.js";
import { matches } from "../../Sources/Host/TesseraWebClient/Resources/client/board/gallery.js";
import {
  BoardGrid, accessoryPlaces, gridFor,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/grid.js";
import { isArchive, isHidden } from "../../Sources/Host/TesseraWebClient/Resources/client/board/installing.js";
import { swipeStep } from "../../Sources/Host/TesseraWebClient/Resources/client/board/stackTurns.js";
import { cases } from "./cases.mjs";

// The grid

cases({
  "a phone has 6 rows and 4 columns": { window: [390, 844], grid: [6, 4] },
  "the widest phone has 6 rows and 4 columns": { window: [599, 400], grid: [6, 4] },
  "a phone on its side has 3 rows and 8 columns": { window: [844, 390], grid: [3, 8] },
  "a tablet has 8 rows and 6 columns": { window: [820, 1180], grid: [8, 6] },
  "a small landscape window has 6 rows and 8 columns": { window: [900, 700], grid: [6, 8] },
  "a desktop has 6 rows and 8 columns": { window: [1280, 800], grid: [6, 8] },
  "a very large screen has 8 rows and 12 columns": { window: [2560, 1400], grid: [8, 12] },
  "a window without a size has 6 rows and 4 columns": { window: [0, 0], grid: [6, 4] },
}, ({ window, grid }) => assert.deepEqual(gridFor(...window), grid));

test("cells fill a page with gaps between them", () => {
  const grid = new BoardGrid([6, 8], 1248, 752);
  assert.deepEqual([grid.gap, grid.cellWidth, grid.cellHeight], [16, 142, 112]);
  assert.deepEqual([grid.width, grid.height], [8 * 142 + 7 * 16, 6 * 112 + 5 * 16]);
  assert.ok(grid.width <= 1248 && grid.height <= 752);
});

test("cells stay nearly square on a page that is much too wide or high", () => {
  const wide = new BoardGrid([6, 4], 1000, 500);
  assert.equal(wide.cellWidth, Math.floor(((500 - 5 * 16) / 6) * 1.5));
  const high = new BoardGrid([6, 4], 400, 2000);
  assert.equal(high.cellHeight, Math.floor(((400 - 3 * 12) / 4) * 1.25));
});

test("cells are neither too small nor too large", () => {
  const small = new BoardGrid([6, 4], 0, 0);
  assert.deepEqual([small.cellWidth, small.cellHeight], [64, 64]);
  const large = new BoardGrid([8, 12], 9000, 9000);
  assert.deepEqual([large.cellWidth, large.cellHeight], [210, 210]);
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
  "the buttons of a tile with one row are on its corners": {
    tile: { width: 300, height: 80, rows: 1, columns: 3, canExpand: true },
    places: { close: [0, 0], settings: [300, 0], expand: [300, 80], shrink: [258, 80] },
  },
  "the shrink button of a narrow tile is above the other": {
    tile: { width: 80, height: 80, rows: 1, columns: 1, canExpand: true },
    places: { close: [0, 0], settings: [80, 0], expand: [80, 80], shrink: [80, 38] },
  },
  "a tile of maximum size has the shrink button in its corner": {
    tile: { width: 300, height: 200, rows: 2, columns: 3, canExpand: false },
    places: { close: [28, 28], settings: [272, 28], expand: [272, 172], shrink: [272, 172] },
  },
  "a widget may set what the buttons surround": {
    tile: { x: 10, y: 20, width: 200, height: 100, rows: 2, columns: 3, canExpand: false },
    places: { close: [38, 48], settings: [182, 48], expand: [182, 92], shrink: [182, 92] },
  },
}, ({ tile, places }) => assert.deepEqual(accessoryPlaces({ ...tile, button: 28 }), places));

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
  "a minute": { age: MINUTE, text: "1m ago" },
  "nearly an hour": { age: HOUR - 1, text: "59m ago" },
  "an hour": { age: HOUR, text: "1h ago" },
  "nearly a day": { age: DAY - 1, text: "23h ago" },
  "ten days": { age: 10 * DAY, text: "10d ago" },
}, ({ age, text }) => assert.equal(ageText(age).replace(/\s?(min\.|hr\.)/, (unit) => unit.trim()[0]), text));

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

cases({
  "an empty search finds everything": { search: "  ", found: true },
  "a search covers name, summary and author": { search: "NOTES paper ada", found: true },
  "a part of a word is enough": { search: "ote", found: true },
  "all words must match": { search: "notes weather", found: false },
}, ({ search, found }) => {
  assert.equal(matches({ name: "Notes", summary: "On paper", author: "Ada" }, search), found);
});

test("a widget without an author is found by its name, not by `undefined`", () => {
  assert.equal(matches({ name: "Notes", summary: "" }, "notes"), true);
  assert.equal(matches({ name: "Notes", summary: "" }, "undefined"), false);
});

test("archives are recognized by name, hidden files by path", () => {
  const names = ["a.zip", "A.ZIP", "a.zip.txt", "zip"];
  assert.deepEqual(names.map((name) => isArchive({ name })), [true, true, false, false]);
  assert.deepEqual(["a/b.json", ".git/x", "a/.DS_Store", "a.b/c"].map(isHidden), [false, true, true, false]);
});
