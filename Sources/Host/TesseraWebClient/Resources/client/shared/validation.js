// Tells people and assistive technology what is wrong with the value of an input, at the input itself.

import { setOrRemove } from "./dom.js";

/** @param {View} view */
export function showError(view) {
  const { error, accessibilityHint } = view.attributes;
  const control = view.control ?? view.element;
  view.element.classList.toggle("wrong", error !== undefined);
  setOrRemove(control, "aria-invalid", error === undefined ? undefined : "true");
  setOrRemove(control, "aria-description", error ?? accessibilityHint);
}
