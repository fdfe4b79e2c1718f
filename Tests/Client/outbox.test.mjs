// Tests that events reach the server in their order, each once, one batch at a time.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import test, { afterEach, beforeEach } from "node:test";
import { Outbox } from "../../Sources/Host/TesseraWebClient/Resources/client/protocol/outbox.js";
import { serverAddress } from "../../Sources/Host/TesseraWebClient/Resources/client/shared/urls.js";
import { cases } from "./cases.mjs";

// Node.js 18 has no global one.
globalThis.crypto ??= webcrypto;

const ADDRESS = "/widgets/one/presentations/a/events";
const original = { fetch: globalThis.fetch, setTimeout: globalThis.setTimeout, reportError: globalThis.reportError };

let requests;
let pauses;
let reported;
let notes;
let waits;

beforeEach(() => {
  requests = [];
  pauses = [];
  reported = [];
  notes = [];
  waits = [];
  globalThis.fetch = (address, { body, keepalive }) => new Promise((resolve, reject) => {
    const answer = (status, content) => resolve(new Response(content, { status }));
    const fail = () => reject(new TypeError("offline"));
    requests.push({ address, keepalive, batch: JSON.parse(body), answer, fail });
  });
  globalThis.setTimeout = (action, delay) => pauses.push({ action, delay });
  globalThis.reportError = (error) => reported.push(error.message);
});

afterEach(() => Object.assign(globalThis, original));

function makeOutbox() {
  return new Outbox({
    onLost: () => notes.push("lost"),
    onAnswering: (isAnswering) => notes.push(isAnswering ? "answering" : "silent"),
    onUncertain: () => notes.push("uncertain"),
    onWaiting: (isWaiting) => waits.push(isWaiting),
  });
}

/** Lets the program run until something is so. */
async function until(condition) {
  for (let turn = 0; turn < 100 && !condition(); turn += 1) await new Promise(setImmediate);
  assert.ok(condition(), `waited in vain: ${condition}`);
}

function openOutbox() {
  const outbox = makeOutbox();
  outbox.open(ADDRESS);
  return outbox;
}

/** Repeats a press that got no answer to another presentation, after a typed text. */
function repeatPress() {
  const outbox = openOutbox();
  outbox.push(["press", 1]);
  const unanswered = outbox.interrupt();
  outbox.open(ADDRESS, { isHeld: true });
  outbox.push(["input", 3, "typed"]);
  outbox.release(unanswered);
  return { outbox, unanswered };
}

function eventsOf(index) {
  return requests[index].batch.events;
}

test("an event is sent at once, later ones wait for its response and are sent together", async () => {
  const outbox = openOutbox();
  outbox.push(["press", 1]);
  outbox.push(["press", 2]);
  outbox.push(["press", 3]);
  assert.equal(requests.length, 1);
  assert.equal(requests[0].address, serverAddress(ADDRESS));
  assert.deepEqual(eventsOf(0), [["press", 1]]);
  requests[0].answer(204);
  await until(() => requests.length === 2);
  assert.deepEqual(eventsOf(1), [["press", 2], ["press", 3]]);
  assert.deepEqual(requests.map(({ batch }) => batch.batch), [1, 2]);
  assert.equal(requests[0].batch.page, requests[1].batch.page);
});

test("events wait from when they are sent until they are answered, or their presentation is gone", async () => {
  const outbox = openOutbox();
  assert.deepEqual(waits, [false]);
  outbox.push(["press", 1]);
  assert.equal(waits.at(-1), true);
  requests[0].answer(204);
  await until(() => waits.at(-1) === false);
  outbox.push(["press", 2]);
  requests[1].answer(503);
  await until(() => pauses.length === 1);
  assert.equal(waits.at(-1), true);
  outbox.interrupt();
  assert.equal(waits.at(-1), false);
});

