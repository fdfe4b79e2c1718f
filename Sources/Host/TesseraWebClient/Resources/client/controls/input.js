// Controls that browsers bring along: sliders, calendars, wells of colour. The person's choice goes to the server as it is
// made; what the server says comes back only where it differs.

import { setOrRemove } from "../shared/dom.js";
import { echoGuard } from "./optimisticValues.js";
import { errorAttributes } from "./validation.js";

/** What the engine calls the types of inputs, and what HTML calls them. */
const types = { date: "date", time: "time", dateAndTime: "datetime-local" };

export const input = {
  attach(view) {
    const { control, store } = view;
    const echoes = echoGuard(view);
    view.input = { receive: (value, isNew) => echoes.receive(value, isNew, () => show(view, value)) };
    control.addEventListener("input", () => {
      const value = control.type === "range" ? control.valueAsNumber : control.value;
      showFraction(view);
      view.attributes.value = value === "" ? undefined : value;
      echoes.sent(value);
      store.send(["change", view.id, value === "" ? null : value]);
    });
  },

  attributes: {
    ...errorAttributes,
    inputType(view, value) {
      view.control.type = types[value] ?? view.control.type;
    },
    minimum: (view, value) => limit(view, "min", value),
    maximum: (view, value) => limit(view, "max", value),
    step(view, value) {
      if (view.control.type === "range") view.control.step = value ?? "any";
      limit(view);
    },
    value: (view, value, isNew) => view.input.receive(value, isNew),
  },
};

function limit(view, name, value) {
  if (name) setOrRemove(view.control, name, value);
  // Browsers move a value into its limits; the view's own is the one that counts once all of them are there.
  view.store.afterUpdate(() => view.input.receive(view.attributes.value, true));
}

function show(view, value) {
  const { control } = view;
  if (control.type === "range") {
    control.step = view.attributes.step ?? "any";
    if (typeof value === "number") control.value = value;
  } else if (control.value !== (value ?? "")) {
    control.value = value ?? (control.type === "color" ? "#000000" : "");
  }
  showFraction(view);
}

function showFraction({ control }) {
  if (control.type !== "range") return;
  const [least, most] = [Number(control.min), Number(control.max)];
  const fraction = most > least ? (control.valueAsNumber - least) / (most - least) : 0;
  control.style.setProperty("--fraction", fraction);
}
