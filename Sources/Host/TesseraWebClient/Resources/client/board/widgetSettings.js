// Shows the settings of a widget, and what else can be done with its place; each change counts at once.

import { RequestProblem, get, messageOf } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { makePageChoice } from "./pageChoice.js";
import { labelledField, openPanel, textButton, textElement } from "./panel.js";

/** @typedef {import("../protocol/messages").JSONValue} JSONValue */
/** @typedef {import("../protocol/messages").OptionEntry} OptionEntry */
/** @typedef {import("../protocol/messages").TileSettings} TileSettings */
/** @typedef {import("./board.js").BoardClient} BoardClient */
/** @typedef {import("./widgetTile.js").WidgetTile} WidgetTile */

/**
 * What the settings need of a board.
 * @typedef {Pick<BoardClient, "announcer" | "connection" | "edit" | "page" | "pages" | "tiles" |
 *   "update">} SettingsBoard
 */

/** @typedef {(option: OptionEntry, value: JSONValue, problem: HTMLElement) => void} OptionAction */

/** How long typing rests before it counts, in milliseconds. */
const TYPING_DELAY = 350;

/**
 * @param {SettingsBoard} board
 * @param {WidgetTile} tile
 */
export async function openTileSettings(board, tile) {
  const id = tile.place.front;
  const { dialog, content } = openPanel(board, tile.kind.name, "boardSettings");
  const form = make("form", "boardForm");
  form.addEventListener("submit", (event) => event.preventDefault());
  content.append(form, placeActions(board, tile, dialog));
  await fillSettings(board, id, form);
}

/**
 * @param {string} id
 * @returns {Promise<TileSettings>}
 */
function loadSettings(id) {
  return get(`/tiles/${encodeURIComponent(id)}/settings`);
}

/**
 * @param {Pick<SettingsBoard, "connection">} board
 * @param {string} id
 * @param {HTMLElement} form
 */
async function fillSettings({ connection }, id, form) {
  let settings;
  try {
    settings = await loadSettings(id);
  } catch (problem) {
    form.textContent = messageOf(problem);
    return;
  }
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  /** @type {OptionAction} */
  const change = async ({ name }, value, problem) => {
    try {
      await connection.edit({ type: "options", tile: id, values: { [name]: value } });
      problem.textContent = "";
      // A setting may decide which other settings there are.
      const { options } = await loadSettings(id);
      for (const { name, isHidden } of options) {
        const row = rows.get(name);
        if (row) row.hidden = isHidden === true;
      }
    } catch (refusal) {
      if (!(refusal instanceof RequestProblem)) throw refusal;
      problem.textContent = refusal.message;
    }
  };
  let group;
  for (const option of settings.options) {
    if (option.group && option.group !== group) form.append(textElement(option.group, "h3", "boardHeading"));
    group = option.group;
    const row = optionRow(option, change);
    rows.set(option.name, row);
    form.append(row);
  }
  if (settings.options.length === 0) form.append(textElement("This widget has no settings.", "p", "boardHint"));
}

/**
 * @param {OptionEntry} option
 * @param {OptionAction} change
 */
function optionRow(option, change) {
  const { control, value } = optionControl(option);
  const { row, problem } = labelledField(option.title, control, option.summary);
  if (option.isSecret && control instanceof HTMLInputElement) {
    row.append(textButton("Clear", "boardAction", () => {
      control.value = "";
      control.placeholder = "";
      change(option, null, problem);
    }));
  }
  row.classList.toggle("flag", option.type === "bool");
  row.hidden = option.isHidden === true;
  /** @type {number | undefined} */
  let timer;
  const submit = () => {
    clearTimeout(timer);
    const current = value();
    if (current !== undefined) change(option, current, problem);
    else problem.textContent = control.validationMessage || "This value is not valid";
  };
  control.addEventListener("change", submit);
  if (control.type !== "checkbox") {
    control.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(submit, TYPING_DELAY);
    });
  }
  return row;
}

/**
 * A control, and its value; undefined where it has none.
 * @typedef {object} OptionControl
 * @property {HTMLInputElement | HTMLSelectElement} control
 * @property {() => JSONValue | undefined} value
 */

/**
 * @param {OptionEntry} option
 * @returns {OptionControl}
 */