test("two pages have different identifiers", () => {
  for (let count = 0; count < 2; count += 1) openOutbox().push(["back"]);
  assert.notEqual(requests[0].batch.page, requests[1].batch.page);
});

test("events before the presentation wait for it", () => {
  const outbox = makeOutbox();
  outbox.push(["press", 1]);
  assert.equal(requests.length, 0);
  outbox.open(ADDRESS);
  outbox.push(["press", 2]);
  assert.deepEqual(eventsOf(0), [["press", 2]], "what was meant for no presentation is dropped");
});

cases({
  "later typing in a field replaces earlier typing": {
    events: [["input", 1, "a"], ["input", 1, "ab"]], left: [["input", 1, "ab"]],
  },
  "typing in another field replaces nothing": {
    events: [["input", 1, "a"], ["input", 2, "b"]], left: [["input", 1, "a"], ["input", 2, "b"]],
  },
  "typing after a press replaces nothing": {
    events: [["input", 1, "a"], ["press", 2], ["input", 1, "ab"]],
    left: [["input", 1, "a"], ["press", 2], ["input", 1, "ab"]],
  },
  "a later choice, search and offset replace earlier ones": {
    events: [
      ["change", 1, 1], ["change", 1, 2], ["search", 2, "a"], ["search", 2, "b"], ["scroll", 3, 1], ["scroll", 3, 2],
    ],
    left: [["change", 1, 2], ["search", 2, "b"], ["scroll", 3, 2]],
  },
  "a press does not replace another": { events: [["press", 1], ["press", 1]], left: [["press", 1], ["press", 1]] },
  "a later size of the window or grid replaces an earlier one": {
    events: [["resize", 100, 100], ["resize", 200, 100], ["grid", 2, 2], ["grid", 3, 2]],
    left: [["resize", 200, 100], ["grid", 3, 2]],
  },
  "a later move of a pointer replaces an earlier one": {
    events: [["pointer", 1, "moved", "mouse", 7, 1, 1], ["pointer", 1, "moved", "mouse", 7, 2, 2]],
    left: [["pointer", 1, "moved", "mouse", 7, 2, 2]],
  },
  "a move of another pointer replaces nothing": {
    events: [["pointer", 1, "moved", "touch", 7, 1, 1], ["pointer", 1, "moved", "touch", 8, 2, 2]],
    left: [["pointer", 1, "moved", "touch", 7, 1, 1], ["pointer", 1, "moved", "touch", 8, 2, 2]],
  },
  "the end of a pointer does not replace its last move": {
    events: [["pointer", 1, "moved", "mouse", 7, 1, 1], ["pointer", 1, "ended", "mouse", 7, 1, 1]],
    left: [["pointer", 1, "moved", "mouse", 7, 1, 1], ["pointer", 1, "ended", "mouse", 7, 1, 1]],
  },
}, async ({ events, left }) => {
  const outbox = openOutbox();
  outbox.push(["press", 99]);
  for (const event of events) outbox.push(event);
  requests[0].answer(204);
  await until(() => requests.length === 2);
  assert.deepEqual(eventsOf(1), left);
});

test("an event in transit is not replaced", () => {
  const outbox = openOutbox();
  outbox.push(["input", 1, "a"]);
  outbox.push(["input", 1, "ab"]);
  assert.deepEqual(eventsOf(0), [["input", 1, "a"]]);
});

test("a batch has at most 100 events", async () => {
  const outbox = openOutbox();
  outbox.push(["press", 1]);
  for (let count = 0; count < 150; count += 1) outbox.push(["press", 2]);
  requests[0].answer(204);
  await until(() => requests.length === 2);
  requests[1].answer(204);
  await until(() => requests.length === 3);
  assert.deepEqual([eventsOf(1).length, eventsOf(2).length], [100, 50]);
});

