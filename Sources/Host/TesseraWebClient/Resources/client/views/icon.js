// Shows an icon, which is an image to assistive technology where it has a name.

import { setOrRemove } from "../shared/dom.js";

/** @type {Behaviour} */
export const icon = {
  attributes: {
    accessibilityLabel({ element }, value) {
      setOrRemove(element, "aria-label", value);
      setOrRemove(element, "role", value === undefined ? undefined : "img");
    },
  },
};
