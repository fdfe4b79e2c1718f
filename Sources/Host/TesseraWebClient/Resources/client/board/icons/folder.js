// Opens a folder of icons, out of which icons can be dragged.

import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { iconButton, icons } from "../layout/buttonIcons.js";
import { closeByPressBeside } from "../layout/panel.js";
import { makeLink } from "./iconFace.js";

/**
 * @param {EditableBoard} board
 * @param {PlacedIcon} folder
 */
export function openFolder({ editing, page }, folder) {
  const dialog = make("dialog", "boardFolder", { "aria-label": folder.name });
  const title = make("h2", "", {}, folder.name);
  const list = make("div", "boardFolderIcons");
  for (const member of folder.members ?? []) {
    const link = makeLink(member);
    editing.watchMember(member, link, dialog);
    list.append(link);
  }
  dialog.append(title, list);
  if (editing.isOn) {
    const settings = iconButton(icons.settings, text("settings"), "boardTool", () => {
      dialog.close();
      editing.openFolderSettings(folder);
    });
    dialog.append(settings);
  }
  closeByPressBeside(dialog);
  dialog.addEventListener("close", () => {
    // A finger that began here goes on telling where it is.
    if (editing.drag) addEventListener("pointerup", () => dialog.remove(), { once: true });
    else dialog.remove();
  });
  editing.watchPanel({ dialog, name: folder.name, exists: (update) => hasFolder(update, folder.id) });
  page.append(dialog);
  dialog.showModal();
}

/**
 * @param {BoardDocument} update
 * @param {string} id
 */
function hasFolder({ pages }, id) {
  return pages.some(({ icons: placed }) => placed.some((icon) => icon.id === id));
}
