// Choices in sight, of which one is chosen: one of them can be reached with the tab key, the arrow keys choose.

import { isRightToLeft } from "../views/axes.js";
import { errorAttributes } from "./validation.js";

const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export const choiceGroup = {
  attach(view) {
    view.element.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const buttons = buttonsOf(view).filter((button) => !button.disabled);
      const current = buttons.indexOf(event.target);
      if (current < 0) return;
      let next;
      if (event.key === "Home") next = 0;
      else if (event.key === "End") next = buttons.length - 1;
      else if (event.key in steps) {
        const isBackwards = isRightToLeft(view) && /Left|Right/.test(event.key);
        next = (current + steps[event.key] * (isBackwards ? -1 : 1) + buttons.length) % buttons.length;
      } else return;
      event.preventDefault();
      event.stopPropagation();
      buttons[next].focus();
      buttons[next].click();
    });
    view.element.addEventListener("focusin", () => chooseTabStop(view));
  },

  attributes: {
    ...errorAttributes,
    // The buttons follow with the same update.
    value: (view) => view.store.afterUpdate(() => chooseTabStop(view)),
  },
};

function buttonsOf(view) {
  return view.children.map((child) => child.element).filter((element) => element.tagName === "BUTTON");
}

function chooseTabStop(view) {
  const buttons = buttonsOf(view);
  const stop =
    buttons.find((button) => button === document.activeElement) ??
    buttons.find((button) => button.getAttribute("aria-checked") === "true" || button.ariaSelected === "true") ??
    buttons.find((button) => !button.disabled);
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}
