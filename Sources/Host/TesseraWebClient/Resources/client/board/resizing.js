// Changes the size of a tile by its corner, as far as the tile finds room.

import { followPointer } from "./pointer.js";

/** @typedef {import("../protocol/messages").BoardEdit} BoardEdit */
/** @typedef {import("./board.js").BoardClient} BoardClient */
/** @typedef {import("./widgetTile.js").WidgetTile} WidgetTile */

/**
 * What resizing needs of a board.
 * @typedef {Pick<BoardClient, "connection" | "edit" | "editing" | "grid" | "layOut" | "page" | "say" |
 *   "update">} ResizeBoard
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
      const width = first.width + clientX - event.clientX;
      const height = first.height + clientY - event.clientY;
      const size = board.grid.size(width, height);
      tile.element.style.width = `${Math.max(board.grid.cellWidth, width)}px`;
      tile.element.style.height = `${Math.max(board.grid.cellHeight, height)}px`;
      if (String(size) === asked) return;
      asked = String(size);
      number += 1;
      const own = number;
      if (size[0] === rows && size[1] === columns) {
        last = undefined;
        accepted = undefined;
        board.layOut(board.update);
        return;
      }
      /** @type {BoardEdit} */
      const edit = { type: "reshape", tile: tile.id, frame: [row, column, ...size], makeRoom: true };
      last = edit;
      const update = await board.connection.preview(edit);
      if (own !== number || !tile.isDragged || !update) return;
      accepted = edit;
      board.layOut(update);
    },
    end: async () => {
      finish();
      // What was asked for last counts, though its answer may not be here yet.
      const isPossible = last && last !== accepted && (await board.connection.preview(last));
      const wanted = isPossible ? last : accepted;
      const update = wanted && (await board.edit(wanted));
      board.layOut(board.update);
      if (update) board.say(`${tile.kind.name}: ${tile.place.frame[3]} by ${tile.place.frame[2]}`);
    },
    cancel: () => {
      finish();
      board.layOut(board.update);
    },
  });
}
