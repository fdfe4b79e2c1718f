// Does by single keys what the buttons of a board do, unless the person types, or has turned the keys off.

import { setOrRemove, targetOf } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { isModified } from "../layout/editingKeys.js";
import { openShortcutsPanel } from "./shortcutsPanel.js";

/** @typedef {import("../../texts/catalogue").PlainTextName} PlainTextName */

/** @typedef {Pick<BoardPermissions, "canEdit" | "canUse">} Permissions */

/**
 * @typedef {object} Shortcut
 * @property {string[]} keys as `shortcutKey` has them: each does the same to another item
 * @property {PlainTextName} name what it does
 * @property {"canUse" | "canEdit"} [permission] what a person needs who may do that
 * @property {string} [buttons] selects those that do the same, one for each key or all for the only one
 * @property {(board: WholeBoard, key: string) => unknown} run returns false where the key has no effect
 */

/**
 * All of them, in the order in which they are listed. No letter or sign needs Alt on the keyboards of our languages, so
 * `n` and `p` turn pages, not brackets.
 * @type {Shortcut[]}
 */
const shortcuts = [
  {
    keys: ["?"], name: "showShortcuts", buttons: ".boardShortcutsButton",
    run: ({ frame }) => frame.shortcutsButton.click(),
  },
  { keys: ["/"], name: "searchOnPage", run: search },
  { keys: ["n"], name: "nextPage", run: ({ pages }) => pages.turnByKey(1) },
  { keys: ["p"], name: "previousPage", run: ({ pages }) => pages.turnByKey(-1) },
  { keys: [..."123456789"], name: "goToPage", buttons: ".boardDot", run: goToPage },
  {
    keys: ["o"], name: "allPagesWithKey", buttons: ".boardPagesButton, .boardTool.pages",
    run: ({ overview }) => overview.open(),
  },
  { keys: ["r"], name: "updateWidgets", permission: "canUse", run: updateWidgets },
  {
    keys: ["a"], name: "addToBoard", permission: "canEdit", buttons: ".boardTool.add",
    run: ({ editing }) => editing.openGallery({ isSearching: true }),
  },
  {
    keys: ["e"], name: "beginOrEndEditing", permission: "canEdit", buttons: ".boardTool.toggle",
    run: ({ editing }) => editing.beginOrEnd(),
  },
];

/** Where the browser keeps that a person has turned the keys off. */
const STORAGE_KEY = "tessera-shortcuts";

/** What has a use of its own for letters: fields, menus, and views of widgets that follow keys. */
const TAKES_KEYS = [
  "input:not([type='checkbox'], [type='radio'])", "textarea", "select", "[data-keys]",
  "[contenteditable]:not([contenteditable='false'])", "[role='textbox']", "[role='combobox']", "[role='listbox']",
  "[role='menu']", "[role='dialog']", "[role='alertdialog']",
].join();

export class BoardShortcuts {
  #board;
  #end = new AbortController();

  /** @param {WholeBoard} board */
  constructor(board) {
    this.#board = board;
    board.frame.shortcutsButton.addEventListener("click", () => this.open());
    document.addEventListener("keydown", (event) => this.#keyPressed(event), { signal: this.#end.signal });
  }

  /** Ends when the board is gone. */
  stop() {
    this.#end.abort();
  }

  /** Lists the shortcuts, and lets the person turn them off: also speech that is taken for typing presses letters. */
  open() {
    openShortcutsPanel(this.#board, shortcutsFor(this.#board), areShortcutsOn(localStorage), (areOn) => {
      turnShortcuts(areOn, localStorage);
      this.boardChanged();
    });
  }

  /** Tells assistive technology which keys do what buttons do. */
  boardChanged() {
    const areOn = areShortcutsOn(localStorage);
    for (const { buttons, keys } of shortcutsFor(this.#board)) {
      if (!buttons) continue;
      [...this.#board.page.querySelectorAll(buttons)].forEach((button, index) => {
        const key = keys.length === 1 ? keys[0] : keys[index];
        setOrRemove(button, "aria-keyshortcuts", keysOfButton(button.getAttribute("aria-keyshortcuts"), areOn && key));
      });
    }
  }

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    const board = this.#board;
    // A panel that is open has the keys, wherever in it the focus is: on its ground that is the document.
    const isBusy = !board.isLoaded || board.editing.drag || document.querySelector("dialog[open]");
    if (isBusy || targetOf(event).closest(TAKES_KEYS)) return;
    const key = shortcutKey(event);
    const shortcut = shortcutsFor(board).find(({ keys }) => keys.includes(key ?? ""));
    if (key === undefined || !shortcut || !areShortcutsOn(localStorage)) return;
    if (shortcut.run(board, key) !== false) event.preventDefault();
  }
}

