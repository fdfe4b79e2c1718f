// Tests the calculations of views: scrolling, rows, drags, menus, and room in bars.

import assert from "node:assert/strict";
import test from "node:test";
import { edgeSpeed } from "../../Sources/Host/TesseraWebClient/Resources/client/interaction/gestures.js";
import { itemText } from "../../Sources/Host/TesseraWebClient/Resources/client/interaction/menus.js";
import { freePlace } from "../../Sources/Host/TesseraWebClient/Resources/client/interaction/refreshing.js";
import { rowPlaces } from "../../Sources/Host/TesseraWebClient/Resources/client/interaction/reordering.js";
import { swipeDistance } from "../../Sources/Host/TesseraWebClient/Resources/client/interaction/swipes.js";
import { boundedWay, draggedFrame } from "../../Sources/Host/TesseraWebClient/Resources/client/interaction/tracking.js";
import { nextItem } from "../../Sources/Host/TesseraWebClient/Resources/client/shared/arrowKeys.js";
import { wantedOffset } from "../../Sources/Host/TesseraWebClient/Resources/client/views/scroll.js";
import { thumbMeasures } from "../../Sources/Host/TesseraWebClient/Resources/client/views/scrollbar.js";
import { stickyShift } from "../../Sources/Host/TesseraWebClient/Resources/client/views/stickyRows.js";
import { estimatedStart } from "../../Sources/Host/TesseraWebClient/Resources/client/views/tableRows.js";
import { cases } from "./cases.mjs";

// Scrolling

const sentAt = (...offsets) => offsets.map((offset) => ({ offset, time: 1000 }));

cases({
  "an offset from the server alone applies": { sent: [], news: { offset: 50, current: 0 }, target: 50 },
  "an offset near the present one is ignored": { sent: [], news: { offset: 50.4, current: 50 }, target: undefined },
  "a repeated offset is ignored": { sent: sentAt(100), news: { offset: 100, current: 240 }, target: undefined },
  "a correction moves by the difference": { sent: sentAt(100), news: { offset: 130, current: 240 }, target: 270 },
  "a correction starts at the nearest offset": {
    sent: sentAt(100, 200, 300), news: { offset: 190, current: 400 }, target: 390,
  },
  "an offset that was sent long ago is forgotten": {
    sent: [{ offset: 100, time: 0 }], news: { offset: 100, current: 240, now: 1501 }, target: 100,
  },
  "a new view starts at the server's offset": {
    sent: sentAt(100), news: { offset: 130, current: 0, isNew: true }, target: 130,
  },
}, ({ sent, news, target }) => {
  assert.equal(wantedOffset({ sent }, { isNew: false, now: 1000, ...news }), target);
});

cases({
  "the thumb is as long as the visible part": {
    lengths: [100, 100, 200], measures: { length: 50, way: 50, range: 100 },
  },
  "the thumb has a minimum length": { lengths: [100, 100, 100_000], measures: { length: 28, way: 72, range: 99_900 } },
  "content that fits does not scroll": { lengths: [100, 100, 50], measures: { length: 200, way: 1, range: 0 } },
  "missing content does not scroll": { lengths: [0, 0, 0], measures: { length: 28, way: 1, range: 0 } },
}, ({ lengths, measures }) => assert.deepEqual(thumbMeasures(...lengths), measures));

cases({
  "a row below the top stays": { offset: 50, shift: 0 },
  "a row that would leave sticks": { offset: 130, shift: 30 },
  "a row stops where its section ends": { offset: 900, shift: 160 },
}, ({ offset, shift }) => assert.equal(stickyShift([0, 100, 300, 40], 300, offset), shift));

test("a section shorter than its row does not move the row", () => {
  assert.equal(stickyShift([0, 100, 300, 40], 120, 500), 0);
});

test("the position of a missing row is estimated from its neighbours", () => {
  const cell = (rowIndex, y, height) => ({ attributes: { rowIndex }, frame: [0, y, 100, height] });
  const table = { attributes: {} };
  const cells = [cell(4, 200, 40), cell(5, 240, 60)];
  assert.equal(estimatedStart(table, cells, 7), 240 + 2 * 50);
  assert.equal(estimatedStart(table, cells, 0), 200 - 4 * 50);
});

// Reordering

const rows = [0, 1, 2, 3].map((index) => ({ index, start: index * 50, length: 40 }));

