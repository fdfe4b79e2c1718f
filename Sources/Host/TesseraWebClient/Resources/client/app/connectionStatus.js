// Says that the page has no connection, once that has lasted for a second.

import { reconnectDelay } from "../protocol/reconnecting.js";
import { text } from "../texts/texts.js";

/** How long a break lasts before the page says so, in milliseconds. */
const QUIET_TIME = 1000;

export class ConnectionStatus {
  #element;
  /**
   * What is without a connection: widgets by their names, the page by the empty name.
   * @type {Set<string>}
   */
  #offline = new Set();
  /** @type {number | undefined} */
  #timer;

  /** @param {HTMLElement} element shows the message */
  constructor(element) {
    this.#element = element;
  }

  /**
   * The connection of a widget, or of the page itself, is there or not.
   * @param {string} name of the widget; empty for the page
   * @param {boolean} isConnected
   */
  changed(name, isConnected) {
    if (isConnected) this.#offline.delete(name);
    else this.#offline.add(name);
    if (this.#offline.size > 0) {
      this.#timer ??= setTimeout(() => {
        this.#element.hidden = false;
        this.#element.textContent = text("reconnecting");
      }, QUIET_TIME);
    } else {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#element.hidden = true;
      this.#element.textContent = "";
    }
  }

  /**
   * Loads something for the page, and tries again until that succeeds.
   * @template Result
   * @param {() => Promise<Result>} action
   */
  async load(action) {
    for (let failures = 0; ; failures += 1) {
      try {
        const result = await action();
        this.changed("", true);
        return result;
      } catch {
        // Not reachable yet: the next round tries again.
      }
      this.changed("", false);
      await new Promise((done) => setTimeout(done, reconnectDelay(failures)));
    }
  }
}
