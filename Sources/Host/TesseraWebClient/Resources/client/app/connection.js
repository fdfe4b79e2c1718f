// The way to the server: a presentation, its part of the stream of updates, and an outbox of events to it.

import { isWithoutAnswer, Outbox } from "../protocol/outbox.js";

export class Connection {
  #widget;
  #stream;
  #base;
  #key;
  #callbacks;
  #entry;
  #attempts = 0;
  #retryTimer;
  #outbox;
  /** Ends what listens to the window, and gives the presentation free for another one who shows the widget. */
  #end = new AbortController();

  /**
   * @param {string} widget the instance's identity
   * @param {PageStream} stream brings updates
   * @param callbacks `size()` of the window, `begin()` before the first update of a presentation, `update(data)`,
   *   `connectionChanged(connected)`; `answering(isAnswering)`, whether the widget answers the server; `patience`, how long to wait when the presentation is gone, in milliseconds
   */
  constructor(widget, stream, callbacks) {
    this.#widget = widget;
    this.#stream = stream;
    this.#base = `/widgets/${encodeURIComponent(widget)}/presentations`;
    this.#key = `tessera.presentation.${widget}`;
    this.#callbacks = callbacks;
    this.#outbox = new Outbox({ lost: () => this.#startOver(), answering: callbacks.answering });
    const { signal } = this.#end;
    window.addEventListener("online", () => this.#hurry(), { signal });
    window.addEventListener("pagehide", () => this.#outbox.flush(), { signal });
  }

  /** Comes back to the presentation that this tab had, or makes one. */
  async start() {
    const remembered = sessionStorage.getItem(this.#key);
    if (remembered && (await claim(remembered, this.#end.signal))) {
      this.#use(remembered);
      this.#tellSize();
    } else {
      await this.#make();
    }
  }

  /** The window may have another size than when the presentation was made. */
  #tellSize() {
    const { width, height, cells } = this.#callbacks.size();
    this.send(["resize", width, height]);
    if (cells) this.send(["grid", ...cells]);
  }

  /** Follows nothing any more. */
  stop() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#end.abort();
    if (this.#entry) this.#stream.unwatch(this.#entry);
    this.#entry = undefined;
    this.#outbox.end();
    this.#callbacks.connectionChanged(true);
  }

  /** Sends an event after those before it. */
  send(event) {
    this.#outbox.push(event);
  }

  /**
   * Sends a file that was chosen in a view.
   * @returns {Promise<boolean>} whether the server has it
   */
  async sendFile(view, file) {
    if (!this.#entry) return false;
    try {
      const about = `name=${encodeURIComponent(file.name)}&type=${encodeURIComponent(file.type)}`;
      const address = `${this.#base}/${this.#entry.presentation}/files/${view}?${about}`;
      for (;;) {
        const answer = await fetch(address, {
          method: "POST",
          headers: { "Content-Type": "application/octet-stream" },
          body: file,
        });
        // 429: the server has not handled what came before.
        if (answer.status !== 429) return answer.ok;
        await new Promise((done) => setTimeout(done, 1000));
      }
    } catch {
      return false;
    }
  }

  /** Whether typed text of a view is still on its way. */
  isSending(view) {
    return this.#outbox.hasInput(view);
  }

  /** Runs something when the server has what is on its way now. */
  afterDelivery(action) {
    this.#outbox.afterDelivery(action);
  }

  async #make() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    try {
      const answer = await fetch(this.#base, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(this.#callbacks.size()),
      });
      const isSilent = await isWithoutAnswer(answer);
      this.#callbacks.answering(!isSilent);
      if (isSilent) {
        this.#retryTimer = setTimeout(() => this.#make(), 8000);
        return;
      }
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const { id } = await answer.json();
      sessionStorage.setItem(this.#key, id);
      await claim(id, this.#end.signal);
      this.#attempts = 0;
      this.#use(id);
      this.#tellSize();
    } catch {
      if (this.#end.signal.aborted) return;
      this.#callbacks.connectionChanged(false);
      this.#retryTimer = setTimeout(() => this.#make(), Math.min(500 * 2 ** this.#attempts++, 8000));
    }
  }

  #use(id) {
    if (this.#end.signal.aborted) return;
    this.#outbox.begin(`${this.#base}/${id}/events`);
    this.#callbacks.begin();
    this.#entry = {
      widget: this.#widget,
      presentation: id,
      revision: undefined,
      update: (data) => this.#callbacks.update(data),
      gone: () => this.#startOver(),
      connectionChanged: (connected) => {
        this.#callbacks.connectionChanged(connected);
        if (connected) this.#outbox.hurry();
      },
    };
    this.#stream.watch(this.#entry);
  }

  #startOver() {
    // Events and stream may both notice that the presentation is gone.
    if (!this.#entry) return;
    this.#stream.unwatch(this.#entry);
    this.#entry = undefined;
    sessionStorage.removeItem(this.#key);
    this.#outbox.end();
    const { patience } = this.#callbacks;
    if (patience > 0) this.#retryTimer = setTimeout(() => this.#make(), patience);
    else this.#make();
  }

  /** The network is back: no reason to wait. */
  #hurry() {
    this.#attempts = 0;
    this.#outbox.hurry();
    if (this.#retryTimer !== undefined) this.#make();
  }
}

/**
 * Takes a presentation for this tab, as long as the tab lives. A duplicated tab has a copy of the other one's memory;
 * the lock tells them apart. A reloading page frees its lock a moment late, so this waits a little.
 * @param {AbortSignal} end gives it free again
 * @returns {Promise<boolean>} whether it is free
 */
function claim(presentation, end) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const patience = new AbortController();
    setTimeout(() => patience.abort(), 400);
    navigator.locks
      .request(`tessera.${presentation}`, { signal: patience.signal }, () => {
        resolve(true);
        return new Promise((done) => {
          if (end.aborted) done();
          else end.addEventListener("abort", done, { once: true });
        });
      })
      .catch(() => resolve(false));
  });
}
