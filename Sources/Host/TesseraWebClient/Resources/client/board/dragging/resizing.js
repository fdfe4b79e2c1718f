// Changes the size of a tile by its corner, as far as the tile finds room.

import { isPageRightToLeft, text } from "../../texts/texts.js";
import { layOutGliding } from "./gliding.js";
import { followPointer } from "./pointer.js";

/** @typedef {import("../../protocol/messages").BoardEdit} BoardEdit */
/** @typedef {import("../board.js").BoardClient} BoardClient */
/** @typedef {import("../tiles/widgetTile.js").WidgetTile} WidgetTile */

/**
 * What resizing needs of a board.
 * @typedef {Pick<BoardClient, "connection" | "edit" | "editing" | "grid" | "icons" | "layOut" | "page" |
 *   "say" | "shown" | "tiles" | "update">} ResizeBoard
 */

/**
 * A press on the corner of a tile.
 * @param {ResizeBoard} board
 * @param {WidgetTile} tile
 * @param {PointerEvent} event
 */
export function resizeTile(board, tile, event) {
  if (board.editing.drag) return;
  const [row, column, rows, columns] = tile.place.frame;
  const first = board.grid.box(tile.place.frame);
  /** The size whose preview was asked for last. */
  let asked = "";
  /**
   * The last edit that was possible.
   * @type {BoardEdit | undefined}
   */
  let accepted;
  /**
   * The edit for the last place of the pointer; undefined for the size that the tile has.
   * @type {BoardEdit | undefined}
   */
  let last;
  let number = 0;
  event.stopPropagation();
  const finish = () => {
    tile.isDragged = false;
    tile.element.classList.remove("resized");
    board.editing.drag = undefined;
  };
  const stopFollowing = followPointer(board.page, tile.handle, event, {
    begin: () => {
      tile.isDragged = true;
      tile.element.classList.add("resized");
      board.editing.drag = { pageTurned: () => {}, boardChanged: () => {}, cancel: () => stopFollowing() };
    },
    move: async ({ clientX, clientY }) => {
      const width = first.width + (isPageRightToLeft() ? event.clientX - clientX : clientX - event.clientX);
      const height = first.height + clientY - event.clientY;
      const size = board.grid.size(width, height);
      const shownWidth = Math.max(board.grid.cellWidth, width);
      tile.element.style.width = `${shownWidth}px`;
      if (isPageRightToLeft()) tile.element.style.left = `${first.left + first.width - shownWidth}px`;
      tile.element.style.height = `${Math.max(board.grid.cellHeight, height)}px`;
      if (String(size) === asked) return;
      asked = String(size);
      number += 1;
      const own = number;
      if (size[0] === rows && size[1] === columns) {
        last = undefined;
        accepted = undefined;
        layOutGliding(board, board.update);
        return;
      }
      /** @type {BoardEdit} */
      const edit = { type: "reshape", tile: tile.id, frame: [row, column, ...size], makeRoom: true };
      last = edit;
      const update = await board.connection.preview(edit);
      if (own !== number || !tile.isDragged || !update) return;
      accepted = edit;
      layOutGliding(board, update);
    },
    end: async () => {
      finish();
      // What was asked for last counts, though its answer may not be here yet.
      const isPossible = last && last !== accepted && (await board.connection.preview(last));
      const wanted = isPossible ? last : accepted;
      const update = wanted && (await board.edit(wanted));
      layOutGliding(board, board.update);
      const [, , newRows, newColumns] = tile.place.frame;
      if (update) board.say(text("widgetSize", { name: tile.kind.name, columns: newColumns, rows: newRows }));
    },
    cancel: () => {
      finish();
      layOutGliding(board, board.update);
    },
  });
}
