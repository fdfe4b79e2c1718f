// Draws a scroll bar over the content: it takes no room, shows itself while something scrolls, and can be dragged.
//
// Assistive technology and the keyboard use the scrolling element itself, so the bar is hidden from them.

import { make } from "../shared/dom.js";

const SHORTEST_THUMB = 28;
/** How long the bar stays after scrolling, in milliseconds. */
const VISIBLE_TIME = 900;

/** @param {ScrollView} view */
export function attachScrollbar(view) {
  const { scroller } = view;
  const thumb = make("div", "thumb");
  const bar = make("div", "scrollbar", { "aria-hidden": "true" }, thumb);
  view.element.append(bar);
  /** @type {number | undefined} */
  let timer;
  /**
   * Where the pointer holds the thumb, in points from its top.
   * @type {number | undefined}
   */
  let grip;

  const measures = () => thumbMeasures(bar.clientHeight, scroller.clientHeight, scroller.scrollHeight);

  function update() {
    bar.hidden = scroller.scrollHeight <= scroller.clientHeight + 1;
    if (bar.hidden) return;
    const { length, way, range } = measures();
    thumb.style.height = `${length}px`;
    thumb.style.top = `${(way * scroller.scrollTop) / Math.max(1, range)}px`;
  }

  scroller.addEventListener("scroll", () => {
    update();
    bar.classList.add("moving");
    clearTimeout(timer);
    timer = setTimeout(() => bar.classList.remove("moving"), VISIBLE_TIME);
  });
  bar.addEventListener("pointerenter", update);
  bar.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const { top, bottom } = thumb.getBoundingClientRect();
    const isOnThumb = event.clientY >= top && event.clientY <= bottom;
    grip = isOnThumb ? event.clientY - top : (bottom - top) / 2;
    bar.setPointerCapture(event.pointerId);
    drag(event);
  });
  bar.addEventListener("pointermove", drag);
  bar.addEventListener("click", (event) => event.stopPropagation());
  for (const name of ["pointerup", "pointercancel"]) bar.addEventListener(name, () => (grip = undefined));

  /** @param {PointerEvent} event */
  function drag(event) {
    if (grip === undefined) return;
    const { way, range } = measures();
    scroller.scrollTop = ((event.clientY - grip - bar.getBoundingClientRect().top) / way) * range;
  }

  update();
}

/**
 * How long the thumb is, how far it can go, and how far the content can.
 * @param {number} track the length of the bar
 * @param {number} visible how much of the content is visible
 * @param {number} total the length of the content
 */
export function thumbMeasures(track, visible, total) {
  const length = Math.max(SHORTEST_THUMB, (track * visible) / Math.max(1, total));
  return { length, way: Math.max(1, track - length), range: Math.max(0, total - visible) };
}
