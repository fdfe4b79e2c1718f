// Shows a page in a frame, without access to this page, and without the right to open anything.

import { isWebPage, parseURL } from "../shared/urls.js";

/**
 * The address of the page; with `isTyped` if a person chose it.
 * @typedef {string | { url: string, isTyped: boolean } | undefined} FrameContent
 */

const permissions = ["allow-scripts", "allow-forms"];
/** Where a tab remembers the origins for which it was loaded anew. */
const reloadKey = "tessera-frames";

/** @type {Behaviour} */
export const frame = {
  tag: () => "iframe",

  attach({ element }) {
    element.setAttribute("referrerpolicy", "no-referrer");
    element.setAttribute("loading", "lazy");
    element.setAttribute("allow", "");
  },

  attributes: {
    content(view, value) {
      const address = addressIn(value);
      // A page that a person chose has its own cookies, so that it can be signed in to. If it were of this server's
      // origin, it could reach out of its frame.
      const hasStorage = address && typeof value !== "string" && new URL(address).origin !== location.origin;
      const allowed = hasStorage ? [...permissions, "allow-same-origin"] : permissions;
      view.element.setAttribute("sandbox", allowed.join(" "));
      view.element.toggleAttribute("data-typed", Boolean(address) && typeof value !== "string");
      if (address) view.element.setAttribute("src", address);
      else view.element.removeAttribute("src");
      nameChanged(view);
    },
    accessibilityLabel: nameChanged,
  },
};

/** @param {ContentView<unknown>} view */
function nameChanged({ element, attributes: { accessibilityLabel, content } }) {
  const address = addressIn(content);
  element.title = accessibilityLabel ?? (address ? new URL(address).host : "");
}

/**
 * @param {unknown} content
 * @returns {string | undefined}
 */
function addressIn(content) {
  const known = /** @type {FrameContent} */ (content);
  const address = typeof known === "object" ? known?.url : known;
  return isWebPage(address) ? address : undefined;
}

/**
 * Loads the page anew, once for each origin, when its policy knows none of an address that a person typed after it was
 * loaded. What a framed page opens in itself is no reason.
 * @param {Pick<SecurityPolicyViolationEvent, "blockedURI" | "effectiveDirective">} violation
 */
export function policyViolated({ blockedURI, effectiveDirective }) {
  if (effectiveDirective !== "frame-src") return;
  const blocked = parseURL(blockedURI)?.origin;
  const frames = [...document.querySelectorAll("iframe[data-typed]")];
  if (!blocked || !frames.some((element) => parseURL(element.getAttribute("src"))?.origin === blocked)) return;
  const known = new Set(JSON.parse(sessionStorage.getItem(reloadKey) ?? "[]"));
  if (known.has(blocked)) return;
  sessionStorage.setItem(reloadKey, JSON.stringify([...known, blocked]));
  location.reload();
}
