// Makes a choice of the other pages of a board, for people who do not drag.

import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { textButton } from "../layout/panel.js";
import { pageTitle, visiblePages } from "./pageList.js";

/**
 * @param {EditableBoard} board
 * @param {(page: string) => Promise<unknown>} move returns nothing where that is not possible
 */
export function makePageChoice({ pages, update }, move) {
  const select = make("select", "", { "aria-label": text("page") });
  const visible = visiblePages(update.pages);
  select.append(...visible.map((page) =>
    new Option(pageTitle(page, visible), page.id, false, page.id === pages.current)));
  const button = textButton(text("moveToPage"), "boardAction", async () => {
    if (await move(select.value)) pages.turnTo(select.value);
  });
  return make("div", "boardMoves", {}, select, button);
}
