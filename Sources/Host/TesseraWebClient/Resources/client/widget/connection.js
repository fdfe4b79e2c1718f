// Connects a widget with the server: a presentation, its part of the stream, and its outbox.

import { Outbox } from "../protocol/outbox.js";
import { createPresentation } from "../protocol/presentations.js";
import { reconnectDelay } from "../protocol/reconnecting.js";
import { hasActions, joined, translate } from "../protocol/repeating.js";
import { isWithoutAnswer, send } from "../protocol/requests.js";
import { shouldReload } from "../protocol/version.js";

/** @typedef {import("../protocol/stream.js").PageStream} PageStream */
/** @typedef {import("../protocol/stream.js").StreamEntry} StreamEntry */

/** How long to wait for a widget that does not answer, in milliseconds. */
const SILENCE_DELAY = 8000;
/** How old an action may be that another presentation gets, in milliseconds: who waits longer does something else. */
const MAXIMUM_AGE = 60_000;
/** @type {import("../protocol/repeating.js").Unanswered} */
const NOTHING = { batch: undefined, later: [], since: 0 };
/** How long to wait for the lock of a presentation that another tab may have, in milliseconds. */
const LOCK_TIME = 400;
/** How long a page waits that was reloaded: its lock is its own, and a busy browser frees it late. */
const RELOAD_LOCK_TIME = 3000;

/**
 * @typedef {object} ConnectionCallbacks
 * @property {() => WindowSize} size
 * @property {(isRepeating: boolean) => void} onBegin comes before the first update of a presentation, and says whether
 *   views of the former one have to be found again
 * @property {(view: ViewID) => ViewID | undefined} successor the view that took the place of such a view
 * @property {() => void} onUncertain the presentation is gone, and with it perhaps what the person did last
 * @property {(update: ViewUpdate) => void} onUpdate
 * @property {(isConnected: boolean) => void} onConnection
 * @property {(isAnswering: boolean) => void} onAnswering whether the widget answers the server
 * @property {(isWaiting: boolean) => void} onWaiting whether what the person did waits for a response
 * @property {(message: string) => void} onForbidden the visitor may look at the widget, but not use it
 * @property {string} storageName the name under which the tab remembers the presentation
 * @property {number} recreationDelay how long to wait when the presentation is gone, in milliseconds
 */

export class Connection {
  #widget;
  #stream;
  #base;
  #storageKey;
  #sizeKey;
  #callbacks;
  /**
   * The size that the presentation has, as far as it was sent.
   * @type {WindowSize | undefined}
   */
  #sentSize;
  /** @type {StreamEntry | undefined} */
  #entry;
  #attempts = 0;
  /** @type {number | undefined} */
  #retryTimer;
  #outbox;
  /**
   * What a presentation that is gone did not answer.
   * @type {import("../protocol/repeating.js").Unanswered}
   */
  #unanswered = NOTHING;
  #hadPresentation = false;
  /** Ends listening to the window, and frees the presentation for another page. */
  #end = new AbortController();

