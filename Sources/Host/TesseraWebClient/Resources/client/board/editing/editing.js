// Edits a board by pointer and keyboard; the server makes the edits, this only shows what they would come to.

import { keepGestures, onLongPress } from "../../interaction/gestures.js";
import { setOrRemove, targetOf } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { dragOutOfFolder, dragOutOfStack, dragThing } from "../dragging/dragging.js";
import { resizeTile } from "../dragging/resizing.js";
import { openGallery } from "../gallery/gallery.js";
import { openFolder } from "../icons/folder.js";
import { iconButton, icons, nameButton } from "../layout/buttonIcons.js";
import { iconMove, isIconKey, isRemoveKey, isTileKey, tileEdit } from "../layout/editingKeys.js";
import { visiblePages } from "../pages/pageList.js";
import { placeText } from "../pages/placeText.js";
import { openBoardSettings } from "../settings/boardSettings.js";
import { openIconSettings } from "../settings/iconSettings.js";
import { openTileSettings } from "../settings/widgetSettings.js";

/** @typedef {import("../dragging/carrying.js").ActiveDrag} ActiveDrag */
/** @typedef {import("../icons/iconTile.js").IconTile} IconTile */
/** @typedef {import("../tiles/widgetTile.js").WidgetTile} WidgetTile */

/**
 * A panel about a widget or an icon.
 * @typedef {object} EntityPanel
 * @property {HTMLDialogElement} dialog
 * @property {string} name
 * @property {(update: BoardDocument) => boolean} exists whether the board still has what the panel is about
 */

/** The mode in which a board is edited: it takes all of the board, because edits and panels reach all of it. */
export class BoardEditing {
  #board;
  #toggle;
  #undo;
  #redo;
  /**
   * The buttons that are there only while the board is edited.
   * @type {HTMLElement[]}
   */
  #tools;
  /**
   * Open panels for board items.
   * @type {Set<EntityPanel>}
   */
  #panels = new Set();
  isOn = false;
  /**
   * The drag under way.
   * @type {ActiveDrag | undefined}
   */
  drag;

