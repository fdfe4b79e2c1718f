// Keeps rows in sight at the top of their table, each until its section ends.

/** @param {TableView} table */
export function placeStickyRows(table) {
  const offset = table.scroller.scrollTop;
  for (const { attributes: { stickyUntil }, element, frame } of table.children) {
    if (typeof stickyUntil !== "number") continue;
    element.style.setProperty("--sticky", `${stickyShift(frame, stickyUntil, offset)}px`);
  }
}

/**
 * How far a row moves down to stay in sight, in points.
 * @param {Frame} frame
 * @param {number} end where its section ends
 * @param {number} offset how far the content is scrolled
 */
export function stickyShift([, top, , height], end, offset) {
  return Math.max(0, Math.min(offset - top, end - height - top));
}
