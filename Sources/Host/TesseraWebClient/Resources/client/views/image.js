// A view that is a picture.

import { followPicture, showPlaceholder } from "./pictures.js";

export const image = {
  tag: () => "img",

  attach(view) {
    view.picture = view.element;
    view.picture.alt = "";
    view.picture.draggable = false;
    followPicture(view.picture);
  },

  attributes: {
    placeholder: showPlaceholder,
    accessibilityLabel(view, value) {
      view.picture.alt = value ?? "";
    },
  },
};
