// Menus of views: opened by a long press, the right button or the menu key, and reached in part by a swipe.

import { isRightToLeft } from "../views/axes.js";
import { make } from "../shared/dom.js";
import { showText } from "../views/richText.js";

/** Opens the menu of a view at a place of the window; by the keyboard at the view itself. */
export function openMenu(view, { clientX, clientY, isKeyboard }) {
  const focused = document.activeElement;
  const list = make("div", "menu", { popover: "auto", role: "menu" });
  const items = (view.attributes.menu ?? []).map((item) => makeItem(view, item, list));
  list.append(...items);
  view.element.append(list);
  list.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    list.remove();
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
  });
  list.addEventListener("keydown", (event) => keyPressed(event, items, list));
  for (const name of ["click", "pointerdown", "contextmenu"]) list.addEventListener(name, (event) => event.stopPropagation());
  list.showPopover();
  const box = view.element.getBoundingClientRect();
  const x = isKeyboard ? box.left + 16 : clientX;
  const y = isKeyboard ? box.bottom : clientY;
  list.style.left = `${Math.max(8, Math.min(x, innerWidth - list.offsetWidth - 8))}px`;
  list.style.top = `${Math.max(8, Math.min(y, innerHeight - list.offsetHeight - 8))}px`;
  items.find((item) => !item.disabled)?.focus();
}

function makeItem(view, { text, icon, index, destructive, disabled }, list) {
  const item = make("button", destructive ? "destructive" : "", { type: "button", role: "menuitem", tabindex: "-1" });
  showText(item, titled(text, icon));
  item.disabled = disabled === true;
  item.addEventListener("click", () => {
    list.hidePopover();
    view.store.send(["choose", view.id, index]);
  });
  return item;
}

/** Words with a sign before them, if there is one. */
function titled(text, icon) {
  return icon ? `${icon}\u2002${text}` : text;
}

function keyPressed(event, items, list) {
  const enabled = items.filter((item) => !item.disabled);
  const current = enabled.indexOf(document.activeElement);
  const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 }[event.key];
  event.stopPropagation();
  if (event.key === "Tab") return list.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  enabled.at(next % enabled.length)?.focus();
}

/** How far a finger goes before it swipes, in points, and how wide an item is. */
const SLIP = 12;
const ITEM_WIDTH = 84;

let open;

/** Follows swipes of fingers over views that have menus. */
export function followSwipes(store) {
  const { place } = store;
  let swipe;

  place.addEventListener("pointerdown", (event) => {
    swipe = undefined;
    if (open?.actions.contains(event.target)) return;
    if (open) close();
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    const view = swipeable(store.viewOf(event.target));
    if (view) swipe = { view, x: event.clientX, y: event.clientY };
  });

  place.addEventListener("pointermove", (event) => {
    if (!swipe) return;
    const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y];
    if (!swipe.actions) {
      if (Math.abs(y) > SLIP) swipe = undefined;
      if (!swipe || Math.abs(x) < SLIP) return;
      swipe.isToLeft = x < 0;
      swipe.actions = makeActions(swipe.view, swipe.isToLeft ? "right" : "left");
      if (!swipe.actions) return (swipe = undefined);
      swipe.view.element.setPointerCapture(event.pointerId);
    }
    const most = swipe.actions.children.length * ITEM_WIDTH;
    swipe.distance = swipe.isToLeft ? Math.max(-most, Math.min(0, x)) : Math.min(most, Math.max(0, x));
    show(swipe.view, swipe.distance);
  });

  for (const name of ["pointerup", "pointercancel"]) {
    place.addEventListener(name, () => {
      const done = swipe;
      swipe = undefined;
      if (!done?.actions) return;
      open = done;
      const most = done.actions.children.length * ITEM_WIDTH;
      if (Math.abs(done.distance) < most / 2) close();
      else show(done.view, Math.sign(done.distance) * most);
    });
  }
}

/** The nearest view whose menu has something for swipes. */
function swipeable(view) {
  for (let above = view; above; above = above.parent) {
    if (above.attributes.menu?.some((item) => item.swipe)) return above;
  }
  return undefined;
}

function makeActions(view, side) {
  const isEnd = (side === "right") !== isRightToLeft(view);
  const items = view.attributes.menu.filter((item) => item.swipe === (isEnd ? "end" : "start") && !item.disabled);
  if (items.length === 0) return undefined;
  const actions = make("div", `swipeActions ${side}`);
  for (const { text, icon, index, destructive } of items) {
    const button = make("button", destructive ? "destructive" : "", { type: "button", tabindex: "-1" });
    showText(button, titled(text, icon));
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      close();
      view.store.send(["choose", view.id, index]);
    });
    actions.append(button);
  }
  view.element.append(actions);
  return actions;
}

function show(view, distance) {
  view.element.style.setProperty("--swipe", `${distance}px`);
  view.element.classList.add("swiped");
}

function close() {
  const { view, actions } = open;
  open = undefined;
  view.element.style.removeProperty("--swipe");
  setTimeout(() => {
    actions.remove();
    if (!view.element.querySelector(":scope > .swipeActions")) view.element.classList.remove("swiped");
  }, 200);
}
