// Text that leads elsewhere: the browser opens it in a tab of its own, which does not know where it was opened from.

import { isOpenable } from "./links.js";
import { setOrRemove } from "../shared/dom.js";

export const link = {
  attach(view) {
    view.element.target = "_blank";
    view.element.rel = "noopener noreferrer";
  },

  attributes: {
    content(view, value) {
      setOrRemove(view.element, "href", isOpenable(value) ? value : undefined);
    },
  },
};
