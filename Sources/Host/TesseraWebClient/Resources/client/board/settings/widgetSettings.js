// Shows the settings of a widget, and what else can be done with its place; each change counts at once.

import { RequestProblem, get, messageOf, post } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { serverAddress } from "../../shared/urls.js";
import { isPageRightToLeft, listText, text } from "../../texts/texts.js";
import { labelledField, openPanel, textButton, textElement } from "../layout/panel.js";
import { makePageChoice } from "../pages/pageChoice.js";
import { stackMembers } from "../tiles/stackMembers.js";
import { optionRow } from "./optionFields.js";
import { ServerCertificates } from "./serverCertificates.js";

/** @typedef {import("../../protocol/messages").BoardDocument} BoardDocument */
/** @typedef {import("../../protocol/messages").OptionEntry} OptionEntry */
/** @typedef {import("../../protocol/messages").PrivateHost} PrivateHost */
/** @typedef {import("../../protocol/messages").TileSettings} TileSettings */
/** @typedef {import("../board.js").BoardClient} BoardClient */
/** @typedef {import("./optionFields.js").OptionAction} OptionAction */
/** @typedef {import("../tiles/widgetTile.js").WidgetTile} WidgetTile */

/**
 * What the settings need of a board.
 * @typedef {Pick<BoardClient, "announcer" | "connection" | "edit" | "editing" | "freshness" | "makeWidget" | "page" |
 *   "pages" | "tiles" | "update">} SettingsBoard
 */

/**
 * @param {SettingsBoard} board
 * @param {WidgetTile} tile
 */
export async function openTileSettings(board, tile) {
  const id = tile.place.front;
  const { name } = tile.kind;
  const { dialog, content } = openPanel(board, name, "boardSettings");
  board.editing.watchPanel({ dialog, name, isThere: (update) => hasWidget(update, id) });
  const form = make("form", "boardForm");
  form.addEventListener("submit", (event) => event.preventDefault());
  content.append(form, placeActions(board, tile, dialog));
  if (tile.kind.hasOwnSettings) showOwnSettings(board, id, form, dialog);
  await fillSettings(board, id, form, tile.kind.hasOwnSettings === true);
}

/**
 * Whether a widget is on a board, in a stack or by itself.
 * @param {BoardDocument} update
 * @param {string} id
 */
function hasWidget(update, id) {
  return update.pages.some(({ places }) => places.some(({ members }) => members.includes(id)));
}

/**
 * Shows the screen that a widget has for its settings.
 * @param {Pick<SettingsBoard, "freshness" | "makeWidget">} board
 * @param {string} id
 * @param {HTMLElement} form
 * @param {HTMLDialogElement} dialog
 */
function showOwnSettings(board, id, form, dialog) {
  const element = make("div", "widget boardOwnSettings");
  form.append(element);
  const client = board.makeWidget(id, element, true);
  client.start();
  dialog.addEventListener("close", () => {
    client.stop();
    // What is drawn ahead shows the options as they were.
    if (board.freshness[id]) post(`/widgets/${encodeURIComponent(id)}/refresh`, {}).catch(() => {});
  });
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
 * @param {boolean} hasOwnSettings whether the widget asks for its options itself
 */
async function fillSettings({ connection }, id, form, hasOwnSettings) {
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
      // A setting may decide which other settings there are, and name a host.
      const { options, hosts } = await loadSettings(id);
      showHosts(hosts);
      certificates.update();
      for (const { name, isHidden } of options) {
        const row = rows.get(name);
        if (row) row.hidden = isHidden === true;
      }
    } catch (refusal) {
      if (!(refusal instanceof RequestProblem)) throw refusal;
      problem.textContent = refusal.message;
    }
  };
  const hostRows = make("div", "boardForm");
  const certificates = new ServerCertificates(connection, id);
  /** @param {PrivateHost[] | undefined} hosts */
  const showHosts = (hosts = []) => {
    hostRows.replaceChildren(...hosts.map((host) => hostRow(host, connection, id, () => certificates.update())));
    hostRows.hidden = hosts.length === 0;
  };
  let group;
  for (const option of hasOwnSettings ? settings.options.filter(isOfForm) : settings.options) {
    if (option.group && option.group !== group) form.append(textElement(option.group, "h3", "boardHeading"));
    group = option.group;
    const row = optionRow(option, change);
    rows.set(option.name, row);
    form.append(row);
  }
  form.append(hostRows, certificates.element);
  showHosts(settings.hosts);
  if (settings.options.some(({ isReached }) => isReached)) certificates.update();
  if (settings.options.length === 0 && !settings.hosts?.length && !hasOwnSettings) {
    form.append(textElement(text("noSettings"), "p", "boardHint"));
  }
}

/**
 * Whether a widget's own screen leaves an option to the form: those of the board, secrets, which screens never see, and
 * addresses that only a person may let the widget reach.
 * @param {OptionEntry} option
 */
