// Pictures come from this server alone: those of the bundle, and those that it fetches by the widget's rules.

import { setStyle } from "../shared/dom.js";

/** Elements without a picture show the browser's own sign of failure, those with an empty one do not. */
const emptyPicture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/**
 * Until it is there, a picture is a calm ground, or another picture, blurred, that becomes sharp then. One that cannot be
 * had leaves the other one, or the ground with a sign; the style sheet has all of it.
 */
export function followPicture(picture) {
  picture.addEventListener("load", () => picture.classList.remove("waiting"));
  picture.addEventListener("error", () => {
    picture.classList.remove("waiting");
    if (picture.classList.contains("failed")) return;
    picture.classList.add("failed");
    picture.src = emptyPicture;
  });
}

export function showPicture(view, image) {
  const { picture } = view;
  if (!picture) return;
  const address = pictureAddress(view.store.widget, image);
  picture.classList.remove("failed");
  // A part that shows nothing leaves its room to the others.
  if (picture !== view.element) picture.hidden = !address;
  if (address) picture.src = address;
  else picture.removeAttribute("src");
  picture.classList.toggle("waiting", Boolean(address) && !picture.complete);
}

/** Shows another picture of the bundle until the view's own is there. */
export function showPlaceholder(view, name) {
  const address = pictureAddress(view.store.widget, { name });
  view.picture.classList.toggle("replaced", Boolean(address));
  // Parentheses would end the address in a style.
  setStyle(view.picture, "--placeholder", address && `url("${address.replace(/[()'"]/g, encodeURIComponent)}")`);
}

/** Where the server has a picture of the bundle or of elsewhere; undefined where it can have none. */
export function pictureAddress(widget, image) {
  const base = `/widgets/${encodeURIComponent(widget)}`;
  // Parts of dots would lead elsewhere on this server.
  if (typeof image?.name === "string" && image.name.split("/").some((part) => /^\.*$/.test(part))) return undefined;
  if (typeof image?.name === "string") return `${base}/images/${image.name.split("/").map(encodeURIComponent).join("/")}`;
  if (typeof image?.url === "string") return `${base}/remote-image?url=${encodeURIComponent(image.url)}`;
  // What a person picked is here already. Nothing but pictures is shown as one.
  if (typeof image?.data === "string" && image.data.startsWith("data:image/")) return image.data;
  return undefined;
}
