// Presses, with whatever a person presses.

export class Presses {
  #store;

  constructor(store) {
    this.#store = store;
    store.place.addEventListener("click", (event) => this.#clicked(event));
  }

  #clicked(event) {
    for (let view = this.#store.viewOf(event.target); view; view = view.parent) {
      if (view.attributes.disabled) return;
      if (isButton(view) || view.attributes.pressable) {
        this.#store.send(["press", view.id]);
        return;
      }
      if (view.field || view.alert) return;
    }
  }
}

/** Controls are there to be pressed, fields to be typed into. */
function isButton(view) {
  return view.definition.isControl && !view.field;
}
