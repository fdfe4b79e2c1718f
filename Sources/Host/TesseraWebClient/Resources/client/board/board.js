// The board: pages of widgets and icons, shown as the server arranges them for this window's grid.

import { BoardConnection } from "./connection.js";
import { BoardGrid, gridFor } from "./grid.js";
import { BoardEditing } from "./editing.js";
import { watchDrops } from "./gallery.js";
import { BoardPages } from "./pages.js";
import { BoardTile } from "./tile.js";
import { BoardIcon } from "./iconTile.js";
import { applyAppearance } from "./appearance.js";
import { make } from "../shared/dom.js";
import { ScreenHistory } from "../app/history.js";
import { boardSign, signs } from "./icons.js";

/** How often ages are told anew, in milliseconds. */
const AGE_STEP = 30_000;

export class BoardClient {
  /** How fresh widgets are, by their names. */
  freshness = {};
  /** The tiles on the page, by the names of their places. */
  tiles = new Map();
  icons = new Map();

  /**
   * @param {HTMLElement} page the element that the board fills
   * @param shared `stream`, `kinds`, and `connectionChanged(widget, connected)`
   */
  constructor(page, shared, board) {
    this.page = page;
    // A widget that was taken from the board loses its presentation a moment before it goes itself.
    this.shared = { ...shared, screenHistory: new ScreenHistory(), patience: 100, isPart: true };
    this.connection = new BoardConnection(
      shared.stream,
      (update) => this.show(update),
      (widgets) => this.#showFreshness(widgets),
      () => this.#gone(),
    );
    setInterval(() => this.#showFreshness(this.freshness), AGE_STEP);
    this.#makeFrame();
    this.editing = new BoardEditing(this);
    this.pages = new BoardPages(this);
    watchDrops(this);
    new ResizeObserver(() => this.#windowChanged()).observe(this.viewport);
    this.connection.follow(board, this.#grid());
  }

  /** The board is not there: says so, and leads to one that is. */
  #gone() {
    this.connection.stop();
    this.page.removeAttribute("aria-busy");
    this.empty.hidden = false;
    for (const things of [this.tiles, this.icons]) {
      for (const thing of things.values()) thing.remove(false);
      things.clear();
    }
    this.viewport.replaceChildren();
    this.tools.replaceChildren();
    const link = make("a", "primary", { href: "/" });
    link.textContent = "Open the first board";
    this.empty.querySelector("h2").textContent = "There is no such board";
    this.empty.querySelector("p").textContent = "It was removed, or its address is another one.";
    this.empty.querySelector("button").replaceWith(link);
  }

  /** Says something to assistive technology, and to everybody where it is a problem. */
  say(text, isProblem = false) {
    // What lies under a panel is neither seen nor read out.
    const panel = [...document.querySelectorAll("dialog[open]")].at(-1) ?? this.page;
    if (this.announcement.parentNode !== panel) panel.append(this.announcement);
    this.announcement.textContent = text;
    this.announcement.classList.toggle("visible", isProblem);
    clearTimeout(this.announcementTimer);
    this.announcementTimer = setTimeout(() => this.announcement.classList.remove("visible"), 4000);
  }

  /** Makes an edit, and tells what went wrong. */
  async edit(edit, spoken) {
    try {
      const update = await this.connection.edit(edit);
      if (spoken) this.say(spoken);
      return update;
    } catch (problem) {
      this.say(problem.message, true);
      return undefined;
    }
  }

  #makeFrame() {
    this.page.classList.add("board");
    this.bar = make("header", "boardBar");
    this.title = make("h1", "boardTitle");
    this.tools = make("div", "boardTools", { role: "toolbar", "aria-label": "Board" });
    this.bar.append(this.title, this.tools);
    this.viewport = make("main", "boardPages", { tabindex: "-1" });
    this.dots = make("nav", "boardDots", { "aria-label": "Pages" });
    this.announcement = make("div", "boardSays", { role: "status", "aria-live": "polite" });
    this.empty = make("div", "boardEmpty");
    const add = make("button", "primary", { type: "button" });
    add.append(boardSign(signs.add), " Add a widget");
    add.addEventListener("click", () => this.editing.openGallery());
    this.empty.append(make("h2"), make("p"), add);
    this.empty.querySelector("h2").textContent = "Nothing here yet";
    this.empty.querySelector("p").textContent = "Widgets and icons that you add stand here, on every device that opens this board.";
    this.empty.hidden = true;
    this.notice = make("p", "boardNotice", { role: "status" });
    this.notice.hidden = true;
    this.page.append(this.bar, this.notice, this.viewport, this.dots, this.empty, this.announcement);
  }

  #grid() {
    return gridFor(this.viewport.clientWidth, this.viewport.clientHeight);
  }

