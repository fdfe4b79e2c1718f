// Tests that what a person typed or chose is not overwritten by what the server repeats.

import assert from "node:assert/strict";
import test from "node:test";
import { movedCursor } from "../../Sources/Host/TesseraWebClient/Resources/client/controls/field.js";
import { fittedSize, jpegName } from "../../Sources/Host/TesseraWebClient/Resources/client/controls/filePicking.js";
import { fractionOf } from "../../Sources/Host/TesseraWebClient/Resources/client/controls/input.js";
import { optimisticValue } from "../../Sources/Host/TesseraWebClient/Resources/client/controls/optimisticValues.js";
import { SentTexts } from "../../Sources/Host/TesseraWebClient/Resources/client/controls/sentTexts.js";
import { nextItem } from "../../Sources/Host/TesseraWebClient/Resources/client/shared/arrowKeys.js";
import { cases } from "./cases.mjs";

/** A control whose choices are on their way or not. */
function control() {
  const state = { isSending: false, isConnected: true, shown: [], actions: [] };
  const value = optimisticValue({
    id: 1,
    element: { get isConnected() { return state.isConnected; } },
    host: { isSending: () => state.isSending, afterDelivery: (action) => state.actions.push(action) },
  });
  const receive = (text, isNew = false) => value.receive(text, isNew, () => state.shown.push(text));
  const deliver = () => {
    state.isSending = false;
    for (const action of state.actions.splice(0)) action();
  };
  const choose = (text) => {
    state.isSending = true;
    value.sent(text);
  };
  return { state, receive, deliver, choose };
}

test("the server's value is shown at once when no choice is pending", () => {
  const { state, receive } = control();
  receive("a");
  assert.deepEqual(state.shown, ["a"]);
});

test("an older value waits until the choice is delivered", () => {
  const { state, receive, deliver, choose } = control();
  choose("b");
  receive("a");
  assert.deepEqual(state.shown, []);
  deliver();
  assert.deepEqual(state.shown, ["a"]);
});

test("only the last of several waiting values is shown", () => {
  const { state, receive, deliver, choose } = control();
  choose("c");
  receive("a");
  receive("b");
  deliver();
  assert.deepEqual(state.shown, ["b"]);
});

test("another choice discards the waiting value", () => {
  const { state, receive, deliver, choose } = control();
  choose("b");
  receive("a");
  choose("c");
  deliver();
  assert.deepEqual(state.shown, []);
});

test("the choice itself is shown even while it is pending", () => {
  const { state, receive, choose } = control();
  choose("b");
  receive("b");
  assert.deepEqual(state.shown, ["b"]);
});

test("a new view shows its value, whatever is pending", () => {
  const { state, receive, choose } = control();
  choose("b");
  receive("a", true);
  assert.deepEqual(state.shown, ["a"]);
});

test("a removed view shows no further values", () => {
  const { state, receive, deliver, choose } = control();
  choose("b");
  receive("a");
  state.isConnected = false;
  deliver();
  assert.deepEqual(state.shown, []);
});

cases({
  "a sent text is echoed once": { sent: ["a"], received: ["a", "a"], echoes: [true, false] },
  "the server may leave texts out": { sent: ["a", "ab", "abc"], received: ["abc", "a"], echoes: [true, false] },
  "texts are echoed in order": { sent: ["a", "ab", "a"], received: ["a", "ab", "a"], echoes: [true, true, true] },
  "a text that was never sent is new": { sent: ["a"], received: ["b", "a"], echoes: [false, true] },
}, ({ sent, received, echoes }) => {
  const texts = new SentTexts(() => 0);
  for (const text of sent) texts.add(text);
  assert.deepEqual(received.map((text) => texts.takeEcho(text)), echoes);
});

test("a text is new again after two seconds", () => {
  let now = 0;
  const texts = new SentTexts(() => now);
  texts.add("a");
  now = 2000;
  texts.add("b");
  now = 2001;
  assert.deepEqual([texts.takeEcho("a"), texts.takeEcho("b")], [false, true]);
});

test("every text is new after a press", () => {
  const texts = new SentTexts(() => 0);
  texts.add("a");
  texts.clear();
  assert.equal(texts.takeEcho("a"), false);
});

cases({
  "a cursor at the end stays at the end of a longer text": { place: 3, lengths: [3, 7], moved: 7 },
  "a cursor at the end stays at the end of a shorter text": { place: 3, lengths: [3, 1], moved: 1 },
  "a cursor within the text stays where it is": { place: 1, lengths: [3, 7], moved: 1 },
  "a cursor does not leave a text that became shorter": { place: 2, lengths: [3, 1], moved: 1 },
  "a cursor in an empty field moves to the end": { place: 0, lengths: [0, 4], moved: 4 },
}, ({ place, lengths, moved }) => assert.equal(movedCursor(place, ...lengths), moved));

cases({
  "the right arrow goes to the next choice": { key: "ArrowRight", current: 0, isRightToLeft: false, next: 1 },
  "the right arrow goes back in right-to-left layouts": { key: "ArrowRight", current: 0, isRightToLeft: true, next: 2 },
  "the left arrow goes on in right-to-left layouts": { key: "ArrowLeft", current: 0, isRightToLeft: true, next: 1 },
  "the down arrow goes on in both directions": { key: "ArrowDown", current: 0, isRightToLeft: true, next: 1 },
  "the choices wrap around at the end": { key: "ArrowDown", current: 2, isRightToLeft: false, next: 0 },
  "the choices wrap around at the start": { key: "ArrowUp", current: 0, isRightToLeft: false, next: 2 },
  "Home goes to the first choice": { key: "Home", current: 2, isRightToLeft: false, next: 0 },
  "End goes to the last choice": { key: "End", current: 0, isRightToLeft: false, next: 2 },
  "a letter does not move": { key: "a", current: 0, isRightToLeft: false, next: undefined },
}, ({ key, current, isRightToLeft, next }) => assert.equal(nextItem(key, current, 3, isRightToLeft), next));

cases({
  "a slider in the middle is half filled": { numbers: [50, 0, 100], fraction: 0.5 },
  "a slider starts at its minimum": { numbers: [-5, -10, 10], fraction: 0.25 },
  "a slider without a range is empty": { numbers: [3, 3, 3], fraction: 0 },
}, ({ numbers, fraction }) => assert.equal(fractionOf(...numbers), fraction));

cases({
  "a small image keeps its size": { size: [640, 480], fitted: [640, 480] },
  "a wide image becomes 2048 pixels wide": { size: [4096, 1024], fitted: [2048, 512] },
  "a high image becomes 2048 pixels high": { size: [3000, 6000], fitted: [1024, 2048] },
}, ({ size, fitted }) => assert.deepEqual(fittedSize(...size), fitted));

cases({
  "the name of a JPEG has its extension": { name: "holiday.heic", jpeg: "holiday.jpg" },
  "only the last extension is replaced": { name: "a.b.webp", jpeg: "a.b.jpg" },
  "a name without an extension gets one": { name: "scan", jpeg: "scan.jpg" },
}, ({ name, jpeg }) => assert.equal(jpegName(name), jpeg));
