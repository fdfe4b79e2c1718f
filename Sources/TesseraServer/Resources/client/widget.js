// One widget on the page: joins its connection with its views.

import { Connection } from "./connection.js";
import { ViewStore } from "./views.js";

export class WidgetClient {
  /**
   * @param {string} id the instance's identity
   * @param {HTMLElement} place the element that the widget fills
   * @param shared what the widgets of the page share: `stream` brings updates, `kinds` says what views are,
   *   `screenHistory` keeps the browser's history
   */
  constructor(id, place, { stream, kinds, screenHistory }, { connectionChanged }) {
    this.place = place;
    this.views = new ViewStore(id, place, kinds, {
      send: (event) => this.connection.send(event),
      sendFile: (view, file) => this.connection.sendFile(view, file),
      isSending: (view) => this.connection.isSending(view),
      afterDelivery: (action) => this.connection.afterDelivery(action),
      screensChanged: (count) => screenHistory.screensChanged(id, Math.max(0, count - 1)),
    });
    screenHistory.follow(id, () => this.views.layers.leave() === "back");
    this.connection = new Connection(id, stream, {
      size: () => this.#size(),
      begin: () => this.views.clear(),
      update: (update) => this.views.apply(update),
      connectionChanged,
    });
  }

  start() {
    this.connection.start();
    this.#followSize();
  }

  #size() {
    const box = this.place.getBoundingClientRect();
    return { width: Math.max(1, Math.floor(box.width)), height: Math.max(1, Math.floor(box.height)) };
  }

  /** Tells the server about new sizes, at most ten times a second, the last one always. */
  #followSize() {
    let told = this.#size();
    let timer;
    new ResizeObserver(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        const size = this.#size();
        if (size.width === told.width && size.height === told.height) return;
        told = size;
        this.views.animateFrames();
        this.connection.send(["resize", size.width, size.height]);
      }, 100);
    }).observe(this.place);
  }
}
