// Makes what people edit values with that have parts: places, ranges, records, and lists of them.

import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { iconButton, icons, nameButton } from "../layout/buttonIcons.js";
import { labelledField, textButton } from "../layout/panel.js";
import { roundedDegrees, suggestCities } from "./citySearch.js";
import { optionControl } from "./optionControls.js";
import { hintOf, titleOf } from "./optionNames.js";

/** @typedef {{ [name: string]: JSONValue }} Members */

/**
 * An element with controls, and the value of all; undefined while one is not valid. It tells changes by the events
 * `change` and `input`.
 * @typedef {object} OptionGroup
 * @property {HTMLElement} element
 * @property {() => JSONValue | undefined} value
 */

/**
 * Whether values of a type have parts.
 * @param {OptionType} option
 */
export function hasParts({ type }) {
  return type === "list" || isObject(type);
}

/** @param {OptionType["type"]} type */
function isObject(type) {
  return type === "record" || type === "place" || type === "range";
}

/**
 * @param {OptionType} option
 * @param {JSONValue} current
 * @returns {OptionGroup}
 */
export function optionGroup(option, current) {
  if (option.type === "list") return listGroup(option, Array.isArray(current) ? current : []);
  if (option.type === "range") return rangeGroup(option, current);
  return option.type === "place" ? placeGroup(current) : recordGroup(option.fields ?? [], current);
}

/**
 * Makes the fields of a place. Its coordinates follow when a person chooses a city by its name.
 * @param {JSONValue} current
 */
function placeGroup(current) {
  const group = recordGroup(placeFields(), current);
  const [name, latitude, longitude] = group.element.querySelectorAll("input");
  if (!name || !latitude || !longitude) return group;
  suggestCities(name, (city) => {
    latitude.value = String(roundedDegrees(city.latitude));
    longitude.value = String(roundedDegrees(city.longitude));
    // Each field takes back what was wrong with it; the place tells the change once.
    for (const field of [name, latitude, longitude]) field.dispatchEvent(new Event("change"));
    group.element.dispatchEvent(new Event("change", { bubbles: true }));
  });
  return group;
}

/** @returns {OptionField[]} */
function placeFields() {
  return [
    { name: "name", title: text("name"), type: "string", default: "" },
    { name: "latitude", title: text("latitude"), type: "number", range: [-90, 90], unit: "°", default: 0 },
    { name: "longitude", title: text("longitude"), type: "number", range: [-180, 180], unit: "°", default: 0 },
  ];
}

/**
 * @param {OptionField[]} fields
 * @param {JSONValue} current
 * @returns {OptionGroup}
 */
function recordGroup(fields, current) {
  const element = make("div", "boardOptionGroup");
  const members = /** @type {Members} */ (current && typeof current === "object" ? current : {});
  const parts = fields.map((field) => {
    const value = members[field.name] ?? field.default;
    const part = hasParts(field) ? optionGroup(field, value) : optionControl(field, value, field);
    const { row, problem } = labelledField(titleOf(field), part.element, hintOf(field));
    row.classList.toggle("flag", field.type === "bool");
    part.element.addEventListener("change", () => {
      problem.textContent = part.value() === undefined ? text("invalidValue") : "";
    });
    element.append(row);
    return { name: field.name, value: part.value };
  });
  return { element, value: () => valuesOf(parts) };
}

/**
 * @param {{ name: string, value: () => JSONValue | undefined }[]} parts
 * @returns {Members | undefined}
 */
function valuesOf(parts) {
  /** @type {Members} */
  const values = {};
  for (const part of parts) {
    const value = part.value();
    if (value === undefined) return undefined;
    values[part.name] = value;
  }
  return values;
}

/**
 * @param {OptionType} option
 * @param {JSONValue} current
 * @returns {OptionGroup}
 */
function rangeGroup({ range }, current) {
  const element = make("div", "boardOptionGroup range");
  const [low, high] = Array.isArray(current) ? current : [];
  const type = /** @type {const} */ ("number");
  const [from, to] = [low, high].map((bound) => optionControl({ type, range }, bound ?? ""));
  element.append(
    labelledField(text("rangeFrom"), from.element).row, labelledField(text("rangeTo"), to.element).row);
  const value = () => {
    const [least, greatest] = [from.value(), to.value()];
    if (typeof least !== "number" || typeof greatest !== "number" || least > greatest) return undefined;
    return [least, greatest];
  };
  return { element, value };
}

