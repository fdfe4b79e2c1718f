// What the page shows follows from its address: a board, or one widget that fills the window.

import { Kinds } from "../protocol/kinds.js";
import { get } from "../protocol/requests.js";
import { PageStream } from "../protocol/stream.js";

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

/** Gets JSON of the server, however often that takes. */
async function load(loading) {
  for (let delay = 500; ; delay = Math.min(delay * 2, 8000)) {
    try {
      const result = await loading();
      connectionChanged("", true);
      return result;
    } catch {
      // Not reachable yet: the sign says so, and the next round tries again.
    }
    connectionChanged("", false);
    await new Promise((done) => setTimeout(done, delay));
  }
}

async function start() {
  // The font of the icons is wanted at once, not when the first of them has been shown in another one.
  document.fonts.load('16px "Tessera Icons"', "\uF004").catch(() => {});
  const [, place, name] = location.pathname.split("/");
  if (place === "open") {
    const { showAlone } = await import("./singleWidgetPage.js");
    return showAlone(page, decodeURIComponent(name), load, connectionChanged);
  }
  const [{ BoardClient }, kinds] = await Promise.all([import("../board/board.js"), load(() => Kinds.load())]);
  const shared = { stream: new PageStream(connectionChanged), kinds, connectionChanged };
  const [first] = place === "boards" ? [] : await load(() => get("/boards"));
  new BoardClient(page, shared, place === "boards" ? decodeURIComponent(name) : first.id);
}

start();
