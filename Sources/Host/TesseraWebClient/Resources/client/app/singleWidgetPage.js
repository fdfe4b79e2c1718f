// One widget that fills the window.

import { make } from "../shared/dom.js";
import { ScreenHistory } from "./history.js";
import { Kinds } from "../protocol/kinds.js";
import { get } from "../protocol/requests.js";
import { PageStream } from "../protocol/stream.js";
import { WidgetClient } from "./widgetClient.js";

/**
 * Shows a widget.
 * @param {HTMLElement} page the element that it fills
 * @param {string} id the instance's identity
 * @param load gets something, however often that takes
 * @param connectionChanged hears of the connection
 */
export async function showAlone(page, id, load, connectionChanged) {
  const [widgets, kinds] = await load(() => Promise.all([get("/widgets"), Kinds.load()]));
  const widget = widgets.find((other) => other.id === id);
  page.removeAttribute("aria-busy");
  if (!widget) return notice(page, "No such widget", "It is not on a board any more.");
  document.title = widget.name;
  const header = make("header", "pageName");
  const heading = make("h1");
  heading.textContent = document.title;
  header.append(heading);
  const place = make("div", "widget", { "data-widget": id });
  page.append(header, place);
  const shared = { stream: new PageStream(connectionChanged), kinds, screenHistory: new ScreenHistory() };
  new WidgetClient(id, place, shared, { connectionChanged: (connected) => connectionChanged(id, connected) }).start();
}

function notice(page, title, text) {
  const box = make("div", "notice");
  const heading = make("h1");
  const paragraph = make("p");
  heading.textContent = title;
  paragraph.textContent = text;
  box.append(heading, paragraph);
  page.append(box);
}
