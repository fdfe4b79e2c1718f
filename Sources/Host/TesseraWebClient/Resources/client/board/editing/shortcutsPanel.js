// Lists the keyboard shortcuts of a board, and turns them off and on.

import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { openPanel } from "../layout/panel.js";
import { build } from "../settings/form.js";

/** @typedef {import("./shortcuts.js").Shortcut} Shortcut */

/**
 * @param {ShownBoard & Pick<BoardPermissions, "canEdit">} board
 * @param {Pick<Shortcut, "keys" | "name">[]} shortcuts
 * @param {boolean} areOn
 * @param {(areOn: boolean) => void} change
 */
export function openShortcutsPanel(board, shortcuts, areOn, change) {
  const { content } = openPanel(board, text("keyboardShortcuts"), "boardShortcuts");
  const list = make("dl", "boardShortcutList", {}, ...shortcuts.map(makeRow));
  content.append(...build(
    { field: text("keyboardShortcuts"), type: "bool", hint: text("shortcutsHint"), value: areOn, change },
    list,
    { text: text("arrowKeysHint") },
    board.canEdit && { text: text("editingKeysHint") }));
}

/** @param {Pick<Shortcut, "keys" | "name">} shortcut */
function makeRow({ keys, name }) {
  const action = make("dt", "", {}, text(name));
  const combination = make("dd", "", { dir: "ltr" }, makeKey(keys[0]));
  if (keys.length > 1) combination.append(" – ", makeKey(keys[keys.length - 1]));
  return make("div", "boardShortcut", {}, action, combination);
}

/** @param {string} key */
function makeKey(key) {
  const element = make("kbd", "boardKey", {}, key.toUpperCase());
  // As it stands on the key.
  return element;
}
