// What text consists of: parts that look different, links, and icons.
//
// Icons are letters of the private use area, in a font that the server has. They say nothing to screen readers: where an
// icon stands for something, it has a name.

import { make, setOrRemove, setStyle } from "../shared/dom.js";
import { isOpenable } from "./links.js";
import { color, number, textLine } from "../shared/cssValues.js";

const icons = /([\uF001-\uF8FF]+)/;

const letter = /\p{L}/u;

/** Shows a text in an element. `spans` are its parts, where they look different. */
export function showText(element, text, spans) {
  // Text without letters, such as a number, stands as what is around it.
  if (element.classList.contains("label")) setOrRemove(element, "dir", letter.test(text) ? "auto" : undefined);
  if (spans) element.replaceChildren(...spans.map(span));
  else if (icons.test(text)) element.replaceChildren(...pieces(text));
  else element.textContent = text;
}

function pieces(text) {
  return text.split(icons).filter(Boolean).map((piece) => (icons.test(piece) ? sign(piece) : piece));
}

function sign(letters) {
  const element = make("span", "icon", { "aria-hidden": "true" });
  element.textContent = letters;
  return element;
}

function span({ text = "", url, fontWeight, italic, monospaced, color: own, textDecoration }) {
  const element = isOpenable(url)
    ? make("a", "span", { href: url, target: "_blank", rel: "noopener noreferrer" })
    : make(textDecoration === "line-through" ? "s" : monospaced ? "code" : "span", "span");
  const { style } = element;
  if (monospaced) element.classList.add("monospaced");
  else {
    setStyle(element, "font-weight", number(fontWeight));
    if (italic) style.fontStyle = "italic";
  }
  setStyle(element, "color", color(own));
  setStyle(element, "text-decoration-line", textLine(textDecoration));
  element.append(...pieces(text));
  return element;
}

export const icon = {
  attributes: {
    accessibilityLabel(view, value) {
      setOrRemove(view.element, "aria-label", value);
      setOrRemove(view.element, "role", value === undefined ? undefined : "img");
    },
  },
};
