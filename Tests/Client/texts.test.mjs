// Tests the catalogues of the page's own texts, the choice of a language, and what a text makes of its values.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test, { afterEach } from "node:test";
import { tileEdit } from "../../Sources/Host/TesseraWebClient/Resources/client/board/layout/editingKeys.js";
import { ageText } from "../../Sources/Host/TesseraWebClient/Resources/client/board/tiles/freshness.js";
import { BoardGrid, accessoryCenters } from "../../Sources/Host/TesseraWebClient/Resources/client/board/layout/grid.js";
import { pageAtKey } from "../../Sources/Host/TesseraWebClient/Resources/client/board/pages/pageList.js";
import { placeText } from "../../Sources/Host/TesseraWebClient/Resources/client/board/pages/placeText.js";
import { en } from "../../Sources/Host/TesseraWebClient/Resources/client/texts/en.js";
import { pseudoText } from "../../Sources/Host/TesseraWebClient/Resources/client/texts/pseudo.js";
import {
  bestLanguage, catalogues, isPageRightToLeft, listText, loadTexts, pageLocale, text,
} from "../../Sources/Host/TesseraWebClient/Resources/client/texts/texts.js";
import { cases } from "./cases.mjs";

const languages = Object.keys(catalogues);

afterEach(() => loadTexts(["en"]));

/** @param {string | { [category: string]: string }} message */
function variants(message) {
  return typeof message === "string" ? [message] : Object.values(message);
}

/** @param {string | { [category: string]: string }} message */
function placeholders(message) {
  return [...new Set(variants(message).flatMap((variant) => variant.match(/\{\w+\}/g) ?? []))].sort();
}

// The catalogues

for (const language of languages) {
  test(`${language} has the names of English, in the same order`, async () => {
    assert.deepEqual(Object.keys(await catalogues[language]()), Object.keys(en));
  });

  test(`${language} has the placeholders of English`, async () => {
    const catalogue = await catalogues[language]();
    for (const [name, message] of Object.entries(en)) {
      assert.deepEqual(placeholders(catalogue[name]), placeholders(message), name);
    }
  });

  test(`${language} has the plurals of its language`, async () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const catalogue = await catalogues[language]();
    for (const [name, message] of Object.entries(en)) {
      assert.equal(typeof catalogue[name], typeof message, name);
      if (typeof message === "object") {
        assert.deepEqual(Object.keys(catalogue[name]).sort(), [...pluralCategories].sort(), name);
      }
    }
  });

  test(`${language} has a text for each name, without spaces around it`, async () => {
    for (const [name, message] of Object.entries(await catalogues[language]())) {
      for (const variant of variants(message)) {
        if (name !== "betweenSentences") assert.match(variant, /^\S(.*\S)?$/s, name);
      }
    }
  });
}

cases({
  "German says du": { language: "de", others: /Ihre?[mnrs]?|Ihnen|(?<=[\p{Ll},;] )Sie/u },
  "French says vous": { language: "fr", others: /[Tt](e|oi|on|u)/u },
  "Spanish says tú, and función of a role": { language: "es", others: /[Uu]sted|[Rr]ol(es)?/u },
  "Portuguese is Brazilian, and says função of a role": {
    language: "pt", others: /[Tt](eu|ua)|[Pp]ap(el|éis)|[Ff]icheiros?|[Qq]uadros?|[Cc]ontacta/u,
  },
  "Japanese says サーバ of a server": { language: "ja", others: /サーバー/u },
  "Chinese says 你": { language: "zh-Hans", others: /您/u },
}, async ({ language, others }) => {
  // Chinese and Japanese have no spaces between words.
  const isSpaced = !["ja", "zh-Hans"].includes(language);
  const pattern = isSpaced ? new RegExp(`(?<!\\p{L})(?:${others.source})(?!\\p{L})`, "u") : others;
  const found = Object.values(await catalogues[language]()).flatMap(variants).filter((words) => pattern.test(words));
  assert.deepEqual(found, []);
});

