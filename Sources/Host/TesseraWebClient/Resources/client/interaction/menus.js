// Opens the menu of a view at a long press, the right button or the menu key.

import { nextItem } from "../shared/arrowKeys.js";
import { make } from "../shared/dom.js";
import { showText } from "../shared/richText.js";

/** The least distance from the edges of the window, in points. */
const MARGIN = 8;

/**
 * Opens the menu of a view at a place of the window; by the keyboard at the view itself.
 * @param {View} view
 * @param {{ clientX: number, clientY: number, isKeyboard: boolean }} place
 */
export function openMenu(view, { clientX, clientY, isKeyboard }) {
  const focused = document.activeElement;
  const list = make("div", "menu", { popover: "auto", role: "menu" });
  const items = (view.attributes.menu ?? []).map((item) => makeItem(view, item, list));
  list.append(...items);
  view.element.append(list);
  list.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    list.remove();
    const isFree = document.activeElement === document.body;
    if (isFree && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  });
  list.addEventListener("keydown", (event) => keyPressed(event, items, list));
  for (const name of ["click", "pointerdown", "contextmenu"]) {
    list.addEventListener(name, (event) => event.stopPropagation());
  }
  list.showPopover();
  const box = view.element.getBoundingClientRect();
  const x = isKeyboard ? box.left + 16 : clientX;
  const y = isKeyboard ? box.bottom : clientY;
  list.style.left = `${Math.max(MARGIN, Math.min(x, innerWidth - list.offsetWidth - MARGIN))}px`;
  list.style.top = `${Math.max(MARGIN, Math.min(y, innerHeight - list.offsetHeight - MARGIN))}px`;
  items.find((item) => !item.disabled)?.focus();
}

/**
 * @param {View} view
 * @param {MenuItem} item
 * @param {HTMLElement} list
 */
function makeItem(view, { text, icon, index, destructive, disabled }, list) {
  const className = destructive ? "destructive" : "";
  const item = make("button", className, { type: "button", role: "menuitem", tabindex: "-1" });
  showText(item, itemText(text, icon));
  item.disabled = disabled === true;
  item.addEventListener("click", () => {
    list.hidePopover();
    view.host.send(["choose", view.id, index]);
  });
  return item;
}

/**
 * The text of an item, with an icon before it if there is one.
 * @param {string} text
 * @param {string | undefined} icon
 */
export function itemText(text, icon) {
  return icon ? `${icon}\u2002${text}` : text;
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLButtonElement[]} items
 * @param {HTMLElement} list
 */
function keyPressed(event, items, list) {
  const enabled = items.filter((item) => !item.disabled);
  event.stopPropagation();
  if (event.key === "Tab") return list.hidePopover();
  const next = nextItem(event.key, enabled.findIndex((item) => item === document.activeElement), enabled.length);
  if (next === undefined) return;
  event.preventDefault();
  enabled[next]?.focus();
}
