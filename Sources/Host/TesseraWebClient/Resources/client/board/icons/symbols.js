// Loads the names of the icons that the icon font has.

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
