// Shows a list of rows that scrolls; rows stand in an element of their own, between header and footer.

import { attachReordering } from "../interaction/reordering.js";
import { make, setOrRemove } from "../shared/dom.js";
import { attachScrolling, scrollAttributes } from "./scroll.js";
import { placeStickyRows } from "./stickyRows.js";

/** @type {Behaviour} */
export const table = {
  attach(/** @type {TableView} */ view) {
    attachScrolling(view);
    view.table = {};
    view.rows = make("div", "rows");
    view.content.append(view.rows);
    view.containerFor = (child) => (child.kind === "cell" ? view.rows : view.content);
    view.scroller.addEventListener("scroll", () => placeStickyRows(view), { passive: true });
    attachReordering(view);
  },

  attributes: {
    ...scrollAttributes,
    rowCount(/** @type {TableView} */ view) {
      describeRows(view);
      view.host.rowsChanged(view);
    },
    reorderable(view, value) {
      view.element.classList.toggle("reorderable", value === true);
    },
    accessibilityLabel: describeRows,
  },
};

/**
 * Tells screen readers of a list where there are rows: a list without items is none.
 * @param {TableView} view
 */
function describeRows({ rows, attributes: { rowCount = 0, accessibilityLabel } }) {
  setOrRemove(rows, "role", rowCount > 0 ? "list" : undefined);
  setOrRemove(rows, "aria-label", rowCount > 0 ? accessibilityLabel : undefined);
}
