// Lets people who installed a widget return to the version before, and uninstall it.

import { messageOf, post } from "../../protocol/requests.js";
import { text } from "../../texts/texts.js";
import { textElement } from "../layout/panel.js";
import { build, buildField } from "../settings/form.js";
import { openGalleryForm } from "./galleryForm.js";

/**
 * Makes buttons for an installed widget.
 * @param {LibraryEntry} widget
 * @param {HTMLElement} list the list of the gallery
 * @param {(sentence: string) => void} onDone is called with what was done
 */
export function installedActions(widget, list, onDone) {
  const { id, name, version, installed } = widget;
  const previous = installed?.previousVersion;
  const returnTo = async (/** @type {string} */ version) => {
    try {
      await post(`/library/${encodeURIComponent(id)}/rollback`, {});
      onDone(text("returnedToVersion", { name, version }));
    } catch (refusal) {
      onDone(messageOf(refusal));
    }
  };
  return build({
    className: "boardInstalled",
    parts: [
      textElement(text("versionNumber", { version }), "span", "boardHint"),
      previous !== undefined && {
        button: text("returnToVersion", { version: previous }), action: () => returnTo(previous),
      },
      {
        button: text("uninstall"), label: text("uninstallNamed", { name }),
        action: () => askToUninstall(widget, list, onDone),
      },
    ],
  });
}

/**
 * @param {LibraryEntry} widget
 * @param {HTMLElement} list
 * @param {(sentence: string) => void} onDone
 */
function askToUninstall({ id, name }, list, onDone) {
  const { row, value: withData } = buildField({
    field: text("uninstallWithData"), type: "bool", hint: text("uninstallHint"),
  });
  openGalleryForm(list, text("uninstallNamed", { name }), [row], {
    action: text("uninstall"),
    send: async () => {
      await post(`/library/${encodeURIComponent(id)}/remove`, { withData: withData() });
      onDone(text("uninstalled", { name }));
    },
  });
}