function isOfForm({ name, isSecret, isReached }) {
  return name.startsWith("$") || isSecret === true || isReached === true;
}

/**
 * Asks whether the widget may reach a host in the server's network, and shows the address.
 * @param {PrivateHost} entry
 * @param {Pick<SettingsBoard, "connection">["connection"]} connection
 * @param {string} id
 * @param {() => void} changed called when the permission has changed
 */
function hostRow({ host, name, addresses, isAllowed }, connection, id, changed) {
  const control = make("input", "", { type: "checkbox", role: "switch" });
  control.checked = isAllowed;
  const place = addresses.length > 0 ? listText(addresses) : text("addressUnknown");
  const hint = text("reachHostHint", { address: place });
  const { row, problem } = labelledField(text("reachHost", { host: name }), control, hint);
  row.classList.add("flag");
  control.addEventListener("change", async () => {
    try {
      await connection.edit({ type: "allowHost", tile: id, host, isAllowed: control.checked });
      problem.textContent = "";
      changed();
    } catch (refusal) {
      if (!(refusal instanceof RequestProblem)) throw refusal;
      control.checked = !control.checked;
      problem.textContent = refusal.message;
    }
  });
  return row;
}

/**
 * Makes what can be done with a place, for people who do not drag: stacks, other pages, and the widget by itself.
 * @param {SettingsBoard} board
 * @param {WidgetTile} tile
 * @param {HTMLDialogElement} dialog
 */
function placeActions(board, tile, dialog) {
  const actions = make("div", "boardActions");
  const { front, members, rotates, tabs } = tile.place;
  const open = make("a", "boardAction", { href: serverAddress(`/open/${encodeURIComponent(front)}`) });
  open.textContent = text("openFullPage");
  actions.append(open, moveButtons(board, tile), sizeButtons(tile));
  const others = [...board.tiles.values()].filter((other) => other.id !== tile.id);
  if (others.length > 0) actions.append(stackRow(board, tile.place.id, others, dialog));
  if (members.length > 1) {
    actions.append(
      stackMembers(board, tile, dialog),
      switchRow(text("showTabs"), text("showTabsHint"), tabs === true, (isOn) =>
        board.edit({ type: "tabs", tile: front, isOn })),
      switchRow(text("rotate"), text("rotateHint"), rotates === true, (isOn) =>
        board.edit({ type: "rotate", tile: front, isOn })));
  }
  actions.append(textButton(text("removeFromBoard"), "boardAction destructive", async () => {
    const spoken = text("removed", { name: tile.kind.name });
    if (await board.edit({ type: "remove", tile: front }, spoken)) dialog.close();
  }));
  return actions;
}

/**
 * @param {string} name
 * @param {string} hint
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} action
 */
function switchRow(name, hint, isOn, action) {
  const control = make("input", "", { type: "checkbox", role: "switch" });
  control.checked = isOn;
  control.addEventListener("change", () => action(control.checked));
  const { row } = labelledField(name, control, hint);
  row.classList.add("flag");
  return row;
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
  select.append(new Option(text("choose"), ""), ...others.map(({ id, kind }) => new Option(kind.name, id)));
  const hint = text("stackHint");
  const { row, problem } = labelledField(text("stackOnto"), select, hint);
  row.append(textButton(text("stack"), "boardAction", async () => {
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
 * Makes buttons that change the size by a step, for tiles that have no room for these.
 * @param {WidgetTile} tile
 */
function sizeButtons(tile) {
  const group = make("div", "boardMoves", { role: "group", "aria-label": text("sizeTitle") });
  group.append(
    textButton(text("smaller"), "boardAction", () => tile.step(false)),
    textButton(text("larger"), "boardAction", () => tile.step(true)));
  return group;
}

/**
 * Makes buttons that move a widget by a cell, or to another page.
 * @param {Pick<SettingsBoard, "edit" | "pages" | "update">} board
 * @param {WidgetTile} tile
 */
function moveButtons(board, tile) {
  const group = make("div", "boardMoves", { role: "group", "aria-label": text("move") });
  /**
   * @param {number} down
   * @param {number} right
   * @param {string} [page]
   */
  const moveBy = (down, right, page) => {
    const [row, column] = tile.place.frame;
    const to = /** @type {[number, number]} */ ([row + down, column + right]);
    return board.edit({ type: "move", tile: tile.id, page, to, makeRoom: true }, text("moved"));
  };
  const right = isPageRightToLeft() ? -1 : 1;
  const sides = [
    textButton(text("left"), "boardAction", () => moveBy(0, -right)),
    textButton(text("up"), "boardAction", () => moveBy(-1, 0)),
    textButton(text("down"), "boardAction", () => moveBy(1, 0)),
    textButton(text("right"), "boardAction", () => moveBy(0, right)),
  ];
  // The button to the left stands at the left.
  if (isPageRightToLeft()) sides.reverse();
  group.append(...sides, makePageChoice(board, (page) => moveBy(0, 0, page)));
  return group;
}
