// Shows the name, address, symbol and colour of an icon, and what else can be done with it.

import { messageOf } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { LAST_INDEX } from "../layout/editingKeys.js";
import { labelledField, openPanel, textButton } from "../layout/panel.js";
import { makePageChoice } from "../pages/pageChoice.js";
import { iconFields } from "./iconFields.js";

/** @typedef {import("../../protocol/messages").BoardEdit} BoardEdit */
/** @typedef {import("../../protocol/messages").PlacedIcon} PlacedIcon */
/** @typedef {import("../board.js").BoardClient} BoardClient */
/** @typedef {import("./iconFields.js").IconFields} IconFields */
/** @typedef {import("../icons/iconTile.js").IconTile} IconTile */
/** @typedef {Extract<BoardEdit, { type: "changeIcon" }>} IconChange */

/**
 * What the settings need of a board.
 * @typedef {Pick<BoardClient, "announcer" | "connection" | "edit" | "icons" | "page" | "pages" |
 *   "update">} SettingsBoard
 */

/**
 * @param {SettingsBoard} board
 * @param {IconTile} tile
 */
export function openIconSettings(board, { id, icon }) {
  const { dialog, content } = openPanel(board, icon.name, "boardSettings");
  content.append(makeForm(board, icon, dialog), makeActions(board, id, icon, dialog));
}

/**
 * @param {Pick<SettingsBoard, "connection">} board
 * @param {PlacedIcon} icon
 * @param {HTMLDialogElement} dialog
 */
function makeForm(board, icon, dialog) {
  const form = make("form", "boardForm");
  const name = make("input", "", { type: "text", required: "", maxlength: "100" });
  name.value = icon.name;
  const fields = icon.members ? undefined : iconFields(icon);
  form.append(...(fields?.rows ?? [labelledField(text("name"), name).row]));
  const problem = make("p", "boardFieldProblem", { role: "alert" });
  const save = make("button", "primary", { type: "submit" });
  save.textContent = text("save");
  form.append(problem, save);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await board.connection.edit(fields ? changeOf(icon, fields) : { ...changeOfFolder(icon), name: name.value });
      dialog.close();
    } catch (refusal) {
      problem.textContent = messageOf(refusal);
    }
  });
  return form;
}

/**
 * The edit that a form comes to. A colour that follows from the name goes on following from it.
 * @param {PlacedIcon} icon
 * @param {IconFields} fields
 * @returns {IconChange}
 */
function changeOf({ id, color }, { values, isColorChanged }) {
  const entered = values();
  return { type: "changeIcon", icon: id, ...entered, color: color || isColorChanged() ? entered.color : undefined };
}

/**
 * The edit that leaves a folder as it is.
 * @param {PlacedIcon} icon
 * @returns {IconChange}
 */
function changeOfFolder({ id, name, color, symbol, picture }) {
  return { type: "changeIcon", icon: id, name, color, symbol, picture };
}

/**
 * @param {Pick<SettingsBoard, "edit" | "icons" | "pages" | "update">} board
 * @param {string} id
 * @param {PlacedIcon} icon
 * @param {HTMLDialogElement} dialog
 */
function makeActions(board, id, icon, dialog) {
  const actions = make("div", "boardActions");
  for (const member of icon.members ?? []) {
    actions.append(textButton(text("removeFromFolder", { name: member.name }), "boardAction", async () => {
      const page = board.pages.current ?? "";
      const edit = { type: /** @type {const} */ ("moveIcon"), icon: member.id, page, index: LAST_INDEX };
      if (await board.edit(edit, text("removedFromFolder", { name: member.name }))) dialog.close();
    }));
  }
  const others = [...board.icons.values()].filter((other) => other.id !== id);
  if (!icon.members && others.length > 0) {
    const select = make("select");
    select.append(...others.map((other) => new Option(other.icon.name, other.id)));
    const { row } = labelledField(text("addToFolder"), select);
    row.append(textButton(text("add"), "boardAction", async () => {
      if (await board.edit({ type: "collect", icon: id, into: select.value }, text("addedToFolder"))) dialog.close();
    }));
    actions.append(row);
  }
  const choice = makePageChoice(board, (page) =>
    board.edit({ type: "moveIcon", icon: id, page, index: LAST_INDEX }, text("moved")));
  const remove = textButton(text("removeFromBoard"), "boardAction destructive", async () => {
    const spoken = text("removed", { name: icon.name });
    if (await board.edit({ type: "removeIcon", icon: id }, spoken)) dialog.close();
  });
  actions.append(choice, remove);
  return actions;
}
