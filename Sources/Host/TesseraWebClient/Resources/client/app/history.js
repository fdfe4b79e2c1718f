// The browser's back button closes screens: each screen that is open beyond a widget's first one has a state in the
// browser's history. Widgets of a page share it, so the screen that was opened last goes first, whose ever it is.

/** How long the server may take to close a screen that the person left, in milliseconds. */
const ANSWER_TIME = 3000;

export class ScreenHistory {
  /** The widget of each open screen that has a state, in the order of opening. */
  #open;
  #backActions = new Map();
  /** Widgets whose server has not answered yet: how many screens they should have, and until when that counts. */
  #awaited = new Map();
  /** How many states there are when the way through the history that this page went by itself is over. */
  #destination;

  constructor() {
    // A page that was loaded again finds the states that it made.
    this.#open = widgetsOf(history.state);
    window.addEventListener("popstate", (event) => this.#arrived(widgetsOf(event.state).length));
    this.#settle();
  }

  /** @param goBack closes a widget's front screen, and tells whether there was one to be closed */
  follow(widget, goBack) {
    this.#backActions.set(widget, goBack);
  }

  /** A widget has so many screens open beyond its first one. */
  screensChanged(widget, count) {
    const awaited = this.#awaited.get(widget);
    if (awaited && count > awaited.count && performance.now() < awaited.until) return;
    this.#awaited.delete(widget);
    for (let missing = count - this.#count(widget); missing > 0; missing -= 1) this.#open.push(widget);
    while (this.#count(widget) > count) this.#open.splice(this.#open.lastIndexOf(widget), 1);
    this.#settle();
  }

  #count(widget) {
    return this.#open.filter((other) => other === widget).length;
  }

  /** Makes as many states as there are screens. */
  #settle() {
    // Goes on upon arrival.
    if (this.#destination !== undefined) return;
    const present = widgetsOf(history.state);
    if (present.length > this.#open.length) {
      this.#destination = this.#open.length;
      history.go(this.#open.length - present.length);
      return;
    }
    const kept = this.#open.slice(0, present.length);
    if (kept.some((widget, index) => widget !== present[index])) history.replaceState({ screens: kept }, "");
    for (let depth = kept.length + 1; depth <= this.#open.length; depth += 1) {
      history.pushState({ screens: this.#open.slice(0, depth) }, "");
    }
  }

  #arrived(depth) {
    const expected = this.#destination ?? this.#open.length;
    // The person's way back and the page's own may overlap.
    if (this.#destination !== undefined && depth > this.#destination) return;
    this.#destination = undefined;
    const left = this.#open.splice(depth, Math.max(0, expected - depth));
    const refused = [];
    for (const widget of left.reverse()) {
      if (this.#backActions.get(widget)?.()) {
        this.#awaited.set(widget, { count: this.#count(widget), until: performance.now() + ANSWER_TIME });
      } else {
        refused.unshift(widget);
      }
    }
    this.#open.splice(depth, 0, ...refused);
    this.#settle();
  }
}

function widgetsOf(state) {
  return Array.isArray(state?.screens) ? state.screens : [];
}
