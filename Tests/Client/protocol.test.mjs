// Tests how the client reads kinds, updates and refusals, and how it asks for the stream.

import assert from "node:assert/strict";
import test, { afterEach } from "node:test";
import { Kinds } from "../../Sources/Host/TesseraWebClient/Resources/client/protocol/kinds.js";
import {
  attributeChanges, mergeAttributes, moveElement, parentsOf,
} from "../../Sources/Host/TesseraWebClient/Resources/client/protocol/patches.js";
import {
  RequestProblem, get, isWithoutAnswer, messageOf, post,
} from "../../Sources/Host/TesseraWebClient/Resources/client/protocol/requests.js";
import { reconnectDelay } from "../../Sources/Host/TesseraWebClient/Resources/client/protocol/reconnecting.js";
import {
  PROTOCOL_VERSION, shouldReload,
} from "../../Sources/Host/TesseraWebClient/Resources/client/protocol/version.js";
import { streamPath } from "../../Sources/Host/TesseraWebClient/Resources/client/protocol/stream.js";
import { cases } from "./cases.mjs";

const { fetch } = globalThis;
afterEach(() => (globalThis.fetch = fetch));

cases({
  "new attributes are changes": { before: {}, after: { text: "a" }, changes: { text: "a" } },
  "removed attributes are null": { before: { text: "a" }, after: {}, changes: { text: null } },
  "equal values are ignored": { before: { text: "a", hidden: true }, after: { text: "a", hidden: true }, changes: {} },
  "equal lists are ignored": { before: { padding: [1, 2] }, after: { padding: [1, 2] }, changes: {} },
  "new lists are a change": { before: { padding: [1, 2] }, after: { padding: [2, 1] }, changes: { padding: [2, 1] } },
  "false is a value": { before: { clips: true }, after: { clips: false }, changes: { clips: false } },
}, ({ before, after, changes }) => {
  assert.deepEqual(attributeChanges(before, after), changes);
  const merged = structuredClone(before);
  mergeAttributes(merged, changes);
  assert.deepEqual(merged, after, "changes lead from one to the other");
});

test("each view but the root has a parent", () => {
  const nodes = [{ id: 1, children: [2, 3] }, { id: 2 }, { id: 3, children: [4] }, { id: 4, children: [] }];
  assert.deepEqual([...parentsOf(nodes)], [[2, 1], [3, 1], [4, 3]]);
});

cases({
  "a view moves to the front": { from: "c", to: 0, order: "cabd" },
  "a view moves to a later index, counted without it": { from: "a", to: 2, order: "bcad" },
  "a view moves to its own index": { from: "b", to: 1, order: "abcd" },
  "a view moves beyond the end": { from: "a", to: 9, order: "bcda" },
}, ({ from, to, order }) => {
  const list = [..."abcd"];
  moveElement(list, from, to);
  assert.equal(list.join(""), order);
});

cases({
  "a passive element is accepted": { kind: { tag: "li" }, expected: { tag: "li" } },
  "a script becomes a box": { kind: { tag: "script" }, expected: { tag: "div" } },
  "a frame becomes a box": { kind: { tag: "iframe" }, expected: { tag: "div" } },
  "a missing tag becomes a box": { kind: {}, expected: { tag: "div", parts: [], isControl: false, isDrawn: false } },
  "active attributes are left out": {
    kind: {
      attributes: { onclick: "x", style: "x", href: "x", src: "x", class: "x", "data-view": "1", id: "x", role: "img" },
    },
    expected: { attributes: { role: "img" } },
  },
  "capital letters do not bypass the check": {
    kind: { attributes: { onClick: "x", ROLE: "x" } }, expected: { attributes: {} },
  },
  "states set ARIA attributes only": {
    kind: { states: { value: "aria-valuenow", text: "title", error: "aria-9" } },
    expected: { states: { value: "aria-valuenow" } },
  },
}, ({ kind, expected }) => {
  const checked = new Kinds({ it: kind }).get("it");
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(checked[name], value, name);
});

test("an unknown kind is a box, even one that every object inherits", () => {
  assert.equal(new Kinds({}).get("toString").tag, "div");
});

test("the stream requests all presentations with the page's revisions, and the board", () => {
  const entries = [
    { widget: "a/b", presentation: "p1", revision: undefined }, { widget: "c", presentation: "p2", revision: 0 },
  ];
  assert.equal(streamPath(entries), "/events?watch=a%2Fb/p1&watch=c/p2@0");
  assert.equal(streamPath([], { board: "home & more", grid: [6, 8] }), "/events?board=home%20%26%20more@6x8");
});

