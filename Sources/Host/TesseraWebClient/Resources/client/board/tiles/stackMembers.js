// Lists the widgets of a stack, each of which can be taken out: by its button, or dragged to a place.

import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { textButton, textElement } from "../layout/panel.js";

/** @typedef {import("./widgetTile.js").WidgetTile} WidgetTile */

/**
 * @param {EditedBoard} board
 * @param {WidgetTile} tile
 * @param {HTMLDialogElement} dialog shows the list
 */
export function stackMembers(board, tile, dialog) {
  const list = make("ul", "boardMembers", { "aria-label": text("widgetsInStack") });
  for (const id of tile.place.members) {
    const name = board.update.tiles[id]?.name ?? id;
    const label = textElement(name, "span", "boardMemberName");
    const takeOut = textButton(text("removeFromStack"), "boardAction", async () => {
      if (await board.edit({ type: "unstack", tile: id }, text("removedFromStack", { name }))) dialog.close();
    });
    takeOut.setAttribute("aria-label", text("removeNamedFromStack", { name }));
    const row = make("li", "boardMember", {}, label, takeOut);
    board.editing.watchStackMember(tile, { id, name }, label, dialog);
    list.append(row);
  }
  return list;
}
