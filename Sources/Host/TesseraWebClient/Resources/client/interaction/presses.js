// Recognizes presses and long presses on views, by pointer, keyboard or assistive technology.

import { pickFile } from "../controls/filePicking.js";
import { TIMES, claimPress, followGesture } from "./gestures.js";
import { openMenu } from "./menus.js";
import { followSwipes } from "./swipes.js";

/**
 * @typedef {object} PressActions
 * @property {() => void} beforePress comes before the event of a press
 * @property {() => void} groundPressed the window itself was pressed, where no view is
 */

export class Presses {
  #host;
  #actions;
  #giveUp = () => {};
  /**
   * Where the pointer went down.
   * @type {{ target: EventTarget | null, focused: Element | null } | undefined}
   */
  #start;
  /** Whether the long press under way was sent. */
  #wasLong = false;

  /**
   * @param {Pick<ViewHost, "place" | "root" | "send" | "signal" | "view" | "viewOf">} host
   * @param {PressActions} actions
   */
  constructor(host, actions) {
    this.#host = host;
    this.#actions = actions;
    const { place, signal } = host;
    place.addEventListener("pointerdown", (event) => this.#began(event), { signal });
    place.addEventListener("contextmenu", (event) => this.#menuRequested(event), { signal });
    place.addEventListener("keydown", () => (this.#wasLong = false), { signal });
    place.addEventListener("click", (event) => this.#clicked(event), { signal });
    followSwipes(host);
  }

  /** @param {PointerEvent} event */
  #began(event) {
    this.#wasLong = false;
    this.#start = { target: event.target, focused: document.activeElement };
    if (this.#isControl(event.target)) claimPress(event);
    const view = event.isPrimary && event.button === 0 ? this.#longPressable(event.target) : undefined;
    if (!view) return;
    this.#giveUp = followGesture(event, {
      time: TIMES.longPress,
      begin: () => {
        this.#wasLong = true;
        this.#pressedLong(view, event);
      },
    });
  }

  /**
   * @param {View} view
   * @param {MouseEvent} event
   */
  #pressedLong(view, { clientX, clientY, button }) {
    if (this.#host.view(view.id) !== view) return;
    // The keyboard's menu key has no place, and no button.
    const isKeyboard = button === -1 || (!clientX && !clientY);
    if (view.attributes.menu) openMenu(view, { clientX, clientY, isKeyboard });
    else this.#host.send(["longPress", view.id]);
  }

  /**
   * The right button and the keyboard's menu key mean a long press; some browsers send this after a long press, too.
   * @param {MouseEvent} event
   */
  #menuRequested(event) {
    const view = this.#longPressable(event.target);
    if (!view) return;
    event.preventDefault();
    if (this.#wasLong) return;
    this.#giveUp();
    this.#pressedLong(view, event);
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    // What began elsewhere, such as choosing text, ends here by accident.
    if (this.#isGround(event.target) && this.#isGround(this.#start?.target)) this.#actions.groundPressed();
    if (event.target instanceof Element && event.target.closest("a.press")) {
      // The browser follows it, and the server need not know.
      if (this.#isDisabled(event.target)) event.preventDefault();
      return;
    }
    for (let view = this.#host.viewOf(event.target); view; view = view.parent) {
      if (view.attributes.disabled) return;
      if (view.input || view.select) return;
      // A view that follows pointers or hears of keys is pressed only where it is pressable, too.
      if (!view.attributes.pressable && (view.isTracking || view.attributes.keys)) return;
      if (isButton(view) || view.attributes.pressable || view.attributes.href !== undefined) {
        // Browsers open what asks for files only while they know that a person pressed.
        if (view.attributes.filePicking) pickFile(view);
        this.#actions.beforePress();
        this.#host.send(["press", view.id]);
        return;
      }
      if (view.field || view.alert) return;
    }
  }

  /**
   * Whether a press is on something that makes more of it than a tap.
   * @param {EventTarget | null} target
   */
  #isControl(target) {
    if (target instanceof Element && target.closest("a[href]:not(.press)")) return true;
    for (let view = this.#host.viewOf(target); view; view = view.parent) {
      const { disabled, keys, longPressable, menu, reorderable } = view.attributes;
      if (disabled) return false;
      if (isButton(view) || view.field || view.input || view.select || view.isTracking) return true;
      if (keys || longPressable || menu || reorderable) return true;
    }
    return false;
  }

  /** @param {EventTarget} target */
  #isDisabled(target) {
    for (let view = this.#host.viewOf(target); view; view = view.parent) {
      if (view.attributes.disabled) return true;
    }
    return false;
  }

  /** @param {EventTarget | null | undefined} target */
  #isGround(target) {
    return target === this.#host.root?.element;
  }

  /**
   * The view that hears of a long press: the nearest that wants it, unless something else is pressed in it.
   * @param {EventTarget | null} target
   */
  #longPressable(target) {
    for (let view = this.#host.viewOf(target); view; view = view.parent) {
      // A field that is typed into has the browser's own menu; a field that is only looked at belongs to its row.
      const isTyped = view.field && view.control === (this.#start?.focused ?? document.activeElement);
      if (view.attributes.disabled || isTyped) return undefined;
      if (view.attributes.longPressable || view.attributes.menu) return view;
      if (isButton(view)) return undefined;
    }
    return undefined;
  }
}

/**
 * Controls are pressed, fields are typed into.
 * @param {View} view
 */
function isButton(view) {
  return view.definition.isControl && !view.field;
}
