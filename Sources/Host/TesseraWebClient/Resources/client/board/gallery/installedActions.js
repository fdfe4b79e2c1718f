// Lets people who installed a widget return to the version before, and uninstall it.

import { messageOf, post } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { labelledField, textButton, textElement } from "../layout/panel.js";
import { openGalleryForm } from "./galleryForm.js";

/** @typedef {import("../../protocol/messages").LibraryEntry} LibraryEntry */

/**
 * Makes buttons for an installed widget.
 * @param {LibraryEntry} widget
 * @param {HTMLElement} list the list of the gallery
 * @param {(sentence: string) => void} onDone is called with what was done
 */
export function installedActions(widget, list, onDone) {
  const { id, name, version, installed } = widget;
  const row = make("div", "boardInstalled");
  row.append(textElement(text("versionNumber", { version }), "span", "boardHint"));
  const previous = installed?.previousVersion;
  if (previous !== undefined) {
    const back = textButton(text("returnToVersion", { version: previous }), "boardAction", async () => {
      try {
        await post(`/library/${encodeURIComponent(id)}/rollback`, {});
        onDone(text("returnedToVersion", { name, version: previous }));
      } catch (refusal) {
        onDone(messageOf(refusal));
      }
    });
    row.append(back);
  }
  const remove = textButton(text("uninstall"), "boardAction", () => askToUninstall(widget, list, onDone));
  remove.setAttribute("aria-label", text("uninstallNamed", { name }));
  row.append(remove);
  return row;
}

/**
 * @param {LibraryEntry} widget
 * @param {HTMLElement} list
 * @param {(sentence: string) => void} onDone
 */
function askToUninstall({ id, name }, list, onDone) {
  const withData = make("input", "", { type: "checkbox", role: "switch" });
  const { row, problem } = labelledField(text("uninstallWithData"), withData, text("uninstallHint"));
  const button = make("button", "primary");
  button.textContent = text("uninstall");
  openGalleryForm(list, text("uninstallNamed", { name }), [row], button, async () => {
    try {
      await post(`/library/${encodeURIComponent(id)}/remove`, { withData: withData.checked });
      onDone(text("uninstalled", { name }));
    } catch (refusal) {
      problem.textContent = messageOf(refusal);
    }
  });
}
