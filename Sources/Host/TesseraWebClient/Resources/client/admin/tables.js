// Makes tables whose rows become blocks on narrow screens.

import { make } from "../shared/dom.js";
import { text } from "../texts/texts.js";

/** @typedef {import("../texts/catalogue").PlainTextName} PlainTextName */

// To browsers, blocks are no parts of a table. So each part says its role.

/**
 * @param {string} caption
 * @param {PlainTextName[]} columns
 */
export function makeTable(caption, columns) {
  const table = make("table", "adminTable", { role: "table" });
  const title = make("caption");
  const head = make("thead", "", { role: "rowgroup" });
  const row = make("tr", "", { role: "row" });
  const body = make("tbody", "", { role: "rowgroup" });
  title.textContent = caption;
  for (const column of columns) {
    const cell = make("th", "", { role: "columnheader", scope: "col" });
    cell.textContent = text(column);
    row.append(cell);
  }
  head.append(row);
  table.append(title, head, body);
  return { table, body };
}

/**
 * Makes a row with a cell for each column; the first cell names the row.
 * @param {PlainTextName[]} columns
 */
export function makeRow(columns) {
  const row = make("tr", "", { role: "row" });
  const cells = columns.map((column, index) => {
    const cell = index === 0
      ? make("th", "", { role: "rowheader", scope: "row" })
      : make("td", "", { role: "cell", "data-column": text(column), "data-figure": column });
    row.append(cell);
    return cell;
  });
  return { row, cells };
}

/**
 * Makes a row with one cell.
 * @param {number} columns that the cell spans
 */
export function makeWideRow(columns) {
  const row = make("tr", "wide", { role: "row" });
  const cell = make("td", "", { role: "cell", colspan: columns });
  row.append(cell);
  return { row, cell };
}

/**
 * Changes a text only if it is another one, so that a selection stays.
 * @param {HTMLElement} element
 * @param {string} content
 */
export function setText(element, content) {
  if (element.textContent !== content) element.textContent = content;
}
