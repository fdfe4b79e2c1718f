// Turns pages by keys and the wheel, and gives way a little beyond the first and the last page.

import { targetOf } from "../../shared/dom.js";
import { isPageRightToLeft } from "../../texts/texts.js";

/** How far a wheel turns until a page does, in points, and how long it rests between two pages, in milliseconds. */
const WHEEL_WAY = 60;
const WHEEL_REST = 450;
/** The height of a line, in points, for wheels that count in lines. */
const LINE = 20;
/** How far a page gives way at an end, in points, and how long that takes, in milliseconds. */
const GIVE = 28;
const GIVE_TIME = 300;
/** The part of a finger's way that a page follows beyond an end. */
const RESISTANCE = 0.35;

/**
 * @param {HTMLElement} viewport
 * @param {(step: number) => boolean} turnBy returns whether there is such a page
 * @param {() => boolean} isEnabled
 * @returns {(step: number) => void} turns a page as a key does
 */
export function followPageTurns(viewport, turnBy, isEnabled) {
  /** @param {number} step */
  const turn = (step) => {
    if (!turnBy(step)) giveWay(viewport, step);
  };
  // Right after loading nothing has the focus but the document itself.
  document.addEventListener("keydown", (event) => {
    const step = stepOfKey(event);
    if (step === 0 || !isEnabled()) return;
    event.preventDefault();
    turn(step);
  });
  followWheel(viewport, turn, isEnabled);
  followFingers(viewport);
  return turn;
}

/**
 * How many pages on a key leads, where nothing else takes it.
 * @param {KeyboardEvent} event
 */
function stepOfKey(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0;
  if (targetOf(event).closest(".widget, .boardCover, input, textarea, select, [role='toolbar']")) return 0;
  if (document.querySelector("dialog[open]")) return 0;
  const forward = isPageRightToLeft() ? "ArrowLeft" : "ArrowRight";
  const back = isPageRightToLeft() ? "ArrowRight" : "ArrowLeft";
  if (event.key === "PageDown" || event.key === forward) return 1;
  return event.key === "PageUp" || event.key === back ? -1 : 0;
}

/**
 * A wheel that turns up and down turns pages where nothing under the pointer scrolls. To the sides the browser scrolls.
 * @param {HTMLElement} viewport
 * @param {(step: number) => void} turn
 * @param {() => boolean} isEnabled
 */
function followWheel(viewport, turn, isEnabled) {
  let way = 0;
  let last = -Infinity;
  let turned = -Infinity;
  viewport.addEventListener("wheel", (event) => {
    const { ctrlKey, defaultPrevented, deltaMode, deltaX, deltaY, timeStamp } = event;
    if (!isEnabled() || defaultPrevented || ctrlKey || Math.abs(deltaX) >= Math.abs(deltaY)) return;
    if (canScroll(targetOf(event), viewport, deltaY)) return;
    const distance = deltaY * (deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE);
    // A wheel that rested, or turns the other way, begins anew.
    if (timeStamp - last > WHEEL_REST || Math.sign(way) !== Math.sign(distance)) way = 0;
    last = timeStamp;
    way += distance;
    if (Math.abs(way) < WHEEL_WAY || timeStamp - turned < WHEEL_REST) return;
    turned = timeStamp;
    way = 0;
    turn(Math.sign(distance));
  }, { passive: true });
}

/**
 * Whether something between an element and the viewport scrolls up or down.
 * @param {Element} element
 * @param {HTMLElement} viewport
 * @param {number} way
 */
function canScroll(element, viewport, way) {
  for (let above = element; above !== viewport && above.parentElement; above = above.parentElement) {
    const room = above.scrollHeight - above.clientHeight;
    if (room <= 1 || !/auto|scroll/.test(getComputedStyle(above).overflowY)) continue;
    if (way > 0 ? above.scrollTop < room - 1 : above.scrollTop > 1) return true;
  }
  return false;
}

/**
 * Moves the pages a little to the side and back: there is no further one.
 * @param {HTMLElement} viewport
 * @param {number} step
 */
function giveWay(viewport, step) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const shift = (isPageRightToLeft() ? step : -step) * GIVE;
  viewport.animate([{ translate: "0" }, { translate: `${shift}px` }, { translate: "0" }], {
    duration: GIVE_TIME, easing: "ease-out",
  });
}

/**
 * Lets the pages follow a finger beyond an end, where the browser does not do so itself.
 * @param {HTMLElement} viewport
 */
function followFingers(viewport) {
  /** @type {{ x: number, left: number } | undefined} */
  let start;
  viewport.addEventListener("touchstart", ({ touches }) => {
    start = touches.length === 1 ? { x: touches[0].clientX, left: viewport.scrollLeft } : undefined;
  }, { passive: true });
  viewport.addEventListener("touchmove", ({ touches }) => {
    if (!start || touches.length !== 1 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const way = touches[0].clientX - start.x;
    const last = viewport.scrollWidth - viewport.clientWidth;
    const offset = Math.abs(viewport.scrollLeft);
    const isBackward = isPageRightToLeft() ? way < 0 : way > 0;
    // Where the browser gives way itself, the offset is beyond the ends.
    const isAtEnd = viewport.scrollLeft === start.left && offset === (isBackward ? 0 : last);
    viewport.style.translate = isAtEnd && Math.abs(way) > GIVE / 2 ? `${way * RESISTANCE}px` : "";
  }, { passive: true });
  for (const name of ["touchend", "touchcancel"]) {
    viewport.addEventListener(name, () => {
      start = undefined;
      const { translate } = viewport.style;
      if (!translate) return;
      viewport.style.translate = "";
      viewport.animate([{ translate }, { translate: "0" }], { duration: GIVE_TIME, easing: "ease-out" });
    }, { passive: true });
  }
}