cases({
  "a row that hardly moved stays": { row: 1, moved: 20, target: 1, shifts: [0, 0, 0, 0] },
  "a row over the middle of the next takes its place": { row: 1, moved: 31, target: 2, shifts: [0, 0, -50, 0] },
  "a row that moved far passes several": { row: 0, moved: 500, target: 3, shifts: [0, -50, -50, -50] },
  "a row moves up, too": { row: 2, moved: -60, target: 1, shifts: [0, 50, 0, 0] },
  "a row beyond the start becomes the first": { row: 2, moved: -500, target: 0, shifts: [50, 50, 0, 0] },
}, ({ row, moved, target, shifts }) => {
  assert.deepEqual(rowPlaces(rows[row], moved, rows), { target, shifts: shifts.map((shift) => shift + 0) });
});

test("the order of elements does not matter, and one row has no gap", () => {
  const [first, second, third, fourth] = rows;
  const shuffled = rowPlaces(first, 31, [fourth, second, first, third]);
  assert.deepEqual(shuffled, { target: 1, shifts: [0, -50, 0, 0] });
  assert.deepEqual(rowPlaces(first, 31, [first]), { target: 0, shifts: [0] });
});

cases({
  "nothing scrolls in the middle": { place: 200, speed: 0 },
  "scrolling at the edge grows with the distance": { place: 30, speed: -2 },
  "scrolling beyond the start has full speed": { place: -100, speed: -12 },
  "scrolling beyond the end has full speed": { place: 500, speed: 12 },
}, ({ place, speed }) => assert.equal(edgeSpeed(place, 400), speed));

// Dragging

cases({
  "a distance within the bounds stays": { numbers: [30, 10, [0, 100]], way: 20 },
  "a distance beyond the end is clamped": { numbers: [300, 10, [0, 100]], way: 90 },
  "a distance beyond the start is clamped": { numbers: [-300, 10, [0, 100]], way: -10 },
  "an edge without bounds stays": { numbers: [300, 10, undefined], way: 0 },
}, ({ numbers, way }) => assert.equal(boundedWay(...numbers), way));

test("each part of a frame takes its share of the distance", () => {
  assert.deepEqual(draggedFrame([1, 2, 30, 40], [1, 1, 0, 0], [5, 7]), [6, 9, 30, 40]);
  assert.deepEqual(draggedFrame([1, 2, 30, 40], [0, 0, 1, -0.5], [5, 8]), [1, 2, 35, 36]);
});

cases({
  "a swipe reveals a view's items": { numbers: [-50, true, 84], distance: -50 },
  "a swipe is limited to the width of the items": { numbers: [-200, true, 84], distance: -84 },
  "a swipe does not go to the other side": { numbers: [50, true, 84], distance: 0 },
  "a swipe to the right works the same": { numbers: [200, false, 84], distance: 84 },
}, ({ numbers, distance }) => assert.equal(swipeDistance(...numbers) + 0, distance));

// Menus

cases({
  "down goes to the next item": { key: "ArrowDown", current: 0, next: 1 },
  "down at the end goes to the first": { key: "ArrowDown", current: 2, next: 0 },
  "up at the start goes to the last": { key: "ArrowUp", current: 0, next: 2 },
  "down without a focus goes to the first": { key: "ArrowDown", current: -1, next: 0 },
  "up without a focus goes to the last": { key: "ArrowUp", current: -1, next: 2 },
  "Home goes to the first": { key: "Home", current: 2, next: 0 },
  "End goes to the last": { key: "End", current: 0, next: 2 },
  "another key does not move": { key: "x", current: 0, next: undefined },
}, ({ key, current, next }) => assert.equal(nextItem(key, current, 3), next));

test("an icon precedes the text of an item", () => {
  assert.equal(itemText("Delete", undefined), "Delete");
  assert.equal(itemText("Delete", "\uF001"), "\uF001\u2002Delete");
});

// Bars

const view = (x, width, { kind = "button", children = [], hidden } = {}) =>
  ({ kind, children, attributes: { hidden }, frame: [x, 0, width, 44] });

cases({
  "an empty bar has room at its start": { children: [], left: 8 },
  "a place is free after a leading button": { children: [view(0, 60)], left: 60 },
  "a place is free between two distant buttons": { children: [view(0, 60), view(96, 40)], left: 60 },
  "no place is free between two close buttons": { children: [view(0, 60), view(90, 40)], left: 130 },
  "a hidden button takes no room": { children: [view(0, 60, { hidden: true })], left: 8 },
  "a view without a width takes no room": { children: [view(0, 0)], left: 8 },
  "buttons in a container count at their positions": {
    children: [view(20, 200, { kind: "container", children: [view(0, 30), view(150, 30)] })], left: 50,
  },
  "a full bar has no room": { children: [view(0, 320)], left: undefined },
  "no place is free beyond the edge of the bar": { children: [view(0, 277)], left: undefined },
}, ({ children, left }) => assert.equal(freePlace({ children, frame: [0, 0, 320, 44] }), left));
