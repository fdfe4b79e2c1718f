// Shows a form in place of the gallery's list, and brings the list back when a person does not send the form.

import { text } from "../../texts/texts.js";
import { buildForm } from "../settings/form.js";

/** @typedef {import("../settings/form.js").Parts} Parts */
/** @typedef {import("../settings/form.js").Sending} Sending */

/**
 * @param {HTMLElement} list
 * @param {string} heading
 * @param {Parts} parts
 * @param {Sending} sending
 */
export function openGalleryForm(list, heading, parts, sending) {
  const opener = document.activeElement;
  const back = () => {
    form.remove();
    list.hidden = false;
    if (opener instanceof HTMLElement) opener.focus();
  };
  const form = buildForm([{ button: text("allWidgets"), action: back }, { heading }, ...parts], sending);
  list.hidden = true;
  list.after(form);
  const first = form.querySelector("input, select, .primary");
  if (first instanceof HTMLElement) first.focus();
}
