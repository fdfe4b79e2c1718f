// Shows text that leads elsewhere: the browser opens it in a tab that does not know where it was opened from.

import { setOrRemove } from "../shared/dom.js";
import { isOpenable } from "../shared/urls.js";

/** @type {Behaviour} */
export const link = {
  attach({ element }) {
    element.setAttribute("target", "_blank");
    element.setAttribute("rel", "noopener noreferrer");
  },

  attributes: {
    content({ element }, value) {
      setOrRemove(element, "href", isOpenable(value) ? value : undefined);
    },
  },
};
