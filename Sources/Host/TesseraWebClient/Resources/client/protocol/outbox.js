// Sends events to the server: in their order, each once, one batch at a time.

import { text } from "../texts/texts.js";
import { resendDelay } from "./reconnecting.js";
import { isAction } from "./repeating.js";
import { isWithoutAnswer, send } from "./requests.js";

/** The server takes 100 events and 256 kB at once. */
const MAXIMUM_EVENTS = 100;
const MAXIMUM_LENGTH = 60_000;
/** A larger request cannot outlive its page. */
const MAXIMUM_KEEPALIVE = 20_000;

/** Events that say a whole state, so that only the last of a view counts. */
const stateEvents = new Set(["input", "change", "search", "scroll"]);
/** The same for events that belong to no view. */
const windowEvents = new Set(["resize", "grid"]);

/**
 * Whether an event makes the one before it superfluous while both wait.
 * @param {ViewEvent} last
 * @param {ViewEvent} event
 */
function replaces(last, event) {
  if (last[0] !== event[0]) return false;
  if (windowEvents.has(event[0])) return true;
  if (last[1] !== event[1]) return false;
  return stateEvents.has(event[0]) || isSameMove(last, event);
}

/**
 * Only the last place of a pointer counts while the server is busy.
 * @param {ViewEvent} last
 * @param {ViewEvent} event
 */
function isSameMove(last, event) {
  if (event[0] !== "pointer" || last[0] !== "pointer") return false;
  return event[2] === "moved" && last[2] === "moved" && last[4] === event[4];
}

/** The events of one page on their way to a presentation. */
export class Outbox {
  #page = crypto.getRandomValues(new Uint32Array(3)).join("-");
  #number = 0;
  /** @type {ViewEvent[]} */
  #queue = [];
  /** @type {EventBatch | undefined} */
  #batch;
  /** @type {string | undefined} */
  #address;
  /** Whether events wait until it is known what goes before them. */
  #isHeld = false;
  /** When the first event that is not answered came, in milliseconds. */
  #since = 0;
  /**
   * What the next batch repeats.
   * @type {{ batch: number, first: number, count: number } | undefined}
   */
  #repetition;
  #onLost;
  #onAnswering;
  #onForbidden;
  #onUncertain;
  #onWaiting;
  /** @type {(() => void) | undefined} */
  #wake;
  /**
   * Actions that wait until all events are delivered.
   * @type {(() => void)[]}
   */
  #deliveryActions = [];

  /**
   * @param {object} callbacks
   * @param {() => void} callbacks.onLost the server does not know the presentation any more
   * @param {(isAnswering: boolean) => void} callbacks.onAnswering whether the widget takes what it is sent
   * @param {(message: string) => void} callbacks.onForbidden the visitor may not do this
   * @param {() => void} callbacks.onUncertain the server cannot say whether the widget has done what it was sent
   * @param {(isWaiting: boolean) => void} callbacks.onWaiting whether events wait for a response
   */
  constructor({ onLost, onAnswering, onForbidden, onUncertain, onWaiting }) {
    this.#onLost = onLost;
    this.#onAnswering = onAnswering;
    this.#onForbidden = onForbidden;
    this.#onUncertain = onUncertain;
    this.#onWaiting = onWaiting;
  }

  /**
   * Sends to a presentation from now on, and drops what was meant for another.
   * @param {string} address
   * @param {{ isHeld?: boolean }} options whether events wait for ``release``
   */
  open(address, { isHeld = false } = {}) {
    this.close();
    this.#address = address;
    this.#isHeld = isHeld;
  }