test("long texts are sent in separate batches", async () => {
  const outbox = openOutbox();
  outbox.push(["press", 1]);
  for (let view = 1; view <= 3; view += 1) outbox.push(["input", view, "x".repeat(40_000)]);
  requests[0].answer(204);
  await until(() => requests.length === 2);
  assert.equal(eventsOf(1).length, 2);
  assert.equal(requests[1].keepalive, false, "browsers keep no large request alive");
  assert.equal(requests[0].keepalive, true);
});

test("a failed batch is sent again unchanged, after growing delays", async () => {
  const outbox = openOutbox();
  outbox.push(["press", 1]);
  outbox.push(["press", 2]);
  for (const delay of [250, 500, 1000, 2000, 4000, 4000]) {
    const count = requests.length;
    requests.at(-1).fail();
    await until(() => pauses.length === count);
    assert.equal(pauses.at(-1).delay, delay);
    pauses.at(-1).action();
    await until(() => requests.length === count + 1);
    assert.deepEqual(requests.at(-1).batch, requests[0].batch);
  }
});

cases({
  "a busy server gets the batch again": { status: 429, isTriedAgain: true },
  "a failing server gets the batch again": { status: 500, isTriedAgain: true },
  "a rejected batch is reported, and the next one follows": { status: 400, isTriedAgain: false },
}, async ({ status, isTriedAgain }) => {
  const outbox = openOutbox();
  outbox.push(["press", 1]);
  outbox.push(["press", 2]);
  requests[0].answer(status, "why");
  if (isTriedAgain) await until(() => pauses.length === 1).then(() => outbox.retryNow());
  await until(() => requests.length === 2);
  assert.deepEqual(eventsOf(1), [["press", isTriedAgain ? 1 : 2]]);
  assert.deepEqual(reported, isTriedAgain ? [] : ["The server refused events: 400 why"]);
});

cases({
  "an unresponsive widget is recognized": {
    body: { error: { rule: "no-answer", message: "The widget is not responding" } }, note: "silent",
  },
  "a busy server is not an unresponsive widget": {
    body: { error: { rule: "too-many-requests", message: "Later" } }, note: "answering",
  },
  "a response without JSON is not an unresponsive widget": { body: undefined, note: "answering" },
}, async ({ body, note }) => {
  openOutbox().push(["press", 1]);
  requests[0].answer(503, body && JSON.stringify(body));
  await until(() => pauses.length === 1);
  assert.deepEqual(notes, [note]);
});

test("a removed presentation is reported once, and nothing more is sent to it", async () => {
  const outbox = openOutbox();
  outbox.push(["press", 1]);
  requests[0].answer(404);
  await until(() => notes.includes("lost"));
  assert.deepEqual(notes, ["answering", "lost"]);
});

cases({
  "the person is told of a press that a stopped widget did not handle": {
    event: ["press", 1], expected: ["answering", "uncertain"],
  },
  "the person is not told of scrolling that a stopped widget did not handle": {
    event: ["scroll", 1, 20], expected: ["answering"],
  },
}, async ({ event, expected }) => {
  const outbox = openOutbox();
  outbox.push(event);
  outbox.push(["press", 2]);
  requests[0].answer(409, '{"error": {"rule": "widget-stopped"}}');
  await until(() => requests.length === 2);
  assert.deepEqual(notes, expected);
  assert.deepEqual(eventsOf(1), [["press", 2]]);
  assert.deepEqual(pauses, []);
});

test("a closed outbox sends nothing, and a late response changes nothing", async () => {
  const outbox = openOutbox();
  outbox.push(["input", 1, "a"]);
  outbox.push(["input", 1, "ab"]);
  outbox.afterDelivery(() => notes.push("delivered"));
  outbox.close();
  assert.equal(outbox.hasInput(1), false);
  requests[0].answer(404);
  await until(() => notes.length > 0);
  outbox.push(["press", 1]);
  assert.equal(requests.length, 1);
  assert.deepEqual(notes, ["answering"]);
});

