// Shows how fresh the content of a tile is: a discreet line in its corner that asks for fresh content when pressed.

import { messageOf, post } from "../protocol/requests.js";
import { make, setOrRemove } from "../shared/dom.js";
import { boardIcon, icons } from "./icons.js";

/** @typedef {import("../protocol/messages").Freshness} Freshness */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago something was, in a few letters.
 * @param {number} milliseconds
 */
export function ageText(milliseconds) {
  const format = new Intl.RelativeTimeFormat("en", { style: "narrow" });
  if (milliseconds < MINUTE) return "now";
  if (milliseconds < HOUR) return format.format(-Math.floor(milliseconds / MINUTE), "minute");
  if (milliseconds < DAY) return format.format(-Math.floor(milliseconds / HOUR), "hour");
  return format.format(-Math.floor(milliseconds / DAY), "day");
}

/**
 * What a tile says about its freshness.
 * @param {Freshness} freshness
 * @param {number} now in milliseconds since 1970
 */
export function describeFreshness({ updated, stale, failure, isStopped }, now) {
  const age = updated === undefined ? "" : ageText(now - updated);
  const isStale = (stale !== undefined && now >= stale) || failure !== undefined;
  const sentences = [isStopped ? "Stopped" : updated === undefined ? "Never updated" : `Updated ${age}`];
  if (failure !== undefined) sentences.push(isStopped ? failure : `The last attempt failed: ${failure}`);
  sentences.push(isStopped ? "Press to try now." : "Press to refresh.");
  return { text: isStopped ? "stopped" : age, isStale, title: sentences.join(". ") };
}

export class FreshnessLine {
  #say;
  /** @type {Freshness | undefined} */
  #freshness;
  #widget = "";
  #text = make("span");
  element = make("button", "boardFreshness", { type: "button" });

  /** @param {(text: string, isProblem?: boolean) => void} say */
  constructor(say) {
    this.#say = say;
    this.element.append(this.#text, boardIcon(icons.refresh));
    this.element.hidden = true;
    this.element.addEventListener("click", () => this.#refresh());
  }

  /**
   * @param {string} widget
   * @param {Freshness | undefined} freshness undefined where the server asks the widget for nothing
   * @param {string} name
   */
  show(widget, freshness, name) {
    this.#widget = widget;
    this.#freshness = freshness;
    const { element } = this;
    element.hidden = freshness === undefined;
    if (!freshness) return;
    const { text, isStale, title } = describeFreshness(freshness, Date.now());
    this.#text.textContent = text;
    element.classList.toggle("stale", isStale);
    setOrRemove(element, "aria-busy", freshness.isUpdating ? "true" : undefined);
    element.title = title;
    element.setAttribute("aria-label", `${name}: ${title}`);
  }

  /** Whether the widget has nothing to show. */
  get isEmpty() {
    return this.#freshness?.isEmpty === true;
  }

  async #refresh() {
    try {
      await post(`/widgets/${encodeURIComponent(this.#widget)}/refresh`, {});
      // Why the last try failed can be read where no pointer can rest on the line.
      const { failure, isStopped } = this.#freshness ?? {};
      if (failure) this.#say(isStopped ? failure : `The last attempt failed: ${failure}`, true);
    } catch (problem) {
      this.#say(messageOf(problem), true);
    }
  }
}
