// The stream of updates: one for the page, however many widgets it shows. Browsers allow only six connections to a
// server, and pictures, fonts and events need some of them.

/** A tab that nobody sees gives its connection back after this time. */
const HIDDEN_PATIENCE = 30_000;

/**
 * What a page watches. Each entry stands for one presentation: `widget`, `presentation`, `revision` (the last one it
 * has, or undefined), `update(data)`, `gone()` where the server does not know it, `connectionChanged(connected)`.
 */
export class PageStream {
  #entries = new Set();
  #source;
  #openTimer;
  #hiddenTimer;
  #attempts = 0;
  /**
   * The board of the page: `board`, `grid`, `update(data)`, `freshness(data)` with how fresh its widgets are, and `refused()` where the server gives no stream; undefined where there
   * is none.
   */
  #board;
  #connectionChanged;

  /** @param connectionChanged hears, for the page itself, whether there is a connection */
  constructor(connectionChanged = () => {}) {
    this.#connectionChanged = connectionChanged;
    document.addEventListener("visibilitychange", () => this.#visibilityChanged());
    window.addEventListener("online", () => this.#hurry());
  }

  watch(entry) {
    this.#entries.add(entry);
    this.#openSoon();
  }

  /** Brings a board with each change from now on, in place of the one before. */
  watchBoard(board) {
    this.#board = board;
    this.#openSoon(0);
  }

  unwatch(entry) {
    if (this.#entries.delete(entry)) this.#openSoon();
  }

  /** Widgets that come and go together make one new stream. */
  #openSoon(delay = 5) {
    clearTimeout(this.#openTimer);
    this.#openTimer = setTimeout(() => this.#open(), delay);
  }

  #open() {
    this.#close();
    // Who watches nothing waits for nothing.
    if (this.#entries.size === 0 && !this.#board) return this.#connectionChanged("", true);
    const board = this.#board;
    const entries = [...this.#entries];
    const query = entries.map(({ widget, presentation, revision }) => {
      const name = `${encodeURIComponent(widget)}/${presentation}`;
      return `watch=${revision === undefined ? name : `${name}@${revision}`}`;
    });
    if (board) query.push(`board=${encodeURIComponent(board.board)}@${board.grid.join("x")}`);
    const source = new EventSource(`/events?${query.join("&")}`);
    this.#source = source;
    source.onopen = () => {
      this.#attempts = 0;
      this.#tell(entries, true);
    };
    source.addEventListener("board", ({ data }) => board === this.#board && board.update(JSON.parse(data)));
    source.addEventListener("freshness", ({ data }) => board === this.#board && board.freshness?.(JSON.parse(data)));
    entries.forEach((entry, index) => {
      source.addEventListener(entry.presentation, (message) => {
        if (!this.#entries.has(entry)) return;
        const update = JSON.parse(message.data);
        if (update === null) {
          // The next stream does not name it.
          this.unwatch(entry);
          entry.gone();
        } else {
          entry.revision = Number(message.lastEventId.split(",")[index]);
          entry.update(update);
        }
      });
    });
    source.onerror = () => {
      this.#tell(entries, false);
      // The browser tries again by itself unless the server refused.
      if (source.readyState === EventSource.CLOSED && this.#source === source) {
        board?.refused?.();
        this.#openSoon(Math.min(500 * 2 ** this.#attempts++, 8000));
      }
    };
  }

  /** Says whether there is a connection, to the page and to those that are still watched. */
  #tell(entries, isConnected) {
    this.#connectionChanged("", isConnected);
    for (const entry of entries) if (this.#entries.has(entry)) entry.connectionChanged(isConnected);
  }

  #close() {
    clearTimeout(this.#openTimer);
    this.#source?.close();
    this.#source = undefined;
  }

  /** The network is back: no reason to wait. */
  #hurry() {
    this.#attempts = 0;
    if (this.#source?.readyState !== EventSource.OPEN) this.#openSoon(0);
  }

  #visibilityChanged() {
    clearTimeout(this.#hiddenTimer);
    if (document.visibilityState === "hidden") {
      this.#hiddenTimer = setTimeout(() => this.#close(), HIDDEN_PATIENCE);
    } else if (!this.#source || this.#source.readyState === EventSource.CLOSED) {
      this.#openSoon(0);
    }
  }
}
