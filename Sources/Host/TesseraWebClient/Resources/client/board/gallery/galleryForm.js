// Shows a form in place of the gallery's list, and brings the list back when a person does not send the form.

import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { textButton, textElement } from "../layout/panel.js";

/**
 * @param {HTMLElement} list
 * @param {string} title
 * @param {HTMLElement[]} rows
 * @param {HTMLButtonElement} button which sends the form
 * @param {() => Promise<void>} send is not called again before it has ended
 */
export function openGalleryForm(list, title, rows, button, send) {
  const opener = document.activeElement;
  const form = make("form", "boardForm");
  const back = textButton(text("allWidgets"), "boardAction", () => {
    form.remove();
    list.hidden = false;
    if (opener instanceof HTMLElement) opener.focus();
  });
  button.type = "submit";
  form.append(back, textElement(title, "h3", "boardHeading"), ...rows, button);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    await send();
    button.disabled = false;
  });
  list.hidden = true;
  list.after(form);
  const first = form.querySelector("input, select, .primary");
  if (first instanceof HTMLElement) first.focus();
}