function answer(status, body) {
  globalThis.fetch = async () => new Response(body, { status });
}

test("JSON is posted as JSON, a file as bytes, text as it is", async () => {
  const sent = [];
  globalThis.fetch = async (_, { headers, body }) => {
    sent.push([headers["Content-Type"], typeof body === "string" ? body : "bytes"]);
    return new Response(null, { status: 204 });
  };
  for (const body of [{ a: 1 }, new Blob(["x"]), "{}"]) assert.equal(await post("/x", body), undefined);
  assert.deepEqual(sent, [
    ["application/json", '{"a":1}'], ["application/octet-stream", "bytes"], ["application/json", "{}"],
  ]);
});

cases({
  "a rejection has a rule and a reason": {
    status: 409, body: '{"error":{"rule":"no-room","message":"There is no room"}}',
    rule: "no-room", message: "There is no room",
  },
  "a rejection without JSON has a general message": {
    status: 500, body: "oops", rule: "failed", message: "That did not work",
  },
  "large data has its own message": { status: 413, body: "", rule: "failed", message: "That is too large to be sent" },
}, async ({ status, body, rule, message }) => {
  answer(status, body);
  await assert.rejects(post("/x", {}), (problem) => {
    assert.ok(problem instanceof RequestProblem);
    assert.deepEqual([problem.rule, problem.message], [rule, message]);
    return true;
  });
});

test("an unreachable server is distinguished from one that rejects", async () => {
  globalThis.fetch = async () => {
    throw new TypeError("failed to fetch");
  };
  await assert.rejects(get("/x"), { rule: "offline", message: "The server cannot be reached" });
  await assert.rejects(post("/x", {}), { rule: "offline" });
});

test("a JSON response is decoded, a rejection is thrown", async () => {
  answer(200, '{"a":1}');
  assert.deepEqual(await get("/x"), { a: 1 });
  answer(404, '{"error":{"rule":"unknown-board","message":"The board does not exist"}}');
  await assert.rejects(get("/x"), { rule: "unknown-board" });
});

cases({
  "a widget does not respond": { status: 503, body: '{"error":{"rule":"no-answer"}}', expected: true },
  "a server is busy": { status: 503, body: '{"error":{"rule":"too-many-requests"}}', expected: false },
  "a proxy responds without JSON": { status: 503, body: "<html>", expected: false },
  "a widget responds": { status: 200, body: '{"error":{"rule":"no-answer"}}', expected: false },
}, async ({ status, body, expected }) => {
  const response = new Response(body, { status });
  assert.equal(await isWithoutAnswer(response), expected);
  assert.equal(await response.text(), body, "the body can still be read");
});

const OTHER_VERSION = PROTOCOL_VERSION + 1;

cases({
  "the server speaks the same version": { versions: [PROTOCOL_VERSION], expected: [false] },
  "the server speaks another version": { versions: [OTHER_VERSION], expected: [true] },
  "a proxy serves the old page again": { versions: [OTHER_VERSION, OTHER_VERSION], expected: [true, false] },
  "the server is updated again": { versions: [OTHER_VERSION, OTHER_VERSION + 1], expected: [true, true] },
  "the server is updated, then goes back": {
    versions: [OTHER_VERSION, PROTOCOL_VERSION, OTHER_VERSION], expected: [true, false, true],
  },
  "the server states no version": { versions: [undefined], expected: [false] },
}, ({ versions, expected }) => {
  const stored = new Map();
  const storage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => stored.set(key, value),
    removeItem: (key) => stored.delete(key),
  };
  assert.deepEqual(versions.map((version) => shouldReload(version, storage)), expected);
});

test("the wait before the next attempt doubles up to eight seconds", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 50].map(reconnectDelay), [500, 1000, 2000, 4000, 8000, 8000, 8000]);
});

test("a problem of any kind has a message", () => {
  assert.deepEqual([new Error("a"), "b", undefined].map(messageOf), ["a", "b", "undefined"]);
});

test("a response that is cut off is no response", async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"pages": ['));
      controller.error(new TypeError("network error"));
    },
  });
  globalThis.fetch = async () => new Response(body);
  await assert.rejects(post("/boards/home/edits", {}), (problem) =>
    problem instanceof RequestProblem && problem.rule === "offline");
});

test("an empty response has no content", async () => {
  globalThis.fetch = async () => new Response("", { status: 202 });
  assert.deepEqual(await post("/widgets/1/refresh", {}), {});
});
