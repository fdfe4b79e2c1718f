// Turns pages while something that is dragged rests at an edge of them.

import { TIMES, edgeSide } from "../../interaction/gestures.js";
import { isPageRightToLeft } from "../../texts/texts.js";

export class EdgeTurns {
  #turn;
  /** The step to the page beyond the edge at which the pointer is; 0 elsewhere. */
  #step = 0;
  /** @type {number | undefined} */
  #timer;

  /** @param {(step: number) => unknown} turn the next turn waits for what it returns */
  constructor(turn) {
    this.#turn = turn;
  }

  /**
   * @param {number} x of the pointer in the window
   * @param {[left: number, right: number]} edges of the pages in the window
   */
  follow(x, edges) {
    const side = edgeSide(x, edges);
    const step = isPageRightToLeft() ? -side : side;
    if (step === this.#step) return;
    this.#step = step;
    clearTimeout(this.#timer);
    if (step === 0) return;
    this.#timer = setTimeout(async () => {
      await this.#turn(step);
      this.#step = 0;
    }, TIMES.pageTurn);
  }

  stop() {
    clearTimeout(this.#timer);
  }
}
