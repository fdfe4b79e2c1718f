// Names the picture of an image, and shows another one until it is there.

import { showPlaceholder } from "./pictures.js";

/** @type {Behaviour} */
export const image = {
  attributes: {
    placeholder: showPlaceholder,
    accessibilityLabel({ picture }, value) {
      if (picture) picture.alt = value ?? "";
    },
  },
};
