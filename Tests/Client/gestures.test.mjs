// Tests how gestures are told apart, with a pointer and a clock of their own.

import assert from "node:assert/strict";
import test, { mock } from "node:test";
import {
  DISTANCES, TIMES, edgeSide, followDrag, followGesture, onLongPress,
} from "../../Sources/Host/TesseraWebClient/Resources/client/interaction/gestures.js";
import { cases } from "./cases.mjs";

/**
 * Runs a check on a page with one pointer. Timers run when the pointer waits, frames at once.
 * @param {string} pointerType
 * @param {(page: any) => void} check
 */
function onPage(pointerType, check) {
  const page = new EventTarget();
  const names = ["addEventListener", "getSelection", "requestAnimationFrame", "cancelAnimationFrame", "Node"];
  const former = Object.fromEntries(names.map((name) => [name, globalThis[name]]));
  mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, {
    addEventListener: page.addEventListener.bind(page),
    getSelection: () => null,
    requestAnimationFrame: (action) => void action(),
    cancelAnimationFrame: () => {},
    Node: class {},
  });
  const event = (name, x = 0, y = 0, members = {}) => Object.assign(new Event(name, { cancelable: true }), {
    pointerId: 1, pointerType, clientX: x, clientY: y, button: 0, buttons: 1, isPrimary: true, detail: 1, ...members,
  });
  const send = (...parts) => {
    const sent = event(...parts);
    page.dispatchEvent(sent);
    return sent;
  };
  const wait = (time) => mock.timers.tick(time);
  const perform = (steps) => steps.forEach((step) => (typeof step === "number" ? wait(step) : send(...step)));
  try {
    check({ page, event, send, wait, perform });
  } finally {
    mock.timers.reset();
    Object.assign(globalThis, former);
  }
}

/** What a gesture has done, in words. */
function recording(members = {}) {
  const done = [];
  const names = ["begin", "move", "end", "cancel", "tap", "swipe"];
  const actions = Object.fromEntries(names.map((name) => [name, () => void done.push(name)]));
  return { done, gesture: { ...actions, ...members } };
}

const up = ["pointerup"];

cases({
  "a press that rests begins": { time: 350, steps: [350, up], done: ["begin", "move", "end"] },
  "a press that does not rest is a tap": { time: 350, steps: [349, up], done: ["tap"] },
  "a finger that rolls still rests": { time: 350, steps: [["pointermove", 6, 8], 350], done: ["begin"] },
  "a finger that slips rests no more": { time: 350, steps: [["pointermove", 6, 9], 350], done: [] },
  "a finger that slips and is let go swipes": { time: 350, steps: [["pointermove", 50], 350, up], done: ["swipe"] },
  "a pointer that moves far enough drags": { distance: 4, steps: [["pointermove", 5]], done: ["begin", "move"] },
  "a pointer that hardly moves is a tap": { distance: 4, steps: [["pointermove", 4], 9000, up], done: ["tap"] },
  "a second finger ends what has not begun": {
    time: 350, steps: [["pointerdown", 0, 0, { pointerId: 2 }], 350, up], done: [],
  },
  "a second finger does not end a drag": {
    time: 350, steps: [350, ["pointerdown", 0, 0, { pointerId: 2 }], up], done: ["begin", "move", "end"],
  },
  "the events of another pointer mean nothing": {
    time: 350, steps: [["pointermove", 90, 0, { pointerId: 2 }], ["pointerup", 0, 0, { pointerId: 2 }], 350],
    done: ["begin"],
  },
  "a pointer that the browser takes is lost": {
    time: 350, steps: [350, ["pointercancel"], up], done: ["begin", "cancel"],
  },
  "a pointer that was let go elsewhere is lost": {
    time: 350, steps: [350, ["pointermove", 0, 0, { buttons: 0, pointerType: "mouse" }]], done: ["begin", "cancel"],
  },
  "the Escape key gives up": {
    time: 350, steps: [350, ["keydown", 0, 0, { key: "Escape" }], up], done: ["begin", "cancel"],
  },
  "the Escape key means something else before": {
    time: 350, steps: [["keydown", 0, 0, { key: "Escape" }], 350], done: ["begin"],
  },
  "a pointer that is gone when the gesture begins is lost": {
    time: 350, captor: { setPointerCapture: () => { throw new Error("no pointer"); } }, steps: [350, up],
    done: ["begin", "cancel"],
  },
  "another window gives up": { time: 350, steps: [350, ["blur"], up], done: ["begin", "cancel"] },
}, ({ time, distance, captor, steps, done: expected }) => onPage("touch", ({ event, perform }) => {
  const { done, gesture } = recording({ time, distance, captor });
  followGesture(event("pointerdown"), gesture);
  perform(steps);
  assert.deepEqual(done, expected);
}));

test("a gesture that declines leaves the press to others", () => onPage("touch", ({ event, send, wait }) => {
  const { done, gesture } = recording({ time: 350, begin: () => false });
  followGesture(event("pointerdown"), gesture);
  wait(350);
  send("pointerup");
  assert.deepEqual(done, []);
  assert.equal(send("click").defaultPrevented, false);
}));

test("only the click at the end of a gesture is dropped", () => onPage("touch", ({ event, send, wait }) => {
  followGesture(event("pointerdown"), recording({ time: 350 }).gesture);
  wait(350);
  send("pointerup");
  assert.equal(send("click", 0, 0, { detail: 0 }).defaultPrevented, false);
  assert.equal(send("click").defaultPrevented, true);
  send("pointerdown");
  assert.equal(send("click").defaultPrevented, false);
}));

cases({
  "a mouse drags at once": { pointerType: "mouse", steps: [["pointermove", DISTANCES.drag + 1]], hasBegun: true },
  "a mouse that rests drags nothing": { pointerType: "mouse", steps: [TIMES.rest], hasBegun: false },
  "a finger that rested drags": { pointerType: "touch", steps: [TIMES.rest], hasBegun: true },
  "a finger that moves at once scrolls": {
    pointerType: "touch", steps: [["pointermove", 20], TIMES.rest], hasBegun: false,
  },
}, ({ pointerType, steps, hasBegun }) => onPage(pointerType, ({ event, perform }) => {
  const { done, gesture } = recording();
  followDrag(event("pointerdown"), gesture);
  perform(steps);
  assert.equal(done.includes("begin"), hasBegun);
}));

test("a long press takes longer than the rest before a drag", () => onPage("touch", ({ page, send, wait }) => {
  let count = 0;
  onLongPress(page, () => true, () => (count += 1));
  send("pointerdown");
  wait(TIMES.rest);
  assert.equal(count, 0);
  wait(TIMES.longPress - TIMES.rest);
  assert.equal(count, 1);
}));

cases({
  "near the start": { place: 120, side: -1 },
  "in the middle": { place: 200, side: 0 },
  "near the end": { place: 380, side: 1 },
}, ({ place, side }) => assert.equal(edgeSide(place, [100, 400]), side));
