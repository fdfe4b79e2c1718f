// Starts the page: its address says whether it shows a board, or one widget that fills the window.

import { Kinds } from "../protocol/kinds.js";
import { get } from "../protocol/requests.js";
import { PageStream } from "../protocol/stream.js";
import { ConnectionStatus } from "./connectionStatus.js";

/** @typedef {import("../protocol/messages").Session} Session */

const page = document.getElementById("page") ?? document.body;
const status = new ConnectionStatus(document.getElementById("connection") ?? document.body);

async function start() {
  // The page needs the font of icons at once, not when the first icon has been shown in another font.
  document.fonts.load('16px "Tessera Icons"', "\uF004").catch(() => {});
  const [, place, name = ""] = location.pathname.split("/");
  if (["login", "setup", "account"].includes(place)) {
    const { showAccountPage } = await import("../account/accountPage.js");
    return showAccountPage(page, place, status);
  }
  if (place === "open") {
    const { showSingleWidget } = await import("./singleWidgetPage.js");
    return showSingleWidget(page, decodeURIComponent(name), status);
  }
  /** @type {[typeof import("../board/board.js"), Kinds, Session]} */
  const [{ BoardClient }, kinds, session] = await Promise.all([
    import("../board/board.js"), status.load(() => Kinds.load()), status.load(() => get("/session")),
  ]);
  const stream = new PageStream((isConnected) => status.changed("", isConnected));
  const [first] = place === "boards" ? [] : await status.load(() => get("/boards"));
  // A visitor who may see no board gets the page of the first one, which says so.
  const board = place === "boards" ? decodeURIComponent(name) : first?.id ?? "home";
  return new BoardClient(page, { stream, kinds, status, session }, board);
}

start();
