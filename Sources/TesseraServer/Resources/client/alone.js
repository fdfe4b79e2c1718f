// One widget that fills the window.

import { ScreenHistory } from "./history.js";
import { Kinds } from "./kinds.js";
import { PageStream } from "./stream.js";
import { WidgetClient } from "./widget.js";

/**
 * Shows a widget.
 * @param {HTMLElement} page the element that it fills
 * @param {string} id the instance's identity
 * @param load gets something, however often that takes
 * @param connectionChanged hears of the connection
 */
export async function showAlone(page, id, load, connectionChanged) {
  const [widgets, kinds] = await load(() => Promise.all([loadWidgets(), Kinds.load()]));
  const widget = widgets.find((other) => other.id === id);
  page.removeAttribute("aria-busy");
  if (!widget) return notice(page, "No such widget", "It is not on a board any more.");
  document.title = widget.name;
  const header = document.createElement("header");
  const heading = document.createElement("h1");
  heading.textContent = document.title;
  header.className = "pageName";
  header.append(heading);
  const place = document.createElement("div");
  place.className = "widget";
  place.dataset.widget = id;
  page.append(header, place);
  const shared = { stream: new PageStream(connectionChanged), kinds, screenHistory: new ScreenHistory() };
  new WidgetClient(id, place, shared, { connectionChanged: (connected) => connectionChanged(id, connected) }).start();
}

function notice(page, title, text) {
  const box = document.createElement("div");
  const heading = document.createElement("h1");
  const paragraph = document.createElement("p");
  box.className = "notice";
  heading.textContent = title;
  paragraph.textContent = text;
  box.append(heading, paragraph);
  page.append(box);
}

async function loadWidgets() {
  const answer = await fetch("/widgets", { cache: "no-store" });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
}
