// Lets the browser's back button close screens: each screen beyond a widget's first one has a state in the history.

/** How long the server may take to close a screen that the person left, in milliseconds. */
const ANSWER_TIME = 3000;

/** The states of all widgets of a page: the screen that was opened last closes first, in whichever widget it is. */
export class ScreenHistory {
  #history;
  /**
   * The widget of each open screen that has a state, in the order of opening.
   * @type {string[]}
   */
  #open;
  /** @type {Map<string, () => boolean>} */
  #backActions = new Map();
  /**
   * Widgets whose server has not answered yet: how many screens they should have, and until when that counts.
   * @type {Map<string, { count: number, until: number }>}
   */
  #awaited = new Map();
  /**
   * How many states there are once the page's own way through the history has ended.
   * @type {number | undefined}
   */
  #destination;

  /**
   * @param {Pick<History, "state" | "go" | "pushState" | "replaceState">} browserHistory
   * @param {Pick<Window, "addEventListener">} target gets the event `popstate`
   */
  constructor(browserHistory = history, target = window) {
    this.#history = browserHistory;
    // A page that was loaded again finds the states that it made.
    this.#open = widgetsOf(browserHistory.state);
    target.addEventListener("popstate", (event) => this.#arrived(widgetsOf(event.state).length));
    this.#updateStates();
  }

  /**
   * Sets what closes a widget's front screen.
   * @param {string} widget
   * @param {() => boolean} action returns whether there was a screen to close
   */
  setBackAction(widget, action) {
    this.#backActions.set(widget, action);
  }

  /**
   * A widget has another number of screens open beyond its first one.
   * @param {string} widget
   * @param {number} count
   */
  screensChanged(widget, count) {
    const awaited = this.#awaited.get(widget);
    if (awaited && count > awaited.count && performance.now() < awaited.until) return;
    this.#awaited.delete(widget);
    for (let missing = count - this.#count(widget); missing > 0; missing -= 1) this.#open.push(widget);
    while (this.#count(widget) > count) this.#open.splice(this.#open.lastIndexOf(widget), 1);
    this.#updateStates();
  }

  /** @param {string} widget */
  #count(widget) {
    return this.#open.filter((other) => other === widget).length;
  }

  /** Makes as many states as there are screens. */
  #updateStates() {
    // Goes on upon arrival.
    if (this.#destination !== undefined) return;
    const present = widgetsOf(this.#history.state);
    if (present.length > this.#open.length) {
      this.#destination = this.#open.length;
      this.#history.go(this.#open.length - present.length);
      return;
    }
    const kept = this.#open.slice(0, present.length);
    if (kept.some((widget, index) => widget !== present[index])) this.#history.replaceState({ screens: kept }, "");
    for (let depth = kept.length + 1; depth <= this.#open.length; depth += 1) {
      this.#history.pushState({ screens: this.#open.slice(0, depth) }, "");
    }
  }

  /** @param {number} depth */
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
    this.#updateStates();
  }
}

/**
 * @param {unknown} state
 * @returns {string[]}
 */
function widgetsOf(state) {
  const { screens } = /** @type {{ screens?: string[] }} */ (state ?? {});
  return Array.isArray(screens) ? screens : [];
}
