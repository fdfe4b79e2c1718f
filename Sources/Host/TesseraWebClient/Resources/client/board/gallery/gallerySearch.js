// Finds widgets by words, and sorts them into groups.

import { text } from "../../texts/texts.js";

/** The groups of all things, of icons, and of what has no group: no manifest has such names. */
export const ALL = "*";
export const ICONS = "*icons";
export const OTHER = "*other";

/**
 * Whether all words of a search are in what is said of a widget.
 * @param {Pick<LibraryEntry, "name" | "summary"> & Partial<LibraryEntry>} widget
 * @param {string} search
 */
export function matches({ name, summary, author = "", id = "", category = "", keywords = [] }, search) {
  const described = [name, summary, author, id, category, ...keywords].join(" ").toLowerCase();
  return search.toLowerCase().split(/\s+/).filter(Boolean).every((word) => described.includes(word));
}

/**
 * The group that a widget is listed in: what its manifest says, else its author.
 * @param {Pick<LibraryEntry, "category" | "author">} widget
 */
export function categoryOf({ category, author }) {
  return category || author || OTHER;
}

/**
 * What a group is called.
 * @param {string} category
 */
export function categoryTitle(category) {
  switch (category) {
    case ALL: return text("allCategories");
    case ICONS: return text("icons");
    case OTHER: return text("otherCategory");
    default: return category;
  }
}

/**
 * The groups of widgets in the order of the alphabet, between all things and icons.
 * @param {Pick<LibraryEntry, "category" | "author">[]} widgets
 */
export function categoriesOf(widgets) {
  const names = [...new Set(widgets.map(categoryOf))].filter((name) => name !== OTHER).sort();
  const isMixed = names.length > 0 && widgets.some((widget) => categoryOf(widget) === OTHER);
  return [ALL, ...names, ...(isMixed ? [OTHER] : []), ICONS];
}
