// What lies over what: alerts and modal screens keep everything below them out of reach, and the focus goes where the
// person looks, and back again.

export class Layers {
  #store;
  #screen;
  #top;
  #focused;
  /** Where the focus was on each layer and screen. */
  #memory = new Map();

  constructor(store) {
    this.#store = store;
  }

  reset() {
    this.#screen = undefined;
    this.#top = undefined;
    this.#memory.clear();
  }

  /** Notes the focus before an update takes its element away or out of reach. */
  remember() {
    const focused = document.activeElement;
    this.#focused = this.#store.place.contains(focused) ? focused : undefined;
    if (this.#focused) {
      this.#memory.set(this.#screen, this.#focused);
      this.#memory.set(this.#top, this.#focused);
    }
  }

  settle() {
    const window = this.#store.root;
    if (!window) return;
    const shown = window.children.filter((child) => !child.attributes.hidden);
    const top = shown.at(-1);
    const covers = top && (top.kind === "alert" || top.attributes.modal === true);
    for (const child of window.children) child.element.toggleAttribute("inert", Boolean(covers && child !== top));
    const screen = top?.kind === "alert" ? top : topScreen(top);
    const isFirst = this.#top === undefined;
    const topChanged = top !== this.#top;
    const screenChanged = screen !== this.#screen;
    this.#top = top;
    this.#screen = screen;
    if (!topChanged && !screenChanged) return;
    // A page that opens leaves the focus where it is, unless something wants an answer.
    if (isFirst && !(covers && document.activeElement === document.body)) return;
    const focused = document.activeElement;
    // A field that asked for the focus has it already.
    if (focused && top.element.contains(focused) && isVisible(focused)) return;
    // Nobody was in here: the focus stays where it is, in another widget or nowhere.
    if (!this.#focused && !covers && !this.#memory.has(screen)) return;
    this.#focus(top, screen);
  }

  /** Handles the escape key. */
  escape() {
    const top = this.#top;
    if (top?.kind === "alert") {
      const answers = top.buttons.querySelectorAll("button");
      if (answers.length === 1) answers[0].click();
      return true;
    }
    if (top?.attributes.modal !== true) return false;
    this.#store.send(["back"]);
    return true;
  }

  #focus(top, screen) {
    const known = this.#memory.get(screen) ?? this.#memory.get(top);
    if (known?.isConnected && top.element.contains(known) && isVisible(known)) {
      known.focus({ preventScroll: true });
    } else if (top.kind === "alert") {
      [...top.buttons.querySelectorAll("button")].at(-1)?.focus();
    } else {
      (screen ?? top).element.focus({ preventScroll: true });
    }
  }
}

function topScreen(layer) {
  return layer?.children.filter((child) => child.kind === "screen" && !child.attributes.hidden).at(-1);
}

function isVisible(element) {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
