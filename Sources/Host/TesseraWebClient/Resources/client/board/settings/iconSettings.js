// Shows the name, address, symbol and colour of an icon, and what else can be done with it.

import { text } from "../../texts/texts.js";
import { LAST_INDEX } from "../layout/editingKeys.js";
import { openPanel } from "../layout/panel.js";
import { makePageChoice } from "../pages/pageChoice.js";
import { build, buildField, buildForm } from "./form.js";
import { iconFields } from "./iconFields.js";

/** @typedef {import("./form.js").Parts} Parts */
/** @typedef {import("./iconFields.js").IconFields} IconFields */
/** @typedef {import("../icons/iconTile.js").IconTile} IconTile */
/** @typedef {Extract<BoardEdit, { type: "changeIcon" }>} IconChange */

/**
 * @param {EditableBoard} board
 * @param {IconTile} tile
 */
export function openIconSettings(board, { id, icon }) {
  const { dialog, content } = openPanel(board, icon.name, "boardSettings");
  content.append(
    makeForm(board, icon, dialog),
    ...build({ className: "boardActions", parts: actionsOf(board, id, icon, dialog) }));
}

/**
 * @param {EditedBoard} board
 * @param {PlacedIcon} icon
 * @param {HTMLDialogElement} dialog
 */
function makeForm(board, icon, dialog) {
  const fields = icon.members ? undefined : iconFields(icon);
  const name = buildField({
    field: text("name"), type: "string", value: icon.name, attributes: { required: "", maxlength: "100" },
  });
  return buildForm(fields?.rows ?? [name.row], {
    action: text("save"),
    send: async () => {
      const change = fields ? changeOf(icon, fields) : { ...changeOfFolder(icon), name: String(name.value()) };
      await board.connection.edit(change);
      dialog.close();
    },
  });
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
 * @param {EditableBoard} board
 * @param {string} id
 * @param {PlacedIcon} icon
 * @param {HTMLDialogElement} dialog
 * @returns {Parts}
 */
function actionsOf(board, id, { members, name }, dialog) {
  /**
   * @param {BoardEdit} edit
   * @param {string} spoken
   */
  const closeAfter = async (edit, spoken) => {
    if (await board.edit(edit, spoken)) dialog.close();
  };
  const page = board.pages.current ?? "";
  const others = [...board.icons.values()].filter((other) => other.id !== id);
  return [
    ...(members ?? []).map(({ id: icon, name }) => ({
      button: text("removeFromFolder", { name }),
      action: () => closeAfter(
        { type: "moveIcon", icon, page, index: LAST_INDEX }, text("removedFromFolder", { name })),
    })),
    !members && others.length > 0 && {
      field: text("addToFolder"), type: "choice",
      choices: others.map((other) => ({ value: other.id, title: other.icon.name })),
      beside: {
        button: text("add"),
        action: (into) => closeAfter({ type: "collect", icon: id, into }, text("addedToFolder")),
      },
    },
    makePageChoice(board, (page) => board.edit({ type: "moveIcon", icon: id, page, index: LAST_INDEX }, text("moved"))),
    {
      button: text("removeFromBoard"), className: "boardAction destructive",
      action: () => closeAfter({ type: "removeIcon", icon: id }, text("removed", { name })),
    },
  ];
}