/**
 * Makes a list whose elements can be added, removed and moved.
 * @param {OptionType} option
 * @param {JSONValue[]} current
 * @returns {OptionGroup}
 */
function listGroup({ element: type, count = [0, 100] }, current) {
  const element = make("div", "boardOptionList");
  const list = make("ol", "boardOptionItems");
  /** @type {{ row: HTMLLIElement, value: () => JSONValue | undefined }[]} */
  let items = [];
  if (!type) return { element, value: () => current };
  const tellChange = () => element.dispatchEvent(new Event("change", { bubbles: true }));
  const arrange = () => {
    list.append(...items.map(({ row }) => row));
    items.forEach(({ row }, index) => nameItem(row, index, items.length, count[0]));
    add.hidden = items.length >= count[1];
  };
  /** @param {JSONValue} value */
  const makeItem = (value) => {
    const row = make("li", "boardOptionItem");
    const part = hasParts(type) ? optionGroup(type, value) : optionControl(type, value, { isRequired: true });
    const item = { row, value: part.value };
    const index = () => items.indexOf(item);
    /** @param {number} to */
    const moveTo = (to) => {
      items.splice(index(), 1);
      items.splice(to, 0, item);
      arrange();
      tellChange();
    };
    const up = iconButton(icons.up, "", "boardTool", () => {
      moveTo(index() - 1);
      (up.disabled ? down : up).focus();
    });
    const down = iconButton(icons.down, "", "boardTool", () => {
      moveTo(index() + 1);
      (down.disabled ? up : down).focus();
    });
    const remove = iconButton(icons.close, "", "boardTool", () => {
      const after = items[index() + 1] ?? items[index() - 1];
      items = items.filter((other) => other !== item);
      row.remove();
      arrange();
      const next = after?.row.querySelector("input, select");
      (next instanceof HTMLElement ? next : add).focus();
      tellChange();
    });
    const tools = make("div", "boardOptionTools", {}, up, down, remove);
    row.append(part.element, tools);
    return item;
  };
  const add = textButton(text("add"), "boardAction", () => {
    const item = makeItem(startOf(type));
    items.push(item);
    arrange();
    /** @type {HTMLElement | null} */ (item.row.querySelector("input, select"))?.focus();
    // What is not valid yet, such as an empty address, is not sent.
    if (item.value() !== undefined) tellChange();
  });
  items = current.map(makeItem);
  element.append(list, add);
  arrange();
  const value = () => {
    const values = items.map((item) => item.value());
    return values.includes(undefined) ? undefined : /** @type {JSONValue[]} */ (values);
  };
  return { element, value };
}

/**
 * Names the controls of a list's element by its index.
 * @param {HTMLLIElement} row
 * @param {number} index
 * @param {number} count
 * @param {number} least the number of elements below which none can be removed
 */
function nameItem(row, index, count, least) {
  const number = index + 1;
  const [up, down, remove] = /** @type {NodeListOf<HTMLButtonElement>} */ (
    row.querySelectorAll(":scope > .boardOptionTools > button"));
  const own = row.firstElementChild;
  if (own?.matches("input, select")) own.setAttribute("aria-label", text("listElement", { number }));
  if (up) nameTool(up, text("moveElementUp", { number }), index === 0);
  if (down) nameTool(down, text("moveElementDown", { number }), number === count);
  if (remove) nameTool(remove, text("removeElement", { number }), count <= least);
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} name
 * @param {boolean} isDisabled
 */
function nameTool(button, name, isDisabled) {
  nameButton(button, name);
  button.disabled = isDisabled;
}

/**
 * The value with which an element begins.
 * @param {OptionType} type
 * @returns {JSONValue}
 */
function startOf({ type, choices, range }) {
  if (type === "choice") return choices?.[0]?.value ?? "";
  if (type === "number") return range?.[0] ?? 0;
  if (type === "bool") return false;
  if (type === "color") return "accent";
  return isObject(type) ? {} : "";
}