  #windowChanged() {
    const grid = this.#grid();
    if (String(grid) !== String(this.connection.grid)) this.connection.follow(this.connection.board, grid);
    if (this.update) this.layOut(this.update, false);
  }

  /** Shows the board as it is now. An update that is older than what is shown has no effect. */
  show(update) {
    const isOther = update.id !== this.update?.id;
    if (String(update.grid) !== String(this.connection.grid) || update.id !== this.connection.board) return;
    const isOtherGrid = String(update.grid) !== String(this.update?.grid);
    if (!isOther && !isOtherGrid && update.revision < this.update.revision) return;
    const isFirst = this.update === undefined;
    this.update = update;
    document.title = update.name;
    this.title.textContent = update.name;
    applyAppearance(update.appearance);
    this.notice.hidden = update.problem === undefined;
    this.notice.textContent = update.problem === undefined ? "" : `This board cannot be changed: ${update.problem}`;
    if (isOtherGrid) this.editing.drag?.cancel();
    this.layOut(update, !isFirst && !isOther);
    this.editing.boardChanged();
    this.page.removeAttribute("aria-busy");
  }

  /** Puts everything where an update has it: the board itself, or a preview of it while something is dragged. */
  layOut(update, animated = true) {
    this.shown = update;
    this.page.classList.toggle("still", !animated);
    this.empty.hidden = update.pages.some(({ places, icons }) => places.length + icons.length > 0);
    const style = getComputedStyle(this.viewport);
    const padding = Number.parseFloat(style.getPropertyValue("--page-padding")) || 0;
    this.grid = new BoardGrid(
      update.grid, this.viewport.clientWidth - 2 * padding, this.viewport.clientHeight - 2 * padding);
    this.pages.show(update.pages);
    const seen = new Set();
    update.pages.forEach((page, index) => {
      const element = this.pages.grid(page.id);
      const order = [];
      for (const place of page.places) {
        seen.add(place.id);
        const tile = this.#tile(place);
        order.push([place.frame, tile]);
        tile.show(place, update.tiles, element, this.grid.box(place.frame), index);
      }
      for (const thing of page.icons) {
        seen.add(thing.id);
        const icon = this.#icon(thing);
        order.push([thing.cell, icon]);
        icon.show(thing, element, this.grid.box([...thing.cell, 1, 1]), index);
      }
      order.sort(([[row, column]], [[otherRow, otherColumn]]) => row - otherRow || column - otherColumn);
      putInOrder(element, order.map(([, thing]) => thing).filter(({ isDragged }) => !isDragged));
    });
    for (const things of [this.tiles, this.icons]) {
      for (const [id, thing] of things) {
        if (seen.has(id)) continue;
        thing.remove(animated);
        things.delete(id);
      }
    }
    this.pages.settle();
  }

  #showFreshness(widgets) {
    this.freshness = widgets;
    for (const tile of this.tiles.values()) tile.showFreshness();
  }

  #tile(place) {
    // A place is named after one of its widgets; the elements of a place stay when that one leaves.
    const tile = this.tiles.get(place.id) ?? new BoardTile(this, place.id);
    this.tiles.set(place.id, tile);
    return tile;
  }

  #icon({ id }) {
    const icon = this.icons.get(id) ?? new BoardIcon(this, id);
    this.icons.set(id, icon);
    return icon;
  }
}

/** Elements stand in the order of reading, so that the Tab key goes from one to the next that is seen. */
function putInOrder(page, things) {
  let next = page.firstElementChild;
  for (const { element } of things) {
    if (element === next) {
      next = next.nextElementSibling;
    } else if (page.moveBefore && element.isConnected) {
      // Keeps the focus, and pages in frames.
      page.moveBefore(element, next);
    } else if (!element.contains(document.activeElement)) {
      page.insertBefore(element, next);
    }
  }
}
