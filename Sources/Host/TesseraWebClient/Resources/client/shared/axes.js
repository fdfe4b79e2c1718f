// Measures scrolling content along its axis: downwards, or in the direction of text.

/** @param {Pick<View, "attributes">} view */
export function isHorizontal(view) {
  return view.attributes.axis === "horizontal";
}

/**
 * How far the content is scrolled, in points from its start.
 * @param {ScrollView} view
 */
export function offsetOf(view) {
  const { scroller } = view;
  // From right to left browsers count down from zero.
  return isHorizontal(view) ? Math.abs(scroller.scrollLeft) : scroller.scrollTop;
}

/**
 * @param {ScrollView} view
 * @param {number} offset
 */
export function setOffset(view, offset) {
  const { scroller } = view;
  if (!isHorizontal(view)) scroller.scrollTop = offset;
  else scroller.scrollLeft = isRightToLeft(view) ? -offset : offset;
}

/**
 * How much of the content is visible.
 * @param {ScrollView} view
 */
export function visibleLength(view) {
  const { scroller } = view;
  return isHorizontal(view) ? scroller.clientWidth : scroller.clientHeight;
}

/**
 * How long the content is.
 * @param {ScrollView} view
 */
export function contentLength(view) {
  const { scroller } = view;
  return isHorizontal(view) ? scroller.scrollWidth : scroller.scrollHeight;
}

/**
 * Where a row begins, from the start of the content.
 * @param {View} view
 * @param {Frame} frame of the row
 */
export function startOf(view, [x, y, width]) {
  if (!isHorizontal(view)) return y;
  return isRightToLeft(view) ? (view.attributes.contentWidth ?? 0) - x - width : x;
}

/**
 * How long a row is.
 * @param {View} view
 * @param {Frame} frame of the row
 */
export function lengthOf(view, [, , width, height]) {
  return isHorizontal(view) ? width : height;
}

/** @param {Pick<View, "element">} view */
export function isRightToLeft(view) {
  return getComputedStyle(view.element).direction === "rtl";
}
