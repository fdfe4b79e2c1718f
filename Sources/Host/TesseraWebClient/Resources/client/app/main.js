// Starts the page: its address says what it shows, such as a board, or one widget that fills the window.

import { Kinds } from "../protocol/kinds.js";
import { get } from "../protocol/requests.js";
import { PageStream } from "../protocol/stream.js";
import { placeOf } from "../shared/urls.js";
import { loadTexts, markLanguage } from "../texts/texts.js";
import { policyViolated } from "../views/frame.js";
import { ConnectionStatus } from "./connectionStatus.js";

const page = document.getElementById("page") ?? document.body;
const status = new ConnectionStatus(document.getElementById("connection") ?? document.body);

async function start() {
  const wanted = new URLSearchParams(location.search).get("language");
  await loadTexts([...(wanted === null ? [] : [wanted]), ...navigator.languages]);
  markLanguage(document.documentElement);
  loadIconFont();
  const [place, name = ""] = placeOf(location.pathname);
  if (["login", "setup", "account"].includes(place)) {
    const { showAccountPage } = await import("../account/accountPage.js");
    return showAccountPage(page, place, status);
  }
  if (place === "admin") {
    const { showAdminPage } = await import("../admin/adminPage.js");
    return showAdminPage(page, status);
  }
  if (place === "open") {
    const { showSingleWidget } = await import("./singleWidgetPage.js");
    return showSingleWidget(page, name, status);
  }
  /** @type {[typeof import("../board/board.js"), Kinds, Session]} */
  const [{ BoardClient }, kinds, session] = await Promise.all([
    import("../board/board.js"), status.load(() => Kinds.load()), status.load(() => get("/session")),
  ]);
  const stream = new PageStream((isConnected) => status.changed("", isConnected));
  const [first] = place === "boards" ? [] : await status.load(() => get("/boards"));
  // A visitor who may see no board gets the page of the first one, which says so.
  const board = place === "boards" ? name : first?.id ?? "home";
  return new BoardClient(page, { stream, kinds, status, session }, board);
}

/**
 * Loads the font of icons, not only when the first icon has been shown in another font, but after the first frame that
 * shows something.
 */
function loadIconFont() {
  const load = () => document.fonts.load('16px "Tessera Icons"', "\uF004").catch(() => {});
  const observer = new MutationObserver(() => {
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(load));
  });
  observer.observe(page, { attributeFilter: ["aria-busy"] });
}

document.addEventListener("securitypolicyviolation", policyViolated);
start();
