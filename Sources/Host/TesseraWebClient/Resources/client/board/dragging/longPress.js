// Recognizes a long press on the board, which picks up what it rests on.

import { isPressClaimed } from "../../interaction/claims.js";
import { swallowClick } from "../../interaction/clicks.js";

/** How long a press lasts, in milliseconds, and how far it may slip, in points. */
const LONG_PRESS = 500;
const SLIP = 8;

/** Whether a press goes on after its action. */
let isHeld = false;

/**
 * Keeps fingers from scrolling what they hold, and mice from dragging links and pictures out of the page.
 * @param {HTMLElement} page gets what is picked up, and so hears of the rest of the press
 */
export function keepHeldPresses(page) {
  // Not passive: browsers ask before they begin to scroll.
  page.addEventListener("touchmove", (event) => {
    if (isHeld && event.cancelable) event.preventDefault();
  }, { passive: false });
  page.addEventListener("dragstart", (event) => {
    if (isHeld) event.preventDefault();
  });
}

/**
 * @param {HTMLElement} ground takes the presses
 * @param {() => boolean} isEnabled
 * @param {(press: PointerEvent) => void} action the press is still under way
 */
export function followLongPress(ground, isEnabled, action) {
  ground.addEventListener("pointerdown", (event) => {
    if (!isEnabled() || event.button !== 0 || !event.isPrimary || isPressClaimed(event)) return;
    const { clientX, clientY, pointerId } = event;
    const press = new AbortController();
    const { signal } = press;
    const timer = setTimeout(() => {
      isHeld = true;
      getSelection()?.removeAllRanges();
      action(event);
    }, LONG_PRESS);
    const stop = () => {
      clearTimeout(timer);
      press.abort();
      if (isHeld) swallowClick();
      isHeld = false;
    };
    // The browser's own menu of a link that a finger rests on.
    if (event.pointerType !== "mouse") addEventListener("contextmenu", (menu) => menu.preventDefault(), { signal });
    for (const name of ["pointerup", "pointercancel"]) {
      addEventListener(name, (end) => {
        if (/** @type {PointerEvent} */ (end).pointerId === pointerId) stop();
      }, { signal, capture: true });
    }
    // A second finger zooms or scrolls.
    addEventListener("pointerdown", () => {
      if (!isHeld) stop();
    }, { signal, capture: true });
    addEventListener("scroll", () => {
      if (!isHeld) stop();
    }, { signal, capture: true });
    addEventListener("pointermove", (move) => {
      if (!isHeld && Math.hypot(move.clientX - clientX, move.clientY - clientY) > SLIP) stop();
    }, { signal });
  });
}
