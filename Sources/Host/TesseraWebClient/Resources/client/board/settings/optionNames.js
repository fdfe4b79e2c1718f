// Makes words for people of the names that widgets give their options and choices.

import { text } from "../../texts/texts.js";

/**
 * The words in a name such as `refreshInterval` or `dark_mode`; other texts stay as they are.
 * @param {string} name
 */
export function readableName(name) {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return name;
  const words = name.replace(/_+/g, " ").replace(/([a-z0-9])([A-Z])/g, "$1 $2").trim()
    .split(/\s+/).map((word) => (/^[A-Z0-9]+$/.test(word) ? word : word.toLowerCase()));
  const phrase = words.join(" ");
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/**
 * The name of an option with its unit. An option without a title is called as in the manifest.
 * @param {Pick<OptionEntry, "name" | "title" | "unit">} option
 */
export function titleOf({ name, title, unit }) {
  const shown = title === name ? readableName(name) : title;
  return unit ? `${shown} (${unit})` : shown;
}

/**
 * The name of a choice. A value such as `km` is a name already; `followSystem` is not.
 * @param {{ value: string, title: string }} choice
 */
export function choiceTitle({ value, title }) {
  return title === value && /[a-z][A-Z]|_/.test(value) ? readableName(value) : title;
}

/**
 * What an option says of itself, and the numbers that it takes.
 * @param {Pick<OptionEntry, "summary" | "range" | "unit">} option
 */
export function hintOf({ summary, range: limits, unit }) {
  if (!limits) return summary ?? "";
  const [minimum, maximum] = limits;
  const range = unit
    ? text("optionRangeWithUnit", { minimum, maximum, unit }) : text("optionRange", { minimum, maximum });
  return summary ? text("hintWithRange", { hint: summary, range }) : range;
}
