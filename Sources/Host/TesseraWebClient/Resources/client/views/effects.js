// Performs what happens once at a view and leaves no state.

import { isTable } from "../shared/viewTypes.js";
import { openAddress } from "./links.js";

/** How long rows move, in milliseconds. */
const ROW_TIME = 300;

/**
 * The timers of tables whose rows move.
 * @type {WeakMap<View, number>}
 */
const rowTimers = new WeakMap();

/**
 * @param {View} view
 * @param {Effect} effect
 */
export function perform(view, effect) {
  if (effect === "focus") (view.control ?? view.element).focus();
  else if (effect === "shake") shake(view.element);
  else if (effect === "animateRows") animateRows(view);
  else if (typeof effect !== "object") return;
  else if ("openURL" in effect) openAddress(effect.openURL, view.host);
  else if ("requestGridCells" in effect) {
    view.host.place.dispatchEvent(new CustomEvent("gridcells", { detail: effect.requestGridCells }));
  }
}

/** @param {HTMLElement} element */
function shake(element) {
  element.classList.remove("shake");
  // Reading a size makes the browser notice, so that a second shake starts anew.
  void element.offsetWidth;
  element.classList.add("shake");
  element.addEventListener("animationend", () => element.classList.remove("shake"), { once: true });
}

/** @param {View} view */
function animateRows(view) {
  // Rows that the person moved by hand stand right already.
  if (isTable(view) && view.table.dropTimer !== undefined) return;
  view.element.classList.add("changing");
  clearTimeout(rowTimers.get(view));
  rowTimers.set(view, setTimeout(() => view.element.classList.remove("changing"), ROW_TIME));
  for (const { element, isNew, kind } of view.children) {
    if (!isNew || kind !== "cell") continue;
    element.classList.add("entering");
    element.addEventListener("animationend", () => element.classList.remove("entering"), { once: true });
  }
}
