// Views that scroll: the browser scrolls, the server is told where to.
//
// The content has its full height from the start, so that the browser's own scrolling works; rows that are not made yet
// leave the ground bare until they come.

import { isHorizontal, offsetOf, setOffset } from "./axes.js";
import { make, setOrRemove } from "../shared/dom.js";
import { refreshChanged } from "../interaction/refreshing.js";
import { attachScrollbar } from "./scrollbar.js";

/** The server hears of scrolling at most this often, in milliseconds. */
const INTERVAL = 60;
/** How long the server may take to repeat a place. */
const ECHO_TIME = 1500;

export const scroll = {
  attach: attachScrolling,

  attributes: {
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
    scrollOffset(view, value, isNew) {
      // The content has its height only when the whole update is in place.
      view.store.afterUpdate(() => scrollTo(view, value ?? 0, isNew));
    },
    refreshing: refreshChanged,
    refreshable: refreshChanged,
  },
};

/** Tells at once what would be told a moment later: a reload must not lose the last stretch. */
export function tellWaitingOffset(view) {
  if (view.offsetTimer === undefined) return;
  clearTimeout(view.offsetTimer);
  tellOffset(view);
}

function attachScrolling(view) {
  view.scroller = make("div", "scroller");
  view.content = make("div", "content");
  view.scroller.append(view.content);
  view.element.append(view.scroller);
  view.sentOffsets = [];
  attachScrollbar(view);
  view.scroller.addEventListener("scroll", () => {
    if (Math.abs(offsetOf(view) - (view.shownOffset ?? -1)) < 1) return;
    view.offsetTimer ??= setTimeout(() => tellOffset(view), INTERVAL);
  });
}

function tellOffset(view) {
  view.offsetTimer = undefined;
  if (!view.element.isConnected) return;
  const offset = Math.round(offsetOf(view) * 10) / 10;
  view.shownOffset = undefined;
  if (view.toldOffset === offset) return;
  view.toldOffset = offset;
  view.sentOffsets.push({ offset, time: performance.now() });
  view.store.send(["scroll", view.id, offset]);
}

/**
 * Takes the place that the server has. What the person scrolled to comes back a little late, and is no news; a
 * correction of it (rows above turned out higher) moves by the difference, so that scrolling goes on undisturbed.
 */
function scrollTo(view, offset, isNew) {
  const oldest = performance.now() - ECHO_TIME;
  view.sentOffsets = view.sentOffsets.filter((entry) => entry.time >= oldest);
  if (!isNew && view.sentOffsets.length > 0) {
    const nearest = view.sentOffsets.reduce((best, entry) =>
      Math.abs(entry.offset - offset) < Math.abs(best.offset - offset) ? entry : best,
    );
    const difference = offset - nearest.offset;
    if (Math.abs(difference) < 1) return;
    moveTo(view, offsetOf(view) + difference);
  } else if (Math.abs(offsetOf(view) - offset) >= 1) {
    moveTo(view, offset);
  }
}

function moveTo(view, offset) {
  setOffset(view, offset);
  // Who comes back to where it was has moved again.
  view.toldOffset = undefined;
  // The browser's own rounding and limits count: what it made of it is not the person's doing.
  view.shownOffset = offsetOf(view);
}

function contentSizeChanged(view) {
  const { content, attributes } = view;
  content.style.width = typeof attributes.contentWidth === "number" ? `${attributes.contentWidth}px` : "";
  content.style.height = typeof attributes.contentHeight === "number" ? `${attributes.contentHeight}px` : "";
}

const focusable = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]';

/** Gives the keyboard a place in boxes that scroll and have nothing else to focus. */
export function letKeyboardScroll(views) {
  for (const { scroller } of views) {
    if (scroller) setOrRemove(scroller, "tabindex", scroller.querySelector(focusable) ? undefined : "0");
  }
}
