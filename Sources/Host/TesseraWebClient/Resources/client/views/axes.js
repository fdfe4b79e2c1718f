// Lists go on downwards or in the direction of text: what lies along the way, whichever it is.

export function isHorizontal(view) {
  return view.attributes.axis === "horizontal";
}

/** How far the content is scrolled, in points from its start. */
export function offsetOf(view) {
  const { scroller } = view;
  // From right to left browsers count down from zero.
  return isHorizontal(view) ? Math.abs(scroller.scrollLeft) : scroller.scrollTop;
}

export function setOffset(view, offset) {
  const { scroller } = view;
  if (!isHorizontal(view)) scroller.scrollTop = offset;
  else scroller.scrollLeft = isRightToLeft(view) ? -offset : offset;
}

/** How much of the content is visible. */
export function visibleLength(view) {
  const { scroller } = view;
  return isHorizontal(view) ? scroller.clientWidth : scroller.clientHeight;
}

/** How long the content is. */
export function contentLength(view) {
  const { scroller } = view;
  return isHorizontal(view) ? scroller.scrollWidth : scroller.scrollHeight;
}

/** Where a row of a view begins, from the start of the content. */
export function startOf(view, [x, y, width]) {
  if (!isHorizontal(view)) return y;
  return isRightToLeft(view) ? (view.attributes.contentWidth ?? 0) - x - width : x;
}

/** How long a row of a view is. */
export function lengthOf(view, [, , width, height]) {
  return isHorizontal(view) ? width : height;
}

export function isRightToLeft(view) {
  return getComputedStyle(view.element).direction === "rtl";
}
