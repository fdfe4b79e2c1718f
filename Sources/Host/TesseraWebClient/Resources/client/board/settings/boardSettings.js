// Shows the name and the appearance of a board, the other boards, and its export and import.

import { get, messageOf, post } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { boardPage, root, serverAddress } from "../../shared/urls.js";
import { text } from "../../texts/texts.js";
import { backgrounds } from "../layout/appearance.js";
import { labelledField, openPanel, textButton, textElement } from "../layout/panel.js";

/** @typedef {import("../../protocol/messages").Appearance} Appearance */
/** @typedef {import("../../protocol/messages").NamedEntry} NamedEntry */
/** @typedef {import("../board.js").BoardClient} BoardClient */

/**
 * What the settings need of a board.
 * @typedef {Pick<BoardClient,
 *   "account" | "announcer" | "connection" | "edit" | "page" | "pages" | "say" | "shortcuts" | "update">} SettingsBoard
 */

/** @param {SettingsBoard} board */
export async function openBoardSettings(board) {
  const { dialog, content } = openPanel(board, text("board"), "boardSettings");
  const form = make("form", "boardForm");
  form.addEventListener("submit", (event) => event.preventDefault());
  const name = make("input", "", { type: "text", maxlength: "100" });
  name.value = board.update.name;
  name.addEventListener("change", () => board.edit({ type: "rename", name: name.value }));
  form.append(labelledField(text("name"), name).row, appearanceFields(board));
  const shortcuts = textButton(text("keyboardShortcuts"), "boardAction shortcuts", () => {
    dialog.close();
    board.shortcuts.open();
  });
  content.append(form, await otherBoards(board, dialog), exportAndImport(board, dialog), shortcuts);
}

/** @param {Pick<SettingsBoard, "edit" | "say" | "update">} board */
function appearanceFields(board) {
  const group = make("div", "boardLooks");
  const { accent: currentAccent, background: current = "dawn", isDark } = board.update.appearance;
  const change = (/** @type {Appearance} */ changes) => {
    // What is undefined is left out of the JSON: it is as if it had never been set.
    board.edit({ type: "appearance", ...board.update.appearance, ...changes });
  };
  const accent = make("input", "", { type: "color" });
  accent.value = currentAccent ?? "#1f5fd6";
  accent.addEventListener("change", () => change({ accent: accent.value }));
  const scheme = make("select");
  scheme.append(
    new Option(text("sameAsSystem"), "", false, isDark === undefined),
    new Option(text("light"), "light", false, isDark === false),
    new Option(text("dark"), "dark", false, isDark === true));
  scheme.addEventListener("change", () =>
    change({ isDark: scheme.value === "" ? undefined : scheme.value === "dark" }));
  const background = make("div", "boardField");
  const complain = (/** @type {string} */ problem) => board.say(problem, true);
  const swatches = backgroundSwatches(current, (background) => change({ background }), complain);
  background.append(textElement(text("background"), "span", "boardFieldName"), swatches);
  group.append(
    background, labelledField(text("accentColor"), accent).row, labelledField(text("lightOrDark"), scheme).row);
  return group;
}

/**
 * @param {string} current
 * @param {(background: string) => void} choose
 * @param {(problem: string) => void} complain
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
  swatches.append(color, pictureButton(choose, complain));
  return swatches;
}

/**
 * Makes a button for a picture of the person's own.
 * @param {(background: string) => void} choose
 * @param {(problem: string) => void} complain
 */
function pictureButton(choose, complain) {
  const label = make("label", "boardPicture");
  const file = make("input", "", { type: "file", accept: "image/jpeg,image/png,image/webp,image/gif" });
  label.append(text("picture"), file);
  file.addEventListener("change", async () => {
    const picture = file.files?.[0];
    if (!picture) return;
    try {
      const { background } = await post("/backgrounds", picture);
      choose(background);
    } catch (refusal) {
      complain(messageOf(refusal));
    }
  });
  return label;
}

/**
 * @param {Pick<SettingsBoard, "account" | "connection" | "edit" | "pages" | "say" | "update">} board
 * @param {HTMLDialogElement} dialog
 */
async function otherBoards(board, dialog) {
  const section = make("section", "boardActions");
  section.append(textElement(text("boards"), "h3", "boardHeading"));
  /** @type {NamedEntry[]} */
  const boards = await get("/boards").catch(() => []);
  for (const { id, name } of boards) {
    const link = make("a", "boardAction", { href: serverAddress(id === "home" ? "/" : boardPage(id)) });
    link.textContent = name;
    if (id === board.connection.board) link.setAttribute("aria-current", "page");
    section.append(link);
  }
  if (board.pages.count > 1) {
    section.append(textButton(text("removePage"), "boardAction destructive", async () => {
      const page = board.pages.current ?? "";
      if (await board.edit({ type: "removePage", page }, text("pageRemoved"))) dialog.close();
    }));
  }
  const addBoard = async (/** @type {boolean} */ isPersonal) => {
    try {
      const { id } = await post("/boards", { name: text("boardNumber", { number: boards.length + 1 }), isPersonal });
      location.assign(serverAddress(boardPage(id)));
    } catch (problem) {
      board.say(messageOf(problem), true);
    }
  };
  section.append(textButton(text("newBoard"), "boardAction", () => addBoard(false)));
  if (board.account !== null) {
    section.append(textButton(text("newPersonalBoard"), "boardAction", () => addBoard(true)));
  }
  if (boards.length > 1) {
    section.append(textButton(text("removeBoard"), "boardAction destructive", async () => {
      if (!confirm(text("removeBoardQuestion", { name: board.update.name }))) return;
      try {
        await post(`/boards/${encodeURIComponent(board.connection.board)}/remove`, {});
        dialog.close();
        location.assign(root);
      } catch (problem) {
        board.say(messageOf(problem), true);
      }
    }));
  }
  return section;
}

/**
 * @param {Pick<SettingsBoard, "connection" | "say" | "update">} board
 * @param {HTMLDialogElement} dialog
 */
function exportAndImport(board, dialog) {
  const section = make("section", "boardActions");
  const base = `/boards/${encodeURIComponent(board.connection.board)}`;
  const save = make("a", "boardAction", {
    href: serverAddress(`${base}/export`), download: `${board.update.name}.board.json`,
  });
  save.textContent = text("export");
  const attributes = { type: "file", accept: "application/json,.json", "aria-label": text("importBoard") };
  const input = make("input", "boardPick", attributes);
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      /** @type {{ problems: string[] }} */
      const { problems: [problem] } = await post(`${base}/import`, await file.text());
      dialog.close();
      board.say(problem ?? text("imported"), problem !== undefined);
    } catch (problem) {
      board.say(messageOf(problem), true);
    }
  });
  const hint = text("importHint");
  section.append(save, labelledField(text("import"), input, hint).row);
  return section;
}
