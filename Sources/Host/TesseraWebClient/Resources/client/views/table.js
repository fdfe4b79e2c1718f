// A list of rows that scrolls. Rows stand in an element of their own, between header and footer.

import { make, setOrRemove } from "../shared/dom.js";
import { attachReordering } from "../interaction/reordering.js";
import { scroll } from "./scroll.js";
import { placeStickyRows } from "./stickyRows.js";

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
