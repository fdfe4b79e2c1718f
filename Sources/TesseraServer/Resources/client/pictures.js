// Pictures come from this server alone: those of the bundle, and those that it fetches by the widget's rules.

/** A picture that cannot be had leaves a calm ground instead of a broken sign. */
export function followPicture(picture) {
  picture.addEventListener("error", () => {
    picture.classList.add("failed");
    picture.removeAttribute("src");
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