test("an input counts as sent only when the server has it", async () => {
  const outbox = openOutbox();
  outbox.push(["input", 1, "a"]);
  outbox.push(["change", 2, "b"]);
  outbox.push(["focus", 3]);
  const sending = () => [1, 2, 3].map((view) => outbox.hasInput(view));
  assert.deepEqual(sending(), [true, true, false]);
  requests[0].answer(204);
  await until(() => requests.length === 2);
  assert.deepEqual(sending(), [false, true, false]);
  requests[1].answer(204);
  await until(() => !outbox.hasInput(2));
});

test("an action runs after all pending events", async () => {
  const outbox = openOutbox();
  outbox.push(["press", 1]);
  outbox.push(["press", 2]);
  outbox.afterDelivery(() => notes.push("delivered"));
  requests[0].answer(204);
  await until(() => requests.length === 2);
  assert.ok(!notes.includes("delivered"));
  requests[1].answer(204);
  await until(() => notes.includes("delivered"));
});

test("an action runs at once when no event is pending", () => {
  openOutbox().afterDelivery(() => notes.push("delivered"));
  assert.deepEqual(notes, ["delivered"]);
});

test("a page that is unloaded sends its pending events", () => {
  const outbox = openOutbox();
  outbox.flush();
  outbox.push(["press", 1]);
  outbox.push(["press", 2]);
  outbox.flush();
  outbox.flush();
  assert.deepEqual(requests.map(({ batch }) => batch.events), [[["press", 1]], [["press", 2]]]);
});

test("what a presentation did not answer is repeated to the next one, after what fields contain", async () => {
  const outbox = openOutbox();
  outbox.push(["press", 1]);
  outbox.push(["press", 2]);
  const unanswered = outbox.interrupt();
  const { since } = unanswered;
  assert.deepEqual(unanswered, { batch: { number: 1, events: [["press", 1]] }, later: [["press", 2]], since });
  outbox.open("/widgets/one/presentations/b/events", { isHeld: true });
  outbox.push(["input", 3, "typed"]);
  assert.equal(requests.length, 1, "nothing goes before the typed text");
  assert.equal(outbox.release(unanswered), true);
  assert.deepEqual(requests[1].batch, {
    page: requests[0].batch.page, batch: 2, events: [["input", 3, "typed"], ["press", 1]],
    repeats: { batch: 1, first: 1 },
  });
  requests[1].answer(204);
  await until(() => requests.length === 3);
  assert.deepEqual(requests[2].batch, { page: requests[0].batch.page, batch: 3, events: [["press", 2]] });
});

test("what was repeated and not answered either is repeated as what it was first", () => {
  const { outbox, unanswered } = repeatPress();
  assert.deepEqual(outbox.interrupt(), unanswered);
});

test("a server that knows no repetitions gets the rest, and the person is told", async () => {
  repeatPress();
  requests[1].answer(400, "Unknown member 'repeats'");
  await until(() => requests.length === 3);
  assert.deepEqual(requests[2].batch.events, [["input", 3, "typed"]]);
  assert.equal(requests[2].batch.repeats, undefined);
  assert.deepEqual(notes, ["answering", "uncertain"]);
});

test("what does not fit into one batch is not repeated", () => {
  const outbox = openOutbox();
  outbox.open(ADDRESS, { isHeld: true });
  outbox.push(["input", 3, "x".repeat(50_000)]);
  const events = [["input", 4, "x".repeat(20_000)], ["press", 1]];
  assert.equal(outbox.release({ batch: { number: 1, events }, later: [["press", 2]], since: 0 }), false);
  assert.deepEqual(eventsOf(0), [["input", 3, "x".repeat(50_000)]]);
});

test("without anything unanswered, a held outbox sends what waits", () => {
  const outbox = makeOutbox();
  outbox.open(ADDRESS, { isHeld: true });
  outbox.push(["press", 1]);
  assert.equal(outbox.release(undefined), true);
  assert.deepEqual(requests.map(({ batch }) => batch.events), [[["press", 1]]]);
});
