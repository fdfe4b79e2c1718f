// A month, day by day: one day can be reached with the tab key, the arrow keys go from day to day and from week to week, the
// page keys from month to month.

import { isRightToLeft } from "../views/axes.js";
import { errorAttributes } from "./validation.js";

const millisecondsOfDay = 86_400_000;

export const calendar = {
  attach(view) {
    view.element.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const day = days(view).find(({ element }) => element === event.target)?.attributes.content;
      const wanted = day && target(view, day, event.key);
      if (!wanted) return;
      event.preventDefault();
      event.stopPropagation();
      if (wanted.slice(0, 7) === day.slice(0, 7)) focus(view, wanted);
      else turn(view, wanted);
    });
    view.element.addEventListener("focusin", () => chooseTabStop(view));
  },

  attributes: {
    ...errorAttributes,
    // The days follow with the same update.
    value: (view) => view.store.afterUpdate(() => chooseTabStop(view)),
    content(view) {
      view.store.afterUpdate(() => {
        chooseTabStop(view);
        if (view.wantedDay) focusNear(view, view.wantedDay);
        view.wantedDay = undefined;
      });
    },
  },
};

/** The views of the days of the month that is shown. */
function days(view) {
  return view.children.flatMap((row) => row.children).filter(({ attributes }) => attributes.content !== undefined);
}

/** The day that a key leads to; undefined for other keys. */
function target(view, day, key) {
  const date = new Date(`${day}T00:00:00Z`);
  const onward = isRightToLeft(view) ? -1 : 1;
  const steps = { ArrowRight: onward, ArrowLeft: -onward, ArrowDown: 7, ArrowUp: -7 };
  if (key in steps) date.setTime(date.getTime() + steps[key] * millisecondsOfDay);
  else if (key === "PageDown" || key === "PageUp") moveMonth(date, key === "PageDown" ? 1 : -1);
  else if (key === "Home" || key === "End") {
    const week = view.children.map((row) => row.children).find((row) => row.some((each) => each.attributes.content === day));
    const present = week.filter(({ attributes }) => attributes.content !== undefined);
    return present.at(key === "Home" ? 0 : -1).attributes.content;
  } else return undefined;
  return date.toISOString().slice(0, 10);
}

/** The same day of another month, or its last. */
function moveMonth(date, months) {
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, length));
}

/** Asks for the month of a day, which gets the focus when it is there. */
function turn(view, day) {
  const buttons = view.children[0].children.map((each) => each.element).filter((element) => element.tagName === "BUTTON");
  const button = buttons[day < view.attributes.content ? 0 : 1];
  if (button.disabled) return;
  view.wantedDay = day;
  button.click();
}

function focus(view, day) {
  days(view).find(({ attributes }) => attributes.content === day)?.element.focus();
}

/** Gives a day the focus; where it cannot be chosen, the nearest one that can. */
function focusNear(view, day) {
  const distance = ({ attributes }) => Math.abs(new Date(attributes.content) - new Date(day));
  const open = days(view).filter(({ element }) => !element.disabled);
  open.sort((one, other) => distance(one) - distance(other))[0]?.element.focus();
}

function chooseTabStop(view) {
  const buttons = days(view).map(({ element }) => element).filter((element) => !element.disabled);
  const stop =
    buttons.find((button) => button === document.activeElement) ??
    buttons.find((button) => button.getAttribute("aria-pressed") === "true") ??
    buttons.find((button) => button.hasAttribute("aria-current")) ??
    buttons[0];
  for (const { element } of days(view)) element.tabIndex = element === stop ? 0 : -1;
}
