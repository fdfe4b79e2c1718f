// Brings the updates of all widgets of a page through one stream: browsers allow only six connections to a server.

import { serverAddress } from "../shared/urls.js";
import { reconnectDelay } from "./reconnecting.js";

/**
 * A presentation whose updates a page wants.
 * @typedef {object} StreamEntry
 * @property {string} widget
 * @property {string} presentation
 * @property {number | undefined} revision the last one that the page has
 * @property {(update: ViewUpdate) => void} onUpdate
 * @property {() => void} onGone the server does not know the presentation
 * @property {(isConnected: boolean) => void} onConnection
 */

/**
 * The board whose changes a page wants.
 * @typedef {object} BoardEntry
 * @property {string} board
 * @property {GridSize} grid
 * @property {(update: BoardDocument) => void} onUpdate
 * @property {(widgets: FreshnessTable) => void} onFreshness
 * @property {() => void} onRefused the server gives no stream
 */

/** How long to wait for further changes of what a page watches, and between two streams, in milliseconds. */
const OPENING_DELAY = 5;
const OPENING_INTERVAL = 50;
/** How long to wait for the first widgets of a board that the page has, in milliseconds. */
const WIDGET_DELAY = 100;
/** A hidden tab gives its connection back after this time, in milliseconds. */
const HIDDEN_TIME = 30_000;

export class PageStream {
  /** @type {Set<StreamEntry>} */
  #entries = new Set();
  /** @type {EventSource | undefined} */
  #source;
  /** @type {number | undefined} */
  #openTimer;
  /** When the timer ends, and when the last stream was opened. */
  #dueTime = 0;
  #openingTime = -Infinity;
  /** @type {number | undefined} */
  #hiddenTimer;
  #attempts = 0;
  /** @type {BoardEntry | undefined} */
  #board;
  #onConnection;

  /** @param {(isConnected: boolean) => void} onConnection hears whether the page has a connection */
  constructor(onConnection) {
    this.#onConnection = onConnection;
    document.addEventListener("visibilitychange", () => this.#visibilityChanged());
    window.addEventListener("online", () => this.#reconnectNow());
  }

  /** @param {StreamEntry} entry */
  watch(entry) {
    this.#entries.add(entry);
    this.#openSoon();
  }

  /** @param {StreamEntry} entry */
  unwatch(entry) {
    if (this.#entries.delete(entry)) this.#openSoon();
  }

  /**
   * Brings a board with each change from now on, in place of the one before.
   * @param {BoardEntry | undefined} board
   * @param {boolean} isKnown whether the page has the board as it is now
   */
  watchBoard(board, isKnown = false) {
    this.#board = board;
    this.#openSoon(isKnown ? WIDGET_DELAY : 0);
  }

  /** Waits a moment, so that widgets that come and go together make one new stream. */
  #openSoon(delay = Math.max(OPENING_DELAY, this.#openingTime + OPENING_INTERVAL - performance.now())) {
    const due = performance.now() + delay;
    // Many that come one after the other must not put it off.
    if (this.#openTimer !== undefined && this.#dueTime <= due) return;
    this.#dueTime = due;
    clearTimeout(this.#openTimer);
    this.#openTimer = setTimeout(() => this.#open(), delay);
  }

  #open() {
    this.#close();
    this.#openingTime = performance.now();
    // A page that watches nothing misses no connection.
    if (this.#entries.size === 0 && !this.#board) return this.#onConnection(true);
    const board = this.#board;
    const entries = [...this.#entries];
    const source = new EventSource(serverAddress(streamPath(entries, board)));
    this.#source = source;
    source.onopen = () => {
      this.#attempts = 0;
      this.#notify(entries, true);
    };
    source.addEventListener("board", ({ data }) => {
      if (board && board === this.#board) board.onUpdate(JSON.parse(data));
    });
    source.addEventListener("freshness", ({ data }) => {
      if (board && board === this.#board) board.onFreshness(JSON.parse(data));
    });
    entries.forEach((entry, index) => {
      source.addEventListener(entry.presentation, (message) => this.#received(entry, index, message));
    });
    source.onerror = () => {
      this.#notify(entries, false);
      // The browser tries again by itself unless the server refused.
      if (source.readyState === EventSource.CLOSED && this.#source === source) {
        board?.onRefused();
        this.#openSoon(reconnectDelay(this.#attempts++));
      }
    };
  }

  /**
   * @param {StreamEntry} entry
   * @param {number} index of the entry in the address of the stream
   * @param {MessageEvent<string>} message
   */
  #received(entry, index, { data, lastEventId }) {
    if (!this.#entries.has(entry)) return;
    /** @type {ViewUpdate | null} */
    const update = JSON.parse(data);
    if (update === null) {
      // The next stream does not name it.
      this.unwatch(entry);
      entry.onGone();
    } else {
      entry.revision = Number(lastEventId.split(",")[index]);
      entry.onUpdate(update);
    }
  }

  /**
   * Tells the page, and the entries that are still watched, whether there is a connection.
   * @param {StreamEntry[]} entries
   * @param {boolean} isConnected
   */
  #notify(entries, isConnected) {
    this.#onConnection(isConnected);
    for (const entry of entries) if (this.#entries.has(entry)) entry.onConnection(isConnected);
  }

  #close() {
    clearTimeout(this.#openTimer);
    this.#openTimer = undefined;
    this.#source?.close();
    this.#source = undefined;
  }

  /** The network is back, so there is no reason to wait. */
  #reconnectNow() {
    this.#attempts = 0;
    if (this.#source?.readyState !== EventSource.OPEN) this.#openSoon(0);
  }

  #visibilityChanged() {
    clearTimeout(this.#hiddenTimer);
    if (document.visibilityState === "hidden") {
      this.#hiddenTimer = setTimeout(() => this.#close(), HIDDEN_TIME);
    } else if (!this.#source || this.#source.readyState === EventSource.CLOSED) {
      this.#openSoon(0);
    }
  }
}

/**
 * The path of a stream: the presentations with the last revisions that the page has, and the board.
 * @param {Pick<StreamEntry, "widget" | "presentation" | "revision">[]} entries
 * @param {Pick<BoardEntry, "board" | "grid">} [board]
 */
export function streamPath(entries, board) {
  const query = entries.map(({ widget, presentation, revision }) => {
    const name = `${encodeURIComponent(widget)}/${presentation}`;
    return `watch=${revision === undefined ? name : `${name}@${revision}`}`;
  });
  if (board) query.push(`board=${encodeURIComponent(board.board)}@${board.grid.join("x")}`);
  return `/events?${query.join("&")}`;
}
