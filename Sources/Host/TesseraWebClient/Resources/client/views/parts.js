// Makes the parts that an element can consist of; a kind names its parts in the order in which they stand.

import { make } from "../shared/dom.js";
import { followPicture } from "./pictures.js";

/** @type {{ [Name in PartName]: (view: View) => HTMLElement }} */
export const parts = {
  /** Shows the attribute `text`. */
  label(view) {
    view.label = make("span", "label", { dir: "auto" });
    return view.label;
  },
  /** Shows the attribute `text`, too, and is the page's first heading. */
  title(view) {
    view.label = make("h1", "label", { dir: "auto" });
    return view.label;
  },
  /** Shows the attribute `image`. */
  picture(view) {
    view.picture = make("img", "picture", { alt: "", draggable: "false" });
    followPicture(view.picture);
    return view.picture;
  },
  /** Turns while the view is `animating`. */
  ring: () => make("div", "ring"),
};
