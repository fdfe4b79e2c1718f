// Shows the drawings that the server makes for views that draw themselves, for light surroundings and for dark ones.
//
// The server's own canvas writes them, so they should hold nothing but shapes, texts and pictures. Anything else would
// not get past the content security policy; it does not even get into the page.

import { isDark } from "../shared/colorScheme.js";
import { makeSVG } from "../shared/dom.js";
import { pictureAddress } from "./pictures.js";

const elements = new Set([
  "svg", "g", "defs", "clipPath", "mask", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
  "tspan", "image", "linearGradient", "radialGradient", "stop", "filter", "feGaussianBlur", "feFlood",
  "feComposite",
]);

let drawingCount = 0;

/**
 * Puts the drawing for these surroundings into the view's element, under its children.
 * @param {View} view
 */
export function showDrawing(view) {
  view.drawing?.remove();
  view.drawing = undefined;
  const { light, dark } = view.attributes.drawing ?? {};
  const text = isDark() ? (dark ?? light) : light;
  if (typeof text !== "string") return;
  view.drawing = parsed(text, view.host.widget);
  if (view.drawing) view.element.prepend(view.drawing);
}

/**
 * @param {string} text
 * @param {string} widget
 * @returns {Element | undefined}
 */
function parsed(text, widget) {
  /** @type {Element} */
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  // A text that is no drawing gives an element that says so.
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

/**
 * Puts a calm ground in place of a picture that cannot be had.
 * @param {Element} image
 */
function showMissing(image) {
  const ground = makeSVG("rect");
  for (const name of ["x", "y", "width", "height", "clip-path"]) {
    const value = image.getAttribute(name);
    if (value !== null) ground.setAttribute(name, value);
  }
  ground.classList.add("missing");
  image.replaceWith(ground);
}

/**
 * Removes an attribute that a drawing may not have, and makes the names in it the drawing's own.
 * @param {Element} element
 * @param {Attr} attribute
 * @param {string} prefix of names
 * @param {string} widget
 */
function cleanAttribute(element, { name, localName, value }, prefix, widget) {
  if (/^on/i.test(localName) || localName === "style" || localName === "class") element.removeAttribute(name);
  else if (localName === "id") element.setAttribute(name, prefix + value);
  else if (localName === "href") cleanReference(element, name, value, prefix, widget);
  else if (/url\s*\(/i.test(value)) {
    const reference = /^url\(#([\w-]+)\)$/.exec(value);
    if (reference) element.setAttribute(name, `url(#${prefix}${reference[1]})`);
    else element.removeAttribute(name);
  }
}

/**
 * Lets a reference lead to a part of the drawing, or to a picture of the widget.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 * @param {string} prefix of names
 * @param {string} widget
 */
function cleanReference(element, name, value, prefix, widget) {
  const isImage = element.localName === "image";
  const picture = isImage ? /^(remote-)?picture:(.*)$/s.exec(value) : null;
  const address = picture && pictureAddress(widget, picture[1] ? { url: picture[2] } : { name: picture[2] });
  if (value.startsWith("#")) element.setAttribute(name, `#${prefix}${value.slice(1)}`);
  else if (address) element.setAttribute(name, address);
  else if (!(isImage && /^data:image\//i.test(value))) element.removeAttribute(name);
}
