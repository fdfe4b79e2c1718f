// Recognizes a long press on the ground of a board or on an icon.

import { targetOf } from "../shared/dom.js";

/** How long a press lasts, in milliseconds, and how far it may slip, in points. */
const LONG_PRESS = 500;
const SLIP = 8;
/** The click of a press comes within this time after its end, in milliseconds. */
const CLICK_TIME = 50;

/**
 * @param {HTMLElement} viewport
 * @param {() => boolean} isEnabled
 * @param {() => void} action
 */
export function followLongPress(viewport, isEnabled, action) {
  viewport.addEventListener("pointerdown", (event) => {
    if (!isEnabled() || event.button !== 0 || targetOf(event).closest(".widget")) return;
    const { clientX, clientY } = event;
    const end = new AbortController();
    const timer = setTimeout(() => {
      end.abort();
      action();
      swallowClick();
    }, LONG_PRESS);
    const stop = () => {
      clearTimeout(timer);
      end.abort();
    };
    const { signal } = end;
    // The browser's own menu of a link that a finger rests on.
    if (event.pointerType !== "mouse") addEventListener("contextmenu", (menu) => menu.preventDefault(), { signal });
    for (const name of ["pointerup", "pointercancel", "scroll"]) {
      addEventListener(name, stop, { signal, capture: true });
    }
    addEventListener("pointermove", (move) => {
      if (Math.hypot(move.clientX - clientX, move.clientY - clientY) > SLIP) stop();
    }, { signal });
  });
}

/** Drops the click that ends the press under way, if there is one. */
function swallowClick() {
  const end = new AbortController();
  addEventListener("click", (click) => {
    click.preventDefault();
    click.stopPropagation();
  }, { capture: true, signal: end.signal });
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, () => setTimeout(() => end.abort(), CLICK_TIME), { capture: true, once: true });
  }
}
