// Says something to assistive technology, and shows it where it is a problem.

import { make } from "../../shared/dom.js";

/** How long a problem is shown, in milliseconds. */
const PROBLEM_TIME = 4000;

export class Announcer {
  #page;
  #element = make("div", "boardSays", { role: "status", "aria-live": "polite" });
  /** @type {number | undefined} */
  #timer;

  /** @param {HTMLElement} page */
  constructor(page) {
    this.#page = page;
    page.append(this.#element);
  }

  /**
   * @param {string} text
   * @param {boolean} isProblem
   */
  announce(text, isProblem = false) {
    // What lies under a panel is neither seen nor read out.
    const panel = [...document.querySelectorAll("dialog[open]")].at(-1) ?? this.#page;
    if (this.#element.parentNode !== panel) panel.append(this.#element);
    this.#element.textContent = text;
    this.#element.classList.toggle("visible", isProblem);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#element.classList.remove("visible"), PROBLEM_TIME);
  }

  /** Leaves a panel that closes. */
  returnToPage() {
    this.#page.append(this.#element);
  }
}
