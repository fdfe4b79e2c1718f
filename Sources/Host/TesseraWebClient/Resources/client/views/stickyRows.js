// Rows that stay in sight at the top of their list: each until the place where its section ends.

export function placeStickyRows(view) {
  const offset = view.scroller.scrollTop;
  for (const cell of view.children) {
    const end = cell.attributes.stickyUntil;
    if (typeof end !== "number") continue;
    const [, top, , height] = cell.frame;
    const shift = Math.max(0, Math.min(offset - top, end - height - top));
    cell.element.style.setProperty("--sticky", `${shift}px`);
  }
}