  /** @param {BoardClient} board */
  constructor(board) {
    this.#board = board;
    /**
     * @param {string} name
     * @param {string} path
     * @param {string} label
     * @param {() => void} action
     */
    const tool = (name, path, label, action) => {
      const button = iconButton(path, label, `boardTool ${name}`, action);
      board.frame.tools.append(button);
      return button;
    };
    this.#undo = tool("undo", icons.undo, text("undo"), () => this.#undoOrRedo("undo"));
    this.#redo = tool("redo", icons.redo, text("redo"), () => this.#undoOrRedo("redo"));
    const add = tool("add", icons.add, text("add"), () => this.openGallery());
    const pages = tool("pages", icons.pages, text("pages"), () => board.overview.open());
    const settings = tool("boards", icons.boards, text("boardSettings"), () => openBoardSettings(board));
    this.#tools = [this.#undo, this.#redo, add, pages, settings];
    this.#toggle = tool("toggle", icons.edit, text("editBoard"), () => this.#set(!this.isOn));
    this.#toggle.hidden = !board.canEdit;
    keepGestures(board.page);
    onLongPress(board.viewport, () => !this.isOn && board.canEdit, (press) => this.#pickUp(press));
    board.viewport.addEventListener("click", (event) => {
      if (this.isOn && !targetOf(event).closest(".boardTile, .boardIcon")) this.#set(false);
    });
    document.addEventListener("keydown", (event) => this.#keyPressed(event));
    this.#showTools();
  }

  /**
   * Begins or ends editing.
   * @param {boolean} isOn
   */
  #set(isOn) {
    if (isOn === this.isOn || isOn && !this.#board.canEdit) return;
    this.isOn = isOn;
    this.#board.page.classList.toggle("editing", isOn);
    const hadFocus = this.#board.viewport.contains(document.activeElement);
    this.#notifyItems();
    this.#showTools();
    if (!isOn && hadFocus) this.#toggle.focus();
    this.#board.announce(text(isOn ? "editingBegan" : "editingEnded"));
  }

  /**
   * Begins or ends editing by a key. A widget that has the focus gives it to what moves the widget, because nothing in
   * widgets has the focus while one edits.
   */
  beginOrEnd() {
    const item = this.#thingAt(document.activeElement);
    this.#set(!this.isOn);
    if (this.isOn) item?.cover.focus({ preventScroll: true });
  }

  /**
   * Begins editing with what a long press rests on in the hand.
   * @param {PointerEvent} press
   */
  #pickUp(press) {
    const target = targetOf(press);
    this.#set(true);
    const item = this.#thingAt(target);
    if (item) dragThing(this.#board, item, press);
  }

  /** The tiles and icons on the page. */
  get #items() {
    return [...this.#board.tiles.values(), ...this.#board.icons.values()];
  }

  /** @param {Element | null} target */
  #thingAt(target) {
    return this.#items.find(({ element }) => element.contains(target));
  }

  #notifyItems() {
    for (const item of this.#items) item.editingChanged(this.isOn);
  }

  #showTools() {
    const { canUndo, canRedo } = this.#board.isLoaded ? this.#board.update : { canUndo: false, canRedo: false };
    for (const tool of this.#tools) tool.hidden = !this.isOn;
    // Not `disabled`, which would take the focus from a person who presses it again and again.
    this.#undo.setAttribute("aria-disabled", String(!canUndo));
    this.#redo.setAttribute("aria-disabled", String(!canRedo));
    nameButton(this.#toggle, text(this.isOn ? "done" : "editBoard"));
    this.#toggle.setAttribute("aria-pressed", String(this.isOn));
    const path = this.#toggle.querySelector("path");
    if (path) setOrRemove(path, "d", this.isOn ? icons.done : icons.edit);
  }

  boardChanged() {
    this.drag?.boardChanged();
    this.#showTools();
    this.#notifyItems();
    this.#closeStalePanels();
  }

  pageTurned() {
    this.drag?.pageTurned();
  }

  /**
   * Closes a panel when another browser removes what it is about.
   * @param {EntityPanel} panel
   */
  watchPanel(panel) {
    this.#panels.add(panel);
    panel.dialog.addEventListener("close", () => this.#panels.delete(panel));
  }

  #closeStalePanels() {
    for (const { dialog, name, exists } of this.#panels) {
      if (exists(this.#board.update)) continue;
      dialog.close();
      this.#board.announce(text("removed", { name }), true);
    }
  }

  // Edits

  /** @param {"undo" | "redo"} type */
  #undoOrRedo(type) {
    this.#board.connection.enqueue(async () => {
      const { canUndo, canRedo } = this.#board.update;
      const isUndo = type === "undo";
      if (isUndo ? canUndo : canRedo) await this.#board.edit({ type }, text(isUndo ? "undone" : "redone"));
      else this.#board.announce(text(isUndo ? "nothingToUndo" : "nothingToRedo"));
    });
  }

  /** @param {WidgetTile} tile */
  async remove({ cover, kind: { name }, place }) {
    const next = this.#neighbour(cover);
    const spoken = text("removed", { name });
    if (await this.#board.edit({ type: "remove", tile: place.front }, spoken)) next.focus();
  }

  /** @param {IconTile} icon */
  async removeIcon({ id, icon, cover }) {
    const next = this.#neighbour(cover);
    const spoken = text("removed", { name: icon.name });
    if (await this.#board.edit({ type: "removeIcon", icon: id }, spoken)) next.focus();
  }

  /**
   * Makes a tile one step larger or smaller.
   * @param {WidgetTile} tile
   * @param {boolean} isLarger
   */
  async step(tile, isLarger) {
    const type = isLarger ? "expand" : "shrink";
    const update = await this.#board.edit({ type, tile: tile.place.id });
    if (!update) return;
    this.#board.announce(placeText(update, tile.id, tile.name));
    this.#turnToPlace(update, tile.id);
  }

  /**
   * Gives a tile the size that its widget asks for.
   * @param {WidgetTile} tile
   * @param {number} rows
   * @param {number} columns
   */
  async resize(tile, rows, columns) {
    const update = await this.#board.edit({ type: "resize", tile: tile.place.id, to: [rows, columns] });
    // What a widget does on its own is not the person's business, and turns no page.
    if (!update || !this.isOn) return;
    this.#board.announce(placeText(update, tile.id, tile.name));
  }

  /**
   * What gets the focus when an item goes: what stands behind it.
   * @param {HTMLElement} cover of the item
   * @returns {HTMLElement}
   */
  #neighbour(cover) {
    const selector = ":is(.boardTile, .boardIcon) > .boardCover";
    /** @type {HTMLElement[]} */
    const covers = [...this.#board.page.querySelectorAll(selector)].filter(isHTMLElement);
    const index = covers.indexOf(cover);
    return covers[index + 1] ?? covers[index - 1] ?? this.#toggle;
  }

  /**
   * @param {BoardDocument} update
   * @param {string} id
   */
  #turnToPlace(update, id) {
    const page = visiblePages(update.pages)[pageIndexOf(update, id)];
    if (page) this.#board.pages.turnTo(page.id);
  }

  /** @param {import("../gallery/gallery.js").GalleryState} [state] */
  openGallery(state) {
    this.#set(true);
    openGallery(this.#board, state);
  }

  /** @param {WidgetTile} tile */
  openSettings(tile) {
    if (!tile.hasSettings) return;
    openTileSettings(this.#board, tile);
    tile.settingsOpened();
  }

  // Pointers

  /** @param {WidgetTile} tile */
  attachTileHandlers(tile) {
    const open = () => {
      if (this.#board.tiles.get(tile.id) === tile) this.openSettings(tile);
    };
    this.#watchCover(tile, open, isTileKey, (event) => this.#pressTileKey(tile, event));
    tile.tabs.element.addEventListener("pointerdown", (event) => {
      if (!this.isOn || event.button !== 0) return;
      const tab = targetOf(event).closest("button");
      dragThing(this.#board, tile, event, () => tab?.click());
    });
    tile.handle.addEventListener("pointerdown", (event) => {
      if (this.isOn && event.button === 0) resizeTile(this.#board, tile, event);
    });
    tile.editingChanged(this.isOn);
  }

  /** @param {IconTile} icon */
  watchIcon(icon) {
    const open = () => {
      if (this.#board.icons.get(icon.id) !== icon) return;
      if (icon.icon.members) openFolder(this.#board, icon.icon);
      else this.#openIconSettings(icon);
    };
    this.#watchCover(icon, open, isIconKey, ({ key }) => this.#pressIconKey(icon.id, key));
  }

  /**
   * Follows what happens to the cover of a tile or an icon while the board is edited.
   * @param {WidgetTile | IconTile} item
   * @param {() => void} open is what a press does that is no drag
   * @param {(event: KeyboardEvent) => boolean} isKey
   * @param {(event: KeyboardEvent) => unknown} pressKey
   */
  #watchCover(item, open, isKey, pressKey) {
    const { cover } = item;
    cover.addEventListener("pointerdown", (event) => {
      if (this.isOn && event.button === 0) dragThing(this.#board, item, event, open);
    });
    // Those of keys and of assistive technology have no pointer.
    cover.addEventListener("click", ({ detail }) => {
      if (this.isOn && detail === 0) this.#board.connection.enqueue(open);
    });
    cover.addEventListener("keydown", (event) => {
      if (!this.isOn || !isKey(event)) return;
      event.preventDefault();
      this.#board.connection.enqueue(() => pressKey(event));
    });
  }

  /** @param {PlacedIcon} folder */
  openFolderSettings({ id }) {
    const icon = this.#board.icons.get(id);
    if (icon) this.#openIconSettings(icon);
  }

  /** @param {IconTile} icon */
  #openIconSettings(icon) {
    openIconSettings(this.#board, icon);
    /** @type {HTMLDialogElement | null} */
    const dialog = document.querySelector("dialog.boardSettings[open]");
    if (dialog) this.watchPanel({ dialog, name: icon.name, exists: (update) => hasIcon(update, icon.id) });
  }

  /**
   * Lets an icon be dragged out of the folder that is open: by a long press, or at once while the board is edited.
   * @param {IconEntry} icon
   * @param {HTMLElement} element shows the icon
   * @param {HTMLDialogElement} dialog shows the folder
   */
  watchMember(icon, element, dialog) {
    const board = this.#board;
    /** @param {PointerEvent} press */
    const pickUp = (press) => dragOutOfFolder(board, icon, element, press, () => {
      this.#set(true);
      dialog.close();
    });
    onLongPress(element, () => !this.isOn && board.canEdit, pickUp);
    element.addEventListener("pointerdown", (press) => {
      if (this.isOn && press.button === 0) pickUp(press);
    });
    element.addEventListener("click", (event) => {
      if (this.isOn) event.preventDefault();
    });
  }

  /**
   * Lets a widget be dragged out of its stack.
   * @param {WidgetTile} tile
   * @param {{ id: string, name: string }} member
   * @param {HTMLElement} element shows the widget in a list
   * @param {HTMLDialogElement} dialog shows the list
   */
  watchStackMember({ place: { frame: [, , rows, columns] } }, member, element, dialog) {
    element.addEventListener("pointerdown", (press) => {
      if (press.button !== 0) return;
      dragOutOfStack(this.#board, { ...member, rows, columns }, element, press, () => dialog.close());
    });
  }

  // Keys

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    // A panel that is open has the keys, wherever in it the focus is: on its ground that is the document.
    if (!this.isOn || document.querySelector("dialog[open]")) return;
    if (targetOf(event).closest("input, textarea, select")) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (event.key === "Escape" && !this.drag) this.#set(false);
    else if (isCommand && key === "z") this.#undoOrRedo(event.shiftKey ? "redo" : "undo");
    else if (isCommand && key === "y") this.#undoOrRedo("redo");
    else return;
    event.preventDefault();
  }

  /**
   * @param {WidgetTile} tile
   * @param {KeyboardEvent} event
   */
  async #pressTileKey(tile, event) {
    // It may be gone by now, though it is still seen on its way out.
    if (this.#board.tiles.get(tile.id) !== tile) return;
    if (isRemoveKey(event.key)) return this.remove(tile);
    if (event.key === "+" || event.key === "-") return tile.step(event.key === "+");
    const edit = tileEdit(event, tile.place, visiblePages(this.#board.update.pages), tile.pageIndex);
    const { pageIndex } = tile;
    const update = edit && (await this.#board.edit(edit));
    if (!update) return;
    this.#board.announce(placeText(update, tile.id, tile.name));
    // Where the tile stays on its page, a person may have turned to another one meanwhile.
    if (tile.pageIndex !== pageIndex) this.#turnToPlace(update, tile.id);
    // An element that changes its page loses the focus.
    this.#board.tiles.get(tile.id)?.cover.focus({ preventScroll: true });
  }

  /**
   * @param {string} id
   * @param {string} key
   */
  async #pressIconKey(id, key) {
    const icon = this.#board.icons.get(id);
    if (isRemoveKey(key)) {
      if (icon) await this.removeIcon(icon);
      return;
    }
    const move = iconMove(key, id, visiblePages(this.#board.update.pages));
    if (!move) return;
    const { page, pageNumber, index, count, isOtherPage } = move;
    const spoken = isOtherPage
      ? text("movedToPage", { page: pageNumber }) : text("movedToPlace", { place: index + 1, count });
    await this.#board.edit({ type: "moveIcon", icon: id, page, index }, spoken);
    if (isOtherPage) this.#board.pages.turnTo(page);
    this.#board.icons.get(id)?.cover.focus({ preventScroll: true });
  }
}

/**
 * @param {Element} element
 * @returns {element is HTMLElement}
 */
function isHTMLElement(element) {
  return element instanceof HTMLElement;
}

/**
 * The page that a place is on, among those that are shown; -1 where it is on none.
 * @param {BoardDocument} update
 * @param {string} id
 */
function pageIndexOf(update, id) {
  return visiblePages(update.pages).findIndex(({ places }) => places.some((place) => place.id === id));
}

/**
 * Whether an icon is on a board, in a folder or by itself.
 * @param {BoardDocument} update
 * @param {string} id
 */
function hasIcon(update, id) {
  return update.pages.some(({ icons }) =>
    icons.some((icon) => icon.id === id || icon.members?.some((member) => member.id === id)));
}
