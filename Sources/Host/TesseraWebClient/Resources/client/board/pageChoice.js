// Makes a choice of the other pages of a board, for people who do not drag.

import { make } from "../shared/dom.js";
import { textButton } from "./panel.js";

/** @typedef {import("./board.js").BoardClient} BoardClient */

/**
 * @param {Pick<BoardClient, "pages" | "update">} board
 * @param {(page: string) => Promise<unknown>} move returns nothing where that is not possible
 */
export function makePageChoice({ pages, update }, move) {
  const select = make("select", "", { "aria-label": "Page" });
  select.append(
    ...update.pages.map(({ id }, index) => new Option(`Page ${index + 1}`, id, false, id === pages.current)));
  const button = textButton("Move to page", "boardAction", async () => {
    if (await move(select.value)) pages.turnTo(select.value);
  });
  const row = make("div", "boardMoves");
  row.append(select, button);
  return row;
}
