// Lets a person choose one of several buttons in sight: the tab key reaches one of them, the arrow keys choose.

import { nextItem } from "../shared/arrowKeys.js";
import { isRightToLeft } from "../shared/axes.js";

/** @type {Behaviour} */
export const choiceGroup = {
  attach(view) {
    view.element.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const buttons = buttonsOf(view).filter((button) => !button.disabled);
      const current = buttons.findIndex((button) => button === event.target);
      if (current < 0) return;
      const next = nextItem(event.key, current, buttons.length, isRightToLeft(view));
      if (next === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      buttons[next].focus();
      buttons[next].click();
    });
    view.element.addEventListener("focusin", () => chooseTabStop(view));
  },

  attributes: {
    // The buttons follow with the same update.
    value: (view) => view.host.afterUpdate(() => chooseTabStop(view)),
  },
};

/** @param {View} view */
function buttonsOf(view) {
  return view.children.flatMap(({ element }) => (element instanceof HTMLButtonElement ? element : []));
}

/** @param {View} view */
function chooseTabStop(view) {
  const buttons = buttonsOf(view);
  const stop =
    buttons.find((button) => button === document.activeElement) ??
    buttons.find((button) => button.getAttribute("aria-checked") === "true" || button.ariaSelected === "true") ??
    buttons.find((button) => !button.disabled);
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}
