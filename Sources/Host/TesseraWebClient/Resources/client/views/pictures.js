// Shows pictures, which come from this server alone: those of the bundle, and those that it may fetch for the widget.

import { setStyle } from "../shared/dom.js";
import { serverAddress } from "../shared/urls.js";

/** Elements without a picture show the browser's own sign of failure, those with an empty one do not. */
const emptyPicture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/**
 * Marks whether a picture is there. Until it is, the style sheet shows a calm ground, or another picture, blurred; one
 * that cannot be had leaves the other one, or the ground with a sign.
 * @param {HTMLImageElement} picture
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

/**
 * @param {View} view
 * @param {ImageReference | undefined} image
 */
export function showPicture(view, image) {
  const { picture } = view;
  if (!picture) return;
  const address = pictureAddress(view.host.widget, image);
  picture.classList.remove("failed");
  if (address) {
    picture.src = address;
  } else if (picture.classList.contains("replaced")) {
    picture.classList.add("failed");
    picture.src = emptyPicture;
  } else {
    picture.removeAttribute("src");
  }
  showTemplate(view);
  picture.classList.toggle("waiting", Boolean(address) && !picture.complete);
}

/**
 * Makes a template a mask over the view's colour.
 * @param {View} view
 */
export function showTemplate({ host, picture, attributes: { image, renderingMode } }) {
  if (!picture) return;
  const address = renderingMode === "template" ? pictureAddress(host.widget, image) : undefined;
  picture.classList.toggle("template", Boolean(address));
  setStyle(picture, "--picture", address && styleAddress(address));
}

/**
 * Shows another picture of the bundle until the view's own is there.
 * @param {View} view
 * @param {string | undefined} name
 */
export function showPlaceholder(view, name) {
  const { host, picture } = view;
  if (!picture) return;
  const address = pictureAddress(host.widget, { name });
  picture.classList.toggle("replaced", Boolean(address));
  setStyle(picture, "--placeholder", address && styleAddress(address));
  // A view without a picture of its own shows the other one for good.
  if (!pictureAddress(host.widget, view.attributes.image)) showPicture(view, undefined);
}

/**
 * An address in a style, within quotes, which a quote or the end of the line would end.
 * @param {string} address
 */
function styleAddress(address) {
  return `url("${address.replace(/["\\\n\r\f]/g, encodeURIComponent)}")`;
}

/**
 * Where the server has a picture of the bundle or of elsewhere; undefined where it can have none.
 * @param {string} widget
 * @param {ImageReference | undefined} image
 */
export function pictureAddress(widget, image) {
  const base = serverAddress(`/widgets/${encodeURIComponent(widget)}`);
  if (typeof image?.name === "string") {
    const parts = image.name.split("/");
    // Parts of dots would lead elsewhere on this server.
    if (parts.some((part) => /^\.*$/.test(part))) return undefined;
    return `${base}/images/${parts.map(encodeURIComponent).join("/")}`;
  }
  if (typeof image?.url === "string") return `${base}/remote-image?url=${encodeURIComponent(image.url)}`;
  // What a person picked is here already. Nothing but pictures is shown as one.
  if (typeof image?.data === "string" && image.data.startsWith("data:image/")) return image.data;
  return undefined;
}
