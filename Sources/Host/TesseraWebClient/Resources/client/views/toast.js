// Shows a short message that fades when it goes.

import { leave } from "../shared/dom.js";

/** @type {Behaviour} */
export const toast = {
  attach(view) {
    view.leave = () => leave(view.element, 150);
  },
};