test("each text is used", () => {
  const folder = new URL("../../Sources/Host/TesseraWebClient/Resources/client/", import.meta.url);
  const files = readdirSync(folder, { recursive: true }).map(String);
  const code = files.filter((file) => file.endsWith(".js") && !/^texts\/(en|languages)/.test(file))
    .map((file) => readFileSync(new URL(file, folder), "utf8")).join("");
  assert.deepEqual(Object.keys(en).filter((name) => !code.includes(`"${name}"`)), []);
});

// The choice of a language

cases({
  "a language is chosen by its name": { wanted: ["de"], language: "de", locale: "de" },
  "a region is written in its own way": { wanted: ["de-AT", "en"], language: "de", locale: "de-AT" },
  "the first language that there is counts": { wanted: ["sv", "fr-CA", "de"], language: "fr", locale: "fr-CA" },
  "Chinese has simplified characters": { wanted: ["zh-CN"], language: "zh-Hans", locale: "zh-CN" },
  "Chinese without a region has simplified characters": { wanted: ["zh"], language: "zh-Hans", locale: "zh" },
  "an old tag of Hebrew counts": { wanted: ["iw-IL"], language: "he", locale: "iw-IL" },
  "American English has its own dates": { wanted: ["en-US", "de"], language: "en", locale: "en-US" },
  "English without a region is British": { wanted: ["en"], language: "en", locale: "en-GB" },
  "other languages lead to English": { wanted: ["sv", "tlh"], language: "en", locale: "en-GB" },
  "what is no tag is skipped": { wanted: ["", "*", "d", "es"], language: "es", locale: "es" },
  "nothing wanted leads to English": { wanted: [], language: "en", locale: "en-GB" },
  "the language for tests is wanted by its name only": { wanted: ["en-XA"], language: "en-XA", locale: "en-GB" },
}, ({ wanted, ...expected }) => assert.deepEqual(bestLanguage(wanted), expected));

test("a page reads from right to left in Arabic and Hebrew only", async () => {
  const found = [];
  for (const language of ["en", ...languages]) {
    await loadTexts([language]);
    if (isPageRightToLeft()) found.push(language);
  }
  assert.deepEqual(found, ["ar", "he"]);
});

// Texts

cases({
  "a text without values": { language: "de", call: () => text("done"), expected: "Fertig" },
  "a text with values": {
    language: "de", call: () => text("pageOfPages", { page: 2, count: 3 }), expected: "Seite 2 von 3",
  },
  "a value with a dollar sign is not expanded": {
    language: "en", call: () => text("added", { name: "$& {name}" }), expected: "$& {name} added",
  },
  "one of something": {
    language: "en", call: () => text("moreChoices", { count: 1 }), expected: "1 more: type to find it",
  },
  "several of something": {
    language: "en", call: () => text("moreChoices", { count: 1200 }), expected: "1,200 more: type to find them",
  },
  "few of something in Arabic": {
    language: "ar", call: () => text("moreChoices", { count: 3 }), expected: "3 خيارات أخرى: اكتب للعثور عليها",
  },
  "numbers are written as in the region": {
    language: "ar-EG", call: () => text("pageNumber", { page: 12 }), expected: "الصفحة ١٢",
  },
  "a name from left to right stays together on a page from right to left": {
    language: "he", call: () => text("added", { name: "Clock" }), expected: "\u2068Clock\u2069 נוסף",
  },
  "things in a row": { language: "en", call: () => listText(["a", "b", "c"]), expected: "a, b, c" },
  "things in a row in Chinese": { language: "zh", call: () => listText(["a", "b"]), expected: "ab" },
  "an age": { language: "fr", call: () => ageText(3 * 86_400_000), expected: "-3 j" },
}, async ({ language, call, expected }) => {
  await loadTexts([language]);
  assert.equal(call(), expected);
});

