// Gives the page's own texts in the person's language, whose catalogue is loaded before anything is shown.

import { en } from "./en.js";
import { pseudoLanguage, pseudoText } from "./pseudo.js";

/** @typedef {import("./catalogue").Catalogue} Catalogue */
/** @typedef {import("./catalogue").Plural} Plural */
/** @typedef {import("./catalogue").TextName} TextName */

/**
 * @template {TextName} Name
 * @typedef {import("./catalogue").ValuesOf<Name>} ValuesOf
 */

/** Dates and numbers in English without a region are British, as the texts are. */
const ENGLISH = "en-GB";

const rightToLeft = new Set(["ar", "he"]);

/**
 * The catalogues besides the English one, by their languages.
 * @type {{ [language: string]: () => Promise<Catalogue> }}
 */
export const catalogues = {
  "ar": async () => (await import("./languages/ar.js")).ar,
  "de": async () => (await import("./languages/de.js")).de,
  "es": async () => (await import("./languages/es.js")).es,
  "fr": async () => (await import("./languages/fr.js")).fr,
  "he": async () => (await import("./languages/he.js")).he,
  "ja": async () => (await import("./languages/ja.js")).ja,
  "pt": async () => (await import("./languages/pt.js")).pt,
  "zh-Hans": async () => (await import("./languages/zh-Hans.js")).zhHans,
  [pseudoLanguage]: async () => /** @type {Catalogue} */ (pseudoText(en)),
};

/** @type {Catalogue} */
let messages = en;
let language = "en";
let locale = ENGLISH;
let numbers = new Intl.NumberFormat(locale);

/**
 * The first language that a person wants and that there are texts in, and how dates and numbers are written in it.
 * @param {readonly string[]} wanted tags of languages, the most wanted one first
 */
export function bestLanguage(wanted) {
  const known = ["en", ...Object.keys(catalogues)];
  for (const tag of wanted) {
    if (tag === pseudoLanguage) return { language: tag, locale: ENGLISH };
    const base = baseOf(tag);
    const found = known.find((name) => name === tag) ?? known.find((name) => base !== "" && baseOf(name) === base);
    if (found) return { language: found, locale: tag === "en" ? ENGLISH : tag };
  }
  return { language: "en", locale: ENGLISH };
}

/**
 * The language of a tag without script and region; empty for what is no tag.
 * @param {string} tag
 */
function baseOf(tag) {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return "";
  }
}

/**
 * Loads the texts in the best of the wanted languages; English ones where they cannot be loaded.
 * @param {readonly string[]} wanted tags of languages, the most wanted one first
 */
export async function loadTexts(wanted) {
  const best = bestLanguage(wanted);
  try {
    messages = (await catalogues[best.language]?.()) ?? en;
    ({ language, locale } = best);
  } catch {
    [messages, language, locale] = [en, "en", ENGLISH];
  }
  numbers = new Intl.NumberFormat(locale);
}

/** The locale in which the page writes dates and numbers. */
export function pageLocale() {
  return locale;
}

/** Whether the page reads from right to left; a widget on it may not. */
export function isPageRightToLeft() {
  return rightToLeft.has(language);
}

/**
 * Marks an element as being in the page's language, as the document is, and a widget in it may not be.
 * @param {HTMLElement} element
 */
export function markLanguage(element) {
  element.lang = language;
  element.dir = isPageRightToLeft() ? "rtl" : "ltr";
}

/**
 * A text of the page.
 * @template {TextName} Name
 * @param {Name} name
 * @param {ValuesOf<Name>} parts the values that take the places of the names in braces; `count` decides about a plural
 * @returns {string}
 */
export function text(name, ...parts) {
  /** @type {{ [placeholder: string]: string | number }} */
  const values = parts[0] ?? {};
  const message = messages[name];
  const pattern = typeof message === "string" ? message : pluralOf(message, Number(values.count));
  return pattern.replace(/\{(\w+)\}/g, (_, placeholder) => valueText(values[placeholder]));
}

/**
 * @param {Plural} message
 * @param {number} count
 */
function pluralOf(message, count) {
  return message[new Intl.PluralRules(locale).select(count)] ?? message.other;
}

/** Letters from right to left, and the signs that change the direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** @param {string | number} value */
function valueText(value) {
  if (typeof value === "number") return numbers.format(value);
  // A name in another direction stays together, and does not turn the signs around it.
  return isPageRightToLeft() || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

/**
 * A day, such as "Nov 26, 2026".
 * @param {number} milliseconds since 1970
 */
export function dateText(milliseconds) {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(milliseconds);
}

/**
 * Things in a row, such as "Home, Garden".
 * @param {string[]} items
 */
export function listText(items) {
  return new Intl.ListFormat(locale, { type: "unit", style: "short" }).format(items);
}
