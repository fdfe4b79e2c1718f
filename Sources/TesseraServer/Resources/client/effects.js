// What happens once at a view and leaves no state.

import { openAddress } from "./links.js";

/** @param effect the name of an effect, or an object with one member: its name and what it needs */
export function perform(view, effect) {
  const [[name, value]] = typeof effect === "string" ? [[effect]] : Object.entries(effect);
  effects[name]?.(view, value);
}

const effects = {
  focus(view) {
    (view.control ?? view.element).focus();
  },
  shake({ element }) {
    element.classList.remove("shake");
    // Reading a size makes the browser take note, so that a second shake starts anew.
    void element.offsetWidth;
    element.classList.add("shake");
    element.addEventListener("animationend", () => element.classList.remove("shake"), { once: true });
  },
  openURL(view, address) {
    openAddress(address, view.store.place);
  },
};
