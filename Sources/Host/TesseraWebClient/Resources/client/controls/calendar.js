// Lets the keyboard go through a month: arrow keys from day to day and week to week, page keys from month to month.

import { isRightToLeft } from "../shared/axes.js";
import { addDays, addMonths, daysBetween, isSameMonth } from "./calendarDates.js";

/** @typedef {ContentView<string>} DayView */
/** @typedef {ContentView<string>} CalendarView the content is the first day of the month */

/**
 * The day that gets the focus when its month is there.
 * @type {WeakMap<CalendarView, string>}
 */
const wantedDays = new WeakMap();

/** @type {Behaviour} */
export const calendar = {
  attach(/** @type {CalendarView} */ view) {
    view.element.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const day = daysOf(view).find(({ element }) => element === event.target)?.attributes.content;
      const wanted = day === undefined ? undefined : dayAt(view, day, event.key);
      if (!day || !wanted) return;
      event.preventDefault();
      event.stopPropagation();
      if (isSameMonth(wanted, day)) focus(view, wanted);
      else turn(view, wanted);
    });
    view.element.addEventListener("focusin", () => chooseTabStop(view));
  },

  attributes: {
    // The days follow with the same update.
    value: (/** @type {CalendarView} */ view) => view.host.afterUpdate(() => chooseTabStop(view)),
    content(/** @type {CalendarView} */ view) {
      view.host.afterUpdate(() => {
        chooseTabStop(view);
        const wanted = wantedDays.get(view);
        if (wanted) focusNear(view, wanted);
        wantedDays.delete(view);
      });
    },
  },
};

/**
 * The views of the days of the month that is shown, week by week.
 * @param {CalendarView} view
 * @returns {DayView[][]}
 */
function weeksOf(view) {
  return view.children.map((row) =>
    /** @type {DayView[]} */ (row.children).filter(({ attributes }) => attributes.content !== undefined));
}

/** @param {CalendarView} view */
function daysOf(view) {
  return weeksOf(view).flat();
}

/**
 * The day that a key leads to; undefined for other keys.
 * @param {CalendarView} view
 * @param {string} day
 * @param {string} key
 */
function dayAt(view, day, key) {
  const onward = isRightToLeft(view) ? -1 : 1;
  const week = () => weeksOf(view).find((days) => days.some(({ attributes }) => attributes.content === day));
  switch (key) {
    case "ArrowRight": return addDays(day, onward);
    case "ArrowLeft": return addDays(day, -onward);
    case "ArrowDown": return addDays(day, 7);
    case "ArrowUp": return addDays(day, -7);
    case "PageDown": return addMonths(day, 1);
    case "PageUp": return addMonths(day, -1);
    case "Home": return week()?.at(0)?.attributes.content;
    case "End": return week()?.at(-1)?.attributes.content;
    default: return undefined;
  }
}

/**
 * Asks for the month of a day, which gets the focus when it is there.
 * @param {CalendarView} view
 * @param {string} day
 */
function turn(view, day) {
  const elements = view.children[0].children.map(({ element }) => element);
  const buttons = elements.flatMap((element) => (element instanceof HTMLButtonElement ? element : []));
  const button = buttons[day < (view.attributes.content ?? "") ? 0 : 1];
  if (button.disabled) return;
  wantedDays.set(view, day);
  button.click();
}

/**
 * @param {CalendarView} view
 * @param {string} day
 */
function focus(view, day) {
  daysOf(view).find(({ attributes }) => attributes.content === day)?.element.focus();
}

/**
 * Gives a day the focus; where it cannot be chosen, the nearest one that can.
 * @param {CalendarView} view
 * @param {string} day
 */
function focusNear(view, day) {
  /** @param {DayView} view */
  const distance = ({ attributes }) => daysBetween(attributes.content ?? day, day);
  const open = daysOf(view).filter(isEnabled);
  open.sort((one, other) => distance(one) - distance(other))[0]?.element.focus();
}

/** @param {DayView} day */
function isEnabled({ element }) {
  return !(element instanceof HTMLButtonElement && element.disabled);
}

/** @param {CalendarView} view */
function chooseTabStop(view) {
  const elements = daysOf(view).filter(isEnabled).map(({ element }) => element);
  const stop =
    elements.find((element) => element === document.activeElement) ??
    elements.find((element) => element.getAttribute("aria-pressed") === "true") ??
    elements.find((element) => element.hasAttribute("aria-current")) ??
    elements[0];
  for (const { element } of daysOf(view)) element.tabIndex = element === stop ? 0 : -1;
}
