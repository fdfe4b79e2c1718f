// Shows one widget that fills the window.

import { Kinds } from "../protocol/kinds.js";
import { get } from "../protocol/requests.js";
import { PageStream } from "../protocol/stream.js";
import { make } from "../shared/dom.js";
import { text } from "../texts/texts.js";
import { ScreenHistory } from "../widget/history.js";
import { WidgetClient } from "../widget/widgetClient.js";

/** @typedef {import("./connectionStatus.js").ConnectionStatus} ConnectionStatus */

/**
 * @param {HTMLElement} page the element that the widget fills
 * @param {string} id of the widget
 * @param {ConnectionStatus} status
 */
export async function showSingleWidget(page, id, status) {
  /** @type {[NamedEntry[], Kinds]} */
  const [widgets, kinds] = await status.load(() => Promise.all([get("/widgets"), Kinds.load()]));
  const widget = widgets.find((other) => other.id === id);
  page.removeAttribute("aria-busy");
  if (!widget) {
    page.append(noticeBox(text("widgetUnknown"), text("widgetUnknownText")));
    return;
  }
  document.title = widget.name;
  const heading = make("h1", "", {}, document.title);
  const header = make("header", "pageName", {}, heading);
  const place = make("div", "widget", { "data-widget": id });
  page.append(header, place);
  new WidgetClient(id, place, {
    stream: new PageStream((isConnected) => status.changed("", isConnected)),
    kinds,
    screenHistory: new ScreenHistory(),
    onConnection: (isConnected) => status.changed(id, isConnected),
  }).start();
}

/**
 * @param {string} title
 * @param {string} explanation
 */
function noticeBox(title, explanation) {
  const heading = make("h1", "", {}, title);
  const paragraph = make("p", "", {}, explanation);
  return make("div", "notice", {}, heading, paragraph);
}