  /**
   * @param {string} widget
   * @param {PageStream} stream
   * @param {ConnectionCallbacks} callbacks
   */
  constructor(widget, stream, callbacks) {
    this.#widget = widget;
    this.#stream = stream;
    this.#base = `/widgets/${encodeURIComponent(widget)}/presentations`;
    this.#storageKey = `tessera.presentation.${callbacks.storageName}`;
    this.#sizeKey = `tessera.size.${callbacks.storageName}`;
    this.#callbacks = callbacks;
    this.#outbox = new Outbox({
      onLost: () => this.#startOver(),
      onAnswering: callbacks.onAnswering,
      onForbidden: callbacks.onForbidden,
      onUncertain: callbacks.onUncertain,
      onWaiting: callbacks.onWaiting,
    });
    const { signal } = this.#end;
    window.addEventListener("online", () => this.#retryNow(), { signal });
    window.addEventListener("pagehide", () => this.#outbox.flush(), { signal });
  }

  /** Returns to the presentation that this tab had, or creates one. */
  async start() {
    const remembered = sessionStorage.getItem(this.#storageKey);
    if (remembered && (await claimLock(remembered, this.#end.signal))) {
      this.#sentSize = JSON.parse(sessionStorage.getItem(this.#sizeKey) ?? "null") ?? undefined;
      this.#follow(remembered);
      this.sendSize();
    } else {
      await this.#create();
    }
  }

  /** Tells the presentation the size and the cells of its window, if it has others. */
  sendSize() {
    if (!this.#entry) return;
    const size = this.#callbacks.size();
    const { width, height, cells } = size;
    const { width: sentWidth, height: sentHeight, cells: sentCells } = this.#sentSize ?? {};
    const isResized = width !== sentWidth || height !== sentHeight;
    const hasOtherCells = cells !== undefined && JSON.stringify(cells) !== JSON.stringify(sentCells);
    if (!isResized && !hasOtherCells) return;
    if (isResized) this.send(["resize", width, height]);
    if (cells && hasOtherCells) this.send(["grid", ...cells]);
    this.#sentSize = size;
    // A size that got lost with the page is sent again.
    sessionStorage.removeItem(this.#sizeKey);
    this.afterDelivery(() => this.#rememberSize());
  }

  #rememberSize() {
    sessionStorage.setItem(this.#sizeKey, JSON.stringify(this.#sentSize));
  }

  stop() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#end.abort();
    if (this.#entry) this.#stream.unwatch(this.#entry);
    this.#entry = undefined;
    this.#outbox.close();
    this.#callbacks.onConnection(true);
  }

  /**
   * Sends an event after those before it.
   * @param {ViewEvent} event
   */
  send(event) {
    this.#outbox.push(event);
  }

  /**
   * Sends a file that was chosen in a view.
   * @param {ViewID} view
   * @param {File} file
   * @returns {Promise<boolean>} whether the server has it
   */
  async sendFile(view, file) {
    if (!this.#entry) return false;
    try {
      const description = `name=${encodeURIComponent(file.name)}&type=${encodeURIComponent(file.type)}`;
      const address = `${this.#base}/${this.#entry.presentation}/files/${view}?${description}`;
      for (;;) {
        const response = await send(address, {
          method: "POST",
          headers: { "Content-Type": "application/octet-stream" },
          body: file,
        });
        // 429: the server has not handled what came before.
        if (response.status !== 429) return response.ok;
        await new Promise((done) => setTimeout(done, 1000));
      }
    } catch {
      return false;
    }
  }

  /**
   * Whether an input or a choice in a view is still on its way.
   * @param {ViewID} view
   */
  isSending(view) {
    return this.#outbox.hasInput(view);
  }

  /**
   * Runs an action when the server has all events.
   * @param {() => void} action
   */
  afterDelivery(action) {
    this.#outbox.afterDelivery(action);
  }

  async #create() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    try {
      const size = this.#callbacks.size();
      const response = await createPresentation(this.#widget, size);
      const isSilent = await isWithoutAnswer(response);
      this.#callbacks.onAnswering(!isSilent);
      if (isSilent) {
        this.#retryTimer = setTimeout(() => this.#create(), SILENCE_DELAY);
        return;
      }
      if (!response.ok) throw new Error(`status ${response.status}`);
      /** @type {CreatedPresentation} */
      const { id, protocol, revision, update } = await response.json();
      if (shouldReload(protocol, sessionStorage)) {
        location.reload();
        return;
      }
      sessionStorage.setItem(this.#storageKey, id);
      await claimLock(id, this.#end.signal);
      this.#attempts = 0;
      this.#sentSize = size;
      this.#rememberSize();
      this.#follow(id, update && { revision, update });
      // The window may have another size by now.
      this.sendSize();
    } catch {
      if (this.#end.signal.aborted) return;
      this.#callbacks.onConnection(false);
      this.#retryTimer = setTimeout(() => this.#create(), reconnectDelay(this.#attempts++));
    }
  }

  /**
   * @param {string} presentation
   * @param {{ revision?: number, update: ViewUpdate }} [first] the update that came with it
   */
  #follow(presentation, first) {
    if (this.#end.signal.aborted) return;
    // The page still shows the views of the presentation that is gone, and what was done with them is not lost.
    if (this.#hadPresentation) this.#unanswered = joined(this.#unanswered, this.#outbox.interrupt());
    let isHeld = this.#hasUnanswered;
    this.#outbox.open(`${this.#base}/${presentation}/events`, { isHeld });
    this.#callbacks.onBegin(isHeld);
    /** @param {ViewUpdate} update */
    const onUpdate = (update) => {
      this.#callbacks.onUpdate(update);
      if (isHeld) this.#repeatUnanswered();
      isHeld = false;
    };
    this.#entry = {
      widget: this.#widget,
      presentation,
      revision: first?.revision,
      onUpdate,
      onGone: () => this.#startOver(),
      onConnection: (isConnected) => {
        this.#callbacks.onConnection(isConnected);
        if (isConnected) this.#outbox.retryNow();
      },
    };
    this.#hadPresentation = true;
    this.#stream.watch(this.#entry);
    if (first) onUpdate(first.update);
  }

  get #hasUnanswered() {
    return Boolean(this.#unanswered.batch) || this.#unanswered.later.length > 0;
  }

  /** Drops what a person did, because it is not meant for the next presentation. */
  #dropActions() {
    if (hasActions(this.#outbox.interrupt()) && this.#hadPresentation) this.#callbacks.onUncertain();
  }

  /** Sends to the presentation what another one did not answer, if it shows the same. */
  #repeatUnanswered() {
    const unanswered = this.#unanswered;
    this.#unanswered = NOTHING;
    const isFresh = performance.now() - unanswered.since < MAXIMUM_AGE;
    const translated = isFresh ? translate(unanswered, this.#callbacks.successor) : undefined;
    const isRepeated = this.#outbox.release(translated) && Boolean(translated);
    if (!isRepeated && hasActions(unanswered)) this.#callbacks.onUncertain();
  }

  #startOver() {
    // Events and stream may both notice that the presentation is gone.
    if (!this.#entry) return;
    this.#stream.unwatch(this.#entry);
    this.#entry = undefined;
    sessionStorage.removeItem(this.#storageKey);
    if (this.#hasUnanswered) this.#dropActions();
    else this.#unanswered = this.#outbox.interrupt();
    // Until the next one shows something, what the person does waits for it.
    this.#callbacks.onWaiting(true);
    const { recreationDelay } = this.#callbacks;
    if (recreationDelay > 0) this.#retryTimer = setTimeout(() => this.#create(), recreationDelay);
    else this.#create();
  }

  /** The network is back, so there is no reason to wait. */
  #retryNow() {
    this.#attempts = 0;
    this.#outbox.retryNow();
    if (this.#retryTimer !== undefined) this.#create();
  }
}

/**
 * Claims a presentation for this tab, as long as the tab lives. A duplicated tab has a copy of the other one's memory;
 * the lock tells them apart. A reloading page frees its lock a moment late, so this waits a little.
 * @param {string} presentation
 * @param {AbortSignal} end frees it again
 * @returns {Promise<boolean>} whether it is free
 */
function claimLock(presentation, end) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), wasReloaded() ? RELOAD_LOCK_TIME : LOCK_TIME);
    navigator.locks
      .request(`tessera.${presentation}`, { signal: timeout.signal }, () => {
        resolve(true);
        return /** @type {Promise<void>} */ (new Promise((done) => {
          if (end.aborted) done();
          else end.addEventListener("abort", () => done(), { once: true });
        }));
      })
      .catch(() => resolve(false));
  });
}

function wasReloaded() {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}
