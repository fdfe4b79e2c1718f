// Pictures come from this server alone: those of the bundle, and those that it fetches by the widget's rules.

/** Elements without a picture show the browser's own sign of failure, those with an empty one do not. */
const emptyPicture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** A picture that cannot be had leaves a calm ground with a sign; the style sheet has both. */
export function followPicture(picture) {
  picture.addEventListener("error", () => {
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
}

function pictureAddress(widget, image) {
  const base = `/widgets/${encodeURIComponent(widget)}`;
  if (typeof image?.name === "string") return `${base}/images/${image.name.split("/").map(encodeURIComponent).join("/")}`;
  if (typeof image?.url === "string") return `${base}/remote-image?url=${encodeURIComponent(image.url)}`;
  return undefined;
}