test("the place of a thing is said in one sentence", async () => {
  const places = [{ members: ["clock"], frame: [1, 3, 2, 4] }];
  const icons = [{ id: "maps", cell: [3, 1] }];
  const first = { id: "1", places, icons };
  const second = { id: "2", name: "Kitchen", places: [], icons: [] };
  const said = (pages, id) => placeText({ pages }, id, "X");
  assert.equal(said([first], "clock"), "X: row 1, column 3, 4 by 2");
  assert.equal(said([second, first], "clock"), "X: row 1, column 3, Page 2, 4 by 2");
  assert.equal(said([first, second], "maps"), "X: row 3, column 1, Page 1");
  assert.equal(said([first], "maps"), "X: row 3, column 1");
  assert.equal(said([first], "gone"), "X");
  await loadTexts(["ja"]);
  assert.equal(said([{ ...first, name: "Home" }, second], "clock"), "X: 1行3列、ページ1: Home、4 × 2");
});

test("a text for tests is longer, keeps its placeholders, and shows where it begins and ends", () => {
  const made = pseudoText("Page {page} of {count}");
  assert.match(made, /^\[.+\{page\} .+ \{count\}.*\]$/);
  assert.ok(made.length >= 1.4 * "Page {page} of {count}".length);
  assert.doesNotMatch(made.replace(/\{\w+\}/g, ""), /[Pp]age|of/);
});

test("English stays where a language cannot be loaded", async () => {
  const { de } = catalogues;
  catalogues.de = () => Promise.reject(new Error("offline"));
  await loadTexts(["de-AT"]);
  catalogues.de = de;
  assert.deepEqual([text("done"), pageLocale()], ["Done", "en-GB"]);
});

// From right to left

test("the first column stands at the right on a page from right to left", async () => {
  await loadTexts(["ar"]);
  const grid = new BoardGrid([6, 8], 1248, 752);
  const step = grid.cellWidth + grid.gap;
  assert.equal(grid.box([1, 1, 2, 2]).left, grid.width - grid.box([1, 1, 2, 2]).width);
  assert.equal(grid.box([1, 8, 1, 1]).left, 0);
  for (let column = 1; column <= 6; column += 1) {
    const { left, top } = grid.box([2, column, 2, 3]);
    assert.deepEqual(grid.cell(left, top, 3), [2, column]);
    assert.deepEqual(grid.cell(left - 0.4 * step, top, 3), [2, column]);
  }
});

test("arrow keys move and resize to the side that they show", async () => {
  const place = { id: "clock", frame: [2, 3, 2, 2], members: ["clock"], front: "clock" };
  const edit = (key, shiftKey) => tileEdit({ key, shiftKey }, place, [], 0);
  assert.deepEqual(edit("ArrowLeft", false)?.to, [2, 2]);
  await loadTexts(["he"]);
  assert.deepEqual(edit("ArrowLeft", false)?.to, [2, 4]);
  assert.deepEqual(edit("ArrowRight", false)?.to, [2, 2]);
  assert.deepEqual(edit("ArrowLeft", true)?.frame, [2, 3, 2, 3]);
  assert.deepEqual(edit("ArrowDown", false)?.to, [3, 3]);
});

test("arrow keys lead to the page at the side that they show", async () => {
  assert.equal(pageAtKey("ArrowLeft", 1, 3, 3), 0);
  await loadTexts(["ar"]);
  assert.deepEqual(["ArrowLeft", "ArrowRight"].map((key) => pageAtKey(key, 1, 3, 3)), [2, 0]);
});

test("the buttons of a tile change sides", async () => {
  const tile = { width: 300, height: 200, rows: 2, columns: 2, button: 28, canExpand: true };
  const before = accessoryCenters(tile);
  await loadTexts(["ar"]);
  const after = accessoryCenters(tile);
  for (const name of Object.keys(before)) assert.deepEqual(after[name], [300 - before[name][0], before[name][1]], name);
});
