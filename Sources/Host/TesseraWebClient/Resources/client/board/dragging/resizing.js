// Changes the size of a tile by its corner, as far as the tile finds room.

import { isPageRightToLeft, text } from "../../texts/texts.js";
import { EditPreviews } from "./editPreviews.js";
import { layOutGliding } from "./flipAnimation.js";
import { followPointer } from "./pointer.js";

/** @typedef {import("../tiles/widgetTile.js").WidgetTile} WidgetTile */

/**
 * A press on the corner of a tile.
 * @param {EditableBoard} board
 * @param {WidgetTile} tile
 * @param {PointerEvent} event
 */
export function resizeTile(board, tile, event) {
  if (board.editing.drag) return;
  const [row, column, rows, columns] = tile.place.frame;
  const first = board.grid.box(tile.place.frame);
  /**
   * The last edit that was possible.
   * @type {BoardEdit | undefined}
   */
  let accepted;
  const previews = new EditPreviews(board.connection, (/** @type {BoardEdit} */ edit, update) => {
    if (!update) return;
    accepted = edit;
    layOutGliding(board, update);
  });
  event.stopPropagation();
  const finish = () => {
    previews.stop();
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
    move: ({ clientX, clientY }) => {
      const width = first.width + (isPageRightToLeft() ? event.clientX - clientX : clientX - event.clientX);
      const height = first.height + clientY - event.clientY;
      const size = board.grid.size(width, height);
      const shownWidth = Math.max(board.grid.cellWidth, width);
      tile.element.style.width = `${shownWidth}px`;
      if (isPageRightToLeft()) tile.element.style.left = `${first.left + first.width - shownWidth}px`;
      tile.element.style.height = `${Math.max(board.grid.cellHeight, height)}px`;
      if (size[0] !== rows || size[1] !== columns) {
        previews.ask({ type: "reshape", tile: tile.id, frame: [row, column, ...size], makeRoom: true });
      } else if (previews.asked) {
        previews.replace();
        accepted = undefined;
        layOutGliding(board, board.update);
      }
    },
    end: async () => {
      finish();
      // What was asked for last counts, though its answer may not be here yet.
      const { asked } = previews;
      const isPossible = asked && asked !== accepted && (await board.connection.preview(asked));
      const wanted = isPossible ? asked : accepted;
      const update = wanted && (await board.edit(wanted));
      layOutGliding(board, board.update);
      const [, , newRows, newColumns] = tile.place.frame;
      if (update) board.announce(text("widgetSize", { name: tile.kind.name, columns: newColumns, rows: newRows }));
    },
    cancel: () => {
      finish();
      layOutGliding(board, board.update);
    },
  });
}
