// Loads the names of the icons that the icon font has, and finds them by words.

import { get } from "../../protocol/requests.js";

/**
 * The letters that the icon font has for symbols, by their names.
 * @typedef {{ [name: string]: string }} Symbols
 */

/** @type {Promise<Symbols> | undefined} */
let loading;

/**
 * Asks for them once; again after a failure.
 * @returns {Promise<Symbols>} rejects with a `RequestProblem`
 */
export async function loadSymbols() {
  loading ??= get("/client/icons.json");
  try {
    return await /** @type {Promise<Symbols>} */ (loading);
  } catch (failure) {
    loading = undefined;
    throw failure;
  }
}

/**
 * The names with all words of a search, those that begin with the first word before others.
 * @param {string[]} names
 * @param {string} search
 */
export function symbolsFor(names, search) {
  const words = search.toLowerCase().split(/[\s-]+/).filter(Boolean);
  const found = names.filter((name) => words.every((word) => name.includes(word))).sort();
  const [first = ""] = words;
  return [...found.filter((name) => name.startsWith(first)), ...found.filter((name) => !name.startsWith(first))];
}
