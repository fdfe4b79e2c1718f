// Shows the name and the appearance of a board, the other boards, and its export and import.

import { get, messageOf, post } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { boardPage, root, serverAddress } from "../../shared/urls.js";
import { text } from "../../texts/texts.js";
import { backgrounds } from "../layout/appearance.js";
import { openPanel, textElement } from "../layout/panel.js";
import { build, buildForm } from "./form.js";

/** @typedef {import("./form.js").Parts} Parts */

/** @param {ShownBoard} board */
function complainer(board) {
  return (/** @type {unknown} */ problem) => board.announce(messageOf(problem), true);
}

/** @param {WholeBoard} board */
export async function openBoardSettings(board) {
  const { dialog, content } = openPanel(board, text("board"), "boardSettings");
  const rename = (/** @type {string} */ name) => board.edit({ type: "rename", name });
  const form = buildForm([
    { field: text("name"), type: "string", value: board.update.name, attributes: { maxlength: "100" }, change: rename },
    { className: "boardLooks", parts: appearanceFields(board) },
  ]);
  const shortcuts = () => {
    dialog.close();
    board.shortcuts.open();
  };
  content.append(form, ...build(
    { className: "boardActions", parts: await otherBoards(board, dialog) },
    { className: "boardActions", parts: exportAndImport(board, dialog) },
    { button: text("keyboardShortcuts"), className: "boardAction shortcuts", action: shortcuts }));
}

/**
 * @param {EditableBoard} board
 * @returns {Parts}
 */
function appearanceFields(board) {
  const { accent = "#1f5fd6", background = "dawn", isDark } = board.update.appearance;
  const change = (/** @type {Appearance} */ changes) => {
    // What is undefined is left out of the JSON: it is as if it had never been set.
    board.edit({ type: "appearance", ...board.update.appearance, ...changes });
  };
  const swatches = backgroundSwatches(background, (background) => change({ background }), complainer(board));
  return [
    { className: "boardField", parts: [textElement(text("background"), "span", "boardFieldName"), swatches] },
    { field: text("accentColor"), type: "color", value: accent, change: (accent) => change({ accent }) },
    {
      field: text("lightOrDark"), type: "choice", value: isDark === undefined ? "" : isDark ? "dark" : "light",
      choices: [
        { value: "", title: text("sameAsSystem") }, { value: "light", title: text("light") },
        { value: "dark", title: text("dark") },
      ],
      change: (scheme) => change({ isDark: scheme === "" ? undefined : scheme === "dark" }),
    },
  ];
}

/**
 * @param {string} current
 * @param {(background: string) => void} choose
 * @param {(problem: unknown) => void} complain
 */
function backgroundSwatches(current, choose, complain) {
  const swatches = make("div", "boardSwatches", { role: "radiogroup", "aria-label": text("background") });
  for (const background of backgrounds) {
    const swatch = make("label", "boardSwatch");
    const attributes = { type: "radio", name: "background", value: background, "aria-label": text(background) };
    const radio = make("input", "", attributes);
    radio.checked = current === background;
    radio.addEventListener("change", () => choose(background));
    swatch.dataset.background = background;
    swatch.append(radio);
    swatches.append(swatch);
  }
  const color = make("input", "", { type: "color", "aria-label": text("backgroundColor") });
  color.value = current.startsWith("#") ? current : "#4a5a78";
  color.addEventListener("change", () => choose(color.value));
  const use = (/** @type {File} */ picture) =>
    post("/backgrounds", picture).then(({ background }) => choose(background)).catch(complain);
  const accept = "image/jpeg,image/png,image/webp,image/gif";
  swatches.append(color, ...build({ pick: text("picture"), accept, use }));
  return swatches;
}

/**
 * @param {WholeBoard} board
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<Parts>}
 */
async function otherBoards(board, dialog) {
  /** @type {NamedEntry[]} */
  const boards = await get("/boards").catch(() => []);
  const add = (/** @type {boolean} */ isPersonal) =>
    post("/boards", { name: text("boardNumber", { number: boards.length + 1 }), isPersonal })
      .then(({ id }) => location.assign(serverAddress(boardPage(id)))).catch(complainer(board));
  const removePage = async () => {
    const page = board.pages.current ?? "";
    if (await board.edit({ type: "removePage", page }, text("pageRemoved"))) dialog.close();
  };
  const removeBoard = () => {
    if (!confirm(text("removeBoardQuestion", { name: board.update.name }))) return;
    post(`/boards/${encodeURIComponent(board.connection.board)}/remove`, {}).then(() => {
      dialog.close();
      location.assign(root);
    }).catch(complainer(board));
  };
  const className = "boardAction destructive";
  return [
    { heading: text("boards") },
    ...boards.map(({ id, name }) => ({
      link: name, href: serverAddress(id === "home" ? "/" : boardPage(id)), isCurrent: id === board.connection.board,
    })),
    board.pages.count > 1 && { button: text("removePage"), className, action: removePage },
    { button: text("newBoard"), action: () => add(false) },
    board.account !== null && { button: text("newPersonalBoard"), action: () => add(true) },
    boards.length > 1 && { button: text("removeBoard"), className, action: removeBoard },
  ];
}

/**
 * @param {EditableBoard} board
 * @param {HTMLDialogElement} dialog
 * @returns {Parts}
 */
function exportAndImport(board, dialog) {
  const base = `/boards/${encodeURIComponent(board.connection.board)}`;
  const load = async (/** @type {File[]} */ [file]) => {
    if (!file) return;
    /** @type {{ problems: string[] }} */
    const { problems: [problem] } = await post(`${base}/import`, await file.text());
    dialog.close();
    board.announce(problem ?? text("imported"), problem !== undefined);
  };
  return [
    { link: text("export"), href: serverAddress(`${base}/export`), download: `${board.update.name}.board.json` },
    {
      field: text("import"), type: "file", hint: text("importHint"), change: load,
      attributes: { accept: "application/json,.json", "aria-label": text("importBoard") },
    },
  ];
}
