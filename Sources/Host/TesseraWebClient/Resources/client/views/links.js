// Opens addresses that lead out of a widget, or shows a link where the browser does not allow that.

import { make, makeIcon } from "../shared/dom.js";
import { destinationOf, parseURL } from "../shared/urls.js";
import { localized } from "../texts/strings.js";

/**
 * Opens an address in a tab of its own. Browsers allow that only a moment after the person did something, and a press
 * has been to the server and back. Where it is too late, or the person pressed nothing, a link at the lower edge of the
 * widget waits for a press. An address of an app always opens by such a link.
 *
 * The new tab knows nothing of this page, and this page does not even learn whether it opened. So this asks beforehand
 * whether it will.
 * @param {string} text
 * @param {Pick<ViewHost, "place" | "strings">} host
 */
export function openAddress(text, { place, strings }) {
  place.querySelector(":scope > .link")?.remove();
  const address = parseURL(text);
  const destination = destinationOf(address);
  if (!address || !destination) return;
  const isAllowed = destination === "tab" && navigator.userActivation?.isActive;
  if (isAllowed) window.open(address.href, "_blank", "noopener,noreferrer");
  else place.append(makeLinkBar(address, destination === "app", strings));
}

/**
 * @param {URL} address
 * @param {boolean} isApp
 * @param {ViewHost["strings"]} strings
 */
function makeLinkBar(address, isApp, strings) {
  const bar = make("div", "link", { role: "status" });
  const link = make("a", "", { href: address.href, rel: "noopener noreferrer" });
  if (!isApp) link.target = "_blank";
  link.textContent = localized(strings, "openAddress", isApp ? address.href : address.host || address.pathname);
  const close = make("button", "", { type: "button", "aria-label": localized(strings, "close") });
  close.append(makeIcon("M7 7l10 10M17 7L7 17", "stroke"));
  for (const element of [link, close]) element.addEventListener("click", () => bar.remove());
  bar.append(link, close);
  return bar;
}
