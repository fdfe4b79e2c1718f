// Shows a board: pages of widgets and icons, as the server arranges them for the grid of this window.

import { takePreloaded } from "../protocol/preloadedResponses.js";
import { messageOf } from "../protocol/requests.js";
import { root } from "../shared/urls.js";
import { ScreenHistory } from "../widget/history.js";
import { WidgetClient } from "../widget/widgetClient.js";
import { BoardConnection } from "./connection.js";
import { BoardEditing } from "./editing/editing.js";
import { BoardShortcuts } from "./editing/shortcuts.js";
import { followDrops } from "./gallery/installing.js";
import { IconTile } from "./icons/iconTile.js";
import { Announcer } from "./layout/announcer.js";
import { applyAppearance } from "./layout/appearance.js";
import { BoardFrame } from "./layout/frame.js";
import { BoardGrid, gridFor } from "./layout/grid.js";
import { PageOverview } from "./pages/overview.js";
import { visiblePages } from "./pages/pageList.js";
import { BoardPages } from "./pages/pages.js";
import { WidgetTile } from "./tiles/widgetTile.js";

/** @typedef {import("../app/connectionStatus.js").ConnectionStatus} ConnectionStatus */
/** @typedef {import("../protocol/kinds.js").Kinds} Kinds */
/** @typedef {import("../protocol/stream.js").PageStream} PageStream */

/** How often ages are shown anew, in milliseconds. */
const AGE_INTERVAL = 30_000;
/** A widget that was taken from the board loses its presentation a moment before it goes itself. */
const RECREATION_DELAY = 100;

/**
 * What the widgets of a page share.
 * @typedef {{ stream: PageStream, kinds: Kinds, status: ConnectionStatus, session: Session }} PageServices
 */

/** The board on the page: joins its document with what shows it. Modules know it by its facets. */
export class BoardClient {
  #services;
  /** Whether the visitor may change the board. */
  canEdit;
  /** Whether the visitor may operate widgets. */
  canUse;
  /** Whether the visitor may install widgets. */
  canInstall;
  /** The name of the visitor's account; null if there is none. */
  account;
  #screenHistory = new ScreenHistory();
  /**
   * How fresh widgets are, by their names.
   * @type {FreshnessTable}
   */
  freshness = {};
  /**
   * The tiles on the page, by the names of their places.
   * @type {Map<string, WidgetTile>}
   */
  tiles = new Map();
  /**
   * The icons on the page, by their names.
   * @type {Map<string, IconTile>}
   */
  icons = new Map();
  /**
   * The board as it is kept.
   * @type {BoardDocument | undefined}
   */
  #update;
  /**
   * The board or the preview of it that is shown.
   * @type {BoardDocument | undefined}
   */
  shown;
  /** Whether all widgets have had their first places. */
  isConfigured = false;

  /**
   * @param {HTMLElement} page the element that the board fills
   * @param {PageServices} services
   * @param {string} board
   */
  constructor(page, services, board) {
    this.page = page;
    this.#services = services;
    const { account, boards, role } = services.session;
    const canEdit = ["edit", "administer"].includes(boards[board] ?? "");
    this.account = account;
    this.canEdit = canEdit;
    this.canUse = canEdit || boards[board] === "use";
    this.canInstall = role === "administer";
    this.frame = new BoardFrame(page, { account, onAdd: canEdit ? () => this.editing.openGallery() : undefined });
    this.viewport = this.frame.viewport;
    this.announcer = new Announcer(page);
    const callbacks = {
      /** @param {BoardDocument} update */
      onUpdate: (update) => this.#show(update),
      /** @param {FreshnessTable} widgets */
      onFreshness: (widgets) => this.#showFreshness(widgets),
      onGone: () => this.#showGone(),
    };
    this.connection = new BoardConnection(services.stream, callbacks, board, this.#windowGrid());
    this.grid = new BoardGrid(this.connection.grid, 0, 0);
    setInterval(() => this.#showFreshness(this.freshness), AGE_INTERVAL);
    this.editing = new BoardEditing(this);
    /** @type {BoardPages} */
    this.pages = new BoardPages(this);
    /** @type {PageOverview} */
    this.overview = new PageOverview(this);
    /** @type {BoardShortcuts} */
    this.shortcuts = new BoardShortcuts(this);
    if (canEdit && this.canInstall) followDrops(this);
    new ResizeObserver(() => this.#windowChanged()).observe(this.viewport);
    /** @type {BoardDocument | undefined} */
    const first = takePreloaded("board");
    const isKnown = first?.id === board && String(first.grid) === String(this.connection.grid);
    this.#follow(this.connection.grid, isKnown);
    if (first && isKnown) this.#show(first);
  }

  /**
   * @param {GridSize} grid
   * @param {boolean} [isKnown]
   */
  #follow(grid, isKnown) {
    // With the grid, the server sends the board with the page.
    document.cookie = `tessera-grid=${grid.join("x")}; path=${root}; max-age=34560000; samesite=lax`;
    this.connection.follow(grid, isKnown);
  }

  /**
   * The board as it is kept. Nothing that needs it is on the page before it is there.
   * @returns {BoardDocument}
   */
  get update() {
    if (!this.#update) throw new Error("The board is not loaded yet");
    return this.#update;
  }

  /** Whether the board is there. */
  get isLoaded() {
    return this.#update !== undefined;
  }

  #showGone() {
    this.connection.stop();
    this.shortcuts.stop();
    this.page.removeAttribute("aria-busy");
    for (const things of [this.tiles, this.icons]) {
      for (const thing of things.values()) thing.remove(false);
      things.clear();
    }
    this.frame.showGone();
  }

  /**
   * Says something to assistive technology, and shows it where it is a problem.
   * @param {string} text
   * @param {boolean} isProblem
   */
  announce(text, isProblem = false) {
    this.announcer.announce(text, isProblem);
  }

  /**
   * Makes an edit, and says what went wrong.
   * @param {BoardEdit} edit
   * @param {string} [spoken] what to say when it is made
   * @returns {Promise<BoardDocument | undefined>} the board after it; undefined where it is not made
   */
  async edit(edit, spoken) {
    try {
      const update = await this.connection.edit(edit);
      if (spoken) this.announce(spoken);
      return update;
    } catch (problem) {
      this.announce(messageOf(problem), true);
      return undefined;
    }
  }

  /**
   * Runs a widget of the board in an element.
   * @param {string} id
   * @param {HTMLElement} element
   * @param {boolean} [isForSettings] whether to show the settings of the widget
   */
  makeWidget(id, element, isForSettings = false) {
    const { stream, kinds, status } = this.#services;
    return new WidgetClient(id, element, {
      stream,
      kinds,
      screenHistory: this.#screenHistory,
      recreationDelay: RECREATION_DELAY,
      isPart: true,
      isForSettings,
      onConnection: (isConnected) => status.changed(id, isConnected),
    });
  }

  #windowGrid() {
    return gridFor(this.viewport.clientWidth, this.viewport.clientHeight);
  }

  #windowChanged() {
    const grid = this.#windowGrid();
    if (String(grid) !== String(this.connection.grid)) this.#follow(grid);
    if (this.#update) this.layOut(this.#update, false);
  }

  /**
   * Shows the board as it is now. An update that is older than what is shown has no effect.
   * @param {BoardDocument} update
   */
  #show(update) {
    if (String(update.grid) !== String(this.connection.grid) || update.id !== this.connection.board) return;
    const last = this.#update;
    const isSameBoard = update.id === last?.id;
    const isSameGrid = String(update.grid) === String(last?.grid);
    if (last && isSameBoard && isSameGrid && update.revision < last.revision) return;
    this.#update = update;
    this.frame.showName(update.name);
    applyAppearance(update.appearance);
    this.frame.showProblem(update.problem);
    if (!isSameGrid) this.editing.drag?.cancel();
    this.layOut(update, isSameBoard);
    if (!this.isConfigured) {
      this.isConfigured = true;
      for (const tile of this.tiles.values()) tile.surroundingsChanged();
    }
    this.editing.boardChanged();
    this.overview.boardChanged();
    this.shortcuts.boardChanged();
    this.page.removeAttribute("aria-busy");
  }

