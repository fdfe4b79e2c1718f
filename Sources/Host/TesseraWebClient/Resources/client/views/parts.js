// What a view's element can consist of. A kind names its parts in the order in which they stand.

import { make } from "../shared/dom.js";
import { followPicture } from "./pictures.js";

export const parts = {
  /** Takes the attribute `text`. */
  label(view) {
    view.label = make("span", "label", { dir: "auto" });
    return view.label;
  },
  /** Takes the attribute `text` too, and is the page's first heading. */
  title(view) {
    view.label = make("h1", "label", { dir: "auto" });
    return view.label;
  },
  /** Takes the attribute `image`. */
  picture(view) {
    view.picture = make("img", "picture", { alt: "", draggable: "false" });
    view.picture.hidden = true;
    followPicture(view.picture);
    return view.picture;
  },
  /** Turns while the view is `animating`. */
  ring: () => make("div", "ring"),
};
