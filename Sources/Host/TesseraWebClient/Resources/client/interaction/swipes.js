// Shows items of a view's menu beside it while a finger swipes over the view.

import { isRightToLeft } from "../shared/axes.js";
import { make } from "../shared/dom.js";
import { showText } from "../shared/richText.js";
import { DISTANCES, followGesture } from "./gestures.js";
import { itemText } from "./menus.js";

/** @typedef {{ view: View, actions: HTMLElement, isToLeft: boolean, distance: number }} Swipe */

/** How wide an item is, in points. */
const ITEM_WIDTH = 84;
/** How long items take to close, in milliseconds. */
const CLOSE_TIME = 200;

/**
 * The swipe whose items are open: one on the whole page.
 * @type {Swipe | undefined}
 */
let openSwipe;

/**
 * Follows swipes of fingers over views that have menus.
 * @param {Pick<ViewHost, "place" | "signal" | "viewOf">} host
 */
export function followSwipes({ place, signal, viewOf }) {
  place.addEventListener("pointerdown", (event) => {
    const { target } = event;
    if (target instanceof Node && openSwipe?.actions.contains(target)) return;
    close();
    const view = event.pointerType !== "mouse" && event.isPrimary ? swipeableView(viewOf(target)) : undefined;
    if (view) followSwipe(view, event);
  }, { signal });
}

/**
 * @param {View} view
 * @param {PointerEvent} press
 */
function followSwipe(view, press) {
  /** @type {Swipe} */
  let swipe;
  const end = () => {
    openSwipe = swipe;
    if (Math.abs(swipe.distance) < widthOf(swipe) / 2) close();
    else show(view, Math.sign(swipe.distance) * widthOf(swipe));
  };
  followGesture(press, {
    distance: DISTANCES.swipe,
    captor: view.element,
    begin: (_, { clientX, clientY }) => {
      const [right, down] = [clientX - press.clientX, clientY - press.clientY];
      const isToLeft = right < 0;
      const actions = Math.abs(right) > Math.abs(down) && makeActions(view, isToLeft ? "right" : "left");
      if (!actions) return false;
      swipe = { view, actions, isToLeft, distance: 0 };
      return true;
    },
    move: ({ clientX }) => {
      swipe.distance = swipeDistance(clientX - press.clientX, swipe.isToLeft, widthOf(swipe));
      show(view, swipe.distance);
    },
    end,
    cancel: end,
  });
}

/** @param {Swipe} swipe */
function widthOf({ actions }) {
  return actions.children.length * ITEM_WIDTH;
}

/**
 * How far a view is moved by a finger: only to the side of its items, and no further than they are wide.
 * @param {number} way of the finger
 * @param {boolean} isToLeft
 * @param {number} width of the items
 */
export function swipeDistance(way, isToLeft, width) {
  return isToLeft ? Math.max(-width, Math.min(0, way)) : Math.min(width, Math.max(0, way));
}

/**
 * The nearest view whose menu has items for swipes.
 * @param {View | undefined} view
 */
function swipeableView(view) {
  for (let above = view; above; above = above.parent) {
    if (above.attributes.menu?.some((item) => item.swipe)) return above;
  }
  return undefined;
}

/**
 * @param {View} view
 * @param {"left" | "right"} side
 */
function makeActions(view, side) {
  const isEnd = (side === "right") !== isRightToLeft(view);
  const menu = view.attributes.menu ?? [];
  const items = menu.filter((item) => item.swipe === (isEnd ? "end" : "start") && !item.disabled);
  if (items.length === 0) return undefined;
  const actions = make("div", `swipeActions ${side}`);
  for (const { text, icon, index, destructive } of items) {
    const button = make("button", destructive ? "destructive" : "", { type: "button", tabindex: "-1" });
    showText(button, itemText(text, icon));
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      close();
      view.host.send(["choose", view.id, index]);
    });
    actions.append(button);
  }
  view.element.append(actions);
  return actions;
}

/**
 * @param {View} view
 * @param {number} distance
 */
function show({ element }, distance) {
  element.style.setProperty("--swipe", `${distance}px`);
  element.classList.add("swiped");
}

/** Closes the items that are open, if there are any. */
function close() {
  if (!openSwipe) return;
  const { view: { element }, actions } = openSwipe;
  openSwipe = undefined;
  element.style.removeProperty("--swipe");
  setTimeout(() => {
    actions.remove();
    if (!element.querySelector(":scope > .swipeActions")) element.classList.remove("swiped");
  }, CLOSE_TIME);
}
