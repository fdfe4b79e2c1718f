// Opening addresses that lead out of the widget.

import { make, makeSign } from "../shared/dom.js";
import { word } from "../app/strings.js";

const protocols = new Set(["http:", "https:", "mailto:", "tel:"]);
/** What never leads to an app, whatever a server says. */
const reserved = new Set(["javascript:", "data:", "blob:", "file:", "about:", "vbscript:", "view-source:"]);

/** Whether an address is one that pages may open. */
export function isOpenable(text) {
  return typeof text === "string" && URL.canParse(text) && protocols.has(new URL(text).protocol);
}

/**
 * Opens an address in a tab of its own. Browsers allow that only a moment after the person did something, and a press
 * has been to the server and back; where it is too late, or nobody pressed anything, a link at the lower edge of the
 * widget waits for the person.
 *
 * A tab that knows nothing of this page tells it nothing either, not even whether it was opened. So this asks
 * beforehand whether it will be.
 */
export function openAddress(text, store) {
  const { place } = store;
  place.querySelector(":scope > .link")?.remove();
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || reserved.has(address.protocol)) return;
  // Another app opens where the person says so once more.
  const isApp = !protocols.has(address.protocol);
  if (!isApp && navigator.userActivation?.isActive) window.open(address.href, "_blank", "noopener,noreferrer");
  else place.append(linkBar(address, store));
}

function linkBar(address, store) {
  const bar = make("div", "link", { role: "status" });
  const isApp = !protocols.has(address.protocol);
  const link = make("a", "", { href: address.href, rel: "noopener noreferrer", ...(isApp ? {} : { target: "_blank" }) });
  link.textContent = word(store, "openAddress", isApp ? address.href : address.host || address.pathname);
  const close = make("button", "", { type: "button", "aria-label": word(store, "close") });
  close.append(makeSign("M7 7l10 10M17 7L7 17", "stroke"));
  for (const element of [link, close]) element.addEventListener("click", () => bar.remove());
  bar.append(link, close);
  return bar;
}
