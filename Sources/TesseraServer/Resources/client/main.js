// Finds out which widgets the server has, and gives each a place on the page.

import { ScreenHistory } from "./history.js";
import { Kinds } from "./kinds.js";
import { PageStream } from "./stream.js";
import { WidgetClient } from "./widget.js";

const page = document.getElementById("page");
const connectionSign = document.getElementById("connection");
const offline = new Set();
let patience;

/** Says after a second without a connection that there is none; says nothing about shorter breaks. */
function connectionChanged(widget, connected) {
  if (connected) offline.delete(widget);
  else offline.add(widget);
  if (offline.size > 0) {
    patience ??= setTimeout(() => {
      connectionSign.hidden = false;
      connectionSign.textContent = "Reconnecting…";
    }, 1000);
  } else {
    clearTimeout(patience);
    patience = undefined;
    connectionSign.hidden = true;
    connectionSign.textContent = "";
  }
}

function show(widgets, kinds) {
  const shared = { stream: new PageStream(), kinds, screenHistory: new ScreenHistory(widgets.map(({ id }) => id)) };
  page.classList.toggle("tiles", widgets.length > 1);
  document.title = widgets.length === 1 ? widgets[0].name : "Tessera";
  const header = document.createElement("header");
  const heading = document.createElement("h1");
  heading.textContent = document.title;
  header.className = "pageName";
  header.append(heading);
  if (widgets.length > 0) page.append(header);
  for (const { id, name } of widgets) {
    const place = document.createElement("div");
    place.className = "widget";
    place.dataset.widget = id;
    if (widgets.length > 1) {
      place.setAttribute("role", "region");
      place.setAttribute("aria-label", name);
    }
    page.append(place);
    new WidgetClient(id, place, shared, { connectionChanged: (connected) => connectionChanged(id, connected) }).start();
  }
  if (widgets.length === 0) notice("No widgets yet", "Start the server with the folder of a widget: tessera serve Feed.widget");
  page.removeAttribute("aria-busy");
}

function notice(title, text) {
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

async function start() {
  // The font of the icons is wanted at once, not when the first of them has been shown in another one.
  document.fonts.load('16px "Tessera Icons"', "\uF004").catch(() => {});
  for (let delay = 500; ; delay = Math.min(delay * 2, 8000)) {
    try {
      const [widgets, kinds] = await Promise.all([loadWidgets(), Kinds.load()]);
      connectionChanged("", true);
      return show(widgets, kinds);
    } catch {
      // Not reachable yet: the sign says so, and the next round tries again.
    }
    connectionChanged("", false);
    await new Promise((done) => setTimeout(done, delay));
  }
}

start();
