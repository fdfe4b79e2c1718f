// Tests what the gallery finds, the sizes and places of widgets that are added, and the names of options.

import assert from "node:assert/strict";
import test from "node:test";
import {
  addedPlace, firstFreeCell, sizesOn,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/gallery/adding.js";
import {
  ALL, ICONS, OTHER, categoriesOf, categoryTitle, matches,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/gallery/gallerySearch.js";
import {
  choiceTitle, hintOf, readableName, titleOf,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/settings/optionNames.js";
import { symbolsFor } from "../../Sources/Host/TesseraWebClient/Resources/client/board/icons/symbols.js";
import { cases } from "./cases.mjs";

// Finding

cases({
  "an empty search finds everything": { search: "  ", found: true },
  "a search covers name, summary and author": { search: "NOTES paper ada", found: true },
  "a search covers identity, category and keywords": { search: "org.example office memo", found: true },
  "a part of a word is enough": { search: "ote", found: true },
  "all words must match": { search: "notes weather", found: false },
}, ({ search, found }) => {
  const widget = {
    id: "org.example.notes", name: "Notes", summary: "On paper", author: "Ada", category: "Office", keywords: ["memo"],
  };
  assert.equal(matches(widget, search), found);
});

test("a widget without an author is found by its name, not by `undefined`", () => {
  assert.equal(matches({ name: "Notes", summary: "" }, "notes"), true);
  assert.equal(matches({ name: "Notes", summary: "" }, "undefined"), false);
});

cases({
  "widgets without groups have no chips of their own": { widgets: [{}, {}], groups: [ALL, ICONS] },
  "groups are in the order of the alphabet": {
    widgets: [{ category: "News" }, { category: "Health" }, { category: "News" }],
    groups: [ALL, "Health", "News", ICONS],
  },
  "the author groups what has no category": {
    widgets: [{ author: "Ada" }, { category: "News", author: "Ada" }], groups: [ALL, "Ada", "News", ICONS],
  },
  "what has neither comes last": {
    widgets: [{}, { category: "Weather" }], groups: [ALL, "Weather", OTHER, ICONS],
  },
}, ({ widgets, groups }) => assert.deepEqual(categoriesOf(widgets), groups));

test("groups without a name of their own are called in the page's language", () => {
  assert.deepEqual([ALL, "Health", OTHER, ICONS].map(categoryTitle), ["All", "Health", "Other", "Icons"]);
});

cases({
  "no words find all symbols in order": { search: "", found: ["account", "map", "map-marker", "road-map"] },
  "what begins with the first word comes first": { search: "Map", found: ["map", "map-marker", "road-map"] },
  "words are separated by spaces or dashes": { search: "map-marker", found: ["map-marker"] },
  "all words must match": { search: "map account", found: [] },
}, ({ search, found }) =>
  assert.deepEqual(symbolsFor(["road-map", "map-marker", "account", "map"], search), found));

// Sizes and places

const free = { canChangeRows: true, canChangeColumns: true };
cases({
  "sizes go from the smallest to the largest": {
    sizes: { preferred: [2, 2], minimum: [1, 1], maximum: [2, 2], ...free },
    all: [[1, 1], [2, 1], [1, 2], [2, 2]],
  },
  "the grid limits sizes without a maximum": {
    sizes: { preferred: [2, 2], minimum: [2, 2], ...free }, grid: [2, 4], all: [[2, 2], [2, 3], [2, 4]],
  },
  "a fixed side stays": {
    sizes: { preferred: [1, 2], minimum: [1, 1], maximum: [3, 2], canChangeRows: true, canChangeColumns: false },
    all: [[1, 2], [2, 2], [3, 2]],
  },
  "the usual size is there though the grid is too small": {
    sizes: { preferred: [6, 4], minimum: [4, 4], ...free }, grid: [3, 8], all: [[6, 4]],
  },
}, ({ sizes, grid = [6, 8], all }) => assert.deepEqual(sizesOn(sizes, grid), all));

const place = (...frame) => ({ frame });
cases({
  "an empty page begins at its first cell": { places: [], cell: [1, 1] },
  "the first free cell comes in reading order": { places: [place(1, 1, 2, 2)], cell: [1, 3] },
  "a full row is passed over": { places: [place(1, 1, 1, 4)], cell: [2, 1] },
  "rows that are not seen do not count": { places: [place(3, 1, 1, 1)], firstRow: 3, cell: [3, 2] },
  "a full page has none": { places: [place(1, 1, 4, 4)], cell: undefined },
}, ({ places, firstRow, cell }) => assert.deepEqual(firstFreeCell(places, [4, 4], firstRow), cell));

test("what is added is what was not there", () => {
  const before = { tiles: { clock: {} } };
  const update = {
    tiles: { clock: {}, note: {} },
    pages: [{ id: "one", places: [{ id: "clock", members: ["clock"] }] }, {
      id: "two", places: [{ id: "note", members: ["note"] }],
    }],
  };
  assert.deepEqual(addedPlace(update, before), { id: "note", page: "two", place: update.pages[1].places[0] });
  assert.equal(addedPlace(before, before), undefined);
});

// Options

cases({
  "refreshInterval is two words": { name: "refreshInterval", text: "Refresh interval" },
  "dark_mode is two words": { name: "dark_mode", text: "Dark mode" },
  "abbreviations stay": { name: "feedURL", text: "Feed URL" },
  "one word gets a capital": { name: "city", text: "City" },
  "texts stay": { name: "Show seconds", text: "Show seconds" },
}, ({ name, text }) => assert.equal(readableName(name), text));

test("an option shows its title and unit, and the name only where there is no title", () => {
  assert.equal(titleOf({ name: "pollTime", title: "pollTime", unit: "minutes" }), "Poll time (minutes)");
  assert.equal(titleOf({ name: "pollTime", title: "Update every", unit: "minutes" }), "Update every (minutes)");
  assert.equal(titleOf({ name: "pollTime", title: "Update" }), "Update");
});

test("a choice shows its title, and words where its value is a key", () => {
  assert.equal(choiceTitle({ value: "km", title: "km" }), "km");
  assert.equal(choiceTitle({ value: "followSystem", title: "followSystem" }), "Follow system");
  assert.equal(choiceTitle({ value: "km", title: "Kilometres" }), "Kilometres");
});

test("a hint says which numbers an option takes", () => {
  assert.equal(hintOf({ range: [512, 65536], unit: "MB" }), "From 512 to 65,536 MB");
  assert.equal(hintOf({ summary: "For files", range: [1, 2] }), "For files. From 1 to 2");
  assert.equal(hintOf({ summary: "For files" }), "For files");
});
