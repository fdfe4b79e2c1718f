// Lets a person choose with the browser's own controls: sliders, calendars, wells of colour.
//
// The choice goes to the server as it is made; what the server says comes back only where it differs.

import { setOrRemove } from "../shared/dom.js";
import { optimisticValue } from "./optimisticValues.js";

/** @typedef {View & { control: HTMLInputElement, input: NonNullable<View["input"]> }} InputView */

/**
 * The types of inputs in HTML, by their names in the engine.
 * @type {Map<string | undefined, string>}
 */
const types = new Map([["date", "date"], ["time", "time"], ["dateAndTime", "datetime-local"]]);

/** @type {Behaviour} */
export const input = {
  attach(/** @type {InputView} */ view) {
    const { control, host } = view;
    const optimistic = optimisticValue(view);
    view.input = { receive: (value, isNew) => optimistic.receive(value, isNew, () => show(view, value)) };
    control.addEventListener("input", () => {
      const value = control.type === "range" ? control.valueAsNumber : control.value;
      showFraction(view);
      view.attributes.value = value === "" ? undefined : value;
      optimistic.sent(value);
      host.send(["change", view.id, value === "" ? null : value]);
    });
  },

  attributes: {
    inputType(/** @type {InputView} */ { control }, value) {
      control.type = types.get(value) ?? control.type;
    },
    minimum(/** @type {InputView} */ view, value) {
      setOrRemove(view.control, "min", value);
      showLater(view);
    },
    maximum(/** @type {InputView} */ view, value) {
      setOrRemove(view.control, "max", value);
      showLater(view);
    },
    step(/** @type {InputView} */ view, value) {
      if (view.control.type === "range") view.control.step = String(value ?? "any");
      showLater(view);
    },
    value: (/** @type {InputView} */ view, value, isNew) => view.input.receive(value, isNew),
  },
};

/**
 * Shows the value once all limits are there: browsers move a value into its limits, but the view's own counts.
 * @param {InputView} view
 */
function showLater(view) {
  view.host.afterUpdate(() => view.input.receive(view.attributes.value, true));
}

/**
 * @param {InputView} view
 * @param {JSONValue | undefined} value
 */
function show(view, value) {
  const { control } = view;
  if (control.type === "range") {
    control.step = String(view.attributes.step ?? "any");
    if (typeof value === "number") control.value = String(value);
  } else if (control.value !== (value ?? "")) {
    control.value = String(value ?? (control.type === "color" ? "#000000" : ""));
  }
  showFraction(view);
}

/** @param {InputView} view */
function showFraction({ control }) {
  if (control.type !== "range") return;
  const fraction = fractionOf(control.valueAsNumber, Number(control.min), Number(control.max));
  control.style.setProperty("--fraction", String(fraction));
}

/**
 * How far a value is between two others, from 0 to 1.
 * @param {number} value
 * @param {number} least
 * @param {number} greatest
 */
export function fractionOf(value, least, greatest) {
  return greatest > least ? (value - least) / (greatest - least) : 0;
}
