// Holds what the page itself says about a widget, in the language of the widget where it has one.

import { text } from "./texts.js";

/** What the page says in its own language; the part takes the place of `{0}` in the texts of a widget. */
const defaults = {
  refresh: () => text("refresh"),
  clearSearch: () => text("clearSearch"),
  nothingFound: () => text("nothingFound"),
  moreChoices: (/** @type {string | number} */ part) => text("moreChoices", { count: Number(part) }),
  openAddress: (/** @type {string | number} */ part) => text("openAddress", { address: String(part) }),
  close: () => text("close"),
  fileNotSent: () => text("fileNotSent"),
};

/**
 * A text for people.
 * @param {Strings | undefined} strings of the widget
 * @param {keyof typeof defaults} name
 * @param {string | number} [part] takes the place of `{0}`
 */
export function localized(strings, name, part = "") {
  return strings?.[name]?.replace("{0}", () => String(part)) ?? defaults[name](part);
}
