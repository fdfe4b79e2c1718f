// Tests how cities are asked for and shown, and where the keys lead in a list of suggestions.

import assert from "node:assert/strict";
import test, { afterEach } from "node:test";
import {
  cityText, findCities, hasCities, roundedDegrees,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/settings/citySearch.js";
import {
  countText, indexOfName,
} from "../../Sources/Host/TesseraWebClient/Resources/client/board/settings/combobox.js";
import { nextItem } from "../../Sources/Host/TesseraWebClient/Resources/client/shared/arrowKeys.js";
import { loadTexts } from "../../Sources/Host/TesseraWebClient/Resources/client/texts/texts.js";
import { cases } from "./cases.mjs";

const { fetch } = globalThis;

afterEach(async () => {
  globalThis.fetch = fetch;
  await loadTexts(["en"]);
});

// Asking the server

test("the server is asked once whether it knows cities, and again after a failure", async () => {
  const paths = [];
  const answers = [new Error("offline"), { isAvailable: true, places: [] }];
  globalThis.fetch = async (path) => {
    paths.push(path.slice(path.indexOf("places")));
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify(answer));
  };
  assert.deepEqual([await hasCities(), await hasCities(), await hasCities()], [false, true, true]);
  assert.deepEqual(paths, ["places", "places"]);
});

test("a search names what was typed and the language, and can be given up", async () => {
  await loadTexts(["de-AT"]);
  const asked = [];
  globalThis.fetch = (path, { signal }) => new Promise((resolve, reject) => {
    asked.push(path.slice(path.indexOf("places")));
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  const request = new AbortController();
  const search = findCities("Köln & Bonn", request.signal);
  request.abort();
  await assert.rejects(search, { rule: "offline" });
  assert.deepEqual(asked, ["places?query=K%C3%B6ln%20%26%20Bonn&language=de-AT"]);
});

// What is shown

cases({
  "a city is shown with its region and country": {
    city: { name: "Munich", region: "Bavaria", country: "Germany" }, shown: "Munich — Bavaria, Germany",
  },
  "a region of the same name is not repeated": {
    city: { name: "Paramaribo", region: "Paramaribo", country: "Suriname" }, shown: "Paramaribo — Suriname",
  },
  "a city without a region is shown with its country": {
    city: { name: "Monaco", region: "", country: "Monaco" }, shown: "Monaco — Monaco",
  },
  "languages have their own commas": {
    language: "ja", city: { name: "大阪", region: "Ōsaka", country: "日本" }, shown: "大阪 — Ōsaka、日本",
  },
  "names keep their direction on a page from right to left": {
    language: "he", city: { name: "חיפה", region: "Haifa", country: "ישראל" },
    shown: "\u2068חיפה\u2069 — \u2068Haifa\u2069, \u2068ישראל\u2069",
  },
}, async ({ language = "en", city, shown }) => {
  await loadTexts([language]);
  assert.equal(cityText(city), shown);
});

cases({
  "coordinates have four decimals": { degrees: 48.137154, rounded: 48.1372 },
  "short coordinates stay": { degrees: 13.5, rounded: 13.5 },
  "coordinates to the south are rounded, too": { degrees: -33.865146, rounded: -33.8651 },
}, ({ degrees, rounded }) => assert.equal(roundedDegrees(degrees), rounded));

cases({
  "several choices are counted": { count: 3, typed: "ber", said: "3 found" },
  "it is said that there are none": { count: 0, typed: "xyz", said: "Nothing found" },
  "of one letter nothing is said": { count: 0, typed: "x", said: "" },
  "one character can find a city": { count: 1, typed: "京", said: "1 found" },
}, ({ count, typed, said }) => assert.equal(countText(count, typed), said));

// The list

cases({
  "the down key begins with the first": { key: "ArrowDown", index: -1, to: 0 },
  "the up key begins with the last": { key: "ArrowUp", index: -1, to: 2 },
  "the down key leads to the next": { key: "ArrowDown", index: 0, to: 1 },
  "the up key leads to the one before": { key: "ArrowUp", index: 2, to: 1 },
  "after the last comes the first": { key: "ArrowDown", index: 2, to: 0 },
  "before the first comes the last": { key: "ArrowUp", index: 0, to: 2 },
}, ({ key, index, to }) => assert.equal(nextItem(key, index, 3), to));

cases({
  "the typed name is active": { typed: "Berlin", index: 1 },
  "case makes no difference": { typed: "bERLIN", index: 1 },
  "accents make no difference": { typed: "Cordoba", index: 2 },
  "signs make no difference": { typed: "Xi'an", index: 3 },
  "the beginning of a name is none": { typed: "Ber", index: -1 },
  "nothing is the name of none": { typed: "", index: -1 },
}, ({ typed, index }) =>
  assert.equal(indexOfName(typed, ["New Berlin", "Berlin", "Córdoba", "Xi’an"]), index));
