// Shows the name, address and colour of an icon, and what else can be done with it.

import { messageOf } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { LAST_INDEX } from "./editingKeys.js";
import { makePageChoice } from "./pageChoice.js";
import { labelledField, openPanel, textButton } from "./panel.js";

/** @typedef {import("../protocol/messages").BoardEdit} BoardEdit */
/** @typedef {import("../protocol/messages").PlacedIcon} PlacedIcon */
/** @typedef {import("./board.js").BoardClient} BoardClient */
/** @typedef {import("./iconTile.js").IconTile} IconTile */

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
  const address = make("input", "", { type: "url", required: "" });
  const color = make("input", "", { type: "color" });
  let isColorChanged = false;
  name.value = icon.name;
  form.append(labelledField("Name", name).row);
  if (!icon.members) {
    address.value = icon.address ?? "";
    color.value = icon.color ?? "#3867d6";
    color.addEventListener("input", () => {
      isColorChanged = true;
    });
    form.append(labelledField("Address", address).row, labelledField("Colour", color).row);
  }
  const problem = make("p", "boardFieldProblem", { role: "alert" });
  const save = make("button", "primary", { type: "submit" });
  save.textContent = "Save";
  form.append(problem, save);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    /** @type {Extract<BoardEdit, { type: "changeIcon" }>} */
    const edit = { type: "changeIcon", icon: icon.id, name: name.value };
    if (!icon.members) edit.address = address.value;
    // A colour that follows from the name goes on following from it.
    if (icon.color || isColorChanged) edit.color = icon.members ? icon.color : color.value;
    if (icon.symbol) edit.symbol = icon.symbol;
    try {
      await board.connection.edit(edit);
      dialog.close();
    } catch (refusal) {
      problem.textContent = messageOf(refusal);
    }
  });
  return form;
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
    actions.append(textButton(`Remove “${member.name}” from the folder`, "boardAction", async () => {
      const page = board.pages.current ?? "";
      const edit = { type: /** @type {const} */ ("moveIcon"), icon: member.id, page, index: LAST_INDEX };
      if (await board.edit(edit, `${member.name} removed from the folder`)) dialog.close();
    }));
  }
  const others = [...board.icons.values()].filter((other) => other.id !== id);
  if (!icon.members && others.length > 0) {
    const select = make("select");
    select.append(...others.map((other) => new Option(other.icon.name, other.id)));
    const { row } = labelledField("Add to a folder with", select);
    row.append(textButton("Add", "boardAction", async () => {
      if (await board.edit({ type: "collect", icon: id, into: select.value }, "Added to a folder")) dialog.close();
    }));
    actions.append(row);
  }
  const choice = makePageChoice(board, (page) =>
    board.edit({ type: "moveIcon", icon: id, page, index: LAST_INDEX }, "Moved"));
  const remove = textButton("Remove from the board", "boardAction destructive", async () => {
    const spoken = `${icon.name} removed. Undo brings it back.`;
    if (await board.edit({ type: "removeIcon", icon: id }, spoken)) dialog.close();
  });
  actions.append(choice, remove);
  return actions;
}
