// What is wrong with the value of an input: assistive technology is told at the input itself.

import { setOrRemove } from "../shared/dom.js";

export const errorAttributes = {
  error(view) {
    describe(view);
  },
  accessibilityHint(view) {
    describe(view);
  },
};

function describe(view) {
  const { error, accessibilityHint } = view.attributes;
  const control = view.control ?? view.element;
  view.element.classList.toggle("wrong", error !== undefined);
  setOrRemove(control, "aria-invalid", error === undefined ? undefined : "true");
  setOrRemove(control, "aria-description", error ?? accessibilityHint);
}