  /**
   * Sends what waits, and after that what another presentation did not answer.
   * @param {import("./repeating.js").Unanswered | undefined} unanswered
   * @returns {boolean} whether all of it is sent; what is too much for one batch is not
   */
  release(unanswered) {
    this.#isHeld = false;
    const { batch, later, since } = unanswered ?? { batch: undefined, later: [], since: this.#since };
    const first = this.#queue.length;
    const repeated = [...this.#queue, ...(batch?.events ?? [])];
    const fits = !batch || (repeated.length <= MAXIMUM_EVENTS && JSON.stringify(repeated).length <= MAXIMUM_LENGTH);
    if (fits) {
      if (batch) this.#repetition = { batch: batch.number, first, count: repeated.length };
      this.#queue = [...repeated, ...later];
      this.#since = since;
    }
    this.#run();
    return fits;
  }

  /**
   * Stops sending.
   * @returns {import("./repeating.js").Unanswered} what the presentation may not have got
   */
  interrupt() {
    const sent = this.#batch;
    const later = this.#queue;
    const since = this.#since;
    this.close();
    const { batch: number, first } = sent?.repeats ?? { batch: sent?.batch, first: 0 };
    const batch = sent && number !== undefined ? { number, events: sent.events.slice(first) } : undefined;
    return { batch, later, since };
  }

  /** Stops sending, and drops what was not sent. */
  close() {
    this.#address = undefined;
    this.#isHeld = false;
    this.#repetition = undefined;
    this.#queue = [];
    this.#batch = undefined;
    this.#deliveryActions = [];
    this.#onWaiting(false);
    this.retryNow();
  }

  /**
   * Sends an event after those before it.
   * @param {ViewEvent} event
   */
  push(event) {
    if (!this.#batch && this.#queue.length === 0) this.#since = performance.now();
    const last = this.#queue.at(-1);
    if (last && replaces(last, event)) this.#queue.pop();
    this.#queue.push(event);
    this.#run();
  }

  /**
   * Whether an input or a choice in a view is still on its way.
   * @param {ViewID} view
   */
  hasInput(view) {
    /** @param {ViewEvent} event */
    const isInput = (event) => (event[0] === "input" || event[0] === "change") && event[1] === view;
    return this.#queue.some(isInput) || (this.#batch?.events.some(isInput) ?? false);
  }

  /**
   * Runs an action when the server has all events.
   * @param {() => void} action
   */
  afterDelivery(action) {
    if (this.#queue.length === 0 && !this.#batch) action();
    else this.#deliveryActions.push(action);
  }

  /** Ends the pause before the next try. */
  retryNow() {
    this.#wake?.();
  }

  /** Hands waiting events to the browser, which sends them even when the page is gone. */
  flush() {
    if (!this.#address || this.#isHeld || this.#queue.length === 0) return;
    this.#post(this.#address, this.#nextBatch()).catch(() => {});
  }

  async #run() {
    if (this.#batch || this.#isHeld || !this.#address) return;
    while (this.#address && this.#queue.length > 0) {
      const address = this.#address;
      const batch = this.#nextBatch();
      this.#batch = batch;
      this.#onWaiting(true);
      await this.#deliver(address, batch);
      if (this.#batch !== batch) return;
      this.#batch = undefined;
      this.#onWaiting(false);
      this.#since = performance.now();
      if (this.#queue.length > 0) continue;
      for (const action of this.#deliveryActions.splice(0)) action();
    }
  }

  /** @returns {EventBatch} */
  #nextBatch() {
    this.#number += 1;
    const repetition = this.#repetition;
    if (repetition) {
      this.#repetition = undefined;
      const { batch, first, count } = repetition;
      return { page: this.#page, batch: this.#number, events: this.#queue.splice(0, count), repeats: { batch, first } };
    }
    let length = 0;
    let count = 0;
    do {
      length += JSON.stringify(this.#queue[count]).length;
      count += 1;
    } while (count < this.#queue.length && count < MAXIMUM_EVENTS && length < MAXIMUM_LENGTH);
    return { page: this.#page, batch: this.#number, events: this.#queue.splice(0, count) };
  }

  /**
   * Sends a batch until the server has it.
   * @param {string} address
   * @param {EventBatch} batch
   */
  async #deliver(address, batch) {
    for (let failures = 0; this.#batch === batch; failures += 1) {
      try {
        const response = await this.#post(address, batch);
        this.#onAnswering(!(await isWithoutAnswer(response)));
        if (response.ok) return;
        if (response.status === 404) {
          if (this.#batch === batch) this.#onLost();
          return;
        }
        if (response.status === 403) {
          /** @type {ErrorBody} */
          const { error } = await response.json().catch(() => ({}));
          this.#onForbidden(error?.message ?? text("notAllowed"));
          return;
        }
        // An earlier version of the server knows no repetitions.
        if (response.status === 400 && batch.repeats) {
          this.#queue.unshift(...batch.events.slice(0, batch.repeats.first));
          this.#onUncertain();
          return;
        }
        // The widget was stopped meanwhile. Sending it again could stop it again.
        if (response.status === 409) {
          if (batch.events.some(isAction)) this.#onUncertain();
          return;
        }
        // 429: the server has not handled what came before.
        if (response.status < 500 && response.status !== 429) {
          reportError(new Error(`The server refused events: ${response.status} ${await response.text()}`));
          return;
        }
      } catch {
        // The server cannot be reached: the same batch again, the server takes it once.
      }
      await /** @type {Promise<void>} */ (new Promise((done) => {
        this.#wake = done;
        setTimeout(done, resendDelay(failures));
      }));
    }
  }

  /**
   * @param {string} address
   * @param {EventBatch} batch
   */
  #post(address, batch) {
    const body = JSON.stringify(batch);
    return send(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      // A request that outlives the page brings what was typed just before a reload.
      keepalive: body.length < MAXIMUM_KEEPALIVE,
    });
  }
}