  /**
   * Puts everything where an update has it: the board itself, or a preview of it while something is dragged.
   * @param {BoardDocument} update
   * @param {boolean} isAnimated
   */
  layOut(update, isAnimated = true) {
    this.shown = update;
    this.page.classList.toggle("still", !isAnimated);
    this.frame.showEmpty(update.pages.every(({ places, icons }) => places.length + icons.length === 0));
    const pages = visiblePages(update.pages);
    // Where a page has a title, all pages have the room for one: their cells are equally large.
    this.viewport.classList.toggle("titled", pages.some(({ name }) => name));
    const style = getComputedStyle(this.viewport);
    const [top, padding, title] = ["--page-top", "--page-padding", "--page-title"].map(
      (name) => Number.parseFloat(style.getPropertyValue(name)) || 0);
    this.grid = new BoardGrid(
      update.grid, this.viewport.clientWidth - 2 * padding, this.viewport.clientHeight - top - padding - title);
    this.pages.show(pages);
    /** @type {Set<string>} */
    const seen = new Set();
    pages.forEach((page, index) => {
      const element = this.pages.grid(page.id);
      /** @type {{ row: number, column: number, tile: WidgetTile | IconTile }[]} */
      const order = [];
      for (const place of page.places) {
        seen.add(place.id);
        const [row, column] = place.frame;
        const tile = this.#tile(place.id);
        order.push({ row, column, tile });
        tile.show(place, update.tiles, element, this.grid.box(place.frame), index);
      }
      for (const icon of page.icons) {
        seen.add(icon.id);
        const [row, column] = icon.cell;
        const tile = this.#icon(icon.id);
        order.push({ row, column, tile });
        tile.show(icon, element, this.grid.box([row, column, 1, 1]));
      }
      order.sort((one, other) => one.row - other.row || one.column - other.column);
      putInOrder(element, order.map(({ tile }) => tile).filter(({ isDragged }) => !isDragged));
    });
    for (const things of [this.tiles, this.icons]) {
      for (const [id, thing] of things) {
        if (seen.has(id)) continue;
        thing.remove(isAnimated);
        things.delete(id);
      }
    }
    this.pages.settle();
  }

  /** @param {FreshnessTable} widgets */
  #showFreshness(widgets) {
    this.freshness = widgets;
    for (const tile of this.tiles.values()) tile.showFreshness();
  }

  /**
   * The tile of a place. A place is named after one of its widgets; its elements stay when that one leaves.
   * @param {string} id
   */
  #tile(id) {
    const tile = this.tiles.get(id) ?? new WidgetTile(this, id);
    this.tiles.set(id, tile);
    return tile;
  }

  /** @param {string} id */
  #icon(id) {
    const icon = this.icons.get(id) ?? new IconTile(this, id);
    this.icons.set(id, icon);
    return icon;
  }
}

/**
 * Puts elements in the order of reading, so that the tab key goes from one to the next that is seen.
 * @param {HTMLElement} page
 * @param {{ element: HTMLElement }[]} things
 */
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
