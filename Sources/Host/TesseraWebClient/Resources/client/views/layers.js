// Keeps what lies below alerts and presented screens out of reach, and moves the focus to what is in front and back.

export class Layers {
  #host;
  /**
   * The screen, or alert, in front.
   * @type {View | undefined}
   */
  #screen;
  /**
   * The layer in front.
   * @type {View | undefined}
   */
  #top;
  /**
   * The focus before the update under way.
   * @type {HTMLElement | undefined}
   */
  #focused;
  /**
   * Where the focus was on each layer and screen.
   * @type {Map<View | undefined, HTMLElement>}
   */
  #memory = new Map();

  /** @param {Pick<ViewHost, "place" | "root" | "send">} host */
  constructor(host) {
    this.#host = host;
  }

  reset() {
    this.#screen = undefined;
    this.#top = undefined;
    this.#memory.clear();
  }

  /** How many screens are open. */
  get screenCount() {
    return (this.#host.root?.children ?? []).flatMap((layer) => layer.children.filter(isScreen)).length;
  }

  /** Notes the focus before an update takes its element away or out of reach. */
  rememberFocus() {
    const focused = document.activeElement;
    const isInside = focused instanceof HTMLElement && this.#host.place.contains(focused);
    this.#focused = isInside ? focused : undefined;
    if (this.#focused) {
      this.#memory.set(this.#screen, this.#focused);
      this.#memory.set(this.#top, this.#focused);
    }
  }

  /** Brings reach and focus up to date after an update. */
  settle() {
    const window = this.#host.root;
    if (!window) return;
    const layers = window.children.filter(isLayer);
    const top = layers.filter((layer) => !layer.attributes.hidden).at(-1);
    const covers = Boolean(top && (top.alert || top.isPresented));
    for (const layer of layers) layer.element.toggleAttribute("inert", covers && layer !== top);
    const screen = top?.alert ? top : topScreen(top);
    const isFirst = this.#top === undefined;
    const isSame = top === this.#top && screen === this.#screen;
    this.#top = top;
    this.#screen = screen;
    if (isSame || !top) return;
    // A page that opens leaves the focus where it is, unless something waits for an answer.
    if (isFirst && !(covers && document.activeElement === document.body)) return;
    const focused = document.activeElement;
    // A field that asked for the focus has it already.
    if (focused && top.element.contains(focused) && isVisible(focused)) return;
    // The focus was not in this widget: it stays where it is.
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
    this.#host.send(["back"]);
    return "back";
  }

  /** The ground beside a sheet or popover was pressed. */
  groundPressed() {
    if (this.#top?.attributes.presentation !== undefined) this.leave();
  }

  /**
   * @param {View} top
   * @param {View | undefined} screen
   */
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

/**
 * The layers of a window are stacks of screens, and alerts; nothing else in it covers anything.
 * @param {View} view
 */
function isLayer(view) {
  return view.kind === "navigation" || Boolean(view.alert);
}

/** @param {View} view */
function isScreen(view) {
  return view.kind === "screen";
}

/** @param {View | undefined} layer */
function topScreen(layer) {
  return layer?.children.filter((child) => isScreen(child) && !child.attributes.hidden).at(-1);
}

/** @param {Element} element */
function isVisible(element) {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
