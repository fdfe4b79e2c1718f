// Shows the names of a stack's widgets as tabs above the widget in front.

import { nextItem } from "../../shared/arrowKeys.js";
import { make } from "../../shared/dom.js";
import { isPageRightToLeft, text } from "../../texts/texts.js";
import { followWheel } from "./stackTurns.js";

/** The height of the row, in points; board.css has the same. */
export const TABS_HEIGHT = 32;
/** How much of its neighbours is seen beside the chosen tab, in points. */
const MARGIN = 20;

/**
 * @typedef {object} TabActions
 * @property {(step: number) => void} onStep turns to the next widget, or to the one before
 * @property {(widget: string) => void} onChoose turns to a widget
 */

export class StackTabs {
  #actions;
  /** The widgets that the tabs stand for. */
  #shown = "";
  /** @type {HTMLButtonElement[]} */
  #tabs = [];
  /**
   * The tab of the widget in front.
   * @type {HTMLButtonElement | undefined}
   */
  #chosen;
  #observer = new ResizeObserver(() => this.#reveal(this.#chosen));
  element = make("div", "boardTabs", { role: "tablist", "aria-label": text("widgetsInStack") });

  /** @param {TabActions} actions */
  constructor(actions) {
    this.#actions = actions;
    const { element } = this;
    followWheel(element, actions.onStep);
    element.addEventListener("keydown", (event) => this.#followKey(event));
    element.addEventListener("focusin", () => {
      this.#chooseTabStop();
      this.#reveal(this.#focused);
    });
    element.addEventListener("focusout", () => this.#chooseTabStop());
  }

  /**
   * Shows a tab for each widget of a stack.
   * @param {string[]} members none where the place has no tabs
   * @param {string} front
   * @param {(id: string) => string} nameOf
   */
  show(members, front, nameOf) {
    const { element } = this;
    element.hidden = members.length === 0;
    // A tab that has the focus keeps it.
    if (String(members) !== this.#shown) {
      this.#shown = String(members);
      this.#tabs = members.map((id) => this.#makeTab(id));
      element.replaceChildren(...this.#tabs);
    }
    this.#tabs.forEach((tab, index) => {
      const name = nameOf(members[index]);
      if (tab.title !== name) tab.textContent = tab.title = name;
      tab.setAttribute("aria-selected", String(members[index] === front));
    });
    this.#chosen = this.#tabs[members.indexOf(front)];
    this.#chooseTabStop();
    // Observing anew reports once, when all is laid out: a row that was moved with its tile has scrolled back.
    this.#observer.unobserve(element);
    if (!element.hidden) this.#observer.observe(element);
  }

  /** @param {string} id */
  #makeTab(id) {
    const tab = make("button", "boardTab", { type: "button", role: "tab", dir: "auto", "aria-controls": panelID(id) });
    tab.id = tabID(id);
    tab.addEventListener("click", () => this.#actions.onChoose(id));
    return tab;
  }

  get #focused() {
    return this.#tabs.find((tab) => tab === document.activeElement);
  }

  /** @param {KeyboardEvent} event */
  #followKey(event) {
    const current = this.#tabs.findIndex((tab) => tab === event.target);
    if (current < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = nextItem(event.key, current, this.#tabs.length, isPageRightToLeft());
    if (next === undefined) return;
    event.preventDefault();
    this.#tabs[next].focus({ preventScroll: true });
    this.#tabs[next].click();
  }

  /** The tab key reaches the tab that has the focus, and else the chosen one. */
  #chooseTabStop() {
    const stop = this.#focused ?? this.#chosen;
    for (const tab of this.#tabs) tab.tabIndex = tab === stop ? 0 : -1;
  }

  /**
   * Scrolls the row, and nothing around it.
   * @param {HTMLElement | undefined} tab
   */
  #reveal(tab) {
    if (tab) this.element.scrollLeft = revealingOffset(this.element, tab);
  }
}

/**
 * Where a row is scrolled to when a tab is to be seen in it. From right to left browsers count down from zero.
 * @param {Pick<HTMLElement, "scrollLeft" | "clientWidth">} row
 * @param {Pick<HTMLElement, "offsetLeft" | "offsetWidth">} tab
 */
export function revealingOffset({ scrollLeft, clientWidth }, { offsetLeft, offsetWidth }) {
  // A row with little room shows the tab before its neighbours.
  const margin = Math.max(0, Math.min(MARGIN, (clientWidth - offsetWidth) / 2));
  const [first, last] = [offsetLeft + offsetWidth + margin - clientWidth, offsetLeft - margin];
  return Math.min(Math.max(scrollLeft, first), last);
}

/**
 * The name of a widget's tab in the document.
 * @param {string} widget
 */
export function tabID(widget) {
  return `boardTab-${widget}`;
}

/**
 * The name of the element that a widget's tab shows.
 * @param {string} widget
 */
export function panelID(widget) {
  return `boardPanel-${widget}`;
}
