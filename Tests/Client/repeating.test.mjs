// Tests what becomes of events that a presentation which is gone did not answer.

import assert from "node:assert/strict";
import test from "node:test";
import {
  isAction, joined, translate,
} from "../../Sources/Host/TesseraWebClient/Resources/client/protocol/repeating.js";
import { cases } from "./cases.mjs";

const GONE = ["blur", 2 ** 31 - 1];

/** Views 1 to 9 have successors. */
function successor(view) {
  return view < 10 ? view + 100 : undefined;
}

cases({
  "events name the views that took the places": {
    sent: [["input", 1, "a"], ["press", 2]], later: [["submit", 3]],
    becomes: { sent: [["input", 101, "a"], ["press", 102]], later: [["submit", 103]] },
  },
  "all parts of an event stay": { sent: [["move", 1, 3, 4]], becomes: { sent: [["move", 101, 3, 4]] } },
  "an event about where a person was keeps its place and names no view": {
    sent: [["focus", 1], ["press", 1], ["scroll", 20, 5], ["resize", 1, 2], ["back"], ["press", 2]],
    becomes: { sent: [GONE, ["press", 101], GONE, GONE, GONE, ["press", 102]] },
  },
  "an accessory belongs to no view": { sent: [["accessory", "expand"]], becomes: { sent: [["accessory", "expand"]] } },
  "a press on a view that is gone is not repeated, nor are those around it": {
    sent: [["press", 1]], later: [["press", 10]], becomes: undefined,
  },
  "a text for a view that is gone is not repeated": { sent: [["input", 10, "a"], ["press", 1]], becomes: undefined },
  "a press is not repeated if a text that it was for is not known any more": {
    sent: [["press", 1]], later: [["input", 2, "next"]], becomes: undefined,
  },
  "a touch is not repeated": {
    sent: [["pointer", 1, "began", "touch", 7, 1, 1]], becomes: undefined,
  },
  "a press is repeated if its text comes before it": {
    sent: [["input", 2, "first"], ["press", 1]], later: [["input", 2, "next"]],
    becomes: { sent: [["input", 102, "first"], ["press", 101]], later: [["input", 102, "next"]] },
  },
}, ({ sent, later = [], becomes }) => {
  const translated = translate({ batch: { number: 7, events: sent }, later, since: 5 }, successor);
  const expected = becomes && { batch: { number: 7, events: becomes.sent }, later: becomes.later ?? [], since: 5 };
  assert.deepEqual(translated, expected);
});

cases({
  "a press is an action": { event: ["press", 1], is: true },
  "a choice is an action": { event: ["change", 1, 2], is: true },
  "a text is none": { event: ["input", 1, "a"], is: false },
  "a size is none": { event: ["resize", 1, 2], is: false },
  "a touch is an action": { event: ["pointer", 1, "began", "touch", 7, 1, 1], is: true },
  "a move of a pointer is none": { event: ["pointer", 1, "moved", "touch", 7, 1, 1], is: false },
}, ({ event, is }) => assert.equal(isAction(event), is));

test("nothing is sent again when nothing was sent", () => {
  assert.deepEqual(translate({ batch: undefined, later: [["press", 1]], since: 5 }, successor),
    { batch: undefined, later: [["press", 101]], since: 5 });
});

test("what was done with the views of a presentation that is gone comes after what it did not answer", () => {
  const unanswered = { batch: { number: 7, events: [["press", 1]] }, later: [["press", 2]], since: 5 };
  const between = { batch: undefined, later: [["press", 3]], since: 9 };
  const nothing = { batch: undefined, later: [], since: 0 };
  assert.deepEqual(joined(unanswered, between),
    { batch: { number: 7, events: [["press", 1]] }, later: [["press", 2], ["press", 3]], since: 5 });
  assert.deepEqual(joined(nothing, between), between);
  assert.deepEqual(joined(unanswered, nothing), unanswered);
});
