// Follows a pointer that picks up what waits to be dragged.

import { DISTANCES, TIMES, followGesture } from "../../interaction/gestures.js";

/** @typedef {import("../../interaction/gestures.js").Gesture} Gesture */

/**
 * Follows a pointer. The page holds it: what is dragged changes its place in the document, and would lose it.
 * @param {HTMLElement} page
 * @param {HTMLElement} element that was pressed
 * @param {PointerEvent} press
 * @param {Pick<Gesture, "begin" | "move" | "end" | "cancel" | "tap">} actions
 * @returns {() => void} cancels it, as the Escape key does
 */
export function followPointer(page, element, press, actions) {
  press.preventDefault();
  element.focus({ preventScroll: true });
  page.setPointerCapture(press.pointerId);
  return followGesture(press, { ...actions, captor: page, time: TIMES.pickUp, distance: DISTANCES.pickUp });
}
