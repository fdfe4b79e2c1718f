// Tests which keys are shortcuts of a board, for whom, and how they are turned off.

import assert from "node:assert/strict";
import test from "node:test";
import {
  areShortcutsOn, keysOfButton, shortcutKey, shortcutsFor, turnShortcuts,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/editing/shortcuts.js";
import { cases } from "./cases.mjs";

/** A press of a key as browsers tell it. */
function press({ isAltGraph = false, ...event }) {
  return { code: "", shiftKey: false, getModifierState: (name) => name === "AltGraph" && isAltGraph, ...event };
}

// Which keys count

cases({
  "a letter counts": { event: { key: "a", code: "KeyA" }, expected: "a" },
  "a letter counts with the key that locks capitals": { event: { key: "A", code: "KeyA" }, expected: "a" },
  "a letter with Shift does not count": { event: { key: "A", code: "KeyA", shiftKey: true }, expected: undefined },
  "a letter counts where its keyboard has it": { event: { key: "a", code: "KeyQ" }, expected: "a" },
  "a letter with an accent is no other letter": { event: { key: "é", code: "Digit2" }, expected: "é" },
  "a letter of Turkish is no other letter": { event: { key: "ı", code: "KeyR" }, expected: "ı" },
  "a Hebrew letter counts as the one at its place": { event: { key: "ש", code: "KeyA" }, expected: "a" },
  "an Arabic letter counts as the one at its place": { event: { key: "ق", code: "KeyR" }, expected: "r" },
  "an Arabic digit counts as a digit": { event: { key: "٣", code: "Digit3" }, expected: "3" },
  "another script's letter at the place of a sign does not count": {
    event: { key: "ف", code: "BracketLeft" }, expected: undefined,
  },
  "a question mark has Shift": { event: { key: "?", code: "Minus", shiftKey: true }, expected: "?" },
  "an Arabic question mark is one": { event: { key: "؟", code: "Slash", shiftKey: true }, expected: "?" },
  "a stroke has Shift in German": { event: { key: "/", code: "Digit7", shiftKey: true }, expected: "/" },
  "a stroke has no Shift in English": { event: { key: "/", code: "Slash" }, expected: "/" },
  "a digit counts": { event: { key: "1", code: "Digit1" }, expected: "1" },
  "a digit has Shift in French": { event: { key: "1", code: "Digit1", shiftKey: true }, expected: "1" },
  "a digit of the block counts": { event: { key: "9", code: "Numpad9" }, expected: "9" },
  "a key with Control does not count": { event: { key: "r", code: "KeyR", ctrlKey: true }, expected: undefined },
  "a key with the command key does not count": {
    event: { key: "r", code: "KeyR", metaKey: true }, expected: undefined,
  },
  "a key with Alt does not count": { event: { key: "1", code: "Digit1", altKey: true }, expected: undefined },
  "a key with Alt Graph does not count": { event: { key: "ą", code: "KeyA", isAltGraph: true }, expected: undefined },
  "a key that is held does not count": { event: { key: "e", code: "KeyE", repeat: true }, expected: undefined },
  "a key of an input method does not count": {
    event: { key: "a", code: "KeyA", isComposing: true }, expected: undefined,
  },
  "a key that had an effect does not count": {
    event: { key: "a", code: "KeyA", defaultPrevented: true }, expected: undefined,
  },
}, ({ event, expected }) => assert.equal(shortcutKey(press(event)), expected));

// Who has which

const keysFor = (permissions) => shortcutsFor(permissions).flatMap(({ keys }) => keys).join("");

cases({
  "who edits has all": { permissions: { canEdit: true, canUse: true }, expected: "?/np123456789orae" },
  "who uses widgets does not edit": { permissions: { canEdit: false, canUse: true }, expected: "?/np123456789or" },
  "who looks changes nothing": { permissions: { canEdit: false, canUse: false }, expected: "?/np123456789o" },
}, ({ permissions, expected }) => assert.equal(keysFor(permissions), expected));

test("each key does one thing, and has the form that presses have", () => {
  const keys = shortcutsFor({ canEdit: true, canUse: true }).flatMap(({ keys }) => keys);
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) assert.equal(shortcutKey(press({ key })), key);
});

test("keys lead to pages that there are", () => {
  const turned = [];
  const pages = { count: 3, index: 0, turn: (index) => turned.push(index), takeFocus() {} };
  const { run } = shortcutsFor({}).find(({ keys }) => keys.includes("1"));
  assert.deepEqual(["1", "2", "3", "4", "9"].map((key) => run({ pages }, key)), [true, true, true, false, false]);
  // The page in front does not turn.
  assert.deepEqual(turned, [1, 2]);
});

test("the widgets of the page in front are updated", () => {
  const refreshed = [];
  const said = [];
  const tile = (id, pageIndex, hasUpdates) => [id, { pageIndex, hasUpdates, refresh: () => refreshed.push(id) }];
  const { run } = shortcutsFor({ canUse: true }).find(({ keys }) => keys.includes("r"));
  const board = {
    announce: (text, isProblem = false) => said.push([text, isProblem]),
    pages: { index: 1 },
    tiles: new Map([tile("a", 0, true), tile("b", 1, true), tile("c", 1, false), tile("d", 1, true)]),
  };
  run(board, "r");
  assert.deepEqual(refreshed, ["b", "d"]);
  board.pages.index = 2;
  run(board, "r");
  assert.deepEqual(refreshed, ["b", "d"]);
  assert.deepEqual(said, [
    ["Updating the widgets on this page", false], ["Nothing on this page needs updating", true],
  ]);
});

// Buttons and the switch

cases({
  "a button has its key": { present: null, key: "e", expected: "e" },
  "a key with Alt stays": { present: "Alt+ArrowUp", key: "o", expected: "Alt+ArrowUp o" },
  "a key is not named again": { present: "Alt+ArrowUp o", key: "o", expected: "Alt+ArrowUp o" },
  "a key goes": { present: "e", key: false, expected: undefined },
  "a key goes, and one with Alt stays": { present: "Alt+ArrowUp o", key: false, expected: "Alt+ArrowUp" },
  "the tenth dot has none": { present: null, key: undefined, expected: undefined },
}, ({ present, key, expected }) => assert.equal(keysOfButton(present, key), expected));

test("shortcuts are on until they are turned off", () => {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  assert.equal(areShortcutsOn(storage), true);
  turnShortcuts(false, storage);
  assert.equal(areShortcutsOn(storage), false);
  turnShortcuts(true, storage);
  assert.equal(areShortcutsOn(storage), true);
  assert.equal(kept.size, 0);
});
