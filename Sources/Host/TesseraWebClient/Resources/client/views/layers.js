// What lies over what: alerts and presented screens keep everything below them out of reach, and the focus goes where
// the person looks, and back again.

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

  /** How many screens are open. */
  get screenCount() {
    const screens = (this.#store.root?.children ?? []).flatMap((layer) => layer.children.filter(isScreen));
    return screens.length;
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
    const layers = window.children.filter(isLayer);
    const top = layers.filter((layer) => !layer.attributes.hidden).at(-1);
    const covers = top && (top.alert || top.isPresented);
    for (const layer of layers) layer.element.toggleAttribute("inert", Boolean(covers && layer !== top));
    const screen = top?.alert ? top : topScreen(top);
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

  /**
   * Leaves what is in front: an alert with one answer is answered, a screen that is not the first one closes.
   * @returns {"answer" | "back" | undefined} what that came to
   */
  leave() {
    const alert = this.#top?.alert;
    if (alert) {
      const answers = alert.buttons.querySelectorAll("button");
      if (answers.length === 1) answers[0].click();
      return "answer";
    }
    if (this.screenCount < 2) return undefined;
    this.#store.send(["back"]);
    return "back";
  }

  /** The ground beside a sheet or popover was pressed. */
  groundPressed() {
    if (this.#top?.attributes.presentation !== undefined) this.leave();
  }

  #focus(top, screen) {
    const known = this.#memory.get(screen) ?? this.#memory.get(top);
    if (known?.isConnected && top.element.contains(known) && isVisible(known)) {
      known.focus({ preventScroll: true });
    } else if (top.alert) {
      [...top.alert.buttons.querySelectorAll("button")].at(-1)?.focus();
    } else {
      const { element } = screen ?? top;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    }
  }
}

/** The window's layers are stacks of screens, and alerts. What else lies in it covers nothing. */
function isLayer(view) {
  return view.kind === "navigation" || Boolean(view.alert);
}

function isScreen(view) {
  return view.kind === "screen";
}

function topScreen(layer) {
  return layer?.children.filter((child) => isScreen(child) && !child.attributes.hidden).at(-1);
}

function isVisible(element) {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
