// Asking for new data: by a button that everybody can reach, and by pulling with a finger.

import { make, makeSign } from "../shared/dom.js";
import { word } from "../app/strings.js";

/** How far a person pulls to refresh, in points. */
const PULL = 64;
/** Room for the button in the bar, and from the bar's edge to it, in points. */
const BUTTON_WIDTH = 36;
const MARGIN = 8;

/** Gives a table that can be refreshed what it needs for it. */
export function refreshChanged(view) {
  const { refreshable, refreshing } = view.attributes;
  if (refreshable && !view.refresh) {
    const name = word(view.store, "refresh");
    view.refresh = make("button", "refresh", { type: "button", "aria-label": name, title: name });
    view.refresh.append(makeSign("M19 5v5h-5M19 10a7.5 7.5 0 1 0 .4 4", "stroke"));
    view.refresh.addEventListener("click", (event) => {
      event.stopPropagation();
      ask(view);
    });
    view.puller = make("div", "puller", { "aria-hidden": "true" });
    view.puller.append(make("div", "ring"));
    view.element.append(view.puller, view.refresh);
    attachPulling(view);
  }
  if (!view.refresh) return;
  view.element.classList.toggle("refreshing", refreshing === true);
  if (!refreshing) view.puller.classList.remove("asked");
  view.refresh.setAttribute("aria-busy", refreshing === true ? "true" : "false");
}

/**
 * Puts each button into the bar above its table, where the bar has room for it; else over the lower corner of the
 * table. A table that is not on the screen has none.
 */
export function placeRefreshButtons(views) {
  const taken = new Set();
  for (const view of views) {
    if (!view.refresh) continue;
    const { screen, bar } = surroundings(view);
    view.refresh.hidden = !view.attributes.refreshable || screen?.attributes.hidden === true;
    const left = bar && !taken.has(bar) && !view.refresh.hidden ? freePlace(bar) : undefined;
    const home = left === undefined ? view.element : bar.element;
    if (left !== undefined) taken.add(bar);
    if (view.refresh.parentNode !== home) home.append(view.refresh);
    view.refresh.style.left = left === undefined ? "" : `${left}px`;
  }
}

function surroundings(view) {
  let screen;
  let bar;
  for (let above = view.parent; above; above = above.parent) {
    if (above.kind === "screen") screen = above;
    bar ??= above.children.findLast((child) => child.kind === "navigationBar" && !child.attributes.hidden);
  }
  return { screen, bar };
}

/** The leftmost place in a bar that nothing stands in, else the rightmost. */
function freePlace(bar) {
  const occupied = [];
  const pending = bar.children.map((child) => [child, 0]);
  while (pending.length > 0) {
    const [view, offset] = pending.pop();
    const left = offset + view.frame[0];
    if (view.attributes.hidden) continue;
    if (view.kind === "container") pending.push(...view.children.map((child) => [child, left]));
    else if (view.frame[2] > 0) occupied.push([left, left + view.frame[2]]);
  }
  const isFree = (left) => occupied.every(([from, to]) => left + BUTTON_WIDTH <= from || left >= to);
  const candidates = [MARGIN, ...occupied.map(([, to]) => to)].sort((a, b) => a - b);
  const limit = bar.frame[2] - BUTTON_WIDTH - MARGIN;
  return candidates.find((left) => left <= limit && isFree(left));
}

function ask(view) {
  if (view.attributes.refreshable && !view.attributes.refreshing) view.store.send(["refresh", view.id]);
}

function attachPulling(view) {
  const { scroller, puller } = view;
  let start;
  let distance = 0;

  function show(pulled) {
    distance = pulled;
    puller.classList.toggle("pulled", pulled > 0);
    puller.classList.toggle("far", pulled >= PULL);
    puller.style.setProperty("--pull", `${Math.min(pulled, PULL * 1.5)}px`);
  }

  scroller.addEventListener(
    "touchstart",
    (event) => {
      start = scroller.scrollTop <= 0 && event.touches.length === 1 ? event.touches[0].clientY : undefined;
    },
    { passive: true },
  );
  scroller.addEventListener(
    "touchmove",
    (event) => {
      if (start === undefined) return;
      // The further it is pulled, the harder it goes.
      const moved = event.touches[0].clientY - start;
      show(scroller.scrollTop <= 0 && moved > 0 ? moved * 0.6 : 0);
    },
    { passive: true },
  );
  for (const name of ["touchend", "touchcancel"]) {
    scroller.addEventListener(name, () => {
      if (name === "touchend" && distance >= PULL) {
        // Who pulled looks here; everybody else at the button.
        puller.classList.add("asked");
        ask(view);
      }
      start = undefined;
      show(0);
    });
  }
}
