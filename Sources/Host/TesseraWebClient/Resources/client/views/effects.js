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
  animateRows(view) {
    // What the person moved by hand stands right already.
    if (view.dropped !== undefined) return;
    view.element.classList.add("changing");
    clearTimeout(view.changing);
    view.changing = setTimeout(() => view.element.classList.remove("changing"), 300);
    for (const child of view.children) {
      if (!child.isNew || child.kind !== "cell") continue;
      child.element.classList.add("entering");
      child.element.addEventListener("animationend", () => child.element.classList.remove("entering"), { once: true });
    }
  },
  requestGridCells(view, cells) {
    view.store.place.dispatchEvent(new CustomEvent("gridcells", { detail: cells }));
  },
  openURL(view, address) {
    openAddress(address, view.store);
  },
};
