// Holds what the page itself says about a widget, in the language of the widget where it has one.

/** @typedef {import("../protocol/messages").Strings} Strings */

const english = {
  refresh: "Refresh",
  clearSearch: "Clear search",
  nothingFound: "Nothing found",
  moreChoices: "{0} more: type to find them",
  openAddress: "Open {0}",
  close: "Close",
  fileNotSent: "The file could not be sent",
};

/**
 * A text for people.
 * @param {Strings | undefined} strings of the widget
 * @param {keyof typeof english} name
 * @param {string | number} [part] takes the place of `{0}`
 */
export function localized(strings, name, part = "") {
  const text = strings?.[name] ?? english[name];
  return text.replace("{0}", () => String(part));
}
