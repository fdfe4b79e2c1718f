// Makes texts that look foreign and stay readable, which show what is not translated and what has no room.

/** The tag of the language of such texts. */
export const pseudoLanguage = "en-XA";

/** How many letters a text in such a language gets for each of its own. */
const GROWTH = 0.4;

const plain = "ACDEGHIJKLNORSTUWYZacdeghijklnorstuwyz";
const accented = "ÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽåçðéĝĥîĵķļñöŕšţûŵýž";

/**
 * Makes a text of a language, or all texts of a catalogue. Names in braces stay.
 * @param {string | object} source
 * @returns {unknown}
 */
export function pseudoText(source) {
  if (typeof source === "object") {
    return Object.fromEntries(Object.entries(source).map(([name, part]) => [name, pseudoText(part)]));
  }
  if (source.trim() === "") return source;
  const letters = source.replace(/\{\w+\}|./g, (part) =>
    part.length > 1 ? part : accented[plain.indexOf(part)] ?? part);
  const added = Math.max(1, Math.ceil(source.length * GROWTH) - 3);
  return `[${letters} ${"~~~~~ ".repeat(added).slice(0, added).replace(/ $/, "~")}]`;
}
