// Shows text that consists of parts: styled spans, links, and icons.
//
// Icons are letters of the private use area, in a font that the server has. Screen readers ignore them: an icon that
// means something has a name.

import { color, number, textLine } from "./cssValues.js";
import { make, setOrRemove, setStyle } from "./dom.js";
import { isOpenable } from "./urls.js";

const icons = /([\uF001-\uF8FF]+)/;

const letter = /\p{L}/u;

/**
 * Shows a text in an element.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {TextSpan[]} [spans] the parts of the text, where they look different
 */
export function showText(element, text, spans) {
  // Text without letters, such as a number, has the direction of its surroundings.
  if (element.classList.contains("label")) setOrRemove(element, "dir", letter.test(text) ? "auto" : undefined);
  if (spans) element.replaceChildren(...spans.map(makeSpan));
  else if (icons.test(text)) element.replaceChildren(...makePieces(text));
  else element.textContent = text;
}

/** @param {string} text */
function makePieces(text) {
  return text.split(icons).filter(Boolean).map((piece) => (icons.test(piece) ? makeIconText(piece) : piece));
}

/** @param {string} letters */
function makeIconText(letters) {
  return make("span", "icon", { "aria-hidden": "true" }, letters);
}

/** @param {TextSpan} span */
function makeSpan({ text = "", url, fontWeight, italic, monospaced, color: ownColor, textDecoration }) {
  const element = isOpenable(url)
    ? make("a", "span", { href: url, target: "_blank", rel: "noopener noreferrer" })
    : make(textDecoration === "line-through" ? "s" : monospaced ? "code" : "span", "span");
  if (monospaced) {
    element.classList.add("monospaced");
  } else {
    setStyle(element, "font-weight", number(fontWeight));
    if (italic) element.style.fontStyle = "italic";
  }
  setStyle(element, "color", color(ownColor));
  setStyle(element, "text-decoration-line", textLine(textDecoration));
  element.append(...makePieces(text));
  return element;
}
