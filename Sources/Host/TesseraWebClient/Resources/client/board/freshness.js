// How fresh what a tile shows is: a discreet line in its corner, with which anybody can ask for fresh content.

import { make, setOrRemove } from "../shared/dom.js";
import { boardSign, signs } from "./icons.js";
import { post } from "../protocol/requests.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, in a few letters. */
export function ageText(milliseconds) {
  const format = new Intl.RelativeTimeFormat("en", { style: "narrow" });
  if (milliseconds < MINUTE) return "now";
  if (milliseconds < HOUR) return format.format(-Math.floor(milliseconds / MINUTE), "minute");
  if (milliseconds < DAY) return format.format(-Math.floor(milliseconds / HOUR), "hour");
  return format.format(-Math.floor(milliseconds / DAY), "day");
}

export class BoardFreshness {
  #board;
  #state;
  #widget;

  constructor(board) {
    this.#board = board;
    this.element = make("button", "boardFreshness", { type: "button" });
    this.text = make("span");
    this.element.append(this.text, boardSign(signs.refresh));
    this.element.hidden = true;
    this.element.addEventListener("click", () => this.#refresh());
  }

  /**
   * Shows how fresh a widget is.
   * @param state `updated` and `stale` in milliseconds, `failure`, `isStopped`, `isUpdating`, `isEmpty`; undefined where nobody
   *   asks it
   */
  show(widget, state, name) {
    this.#widget = widget;
    this.#state = state;
    this.name = name;
    this.tick();
  }

  get isEmpty() {
    return this.#state?.isEmpty === true;
  }

  /** Time goes by. */
  tick() {
    const { element } = this;
    element.hidden = this.#state === undefined;
    if (element.hidden) return;
    const { updated, stale, failure, isStopped, isUpdating } = this.#state;
    const now = Date.now();
    const age = updated === undefined ? "" : ageText(now - updated);
    const isStale = stale !== undefined && now >= stale;
    this.text.textContent = isStopped ? "stopped" : age;
    element.classList.toggle("stale", isStale || failure !== undefined);
    setOrRemove(element, "aria-busy", isUpdating ? "true" : undefined);
    const parts = [
      updated === undefined ? "Never updated" : `Updated ${age}`,
      ...(failure === undefined ? [] : [`The last try failed: ${failure}`]),
    ];
    element.title = isStopped ? `Stopped. ${failure}. Press to try now.` : `${parts.join(". ")}. Press to refresh.`;
    element.setAttribute("aria-label", `${this.name}: ${element.title}`);
  }

  async #refresh() {
    try {
      await post(`/widgets/${encodeURIComponent(this.#widget)}/refresh`, {});
      // Why the last try failed can be read where there is no pointer to rest on it.
      const { failure, isStopped } = this.#state ?? {};
      if (failure) this.#board.say(isStopped ? failure : `The last try failed: ${failure}`, true);
    } catch (problem) {
      this.#board.say(problem.message, true);
    }
  }
}
