// Asks for new data: by a button that everyone can reach, and by pulling with a finger.

import { make, makeIcon } from "../shared/dom.js";
import { localized } from "../texts/strings.js";

/** How far a person pulls to refresh, in points. */
const PULL = 64;
/** The width of the button in the bar, and the least distance from the bar's edge, in points. */
const BUTTON_WIDTH = 36;
const MARGIN = 8;

/**
 * What turns while a view is pulled.
 * @type {WeakMap<View, HTMLElement>}
 */
const pullers = new WeakMap();

/**
 * Gives a view that can be refreshed what it needs for that.
 * @param {ScrollView} view
 */
export function refreshChanged(view) {
  const { refreshable, refreshing } = view.attributes;
  if (refreshable && !view.refreshButton) attachRefreshing(view);
  if (!view.refreshButton) return;
  view.element.classList.toggle("refreshing", refreshing === true);
  if (!refreshing) pullers.get(view)?.classList.remove("asked");
  view.refreshButton.setAttribute("aria-busy", refreshing === true ? "true" : "false");
}

/** @param {ScrollView} view */
function attachRefreshing(view) {
  const name = localized(view.host.strings, "refresh");
  const button = make("button", "refresh", { type: "button", "aria-label": name, title: name });
  button.append(makeIcon("M19 5v5h-5M19 10a7.5 7.5 0 1 0 .4 4", "stroke"));
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    requestRefresh(view);
  });
  const puller = make("div", "puller", { "aria-hidden": "true" }, make("div", "ring"));
  view.refreshButton = button;
  pullers.set(view, puller);
  view.element.append(puller, button);
  followPulling(view, puller);
}

/**
 * Puts each button into the bar above its view, where the bar has room for it; else over the lower corner of the view.
 * A view that is not on the screen has no button.
 * @param {Iterable<View>} views
 */
export function placeRefreshButtons(views) {
  const taken = new Set();
  for (const view of views) {
    const button = view.refreshButton;
    if (!button) continue;
    const { screen, bar } = surroundings(view);
    button.hidden = !view.attributes.refreshable || screen?.attributes.hidden === true;
    const left = bar && !taken.has(bar) && !button.hidden ? freePlace(bar) : undefined;
    const home = bar && left !== undefined ? bar.element : view.element;
    if (left !== undefined) taken.add(bar);
    if (button.parentNode !== home) home.append(button);
    button.style.left = left === undefined ? "" : `${left}px`;
  }
}

/**
 * The screen of a view, and the bar above it.
 * @param {View} view
 */
function surroundings(view) {
  let screen;
  let bar;
  for (let above = view.parent; above; above = above.parent) {
    if (above.kind === "screen") screen = above;
    bar ??= above.children.findLast((child) => child.kind === "navigationBar" && !child.attributes.hidden);
  }
  return { screen, bar };
}

/**
 * The leftmost place in a bar where nothing stands; undefined where the bar is full.
 * @param {Pick<View, "children" | "frame">} bar
 */
export function freePlace(bar) {
  /** @type {[from: number, to: number][]} */
  const occupied = [];
  const pending = bar.children.map((view) => ({ view, offset: 0 }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { attributes, children, frame: [x, , width], kind } = next.view;
    const left = next.offset + x;
    if (attributes.hidden) continue;
    if (kind === "container") pending.push(...children.map((view) => ({ view, offset: left })));
    else if (width > 0) occupied.push([left, left + width]);
  }
  const candidates = [MARGIN, ...occupied.map(([, to]) => to)].sort((one, other) => one - other);
  const limit = bar.frame[2] - BUTTON_WIDTH - MARGIN;
  return candidates.find((left) =>
    left <= limit && occupied.every(([from, to]) => left + BUTTON_WIDTH <= from || left >= to));
}

/** @param {View} view */
function requestRefresh(view) {
  if (view.attributes.refreshable && !view.attributes.refreshing) view.host.send(["refresh", view.id]);
}

/**
 * @param {ScrollView} view
 * @param {HTMLElement} puller
 */
function followPulling(view, puller) {
  const { scroller } = view;
  /**
   * Where the finger went down.
   * @type {number | undefined}
   */
  let start;
  let distance = 0;

  /** @param {number} pulled */
  function show(pulled) {
    distance = pulled;
    puller.classList.toggle("pulled", pulled > 0);
    puller.classList.toggle("far", pulled >= PULL);
    puller.style.setProperty("--pull", `${Math.min(pulled, PULL * 1.5)}px`);
  }

  scroller.addEventListener("touchstart", ({ touches }) => {
    start = scroller.scrollTop <= 0 && touches.length === 1 ? touches[0].clientY : undefined;
  }, { passive: true });
  scroller.addEventListener("touchmove", ({ touches }) => {
    if (start === undefined) return;
    // The further it is pulled, the harder it goes.
    const moved = touches[0].clientY - start;
    show(scroller.scrollTop <= 0 && moved > 0 ? moved * 0.6 : 0);
  }, { passive: true });
  for (const name of ["touchend", "touchcancel"]) {
    scroller.addEventListener(name, () => {
      if (name === "touchend" && distance >= PULL) {
        // A person who pulled looks here, anyone else at the button.
        puller.classList.add("asked");
        requestRefresh(view);
      }
      start = undefined;
      show(0);
    });
  }
}
