// Asks for options before a widget is added to the board.

import { text } from "../../texts/texts.js";
import { optionRow } from "../settings/optionFields.js";
import { openGalleryForm } from "./galleryForm.js";

/** @typedef {{ [name: string]: JSONValue }} OptionValues */

/**
 * Shows a form for the options of a widget in place of the list of widgets.
 * @param {HTMLElement} list which comes back when a person does not add the widget
 * @param {LibraryEntry} widget
 * @param {(values: OptionValues) => Promise<void>} add
 */
export function askOptions(list, { name, options = [] }, add) {
  /** @type {OptionValues} */
  const values = {};
  const rows = options.map((option) => optionRow(option, ({ name }, value) => {
    values[name] = value;
  }));
  openGalleryForm(list, name, rows, {
    action: text("add"), label: text("addNamed", { name }), send: () => add(values),
  });
}
