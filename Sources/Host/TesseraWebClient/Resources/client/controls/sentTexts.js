// Remembers the texts of a field that the server may still repeat, so that a repetition is no news.

/** How long the server may take to repeat a text after it has confirmed it, in milliseconds. */
const ECHO_TIME = 2000;

export class SentTexts {
  /** @type {{ text: string, time: number }[]} */
  #texts = [];
  #now;

  /** @param {() => number} now in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** @param {string} text */
  add(text) {
    this.#removeOld();
    this.#texts.push({ text, time: this.#now() });
  }

  /**
   * Whether a text from the server repeats one that was sent; the server repeats texts in their order.
   * @param {string} text
   */
  takeEcho(text) {
    this.#removeOld();
    const place = this.#texts.findIndex((entry) => entry.text === text);
    if (place < 0) return false;
    this.#texts.splice(0, place + 1);
    return true;
  }

  clear() {
    this.#texts = [];
  }

  #removeOld() {
    const oldest = this.#now() - ECHO_TIME;
    this.#texts = this.#texts.filter((entry) => entry.time >= oldest);
  }
}
