// A list of rows that scrolls. Rows stand in an element of their own, between header and footer.

import { make, setOrRemove } from "./dom.js";
import { attachReordering } from "./reordering.js";
import { scroll } from "./scrolling.js";
import { placeStickyRows } from "./sticky.js";

export const table = {
  attach(view) {
    scroll.attach(view);
    view.rows = make("div", "rows");
    view.content.append(view.rows);
    view.containerFor = (child) => (child.kind === "cell" ? view.rows : view.content);
    view.scroller.addEventListener("scroll", () => placeStickyRows(view), { passive: true });
    attachReordering(view);
  },

  attributes: {
    ...scroll.attributes,
    rowCount(view) {
      nameRows(view);
      view.store.rows.changed(view);
    },
    reorderable(view, value) {
      view.element.classList.toggle("reorderable", value === true);
    },
    accessibilityLabel: nameRows,
  },
};

/** Tells screen readers of a list, where there are rows: a list without items is none. */
function nameRows({ rows, attributes: { rowCount, accessibilityLabel } }) {
  setOrRemove(rows, "role", rowCount > 0 ? "list" : undefined);
  setOrRemove(rows, "aria-label", rowCount > 0 ? accessibilityLabel : undefined);
}
