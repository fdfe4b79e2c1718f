// Editing a board: moving, resizing, adding and removing, by pointer and by keyboard. What is done is an edit that the server makes;
// this only shows what it would come to.

import { dragIcon, dragTile, resizeTile } from "./dragging.js";
import { openGallery } from "./gallery.js";
import { openBoardSettings, openIconSettings, openTileSettings } from "./settings.js";
import { signButton, signs } from "./icons.js";

/** How long a press is that begins editing, in milliseconds, and how far it may slip, in points. */
const LONG_PRESS = 500;
const SLIP = 8;

/** The keys that do something to an icon, and to a tile, while the board is edited; buttons know Enter and Space themselves. */
const ICON_KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Delete", "Backspace"]);
const TILE_KEYS = new Set([...ICON_KEYS, "+", "-"]);

export class BoardEditing {
  #board;
  /** Done when all keys so far have done what they do. */
  #turn = Promise.resolve();
  isOn = false;

  constructor(board) {
    this.#board = board;
    const button = (name, sign, label, action) => {
      const element = signButton(sign, label, `boardTool ${name}`);
      element.addEventListener("click", action);
      board.tools.append(element);
      return element;
    };
    this.undo = button("undo", signs.undo, "Undo", () => this.turnBack("undo"));
    this.redo = button("redo", signs.redo, "Redo", () => this.turnBack("redo"));
    this.add = button("add", signs.add, "Add", () => this.openGallery());
    this.boards = button("boards", signs.boards, "Board settings", () => openBoardSettings(board));
    this.toggle = button("toggle", signs.edit, "Edit the board", () => this.set(!this.isOn));
    this.#followLongPress();
    document.addEventListener("keydown", (event) => this.#keyPressed(event));
    this.#showTools();
  }

  /** Begins or ends editing. */
  set(isOn) {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    this.#board.page.classList.toggle("editing", isOn);
    const hadFocus = this.#board.viewport.contains(document.activeElement);
    for (const thing of [...this.#board.tiles.values(), ...this.#board.icons.values()]) thing.editingChanged(isOn);
    this.#showTools();
    if (!isOn && hadFocus) this.toggle.focus();
    this.#board.say(isOn ? "Editing. Arrow keys move, with Shift they resize, Delete removes, Escape ends." : "Editing ended");
  }

  #showTools() {
    const { update } = this.#board;
    for (const tool of [this.undo, this.redo, this.add, this.boards]) tool.hidden = !this.isOn;
    // Not `disabled`, which would take the focus from who presses it again and again.
    this.undo.setAttribute("aria-disabled", String(update?.canUndo !== true));
    this.redo.setAttribute("aria-disabled", String(update?.canRedo !== true));
    const label = this.isOn ? "Done" : "Edit the board";
    this.toggle.setAttribute("aria-label", label);
    this.toggle.title = label;
    this.toggle.setAttribute("aria-pressed", String(this.isOn));
    this.toggle.querySelector("path").setAttribute("d", this.isOn ? signs.done : signs.edit);
  }

  boardChanged() {
    this.drag?.boardChanged();
    this.#showTools();
    for (const thing of [...this.#board.tiles.values(), ...this.#board.icons.values()]) thing.editingChanged(this.isOn);
  }

  pageTurned() {
    this.drag?.pageTurned();
  }

  // Edits

  /** Does something when all before it is done: who presses a key again means the board after the first time. */
  #inTurn(body) {
    this.#turn = this.#turn.then(() => this.#board.connection.settled()).then(body).catch(reportError);
    return this.#turn;
  }

  turnBack(type) {
    return this.#inTurn(() => this.#turnBack(type));
  }

  async #turnBack(type) {
    const { canUndo, canRedo } = this.#board.update;
    if (!(type === "undo" ? canUndo : canRedo)) return this.#board.say(type === "undo" ? "Nothing to take back" : "Nothing to do again");
    await this.#board.edit({ type }, type === "undo" ? "Taken back" : "Done again");
  }

  async remove(tile) {
    const { name } = tile.kind;
    const next = this.#after(tile);
    if (await this.#board.edit({ type: "remove", tile: tile.place.front }, `${name} removed. Undo brings it back.`)) next?.focus();
  }

  async removeIcon({ id, icon, cover }) {
    const next = this.#after({ cover });
    if (await this.#board.edit({ type: "removeIcon", icon: id }, `${icon.name} removed. Undo brings it back.`)) next?.focus();
  }

  /** Makes a tile one step larger or smaller. */
  async step(tile, isLarger) {
    const type = isLarger ? "expand" : "shrink";
    const update = await this.#board.edit({ type, tile: tile.place.id });
    if (update) this.#sayPlace(update, tile.id, type === "expand" ? "Expanded" : "Shrunk");
  }

  /** Gives a tile the size that its widget asks for. */
  async resize(tile, rows, columns) {
    const [, , oldRows, oldColumns] = tile.place.frame;
    const update = await this.#board.edit({ type: "resize", tile: tile.place.id, to: [rows, columns] });
    // What a widget does on its own is not the person's business, and turns no page.
    if (update && this.isOn) {
      this.#sayPlace(update, tile.id, rows * columns > oldRows * oldColumns ? "Expanded" : "Shrunk", { turns: false });
    }
  }

  /** What gets the focus when something goes: what stands behind it. */
  #after(tile) {
    const covers = [...this.#board.page.querySelectorAll(":is(.boardTile, .boardIcon) > .boardCover")];
    const index = covers.indexOf(tile.cover);
    return covers[index + 1] ?? covers[index - 1] ?? this.toggle;
  }

  #sayPlace(update, id, what, { turns = true } = {}) {
    for (const [index, page] of update.pages.entries()) {
      const place = page.places.find((place) => place.id === id);
      if (!place) continue;
      const [row, column, rows, columns] = place.frame;
      const where = update.pages.length > 1 ? `, page ${index + 1}` : "";
      this.#board.say(`${what}: row ${row}, column ${column}${where}, ${columns} by ${rows}`);
      if (turns) this.#board.pages.turnTo(page.id);
    }
  }

  openGallery() {
    this.set(true);
    openGallery(this.#board);
  }

  openSettings(tile) {
    if (!tile.hasSettings) return;
    openTileSettings(this.#board, tile);
    tile.settingsOpened();
  }

  // Pointers

  watchTile(tile) {
    const open = () => this.#board.tiles.get(tile.id) === tile && this.openSettings(tile);
    tile.cover.addEventListener("pointerdown", (event) => this.isOn && event.button === 0 && dragTile(this.#board, tile, event, open));
    // Presses of keys and of assistive technology have no pointer.
    tile.cover.addEventListener("click", ({ detail }) => this.isOn && detail === 0 && this.#inTurn(open));
    tile.handle.addEventListener("pointerdown", (event) => this.isOn && event.button === 0 && resizeTile(this.#board, tile, event));
    tile.cover.addEventListener("keydown", (event) => this.#tileKeyPressed(tile, event));
    tile.editingChanged?.(this.isOn);
  }

  watchIcon(icon) {
    const open = () => this.#board.icons.get(icon.id) === icon && openIconSettings(this.#board, icon);
    icon.cover.addEventListener("pointerdown", (event) => this.isOn && event.button === 0 && dragIcon(this.#board, icon, event, open));
    icon.cover.addEventListener("click", ({ detail }) => this.isOn && detail === 0 && this.#inTurn(open));
    icon.cover.addEventListener("keydown", (event) => this.#iconKeyPressed(icon, event));
  }

  /** A long press on the ground or on an icon begins editing. */
  #followLongPress() {
    const { viewport } = this.#board;
    viewport.addEventListener("pointerdown", (event) => {
      if (this.isOn || event.button !== 0 || event.target.closest(".widget")) return;
      const { clientX, clientY } = event;
      const end = new AbortController();
      const timer = setTimeout(() => {
        end.abort();
        this.set(true);
        swallowClick();
      }, LONG_PRESS);
      const stop = () => {
        clearTimeout(timer);
        end.abort();
      };
      const { signal } = end;
      // The browser's own menu of a link that a finger rests on.
      if (event.pointerType !== "mouse") addEventListener("contextmenu", (menu) => menu.preventDefault(), { signal });
      for (const name of ["pointerup", "pointercancel", "scroll"]) addEventListener(name, stop, { signal, capture: true });
      addEventListener("pointermove", (move) => Math.hypot(move.clientX - clientX, move.clientY - clientY) > SLIP && stop(), { signal });
    });
    viewport.addEventListener("click", ({ target }) => {
      if (this.isOn && !target.closest(".boardTile, .boardIcon")) this.set(false);
    });
  }

  // Keys

  #keyPressed(event) {
    // Where a panel is open it has the keys, wherever in it the focus is: on its ground that is the document.
    if (!this.isOn || document.querySelector("dialog[open]") || event.target.closest?.("input, textarea, select")) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "Escape" && !this.drag) this.set(false);
    else if (isCommand && event.key.toLowerCase() === "z") this.turnBack(event.shiftKey ? "redo" : "undo");
    else if (isCommand && event.key.toLowerCase() === "y") this.turnBack("redo");
    else return;
    event.preventDefault();
  }

  #tileKeyPressed(tile, event) {
    if (!this.isOn || event.ctrlKey || event.metaKey || event.altKey || !TILE_KEYS.has(event.key)) return;
    event.preventDefault();
    this.#inTurn(() => this.#pressTileKey(tile, event));
  }

  async #pressTileKey(tile, event) {
    // It may be gone by now, though it is still seen on its way out.
    if (this.#board.tiles.get(tile.id) !== tile) return;
    const { place } = tile;
    const [row, column, rows, columns] = place.frame;
    const direction = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    let edit;
    if (direction) {
      const [down, right] = direction;
      edit = event.shiftKey
        ? { type: "reshape", tile: place.id, frame: [row, column, rows + down, columns + right], makeRoom: true }
        : { type: "move", tile: place.id, to: [row + down, column + right], makeRoom: true };
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      const page = this.#board.update.pages[tile.pageIndex + (event.key === "PageUp" ? -1 : 1)];
      if (!page) return;
      edit = { type: "move", tile: place.id, page: page.id, to: [row, column], makeRoom: true };
    } else if (event.key === "Delete" || event.key === "Backspace") {
      return this.remove(tile);
    } else {
      return tile.step(event.key === "+");
    }
    const update = await this.#board.edit(edit);
    if (!update) return;
    this.#sayPlace(update, tile.id, edit.type === "move" ? "Moved" : "Resized");
    // An element that changes its page loses the focus.
    this.#board.tiles.get(tile.id)?.cover.focus({ preventScroll: true });
  }

  #iconKeyPressed({ id }, event) {
    if (!this.isOn || event.ctrlKey || event.metaKey || event.altKey || !ICON_KEYS.has(event.key)) return;
    event.preventDefault();
    this.#inTurn(() => this.#pressIconKey(id, event));
  }

  async #pressIconKey(id, event) {
    const page = this.#board.update.pages.find(({ icons }) => icons.some((other) => other.id === id));
    if (!page) return;
    const index = page.icons.findIndex((other) => other.id === id);
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    const turn = { PageUp: -1, PageDown: 1 }[event.key];
    if (turn) {
      const { pages } = this.#board.update;
      const target = pages[pages.indexOf(page) + turn];
      if (!target) return;
      await this.#board.edit({ type: "moveIcon", icon: id, page: target.id, index: 10_000 }, `Moved to page ${pages.indexOf(target) + 1}`);
      this.#board.pages.turnTo(target.id);
      this.#board.icons.get(id)?.cover.focus({ preventScroll: true });
    } else if (step) {
      const target = Math.min(Math.max(0, index + step), page.icons.length - 1);
      await this.#board.edit({ type: "moveIcon", icon: id, page: page.id, index: target }, `Moved to place ${target + 1} of ${page.icons.length}`);
      this.#board.icons.get(id)?.cover.focus({ preventScroll: true });
    } else {
      await this.removeIcon(this.#board.icons.get(id));
    }
  }
}

/** The click that ends the press under way presses nothing; there may be none. */
function swallowClick() {
  const end = new AbortController();
  addEventListener("click", (click) => {
    click.preventDefault();
    click.stopPropagation();
  }, { capture: true, signal: end.signal });
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, () => setTimeout(() => end.abort(), 50), { capture: true, once: true });
  }
}
