// Starts the page: its address says whether it shows a board, or one widget that fills the window.

import { Kinds } from "../protocol/kinds.js";
import { get } from "../protocol/requests.js";
import { PageStream } from "../protocol/stream.js";
import { ConnectionStatus } from "./connectionStatus.js";

const page = document.getElementById("page") ?? document.body;
const status = new ConnectionStatus(document.getElementById("connection") ?? document.body);

async function start() {
  // The page needs the font of icons at once, not when the first icon has been shown in another font.
  document.fonts.load('16px "Tessera Icons"', "\uF004").catch(() => {});
  const [, place, name = ""] = location.pathname.split("/");
  if (place === "open") {
    const { showSingleWidget } = await import("./singleWidgetPage.js");
    return showSingleWidget(page, decodeURIComponent(name), status);
  }
  const [{ BoardClient }, kinds] = await Promise.all([
    import("../board/board.js"), status.load(() => Kinds.load()),
  ]);
  const stream = new PageStream((isConnected) => status.changed("", isConnected));
  const [first] = place === "boards" ? [] : await status.load(() => get("/boards"));
  return new BoardClient(page, { stream, kinds, status }, place === "boards" ? decodeURIComponent(name) : first.id);
}

start();
