// Makes tables whose rows become blocks on narrow screens.

import { make } from "../shared/dom.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../texts/catalogue").PlainTextName} PlainTextName */

// To browsers, blocks are no parts of a table. So each part says its role.

/**
 * @param {string} caption
 * @param {PlainTextName[]} columns
 * @param {(string | Node)[][]} rows what is in their cells; the last ones may be empty
 */
export function makeTable(caption, columns, rows = []) {
  const heads = columns.map((column) => make("th", "", { role: "columnheader", scope: "col" }, text(column)));
  const head = make("thead", "", { role: "rowgroup" }, make("tr", "", { role: "row" }, ...heads));
  const body = make("tbody", "", { role: "rowgroup" }, ...rows.map((contents) => makeRow(columns, contents).row));
  const table = make("table", "adminTable", { role: "table" }, make("caption", "", {}, caption), head, body);
  return { table, body };
}

/**
 * Makes a row with a cell for each column; the first cell names the row.
 * @param {PlainTextName[]} columns
 * @param {(string | Node)[]} contents
 */
export function makeRow(columns, contents = []) {
  const cells = columns.map((column, index) => index === 0
    ? make("th", "", { role: "rowheader", scope: "row" }, ...contents.slice(0, 1))
    : make("td", "", { role: "cell", "data-column": text(column), "data-figure": column },
      ...contents.slice(index, index + 1)));
  return { row: make("tr", "", { role: "row" }, ...cells), cells };
}

/**
 * Makes a row with one cell.
 * @param {number} columns that the cell spans
 */
export function makeWideRow(columns) {
  const cell = make("td", "", { role: "cell", colspan: columns });
  return { row: make("tr", "wide", { role: "row" }, cell), cell };
}

/**
 * Changes a text only if it is another one, so that a selection stays.
 * @param {HTMLElement} element
 * @param {string} content
 */
export function setText(element, content) {
  if (element.textContent !== content) element.textContent = content;
}