function optionControl(option) {
  const { value: current = null } = option;
  if (option.type === "bool") {
    const control = make("input", "", { type: "checkbox", role: "switch" });
    control.checked = current === true;
    return { control, value: () => control.checked };
  }
  if (option.type === "choice") {
    const control = make("select");
    for (const { value, title } of option.choices ?? []) {
      control.append(new Option(title, value, false, value === current));
    }
    return { control, value: () => control.value };
  }
  if (option.type === "number") {
    const control = make("input", "", { type: "number", step: "any", inputmode: "decimal" });
    if (option.range) [control.min, control.max] = option.range.map(String);
    control.value = String(current ?? "");
    const isValid = () => control.checkValidity() && control.value !== "";
    return { control, value: () => (isValid() ? control.valueAsNumber : undefined) };
  }
  if (option.type === "color" && typeof current === "string" && /^#[0-9a-f]{6}$/i.test(current)) {
    const control = make("input", "", { type: "color", value: current });
    return { control, value: () => control.value };
  }
  const control = make("input", "", { type: option.isSecret ? "password" : "text", autocomplete: "off" });
  // A secret stays on the server; what is typed takes its place.
  if (option.isSecret) control.placeholder = option.isSet ? "••••••••" : "";
  else control.value = String(current ?? "");
  return { control, value: () => (option.isSecret && control.value === "" ? undefined : control.value) };
}

/**
 * Makes what can be done with a place, for people who do not drag: stacks, other pages, and the widget by itself.
 * @param {SettingsBoard} board
 * @param {WidgetTile} tile
 * @param {HTMLDialogElement} dialog
 */
function placeActions(board, tile, dialog) {
  const actions = make("div", "boardActions");
  const { front, members, rotates: isRotating } = tile.place;
  const open = make("a", "boardAction", { href: `/open/${encodeURIComponent(front)}` });
  open.textContent = "Open as a full page";
  actions.append(open, moveButtons(board, tile));
  const others = [...board.tiles.values()].filter((other) => other.id !== tile.id);
  if (others.length > 0) actions.append(stackRow(board, tile.place.id, others, dialog));
  if (members.length > 1) {
    const rotates = make("input", "", { type: "checkbox", role: "switch" });
    rotates.checked = isRotating === true;
    rotates.addEventListener("change", () => board.edit({ type: "rotate", tile: front, isOn: rotates.checked }));
    const hint = "Shows the most relevant widget at each time, if widgets specify their relevance.";
    const { row } = labelledField("Rotate automatically", rotates, hint);
    row.classList.add("flag");
    const takeOut = textButton("Remove from the stack", "boardAction", async () => {
      if (await board.edit({ type: "unstack", tile: front }, "Removed from the stack")) dialog.close();
    });
    actions.append(row, takeOut);
  }
  actions.append(textButton("Remove from the board", "boardAction destructive", async () => {
    const spoken = `${tile.kind.name} removed. Undo brings it back.`;
    if (await board.edit({ type: "remove", tile: front }, spoken)) dialog.close();
  }));
  return actions;
}

/**
 * Makes a choice of the other places, for a stack.
 * @param {Pick<SettingsBoard, "connection">} board
 * @param {string} place
 * @param {WidgetTile[]} others
 * @param {HTMLDialogElement} dialog
 */
function stackRow(board, place, others, dialog) {
  const select = make("select");
  select.append(new Option("Choose…", ""), ...others.map(({ id, kind }) => new Option(kind.name, id)));
  const hint = "Several widgets in one place. Use the dots to switch between them.";
  const { row, problem } = labelledField("Stack onto", select, hint);
  row.append(textButton("Stack", "boardAction", async () => {
    if (!select.value) return;
    try {
      await board.connection.edit({ type: "stack", tile: place, onto: select.value });
      dialog.close();
    } catch (refusal) {
      problem.textContent = messageOf(refusal);
    }
  }));
  return row;
}

/**
 * Makes buttons that move a widget by a cell, or to another page.
 * @param {Pick<SettingsBoard, "edit" | "pages" | "update">} board
 * @param {WidgetTile} tile
 */
function moveButtons(board, tile) {
  const group = make("div", "boardMoves", { role: "group", "aria-label": "Move" });
  /**
   * @param {number} down
   * @param {number} right
   * @param {string} [page]
   */
  const moveBy = (down, right, page) => {
    const [row, column] = tile.place.frame;
    return board.edit({ type: "move", tile: tile.id, page, to: [row + down, column + right], makeRoom: true }, "Moved");
  };
  group.append(
    textButton("Left", "boardAction", () => moveBy(0, -1)), textButton("Up", "boardAction", () => moveBy(-1, 0)),
    textButton("Down", "boardAction", () => moveBy(1, 0)), textButton("Right", "boardAction", () => moveBy(0, 1)),
    makePageChoice(board, (page) => moveBy(0, 0, page)));
  return group;
}
