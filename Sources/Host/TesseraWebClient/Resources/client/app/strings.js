// What the page itself says about a widget: in the widget's words, where it has any.

const english = {
  refresh: "Refresh",
  clearSearch: "Clear search",
  nothingFound: "Nothing found",
  moreChoices: "{0} more: type to find them",
  openAddress: "Open {0}",
  close: "Close",
  fileNotSent: "The file could not be sent",
};

/** A text; `part` is what stands in the place of `{0}`. */
export function word(store, name, part = "") {
  const text = store.words?.[name] ?? english[name];
  return text.replace("{0}", () => part);
}