/**
 * The shortcuts for what a person may do.
 * @param {Permissions} permissions
 */
export function shortcutsFor(permissions) {
  return shortcuts.filter(({ permission }) => !permission || permissions[permission]);
}

/**
 * The key that a person pressed, as the shortcuts have it; undefined for what is none of them, such as a key with
 * Control, or one that is held.
 * @param {KeyboardEvent} event
 */
export function shortcutKey(event) {
  const { code, key, shiftKey } = event;
  const isTaken = event.defaultPrevented || event.isComposing || event.repeat;
  if (isTaken || isModified(event) || event.getModifierState("AltGraph")) return undefined;
  if (key === "؟") return "?";
  // Some keyboards have signs and digits with Shift only.
  if (!/^[\p{L}\p{Nd}]$/u.test(key) || /^[0-9]$/.test(key)) return key;
  if (shiftKey) return undefined;
  // Keyboards for other scripts have Latin letters at the same places.
  return /^\p{Script=Latin}$/u.test(key) ? key.toLowerCase() : /^(?:Key|Digit)(.)$/.exec(code)?.[1].toLowerCase();
}

/**
 * The keys that assistive technology names with a button. Those with Alt stay.
 * @param {string | null} present
 * @param {string | false | undefined} key
 */
export function keysOfButton(present, key) {
  const others = (present ?? "").split(" ").filter((other) => other.includes("+"));
  return [...others, ...(key ? [key] : [])].join(" ") || undefined;
}

/** @param {Pick<Storage, "getItem">} storage */
export function areShortcutsOn(storage) {
  return storage.getItem(STORAGE_KEY) !== "off";
}

/**
 * @param {boolean} areOn
 * @param {Pick<Storage, "setItem" | "removeItem">} storage
 */
export function turnShortcuts(areOn, storage) {
  if (areOn) storage.removeItem(STORAGE_KEY);
  else storage.setItem(STORAGE_KEY, "off");
}

// What the keys do

/**
 * @param {Pick<WholeBoard, "pages">} board
 * @param {string} key
 */
function goToPage({ pages }, key) {
  const index = Number(key) - 1;
  if (index >= pages.count) return false;
  if (index !== pages.index) pages.turn(index);
  pages.takeFocus();
  return true;
}

/**
 * Gives the focus to the first search field of the page in front, or to that of the gallery.
 * @param {Pick<WholeBoard, "canEdit" | "editing" | "pages">} board
 */
function search({ canEdit, editing, pages }) {
  const fields = pages.current === undefined ? [] : pages.grid(pages.current).querySelectorAll("input");
  const field = [...fields].find((each) => each.type === "search" && canHaveFocus(each));
  if (field) {
    field.focus();
    field.select();
  } else if (canEdit) {
    editing.openGallery({ isSearching: true });
  } else {
    return false;
  }
  return true;
}

/** @param {HTMLInputElement} field */
function canHaveFocus(field) {
  const isSeen = field.checkVisibility?.({ visibilityProperty: true }) !== false;
  return isSeen && !field.disabled && !field.readOnly && !field.closest("[inert]");
}

/**
 * Asks for fresh content for the widgets of the page in front.
 * @param {Pick<WholeBoard, "pages" | "announce" | "tiles">} board
 */
function updateWidgets(board) {
  const tiles = [...board.tiles.values()];
  const updated = tiles.filter((tile) => tile.pageIndex === board.pages.index && tile.hasUpdates);
  // First, because a refusal is more important.
  if (updated.length > 0) board.announce(text("updatingWidgets"));
  else board.announce(text("nothingToUpdate"), true);
  for (const tile of updated) tile.refresh();
}
