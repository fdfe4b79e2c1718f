// One widget on the page: joins its connection with its views.

import { Connection } from "./connection.js";
import { make } from "../shared/dom.js";
import { ViewStore } from "../views/viewStore.js";

export class WidgetClient {
  #sizes;
  #forgetScreens;
  /** The columns and rows that it takes on a board, and those that it could take; undefined where it stands alone. */
  #cells;

  /**
   * @param {string} id the instance's identity
   * @param {HTMLElement} place the element that the widget fills
   * @param shared what the widgets of the page share: `stream` brings updates, `kinds` says what views are,
   *   `screenHistory` keeps the browser's history, `patience` see `Connection`,
   *   `isPart` says that it is one of several
   */
  constructor(id, place, { stream, kinds, screenHistory, patience = 0, isPart = false }, { connectionChanged }) {
    this.place = place;
    this.views = new ViewStore(id, place, kinds, {
      send: (event) => this.connection.send(event),
      sendFile: (view, file) => this.connection.sendFile(view, file),
      isSending: (view) => this.connection.isSending(view),
      afterDelivery: (action) => this.connection.afterDelivery(action),
      isPart,
      screensChanged: (count) => screenHistory.screensChanged(id, Math.max(0, count - 1)),
    });
    this.#forgetScreens = () => screenHistory.screensChanged(id, 0);
    screenHistory.follow(id, () => this.views.layers.leave() === "back");
    this.connection = new Connection(id, stream, {
      size: () => this.#size(),
      begin: () => this.views.clear(),
      update: (update) => this.views.apply(update),
      connectionChanged,
      answering: (isAnswering) => this.#showSilence(!isAnswering),
      patience,
    });
  }

  start() {
    this.connection.start();
    this.#followSize();
  }

  /** The widget is not on the page any more. */
  stop() {
    this.#sizes?.disconnect();
    this.connection.stop();
    this.views.stop();
    this.#forgetScreens();
  }

  /** The window's size in points; not as a tile is turned and scaled while it is moved. */
  #size() {
    const { offsetWidth, offsetHeight } = this.place;
    const size = { width: Math.max(1, offsetWidth), height: Math.max(1, offsetHeight) };
    return this.#cells ? { ...size, cells: this.#cells } : size;
  }

  /** A widget that does not answer says so itself: the others of the page go on. */
  #showSilence(isSilent) {
    const { silence } = this;
    if (isSilent === Boolean(silence)) return;
    silence?.remove();
    this.silence = isSilent ? make("p", "widgetSilence", { role: "status" }) : undefined;
    if (!isSilent) return;
    this.silence.textContent = "This widget does not answer. It goes on by itself when it can.";
    this.place.append(this.silence);
  }

  /** The widget takes so many cells of the board's grid; `fitting` lists others that it could take, if it wants to know. */
  setCells(columns, rows, fitting) {
    const cells = fitting === undefined ? [columns, rows] : [columns, rows, fitting];
    if (JSON.stringify(this.#cells) === JSON.stringify(cells)) return;
    const isNew = this.#cells === undefined;
    this.#cells = cells;
    if (!isNew) this.connection.send(["grid", ...cells]);
  }

  /** A button of the widget was pressed while the board is edited. */
  tapAccessory(type) {
    this.connection.send(["accessory", type]);
  }

  /** Tells the server about new sizes, at most ten times a second, the last one always. */
  #followSize() {
    let told = this.#size();
    let timer;
    this.#sizes = new ResizeObserver(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const size = this.#size();
        if (size.width === told.width && size.height === told.height) return;
        told = size;
        this.views.animateFrames();
        this.connection.send(["resize", size.width, size.height]);
      }, 100);
    });
    this.#sizes.observe(this.place);
  }
}
