// The way to the server: a presentation, a stream of updates from it, and an outbox of events to it.

import { Outbox } from "./outbox.js";

/** A tab that nobody sees gives its connection back after this time: browsers have only six per server. */
const HIDDEN_PATIENCE = 30_000;

export class Connection {
  #base;
  #key;
  #callbacks;
  #presentation;
  #stream;
  #revision;
  #attempts = 0;
  #retryTimer;
  #hiddenTimer;
  #outbox;

  /**
   * @param {string} widget the instance's identity
   * @param callbacks `size()` of the window, `begin()` before the first update of a presentation, `update(data)`,
   *   `connectionChanged(connected)`
   */
  constructor(widget, callbacks) {
    this.#base = `/widgets/${encodeURIComponent(widget)}/presentations`;
    this.#key = `tessera.presentation.${widget}`;
    this.#callbacks = callbacks;
    this.#outbox = new Outbox({ lost: () => this.#startOver() });
    document.addEventListener("visibilitychange", () => this.#visibilityChanged());
    window.addEventListener("online", () => this.#hurry());
    window.addEventListener("pagehide", () => this.#outbox.flush());
  }

  /** Comes back to the presentation that this tab had, or makes one. */
  async start() {
    const remembered = sessionStorage.getItem(this.#key);
    if (remembered && (await claim(remembered))) {
      this.#use(remembered);
      // The window may have another size than before.
      const { width, height } = this.#callbacks.size();
      this.send(["resize", width, height]);
    } else {
      await this.#make();
    }
  }

  /** Sends an event after those before it. */
  send(event) {
    this.#outbox.push(event);
  }

  /** Whether typed text of a view is still on its way. */
  isSending(view) {
    return this.#outbox.hasInput(view);
  }

  async #make() {
    try {
      const answer = await fetch(this.#base, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(this.#callbacks.size()),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const { id } = await answer.json();
      sessionStorage.setItem(this.#key, id);
      await claim(id);
      this.#use(id);
    } catch {
      this.#callbacks.connectionChanged(false);
      this.#later(() => this.#make());
    }
  }

  #use(id) {
    this.#presentation = `${this.#base}/${id}`;
    this.#revision = undefined;
    this.#outbox.begin(`${this.#presentation}/events`);
    this.#callbacks.begin();
    this.#open();
  }

  #open() {
    this.#close();
    const after = this.#revision === undefined ? "" : `?after=${this.#revision}`;
    const stream = new EventSource(`${this.#presentation}/events${after}`);
    this.#stream = stream;
    stream.onopen = () => {
      this.#attempts = 0;
      this.#callbacks.connectionChanged(true);
      this.#outbox.hurry();
    };
    stream.onmessage = (message) => {
      this.#revision = Number(message.lastEventId);
      this.#callbacks.update(JSON.parse(message.data));
    };
    stream.onerror = () => {
      this.#callbacks.connectionChanged(false);
      // The browser tries again by itself unless the server refused.
      if (stream.readyState === EventSource.CLOSED && this.#stream === stream) {
        this.#stream = undefined;
        this.#later(() => this.#revive());
      }
    };
  }

  /** Asks whether the presentation is still there after the server refused the stream. */
  async #revive() {
    try {
      const answer = await fetch(this.#presentation, { cache: "no-store" });
      if (answer.status === 404) return this.#startOver();
      if (answer.ok) return this.#open();
    } catch {
      // Not reachable: later.
    }
    this.#later(() => this.#revive());
  }

  #startOver() {
    sessionStorage.removeItem(this.#key);
    this.#close();
    this.#outbox.end();
    this.#make();
  }

  #close() {
    this.#stream?.close();
    this.#stream = undefined;
  }

  #later(action) {
    clearTimeout(this.#retryTimer);
    const delay = Math.min(500 * 2 ** this.#attempts++, 8000);
    this.#retryTimer = setTimeout(action, delay);
    this.#hurried = action;
  }

  #hurried;

  /** The network is back: no reason to wait. */
  #hurry() {
    this.#attempts = 0;
    this.#outbox.hurry();
    if (this.#stream?.readyState === EventSource.CONNECTING) this.#open();
    else if (!this.#stream && this.#hurried) this.#later(this.#hurried);
  }

  #visibilityChanged() {
    clearTimeout(this.#hiddenTimer);
    if (document.visibilityState === "hidden") {
      this.#hiddenTimer = setTimeout(() => this.#close(), HIDDEN_PATIENCE);
    } else if (this.#presentation && (!this.#stream || this.#stream.readyState === EventSource.CLOSED)) {
      this.#open();
    }
  }
}

/**
 * Takes a presentation for this tab, as long as the tab lives. A duplicated tab has a copy of the other one's memory;
 * the lock tells them apart. A reloading page frees its lock a moment late, so this waits a little.
 * @returns {Promise<boolean>} whether it is free
 */
function claim(presentation) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const patience = new AbortController();
    setTimeout(() => patience.abort(), 400);
    navigator.locks
      .request(`tessera.${presentation}`, { signal: patience.signal }, () => {
        resolve(true);
        return new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}
