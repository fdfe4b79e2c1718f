// Drawings that the server makes for views that draw themselves: one for light surroundings, one for dark ones.
//
// The server's own canvas writes them, so they should hold nothing but shapes, texts and pictures. What else there were
// would not get past the content security policy; it does not even get into the page.

import { isDark } from "../app/colorScheme.js";
import { pictureAddress } from "./pictures.js";

const elements = new Set([
  "svg", "g", "defs", "clipPath", "mask", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
  "tspan", "image", "linearGradient", "radialGradient", "stop", "filter", "feGaussianBlur",
]);

let drawingCount = 0;

/** Puts the drawing for these surroundings into the view's element, under its children. */
export function showDrawing(view) {
  view.drawing?.remove();
  view.drawing = undefined;
  const { light, dark } = view.attributes.drawing ?? {};
  const text = isDark() ? (dark ?? light) : light;
  if (typeof text !== "string") return;
  view.drawing = parsed(text, view.store.widget);
  if (view.drawing) view.element.prepend(view.drawing);
}

function parsed(text, widget) {
  const { documentElement: drawing } = new DOMParser().parseFromString(text, "image/svg+xml");
  // A text that cannot be read gives an element that says so.
  if (drawing.localName !== "svg") return undefined;
  for (const element of [...drawing.querySelectorAll("*")]) if (!elements.has(element.localName)) element.remove();
  // All drawings share the page's names, and each begins to count at one.
  drawingCount += 1;
  const prefix = `drawing${drawingCount}-`;
  for (const element of [drawing, ...drawing.querySelectorAll("*")]) {
    for (const attribute of [...element.attributes]) cleanAttribute(element, attribute, prefix, widget);
  }
  const imported = document.importNode(drawing, true);
  for (const image of imported.querySelectorAll("image")) image.addEventListener("error", () => showMissing(image));
  imported.classList.add("drawing");
  imported.setAttribute("aria-hidden", "true");
  return imported;
}

/** A calm ground in place of a picture that cannot be had. */
function showMissing(image) {
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const name of ["x", "y", "width", "height", "clip-path"]) {
    if (image.hasAttribute(name)) ground.setAttribute(name, image.getAttribute(name));
  }
  ground.classList.add("missing");
  image.replaceWith(ground);
}

function cleanAttribute(element, attribute, prefix, widget) {
  const { name, localName, value } = attribute;
  if (/^on/i.test(localName) || localName === "style" || localName === "class") element.removeAttribute(name);
  else if (localName === "id") element.setAttribute(name, prefix + value);
  else if (localName === "href") {
    const picture = element.localName === "image" && /^(remote-)?picture:(.*)$/s.exec(value);
    const address = picture && pictureAddress(widget, picture[1] ? { url: picture[2] } : { name: picture[2] });
    const isOwnPicture = element.localName === "image" && /^data:image\//i.test(value);
    if (value.startsWith("#")) element.setAttribute(name, `#${prefix}${value.slice(1)}`);
    else if (address) element.setAttribute(name, address);
    else if (!isOwnPicture) element.removeAttribute(name);
  } else if (/url\s*\(/i.test(value)) {
    const reference = /^url\(#([\w-]+)\)$/.exec(value);
    if (reference) element.setAttribute(name, `url(#${prefix}${reference[1]})`);
    else element.removeAttribute(name);
  }
}
