// Shows how fresh the content of a tile is: a discreet line in its corner that asks for fresh content when pressed.

import { messageOf, post } from "../../protocol/requests.js";
import { make, setOrRemove } from "../../shared/dom.js";
import { pageLocale, text } from "../../texts/texts.js";
import { boardIcon, icons } from "../layout/buttonIcons.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long a line is shown after a key asked for fresh content, in milliseconds. */
const ASKED_TIME = 3000;

/**
 * How long ago something was, in a few letters.
 * @param {number} milliseconds
 */
export function ageText(milliseconds) {
  const format = new Intl.RelativeTimeFormat(pageLocale(), { style: "narrow", numeric: "auto" });
  if (milliseconds < MINUTE) return format.format(0, "second");
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
  const sentences = [
    isStopped ? text("stoppedSentence") : updated === undefined ? text("neverUpdated") : text("updated", { age }),
  ];
  if (failure !== undefined) sentences.push(text(isStopped ? "failureSentence" : "lastAttemptFailed", { failure }));
  sentences.push(text(isStopped ? "pressToTry" : "pressToRefresh"));
  return { text: isStopped ? text("stopped") : age, isStale, title: sentences.join(text("betweenSentences")) };
}

export class FreshnessLine {
  #announce;
  /** @type {Freshness | undefined} */
  #freshness;
  #widget = "";
  #text = make("span");
  element = make("button", "boardFreshness", { type: "button" });

  /** @param {(text: string, isProblem?: boolean) => void} announce */
  constructor(announce) {
    this.#announce = announce;
    this.element.append(this.#text, boardIcon(icons.refresh));
    this.element.hidden = true;
    this.element.addEventListener("click", () => this.#ask());
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
    const { text: age, isStale, title } = describeFreshness(freshness, Date.now());
    this.#text.textContent = age;
    element.classList.toggle("stale", isStale);
    setOrRemove(element, "aria-busy", freshness.isUpdating ? "true" : undefined);
    element.title = title;
    element.setAttribute("aria-label", `${name}: ${title}`);
  }

  /** Whether the widget has nothing to show. */
  get isEmpty() {
    return this.#freshness?.isEmpty === true;
  }

  /** Whether the server asks the widget for fresh content. */
  get hasUpdates() {
    return this.#freshness !== undefined;
  }

  /** Asks for fresh content by a key: for a moment the line shows that it comes, as a pointer over the tile does. */
  refresh() {
    this.element.classList.add("asked");
    setTimeout(() => this.element.classList.remove("asked"), ASKED_TIME);
    return this.#ask();
  }

  async #ask() {
    try {
      await post(`/widgets/${encodeURIComponent(this.#widget)}/refresh`, {});
      // Why the last try failed can be read where no pointer can rest on the line.
      const { failure, isStopped } = this.#freshness ?? {};
      if (failure) this.#announce(isStopped ? failure : text("lastAttemptFailed", { failure }), true);
    } catch (problem) {
      this.#announce(messageOf(problem), true);
    }
  }
}
