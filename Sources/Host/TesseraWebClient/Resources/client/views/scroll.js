// Lets the browser scroll a view, and tells the server where to.
//
// The content has its full height from the start, so that the browser's own scrolling works; rows that do not exist yet
// leave the ground bare until they come.

import { refreshChanged } from "../interaction/refreshing.js";
import { isHorizontal, offsetOf, setOffset } from "../shared/axes.js";
import { make, setOrRemove } from "../shared/dom.js";
import { isScrollView } from "../shared/viewTypes.js";
import { attachScrollbar } from "./scrollbar.js";

/** The shortest time between two offsets that the server hears of, in milliseconds. */
const INTERVAL = 60;
/** How long the server may take to repeat an offset, in milliseconds. */
const ECHO_TIME = 1500;

/** @type {AttributeHandlers} */
export const scrollAttributes = {
  axis(view) {
    view.element.classList.toggle("horizontal", isHorizontal(view));
  },
  paging(view, value) {
    view.element.classList.toggle("paging", value === true);
  },
  scrollIndicator(view, value) {
    view.element.classList.toggle("withoutScrollbar", value === false);
  },
  contentWidth: contentSizeChanged,
  contentHeight: contentSizeChanged,
  scrollOffset(/** @type {ScrollView} */ view, value, isNew) {
    // The content has its height only when the whole update is in place.
    view.host.afterUpdate(() => receiveOffset(view, value ?? 0, isNew));
  },
  refreshing: refreshChanged,
  refreshable: refreshChanged,
};

/** @type {Behaviour} */
export const scroll = { attach: attachScrolling, attributes: scrollAttributes };

/**
 * Sends at once the offset that waits, if there is one: a reload must not lose the last stretch.
 * @param {View} view
 */
export function sendWaitingOffset(view) {
  if (!isScrollView(view) || view.scroll.timer === undefined) return;
  clearTimeout(view.scroll.timer);
  sendOffset(view);
}

/** @param {ScrollView} view */
export function attachScrolling(view) {
  view.scroller = make("div", "scroller");
  view.content = make("div", "content");
  view.scroller.append(view.content);
  view.element.append(view.scroller);
  view.scroll = { sent: [] };
  attachScrollbar(view);
  view.scroller.addEventListener("scroll", () => {
    if (Math.abs(offsetOf(view) - (view.scroll.expected ?? -1)) < 1) return;
    view.scroll.timer ??= setTimeout(() => sendOffset(view), INTERVAL);
  });
}

/** @param {ScrollView} view */
function sendOffset(view) {
  const { scroll: state } = view;
  state.timer = undefined;
  if (!view.element.isConnected) return;
  const offset = Math.round(offsetOf(view) * 10) / 10;
  state.expected = undefined;
  if (state.lastSent === offset) return;
  state.lastSent = offset;
  state.sent.push({ offset, time: performance.now() });
  view.host.send(["scroll", view.id, offset]);
}

/**
 * Takes the offset that the server has.
 * @param {ScrollView} view
 * @param {number} offset
 * @param {boolean} isNew whether the view was made just now
 */
function receiveOffset(view, offset, isNew) {
  const target = wantedOffset(view.scroll, { offset, current: offsetOf(view), isNew, now: performance.now() });
  if (target === undefined) return;
  setOffset(view, target);
  // A person who returns to the same place has moved again.
  view.scroll.lastSent = undefined;
  // The browser rounds and limits offsets: what it makes of this one is not the person's doing.
  view.scroll.expected = offsetOf(view);
}

/**
 * Where to scroll for an offset from the server. What the person scrolled to comes back a little late, and is no news;
 * a correction of it (rows above turned out higher) moves by the difference, so that scrolling goes on undisturbed.
 * @param {Pick<ScrollState, "sent">} state loses what is too old
 * @param {{ offset: number, current: number, isNew: boolean, now: number }} news
 * @returns {number | undefined} undefined where nothing has to move
 */
export function wantedOffset(state, { offset, current, isNew, now }) {
  state.sent = state.sent.filter((entry) => entry.time >= now - ECHO_TIME);
  if (isNew || state.sent.length === 0) return Math.abs(current - offset) >= 1 ? offset : undefined;
  const nearest = state.sent.reduce((best, entry) =>
    Math.abs(entry.offset - offset) < Math.abs(best.offset - offset) ? entry : best,
  );
  const difference = offset - nearest.offset;
  return Math.abs(difference) < 1 ? undefined : current + difference;
}

/** @param {ScrollView} view */
function contentSizeChanged({ content, attributes: { contentWidth, contentHeight } }) {
  content.style.width = typeof contentWidth === "number" ? `${contentWidth}px` : "";
  content.style.height = typeof contentHeight === "number" ? `${contentHeight}px` : "";
}

const focusable = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]';

/**
 * Gives the keyboard a place in views that scroll and have nothing else to focus.
 * @param {Iterable<View>} views
 */
export function makeScrollersFocusable(views) {
  for (const { scroller } of views) {
    if (scroller) setOrRemove(scroller, "tabindex", scroller.querySelector(focusable) ? undefined : "0");
  }
}
