// Turns through the widgets of a stack: by its dots, by the wheel and the arrow keys on them, or by a swipe.

import { DISTANCES } from "../../interaction/gestures.js";
import { arrowStep } from "../../shared/arrowKeys.js";
import { make, setOrRemove, targetOf } from "../../shared/dom.js";
import { isPageRightToLeft } from "../../texts/texts.js";

/** How long a wheel rests between two turns, in milliseconds. */
const WHEEL_REST = 400;

/**
 * @typedef {object} StackActions
 * @property {(step: number) => void} onStep turns to the next widget, or to the one before
 * @property {(widget: string, name: string) => void} onChoose turns to a widget
 * @property {() => boolean} isEnabled whether a swipe turns
 */

export class StackTurns {
  #actions;
  /** The widgets that the dots stand for. */
  #shown = "";
  element = make("div", "boardTurns");

  /**
   * @param {HTMLElement} tile takes the swipes
   * @param {StackActions} actions
   */
  constructor(tile, actions) {
    this.#actions = actions;
    followWheel(this.element, actions.onStep);
    this.#followKeys();
    this.#followSwipes(tile);
  }

  /**
   * Shows a dot for each widget of a stack.
   * @param {string[]} members
   * @param {string} front
   * @param {(id: string) => string} nameOf
   */
  show(members, front, nameOf) {
    this.element.hidden = members.length < 2;
    // A dot that has the focus keeps it.
    if (String(members) !== this.#shown) {
      this.#shown = String(members);
      const widgets = members.length < 2 ? [] : members;
      this.element.replaceChildren(...widgets.map((id) => this.#makeDot(id, nameOf(id))));
    }
    [...this.element.children].forEach((dot, index) =>
      setOrRemove(dot, "aria-current", members[index] === front ? "true" : undefined));
  }

  /**
   * @param {string} id
   * @param {string} name
   */
  #makeDot(id, name) {
    const dot = make("button", "boardTurn", { type: "button", "aria-label": name });
    dot.addEventListener("click", () => this.#actions.onChoose(id, name));
    return dot;
  }

  #followKeys() {
    this.element.addEventListener("keydown", (event) => {
      const step = arrowStep(event.key, isPageRightToLeft());
      if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#actions.onStep(step);
    });
  }

  /**
   * A swipe up or down on a touch screen turns, unless the content under the finger scrolls.
   * @param {HTMLElement} tile
   */
  #followSwipes(tile) {
    /** @type {Touch | undefined} */
    let start;
    tile.addEventListener("touchstart", (event) => {
      const scroller = targetOf(event).closest(".scroller");
      const isFree = !scroller || scroller.scrollHeight <= scroller.clientHeight;
      start = event.touches.length === 1 && isFree && this.#actions.isEnabled() ? event.touches[0] : undefined;
    }, { passive: true });
    tile.addEventListener("touchend", ({ changedTouches: [end] }) => {
      if (!start) return;
      const step = swipeStep(end.clientX - start.clientX, end.clientY - start.clientY);
      start = undefined;
      if (step !== 0) this.#actions.onStep(step);
    }, { passive: true });
  }
}

/**
 * A wheel that turns up and down over an element turns a stack. To the sides the browser scrolls.
 * @param {HTMLElement} element
 * @param {(step: number) => void} onStep
 */
export function followWheel(element, onStep) {
  let lastTurn = 0;
  element.addEventListener("wheel", (event) => {
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    // One turn of a wheel is many events.
    if (event.timeStamp - lastTurn < WHEEL_REST || event.deltaY === 0) return;
    lastTurn = event.timeStamp;
    onStep(Math.sign(event.deltaY));
  });
}

/**
 * Which way a swipe turns a stack: up to the next widget, down to the one before; 0 for what is no such swipe.
 * @param {number} right
 * @param {number} down
 */
export function swipeStep(right, down) {
  if (Math.abs(down) < DISTANCES.swipeTurn || Math.abs(down) < 2 * Math.abs(right)) return 0;
  return down < 0 ? 1 : -1;
}
