// Presses and long presses, with whatever a person presses.

import { pickFile } from "../controls/filePicking.js";
import { followSwipes, openMenu } from "./menus.js";

/** A press that lasts this long, in milliseconds, and moves no further than this, in points, is a long one. */
const LONG = 500;
const SLIP = 10;

export class Presses {
  #store;
  #timer;
  /** Where the pointer went down. */
  #start;
  /** The long press that is under way has been told: the click at its end is none. */
  #wasLong = false;

  constructor(store) {
    this.#store = store;
    const { place } = store;
    place.addEventListener("pointerdown", (event) => this.#began(event));
    place.addEventListener("pointermove", (event) => this.#moved(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      place.addEventListener(name, () => clearTimeout(this.#timer));
    }
    place.addEventListener("contextmenu", (event) => this.#menuAsked(event));
    place.addEventListener("keydown", () => (this.#wasLong = false));
    // Before anything inside hears of it.
    place.addEventListener("click", (event) => this.#dropClickAfterLongPress(event), { capture: true });
    place.addEventListener("click", (event) => this.#clicked(event));
    followSwipes(store);
  }

  #began(event) {
    clearTimeout(this.#timer);
    this.#wasLong = false;
    this.#start = { x: event.clientX, y: event.clientY, target: event.target, focused: document.activeElement };
    const view = event.isPrimary && event.button === 0 && this.#longPressable(event.target);
    if (!view) return;
    this.#timer = setTimeout(() => {
      this.#wasLong = true;
      this.#pressedLong(view, event);
    }, LONG);
  }

  #moved({ clientX, clientY }) {
    if (this.#start && Math.hypot(clientX - this.#start.x, clientY - this.#start.y) > SLIP) clearTimeout(this.#timer);
  }

  #pressedLong(view, { clientX, clientY, button }) {
    if (this.#store.get(view.id) !== view) return;
    // The keyboard's menu key has no place, and no button.
    if (view.attributes.menu) openMenu(view, { clientX, clientY, isKeyboard: button === -1 || (!clientX && !clientY) });
    else this.#store.send(["longPress", view.id]);
  }

  /** The right button and the keyboard's menu key say the same as a long press; some browsers say so after one, too. */
  #menuAsked(event) {
    const view = this.#longPressable(event.target);
    if (!view) return;
    event.preventDefault();
    clearTimeout(this.#timer);
    if (!this.#wasLong) this.#pressedLong(view, event);
  }

  #dropClickAfterLongPress(event) {
    // Clicks by keyboard, which count no presses of a pointer, end no long press.
    if (!this.#wasLong || event.detail === 0) return;
    this.#wasLong = false;
    event.preventDefault();
    event.stopPropagation();
  }

  #clicked(event) {
    // What began elsewhere, such as choosing text, ends here by accident.
    const isOnGround = (target) => target === this.#store.root?.element;
    if (isOnGround(event.target) && isOnGround(this.#start?.target)) this.#store.layers.groundPressed();
    for (let view = this.#store.viewOf(event.target); view; view = view.parent) {
      if (view.attributes.disabled) return;
      if (view.input || view.select) return;
      // What follows pointers and hears of keys is not pressed, unless somebody waits for that.
      if (!view.attributes.pressable && (view.isTracking || view.attributes.keys)) return;
      if (isButton(view) || view.attributes.pressable) {
        // While the browser knows that a person pressed: later it would not open what asks for files.
        if (view.attributes.filePicking) pickFile(view);
        this.#store.tellScrolling();
        this.#store.send(["press", view.id]);
        return;
      }
      if (view.field || view.alert) return;
    }
  }

  /** The view that hears of a long press: the nearest that wants it, unless something else is pressed in it. */
  #longPressable(target) {
    for (let view = this.#store.viewOf(target); view; view = view.parent) {
      // Who types in a field has the browser's own menu; a field that is only looked at belongs to its row.
      const isTyped = view.field && view.control === (this.#start?.focused ?? document.activeElement);
      if (view.attributes.disabled || isTyped) return undefined;
      if (view.attributes.longPressable || view.attributes.menu) return view;
      if (isButton(view)) return undefined;
    }
    return undefined;
  }
}

/** Controls are there to be pressed, fields to be typed into. */
function isButton(view) {
  return view.definition.isControl && !view.field;
}
