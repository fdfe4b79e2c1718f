// Shows the settings of a widget, and what else can be done with its place; each change counts at once.

import { get, messageOf, post } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { serverAddress } from "../../shared/urls.js";
import { isPageRightToLeft, listText, text } from "../../texts/texts.js";
import { openPanel } from "../layout/panel.js";
import { makePageChoice } from "../pages/pageChoice.js";
import { stackMembers } from "../tiles/stackMembers.js";
import { build, buildForm } from "./form.js";
import { optionRow } from "./optionFields.js";
import { ServerCertificates } from "./serverCertificates.js";

/** @typedef {import("./form.js").Parts} Parts */
/** @typedef {import("./optionFields.js").OptionAction} OptionAction */
/** @typedef {import("../tiles/widgetTile.js").WidgetTile} WidgetTile */

/**
 * @param {EditableBoard} board
 * @param {WidgetTile} tile
 */
export async function openTileSettings(board, tile) {
  const id = tile.place.front;
  const { name } = tile.kind;
  const { dialog, content } = openPanel(board, name, "boardSettings");
  board.editing.watchPanel({ dialog, name, exists: (update) => hasWidget(update, id) });
  const form = buildForm([]);
  content.append(form, ...build({ className: "boardActions", parts: placeActions(board, tile, dialog) }));
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
 * @param {ShownBoard} board
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
 * @param {EditedBoard} board
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
  const change = async ({ name }, value) => {
    await connection.edit({ type: "options", tile: id, values: { [name]: value } });
    // A setting may decide which other settings there are, and name a host.
    const { options, hosts } = await loadSettings(id);
    showHosts(hosts);
    certificates.update();
    for (const { name, isHidden } of options) {
      const row = rows.get(name);
      if (row) row.hidden = isHidden === true;
    }
  };
  const hostRows = make("div", "boardForm");
  const certificates = new ServerCertificates(connection, id);
  /** @param {PrivateHost[] | undefined} hosts */
  const showHosts = (hosts = []) => {
    hostRows.replaceChildren(...build(...hosts.map(({ host, name, addresses, isAllowed }) => ({
      field: text("reachHost", { host: name }), type: /** @type {const} */ ("bool"), value: isAllowed,
      hint: text("reachHostHint", { address: addresses.length > 0 ? listText(addresses) : text("addressUnknown") }),
      change: async (/** @type {boolean} */ isAllowed) => {
        await connection.edit({ type: "allowHost", tile: id, host, isAllowed });
        certificates.update();
      },
    }))));
    hostRows.hidden = hosts.length === 0;
  };
  let group;
  for (const option of hasOwnSettings ? settings.options.filter(isOfForm) : settings.options) {
    if (option.group && option.group !== group) form.append(...build({ heading: option.group }));
    group = option.group;
    const row = optionRow(option, change);
    rows.set(option.name, row);
    form.append(row);
  }
  form.append(hostRows, certificates.element);
  showHosts(settings.hosts);
  if (settings.options.some(({ isReached }) => isReached)) certificates.update();
  if (settings.options.length === 0 && !settings.hosts?.length && !hasOwnSettings) {
    form.append(...build({ text: text("noSettings") }));
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
 * What can be done with a place, for people who do not drag: stacks, other pages, and the widget by itself.
 * @param {EditableBoard} board
 * @param {WidgetTile} tile
 * @param {HTMLDialogElement} dialog
 * @returns {Parts}
 */
function placeActions(board, tile, dialog) {
  const { id: place, front, members, rotates, tabs } = tile.place;
  const others = [...board.tiles.values()].filter((other) => other.id !== tile.id);
  const isStack = members.length > 1;
  const remove = async () => {
    const spoken = text("removed", { name: tile.kind.name });
    if (await board.edit({ type: "remove", tile: front }, spoken)) dialog.close();
  };
  const stack = async (/** @type {string} */ onto) => {
    if (!onto) return;
    await board.connection.edit({ type: "stack", tile: place, onto });
    dialog.close();
  };
  return [
    { link: text("openFullPage"), href: serverAddress(`/open/${encodeURIComponent(front)}`) },
    moveButtons(board, tile),
    // For tiles that have no room for these.
    {
      className: "boardMoves", label: text("sizeTitle"), parts: [
        { button: text("smaller"), action: () => tile.step(false) },
        { button: text("larger"), action: () => tile.step(true) },
      ],
    },
    others.length > 0 && {
      field: text("stackOnto"), type: "choice", hint: text("stackHint"),
      choices: [
        { value: "", title: text("choose") }, ...others.map(({ id, kind }) => ({ value: id, title: kind.name })),
      ],
      beside: { button: text("stack"), action: stack },
    },
    isStack && stackMembers(board, tile, dialog),
    isStack && {
      field: text("showTabs"), type: "bool", hint: text("showTabsHint"), value: tabs === true,
      change: (isOn) => board.edit({ type: "tabs", tile: front, isOn }),
    },
    isStack && {
      field: text("rotate"), type: "bool", hint: text("rotateHint"), value: rotates === true,
      change: (isOn) => board.edit({ type: "rotate", tile: front, isOn }),
    },
    { button: text("removeFromBoard"), className: "boardAction destructive", action: remove },
  ];
}

/**
 * Buttons that move a widget by a cell, or to another page.
 * @param {EditableBoard} board
 * @param {WidgetTile} tile
 */
function moveButtons(board, tile) {
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
    { button: text("left"), action: () => moveBy(0, -right) },
    { button: text("up"), action: () => moveBy(-1, 0) },
    { button: text("down"), action: () => moveBy(1, 0) },
    { button: text("right"), action: () => moveBy(0, right) },
  ];
  // The button to the left stands at the left.
  if (isPageRightToLeft()) sides.reverse();
  const choice = makePageChoice(board, (page) => moveBy(0, 0, page));
  return { className: "boardMoves", label: text("move"), parts: [...sides, choice] };
}
