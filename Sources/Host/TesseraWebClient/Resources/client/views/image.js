// Shows a picture that is the whole element of its view.

import { followPicture, showPlaceholder } from "./pictures.js";

/** @typedef {import("./view").Behaviour} Behaviour */

/** @type {Behaviour} */
export const image = {
  tag: () => "img",

  attach(view) {
    view.picture = /** @type {HTMLImageElement} */ (view.element);
    view.picture.alt = "";
    view.picture.draggable = false;
    followPicture(view.picture);
  },

  attributes: {
    placeholder: showPlaceholder,
    accessibilityLabel({ picture }, value) {
      if (picture) picture.alt = value ?? "";
    },
  },
};
