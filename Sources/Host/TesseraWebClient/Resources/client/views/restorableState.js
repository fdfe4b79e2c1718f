// Carries what a person typed, and where they had scrolled to, from a presentation that is gone to the next one.
//
// The next one begins with the first screen. What stood elsewhere finds no place there, and is left.

import { offsetOf, setOffset } from "../shared/axes.js";
import { isScrollView } from "../shared/viewTypes.js";
import { hasCursor } from "./focus.js";
import { visit } from "./places.js";

/**
 * What a person did in a view.
 * @typedef {object} RestorableState
 * @property {string} place where the view is
 * @property {string} [text] what was typed
 * @property {[number, number]} [cursor] the selection of the text, if it had the focus
 * @property {number} [offset] how far it was scrolled, in points
 */

/**
 * What a person did in the views of a tree.
 * @param {View | undefined} root
 * @returns {RestorableState[]}
 */
export function capture(root) {
  /** @type {RestorableState[]} */
  const restorableStates = [];
  visit(root, (view, place) => {
    const text = view.field?.typedText();
    if (text !== undefined) restorableStates.push({ place, text, cursor: cursorOf(view.control) });
    if (isScrollView(view) && offsetOf(view) > 0) restorableStates.push({ place, offset: offsetOf(view) });
  });
  return restorableStates;
}

/**
 * Does the same in the views of another tree, where they are in the same places.
 * @param {RestorableState[]} restorableStates
 * @param {View | undefined} root
 */
export function restore(restorableStates, root) {
  if (restorableStates.length === 0) return;
  /** @type {Map<string, View>} */
  const views = new Map();
  visit(root, (view, place) => views.set(place, view));
  for (const { place, text, cursor, offset } of restorableStates) {
    const view = views.get(place);
    if (!view) continue;
    if (text !== undefined) view.field?.type(text);
    if (cursor && view.control) {
      view.control.focus({ preventScroll: true });
      if (hasCursor(view.control)) view.control.setSelectionRange(...cursor);
    }
    if (offset !== undefined && isScrollView(view)) setOffset(view, offset);
  }
}

/**
 * The selection of a control that has the focus; undefined for others.
 * @param {HTMLElement | undefined} control
 * @returns {[number, number] | undefined}
 */
function cursorOf(control) {
  if (document.activeElement !== control || !hasCursor(control)) return undefined;
  const start = control.selectionStart ?? 0;
  return [start, control.selectionEnd ?? start];
}
