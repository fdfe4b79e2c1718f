// Tests the words and figures of the page for administrators.

import assert from "node:assert/strict";
import test from "node:test";
import {
  durationText, sizeText, timeText,
} from "../../Sources/Host/TesseraWebClient/Resources/client/admin/figures.js";
import { boardRolesText, rolesText } from "../../Sources/Host/TesseraWebClient/Resources/client/admin/people.js";
import {
  cellTexts, nameOf, placeText,
} from "../../Sources/Host/TesseraWebClient/Resources/client/admin/widgetTable.js";
import { cases } from "./cases.mjs";

const NOW = Date.UTC(2026, 10, 25, 14, 13, 20);

cases({
  "no size": { bytes: undefined, text: "–" },
  "an empty file": { bytes: 0, text: "0 bytes" },
  "a byte": { bytes: 1, text: "1 byte" },
  "a small file": { bytes: 999, text: "999 bytes" },
  "a file of pages": { bytes: 4096, text: "4.1 kB" },
  "memory": { bytes: 52_428_800, text: "52.4 MB" },
  "much memory": { bytes: 2_000_000_000, text: "2 GB" },
}, ({ bytes, text }) => {
  assert.equal(sizeText(bytes), text);
});

cases({
  "no duration": { seconds: undefined, text: "–" },
  "a moment": { seconds: 0.04, text: "0 secs" },
  "half a minute": { seconds: 31.26, text: "31.3 secs" },
  "hours": { seconds: 12_345.6, text: "12,345.6 secs" },
}, ({ seconds, text }) => {
  assert.equal(durationText(seconds), text);
});

cases({
  "no time": { time: undefined, text: "–" },
  "a time of today": { time: NOW - 3_600_000, text: "13:13:20" },
  "a time of yesterday": { time: NOW - 86_400_000, text: "24 Nov 2026, 14:13:20" },
  "a time of tomorrow": { time: NOW + 86_400_000, text: "26 Nov 2026, 14:13:20" },
}, ({ time, text }) => {
  assert.equal(timeText(time, NOW, "UTC"), text);
});

const process = { identifier: 1234, memory: 52_428_800, processorTime: 1.5 };

cases({
  "a widget of the server": { widget: { state: "server" }, text: "In the server" },
  "a widget with a process": { widget: { state: "process", process }, text: "Process 1234" },
  "a process that nothing needs": { widget: { state: "process" }, text: "Process, at rest" },
  "a process that failed": {
    widget: { state: "process", outage: "It exited with code 3. It restarts in 1 second" },
    text: "Process, not running: It exited with code 3. It restarts in 1 second",
  },
  "a widget that was stopped": {
    widget: { state: "stopped", outage: "Stopped by an administrator" }, text: "Stopped by an administrator",
  },
  "a widget that was not shown yet": { widget: { state: "idle" }, text: "Not started yet" },
  "a widget that is not installed": { widget: { state: "missing" }, text: "Not installed" },
}, ({ widget, text }) => {
  assert.equal(placeText({ id: "1", ...widget }), text);
});

test("a row has all figures", () => {
  const error = { date: NOW - 60_000, text: "It is broken", isError: true };
  const widget = {
    id: "1", name: "Todo", board: "Home", kind: "org.example.todo", state: "process", process, storeSize: 4096, error,
    isUpdated: true, updated: NOW, next: NOW + 60_000,
  };
  assert.deepEqual(cellTexts(widget, NOW, "UTC"), [
    "Todo", "Home", "org.example.todo", "Process 1234", "1.5 secs", "52.4 MB", "4.1 kB", "14:12:20: It is broken",
    "14:13:20", "14:14:20",
  ]);
});

test("a row of a personal board names nothing, and what was never updated says so", () => {
  const widget = { id: "b", state: "server", isUpdated: true };
  assert.equal(nameOf(widget), "Widget of a personal board");
  assert.deepEqual(cellTexts(widget, NOW, "UTC"), [
    "Widget of a personal board", "–", "–", "In the server", "–", "–", "In memory", "–", "Never", "–",
  ]);
});

test("roles on boards have the names of the boards that are known", () => {
  const boards = [{ id: "home", name: "Home" }];
  assert.equal(boardRolesText({ home: "edit", board2: "look" }, boards), "Home: edit, board2: look");
  assert.equal(boardRolesText({}, boards), "–");
});

const ACCOUNTS = [
  { name: "ada", role: "administer", boards: {} },
  { name: "bob", role: "use", boards: { home: "edit", board2: "look" } },
  { name: "eve", role: "look", boards: { home: "look", board2: "look" } },
];

cases({
  "a shared board": { board: { id: "home", name: "Home" }, text: "bob: edit, eve: look" },
  "a shared board where all have their general role": { board: { id: "work", name: "Work" }, text: "–" },
  "the personal board of a person": {
    board: { id: "board2", name: "Mine", owner: "eve" }, text: "eve: administer, bob: look",
  },
  "the personal board of a person who has no account": {
    board: { id: "board2", name: "Old", owner: "" }, text: "bob: look, eve: look",
  },
}, ({ board, text }) => {
  assert.equal(rolesText(board, ACCOUNTS), text);
});
