// A list of rows that scrolls. Rows stand in an element of their own, between header and footer.

import { make, setOrRemove } from "./dom.js";
import { scroll } from "./scrolling.js";

export const table = {
  attach(view) {
    scroll.attach(view);
    view.rows = make("div", "rows", { role: "list" });
    view.content.append(view.rows);
    view.containerFor = (child) => (child.kind === "cell" ? view.rows : view.content);
  },

  attributes: {
    ...scroll.attributes,
    rowCount(view) {
      view.store.rows.changed(view);
    },
    accessibilityLabel(view, value) {
      setOrRemove(view.rows, "aria-label", value);
    },
  },
};
