// Runs one test for each case of a table; the sentence of a case is the name of its test.

import test from "node:test";

/**
 * @template Case
 * @param {{ [sentence: string]: Case }} table
 * @param {(each: Case) => void | Promise<void>} check
 */
export function cases(table, check) {
  for (const [sentence, each] of Object.entries(table)) test(sentence, () => check(each));
}
