// Makes the fields of an icon: name, address, symbol and colour, with the icon as it will look.

import { messageOf } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { makeFace } from "../icons/iconFace.js";
import { storePicture, storeSiteIcon } from "../icons/iconPicture.js";
import { loadSymbols, symbolsFor } from "../icons/symbols.js";
import { textButton, textElement } from "../layout/panel.js";
import { build, buildField } from "./form.js";

/**
 * What a person entered.
 * @typedef {object} IconValues
 * @property {string} name
 * @property {string} address
 * @property {string} [symbol]
 * @property {string} color
 * @property {string} [picture]
 */

/** How many symbols are shown at a time. */
const SHOWN_SYMBOLS = 60;
const DEFAULT_COLOR = "#3867d6";

/**
 * The fields of an icon.
 * @typedef {object} IconFields
 * @property {HTMLElement[]} rows
 * @property {() => IconValues} values
 * @property {() => boolean} isColorChanged
 * @property {(message: string) => void} showProblem shows what is wrong with the address
 */

/**
 * @param {Partial<IconEntry>} icon
 * @returns {IconFields}
 */
export function iconFields(icon) {
  const { row: nameRow, element: name } = buildField({
    field: text("name"), type: "string", value: icon.name, attributes: { required: "", maxlength: "100" },
  });
  const { row: addressRow, element: address, problem } = buildField({
    field: text("address"), type: "string", value: icon.address,
    attributes: { type: "url", required: "", placeholder: "https://" },
  });
  const { row: colorRow, element: color } = buildField({
    field: text("color"), type: "color", value: icon.color ?? DEFAULT_COLOR,
  });
  let isColorChanged = false;
  let { symbol, letter, picture } = icon;
  const sample = make("div", "boardIconSample", { "aria-hidden": "true" });
  const showSample = () => {
    const isFromName = icon.id !== undefined && !icon.color && !isColorChanged;
    sample.replaceChildren(
      makeFace({ name: name.value, letter, picture, color: isFromName ? undefined : color.value }));
  };
  name.addEventListener("input", showSample);
  color.addEventListener("input", () => {
    isColorChanged = true;
    showSample();
  });
  showSample();
  const symbolRow = symbolField(symbol, (chosen, chosenLetter) => {
    [symbol, letter] = [chosen, chosenLetter];
    showSample();
  });
  const pictureRow = pictureField(picture, () => address.value, (chosen) => {
    picture = chosen;
    showSample();
  });
  return {
    rows: [sample, nameRow, addressRow, pictureRow, symbolRow, colorRow],
    values: () => ({ name: name.value, address: address.value, symbol, color: color.value, picture }),
    isColorChanged: () => isColorChanged,
    showProblem: (message) => {
      problem.textContent = message;
      if (message) address.focus();
    },
  };
}

/**
 * Makes a choice of a picture: the site's own, one of a file, or none.
 * @param {string | undefined} current
 * @param {() => string} address
 * @param {(picture: string | undefined) => void} choose
 */
function pictureField(current, address, choose) {
  const row = make("div", "boardField", { role: "group", "aria-label": text("iconPicture") });
  const buttons = make("div", "boardMoves");
  const problem = make("span", "boardFieldProblem", { role: "alert" });
  const select = (/** @type {string | undefined} */ picture) => {
    none.hidden = picture === undefined;
    choose(picture);
  };
  const store = async (/** @type {() => Promise<string>} */ load) => {
    problem.textContent = "";
    row.setAttribute("aria-busy", "true");
    try {
      select(await load());
    } catch (failure) {
      problem.textContent = messageOf(failure);
    }
    row.removeAttribute("aria-busy");
  };
  const own = textButton(text("siteIcon"), "boardAction", () => store(() => storeSiteIcon(address())));
  const none = textButton(text("noPicture"), "boardAction", () => {
    select(undefined);
    own.focus();
  });
  none.hidden = current === undefined;
  buttons.append(...build(
    own,
    { pick: text("pictureFromFile"), accept: "image/*", use: (picture) => store(() => storePicture(picture)) },
    none));
  row.append(textElement(text("iconPicture"), "span", "boardFieldName"), buttons, problem);
  return row;
}

/**
 * Makes a search for a symbol. The names are loaded when a person looks for one.
 * @param {string | undefined} current
 * @param {(symbol: string | undefined, letter: string | undefined) => void} choose
 */
function symbolField(current, choose) {
  const { row, element: search, problem } = buildField({
    field: text("symbol"), type: "string", hint: text("symbolHint"),
    attributes: { type: "search", class: "boardSymbolSearch", placeholder: text("search") },
  });
  const list = make("div", "boardSymbols", { role: "group", "aria-label": text("symbols") });
  const [count] = build({ text: "", role: "status" });
  let chosen = current;
  const select = (/** @type {string | undefined} */ name, /** @type {string | undefined} */ letter) => {
    chosen = name;
    choose(name, letter);
    none.hidden = name === undefined;
    for (const button of list.children) button.setAttribute("aria-pressed", String(button.ariaLabel === name));
  };
  const none = textButton(text("noSymbol"), "boardAction", () => {
    select(undefined, undefined);
    search.focus();
  });
  none.hidden = current === undefined;
  const show = async () => {
    /** @type {import("../icons/symbols.js").Symbols} */
    let symbols;
    try {
      symbols = await loadSymbols();
      problem.textContent = "";
    } catch (failure) {
      problem.textContent = messageOf(failure);
      return;
    }
    const found = symbolsFor(Object.keys(symbols), search.value);
    const more = found.length - SHOWN_SYMBOLS;
    count.textContent = found.length === 0
      ? text("noSymbolFound") : more > 0 ? text("moreSymbols", { count: more }) : "";
    list.replaceChildren(...found.slice(0, SHOWN_SYMBOLS).map((name) => {
      const isChosen = String(name === chosen);
      const attributes = { type: "button", "aria-label": name, title: name, "aria-pressed": isChosen };
      const button = make("button", "boardSymbol", attributes, symbols[name]);
      button.addEventListener("click", () => select(name, symbols[name]));
      return button;
    }));
  };
  search.addEventListener("focus", show);
  search.addEventListener("input", show);
  // The Return key looks for a symbol; it does not end the form.
  row.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === search) event.preventDefault();
  });
  row.append(list, count, none);
  return row;
}
