// A view that is a picture.

import { followPicture } from "./pictures.js";

export const image = {
  tag: () => "img",

  attach(view) {
    view.picture = view.element;
    view.picture.alt = "";
    view.picture.draggable = false;
    followPicture(view.picture);
  },

  attributes: {
    accessibilityLabel(view, value) {
      view.picture.alt = value ?? "";
    },
  },
};
