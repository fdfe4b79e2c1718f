// Runs one widget on the page: joins its connection with its views.

import { make } from "../shared/dom.js";
import { markLanguage, text } from "../texts/texts.js";
import { ViewStore } from "../views/viewStore.js";
import { Connection } from "./connection.js";

/** @typedef {import("../protocol/kinds.js").Kinds} Kinds */
/** @typedef {import("../protocol/stream.js").PageStream} PageStream */
/** @typedef {import("./history.js").ScreenHistory} ScreenHistory */

/** The shortest time between two new sizes, in milliseconds. */
const RESIZE_INTERVAL = 100;

/**
 * What a widget needs from its page.
 * @typedef {object} WidgetSurroundings
 * @property {PageStream} stream
 * @property {Kinds} kinds
 * @property {ScreenHistory} screenHistory
 * @property {(isConnected: boolean) => void} onConnection
 * @property {number} [recreationDelay] see `Connection`
 * @property {boolean} [isPart] whether the page shows other widgets, too
 * @property {boolean} [isForSettings] whether to show the settings of the widget
 */

/** How long a refusal is shown, in milliseconds. */
const REFUSAL_TIME = 4000;

export class WidgetClient {
  #place;
  /** @type {ViewStore} */
  #views;
  /** @type {Connection} */
  #connection;
  #removeScreens;
  /** @type {ResizeObserver | undefined} */
  #sizeObserver;
  /**
   * The cells that the widget takes on a board; undefined where it fills the window.
   * @type {GridCells | undefined}
   */
  #cells;
  /** @type {HTMLElement | undefined} */
  #silenceNotice;
  /**
   * Why the widget cannot answer now.
   * @type {Set<"connection" | "events" | "silence">}
   */
  #waits = new Set();
  #isForSettings;

  /**
   * @param {string} id of the widget
   * @param {HTMLElement} place the element that the widget fills
   * @param {WidgetSurroundings} surroundings
   */
  constructor(id, place, {
    stream, kinds, screenHistory, onConnection, recreationDelay = 0, isPart = false, isForSettings = false,
  }) {
    this.#place = place;
    this.#isForSettings = isForSettings;
    const screensID = isForSettings ? `${id}.settings` : id;
    // The views say where they read from right to left, and nothing where they do not.
    place.dir = "ltr";
    this.#views = new ViewStore(id, place, {
      kinds,
      isPart,
      send: (event) => this.#connection.send(event),
      sendFile: (view, file) => this.#connection.sendFile(view, file),
      isSending: (view) => this.#connection.isSending(view),
      afterDelivery: (action) => this.#connection.afterDelivery(action),
      onScreens: (count) => screenHistory.screensChanged(screensID, Math.max(0, count - 1)),
    });
    this.#removeScreens = () => screenHistory.screensChanged(screensID, 0);
    screenHistory.setBackAction(screensID, () => this.#views.leave() === "back");
    this.#connection = new Connection(id, stream, {
      size: () => this.#size(),
      onBegin: (isRepeating) => this.#views.startOver(isRepeating),
      successor: (view) => this.#views.successor(view),
      onUncertain: () => this.#showRefusal(text("widgetBeganAgain")),
      onUpdate: (update) => this.#views.apply(update),
      onConnection: (isConnected) => {
        this.#setWaiting("connection", !isConnected);
        onConnection(isConnected);
      },
      onWaiting: (isWaiting) => this.#setWaiting("events", isWaiting),
      onAnswering: (isAnswering) => this.#showSilence(!isAnswering),
      onForbidden: (message) => this.#showRefusal(message),
      recreationDelay,
      storageName: screensID,
    });
  }

  start() {
    this.#connection.start();
    this.#observeSize();
  }

  /** Ends the widget when it leaves the page. */
  stop() {
    this.#sizeObserver?.disconnect();
    this.#connection.stop();
    this.#views.stop();
    this.#removeScreens();
  }

  /**
   * The size of the window in points, whatever turns and scales a tile while it is dragged.
   * @returns {WindowSize}
   */
  #size() {
    const { offsetWidth, offsetHeight } = this.#place;
    /** @type {WindowSize} */
    const size = { width: Math.max(1, offsetWidth), height: Math.max(1, offsetHeight) };
    if (this.#cells) size.cells = this.#cells;
    if (this.#isForSettings) size.isForSettings = true;
    return size;
  }

  /**
   * Shows after a moment that the widget cannot answer.
   * @param {"connection" | "events" | "silence"} reason
   * @param {boolean} isWaiting
   */
  #setWaiting(reason, isWaiting) {
    if (isWaiting) this.#waits.add(reason);
    else this.#waits.delete(reason);
    this.#place.classList.toggle("waiting", this.#waits.size > 0);
  }

  /**
   * Says in place of the widget that it does not answer; the other widgets go on.
   * @param {boolean} isSilent
   */
  #showSilence(isSilent) {
    this.#setWaiting("silence", isSilent);
    if (isSilent === Boolean(this.#silenceNotice)) return;
    this.#silenceNotice?.remove();
    this.#silenceNotice = undefined;
    if (!isSilent) return;
    this.#silenceNotice = make("p", "widgetSilence", { role: "status" });
    this.#silenceNotice.textContent = text("widgetSilent");
    markLanguage(this.#silenceNotice);
    this.#place.append(this.#silenceNotice);
  }

  /**
   * Says for a moment why nothing happens.
   * @param {string} message
   */
  #showRefusal(message) {
    const notice = make("p", "widgetSilence", { role: "status" }, message);
    this.#place.append(notice);
    setTimeout(() => notice.remove(), REFUSAL_TIME);
  }

  /**
   * Sets the cells of the board's grid that the widget takes.
   * @param {GridCells} cells
   */
  setCells(cells) {
    const former = this.#cells;
    this.#cells = cells;
    // With other lengths the window has another size, and both are sent together.
    if (former && withoutLengths(former) !== withoutLengths(cells)) this.#connection.sendSize();
  }

  /**
   * Sends the press of a button of the widget while its board is edited.
   * @param {AccessoryName} name
   */
  sendAccessory(name) {
    this.#connection.send(["accessory", name]);
  }

  /** Sends new sizes of the window, the last one always. */
  #observeSize() {
    let sent = this.#size();
    /** @type {number | undefined} */
    let timer;
    const sendSize = () => {
      timer = undefined;
      const size = this.#size();
      if (size.width === sent.width && size.height === sent.height) return;
      sent = size;
      this.#views.animateFrames();
      this.#connection.sendSize();
    };
    this.#sizeObserver = new ResizeObserver(() => {
      if (timer === undefined) timer = setTimeout(sendSize, RESIZE_INTERVAL);
    });
    this.#sizeObserver.observe(this.#place);
  }
}

/** @param {GridCells} cells */
function withoutLengths([columns, rows, fitting, board]) {
  return JSON.stringify([columns, rows, fitting, board?.isEditing, board?.isConfigured]);
}
