// Tests what the pages of a board are called, where they move, how they are drawn small, and what a pinch is.

import assert from "node:assert/strict";
import test from "node:test";
import {
  nearestPosition, pageAtKey, pageLabel, pageTitle, orderAround, visiblePages,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/pages/pageList.js";
import { pictureOf } from "../../Sources/Host/TesseraWebClient/Resources/client/board/pages/pageThumbnail.js";
import { isPinch } from "../../Sources/Host/TesseraWebClient/Resources/client/board/pages/pinch.js";
import { cases } from "./cases.mjs";

const [first, second, third] = [{ id: "1" }, { id: "2", name: "Kitchen", isHidden: true }, { id: "3", name: "Work" }];

cases({
  "hidden pages are left out": { pages: [first, second, third], visible: [first, third] },
  "a board shows a page, though all are hidden": { pages: [second], visible: [second] },
  "a board without pages shows none": { pages: [], visible: [] },
}, ({ pages, visible }) => assert.deepEqual(visiblePages(pages), visible));

cases({
  "a page without a name has its number": { page: first, index: 0, label: "Page 1 of 2" },
  "a name follows the number": { page: third, index: 1, label: "Page 2 of 2: Work" },
  "a page that is not there has its number": { page: undefined, index: 1, label: "Page 2 of 2" },
}, ({ page, index, label }) => assert.equal(pageLabel(page, index, 2), label));

cases({
  "in the list a page has the number of those that are shown": { page: third, title: "Page 2: Work" },
  "in the list a page may have no name": { page: first, title: "Page 1" },
  "in the list a hidden page has no number": { page: second, title: "Hidden page: Kitchen" },
}, ({ page, title }) => assert.equal(pageTitle(page, [first, third]), title));

cases({
  "right leads to the next page": { key: "ArrowRight", index: 2, to: 3 },
  "left leads to the page before": { key: "ArrowLeft", index: 3, to: 2 },
  "the first page has none before it": { key: "ArrowLeft", index: 0, to: undefined },
  "the last page has none after it": { key: "ArrowRight", index: 6, to: undefined },
  "down leads to the next row": { key: "ArrowDown", index: 1, to: 4 },
  "down leads to the last page where the row ends before": { key: "ArrowDown", index: 5, to: 6 },
  "below the last row is nothing": { key: "ArrowDown", index: 6, to: undefined },
  "up leads to the row above": { key: "ArrowUp", index: 6, to: 3 },
  "above the first row is nothing": { key: "ArrowUp", index: 2, to: undefined },
  "Home leads to the first page": { key: "Home", index: 4, to: 0 },
  "End leads to the last page": { key: "End", index: 4, to: 6 },
  "other keys lead nowhere": { key: "a", index: 4, to: undefined },
}, ({ key, index, to }) => assert.equal(pageAtKey(key, index, 7, 3), to));

cases({
  "a page that moves on lets the others move back": { from: 0, to: 2, order: [2, 0, 1, 3] },
  "a page that moves back lets the others move on": { from: 3, to: 1, order: [0, 2, 3, 1] },
  "a page at its own place moves none": { from: 1, to: 1, order: [0, 1, 2, 3] },
}, ({ from, to, order }) => assert.deepEqual(orderAround(4, from, to), order));

test("the nearest place is the one under the finger", () => {
  const positions = [{ left: 0, top: 0 }, { left: 100, top: 0 }, { left: 0, top: 100 }];
  assert.equal(nearestPosition({ left: 60, top: 20 }, positions), 1);
  assert.equal(nearestPosition({ left: 10, top: 90 }, positions), 2);
});

cases({
  "a grid stands in the middle of its page": {
    grid: { width: 800, height: 500 }, window: [1000, 600], picture: { left: 100, top: 50, width: 1000, height: 600 },
  },
  "a grid that is scrolled makes its page longer": {
    grid: { width: 800, height: 700 }, window: [1000, 600], picture: { left: 100, top: 14, width: 1000, height: 728 },
  },
}, ({ grid, window, picture }) => assert.deepEqual(pictureOf(grid, ...window), picture));

cases({
  "fingers that come together are a pinch": { from: 200, to: 150, expected: true },
  "fingers that stay are none": { from: 200, to: 195, expected: false },
  "fingers that move apart are none": { from: 150, to: 200, expected: false },
  "fingers near each other have to move some way": { from: 60, to: 40, expected: false },
}, ({ from, to, expected }) => assert.equal(isPinch(from, to), expected));
