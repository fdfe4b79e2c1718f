// Makes the controls of options: one for each type of value.

import { make } from "../../shared/dom.js";
import { parseURL } from "../../shared/urls.js";
import { text } from "../../texts/texts.js";
import { loadSymbols } from "../icons/symbols.js";
import { meanColor } from "../layout/colors.js";
import { choiceTitle } from "./optionNames.js";

/**
 * A control, and its value; undefined while that is not valid. It tells changes by the events `change` and `input`.
 * @typedef {object} OptionControl
 * @property {HTMLInputElement | HTMLSelectElement} element
 * @property {() => JSONValue | undefined} value
 */

/**
 * What a control needs to know of an option or a field, beside its type.
 * @typedef {object} ControlRules
 * @property {boolean} [isRequired] whether an empty text is not valid
 * @property {boolean} [isSecret]
 * @property {boolean} [isSet] whether a secret has a value, which stays on the server
 */

/** @typedef {(option: OptionType, current: JSONValue, rules: ControlRules) => OptionControl} ControlMaker */

/**
 * Makes the control of a type whose values are neither lists nor objects.
 * @param {OptionType} option
 * @param {JSONValue} current
 * @param {ControlRules} [rules]
 * @returns {OptionControl}
 */
export function optionControl(option, current, rules = {}) {
  // What is no color at first, such as the default one, is typed.
  const type = option.type === "color" && typeof current !== "string" ? "string" : option.type;
  return (controls[type] ?? (rules.isSecret ? secretControl : textControl))(option, current, rules);
}

/** @type {{ [type: string]: ControlMaker | undefined }} */
const controls = {
  bool(_, current) {
    const element = make("input", "", { type: "checkbox", role: "switch" });
    element.checked = current === true;
    return { element, value: () => element.checked };
  },

  choice({ choices = [] }, current) {
    const options = choices.map((choice) =>
      new Option(choiceTitle(choice), choice.value, false, choice.value === current));
    const element = make("select", "", {}, ...options);
    return { element, value: () => element.value };
  },

  number({ range }, current) {
    const element = make("input", "", { type: "number", step: "any", inputmode: "decimal" });
    if (range) [element.min, element.max] = range.map(String);
    element.value = String(current ?? "");
    const isValid = () => element.checkValidity() && element.value !== "";
    return { element, value: () => (isValid() ? element.valueAsNumber : undefined) };
  },

  color(_, current) {
    const element = make("input", "", { type: "color", value: shownColor(String(current)) });
    return { element, value: () => element.value };
  },

  timeZone(_, current) {
    const element = make("select", "", {}, new Option(text("timeZoneOfServer"), ""));
    const { supportedValuesOf } = /** @type {{ supportedValuesOf?: (key: "timeZone") => string[] }} */ (Intl);
    const zones = supportedValuesOf?.("timeZone") ?? [];
    if (typeof current === "string" && current && !zones.includes(current)) zones.push(current);
    for (const zone of zones) element.append(new Option(zone.replaceAll("_", " "), zone, false, zone === current));
    return { element, value: () => element.value };
  },

  /** A field for the name of an icon, which suggests those that there are. */
  icon(_, current) {
    const element = make("input", "", { type: "text", list: iconNames, autocomplete: "off", spellcheck: "false" });
    element.value = String(current ?? "");
    /** @type {import("../icons/symbols.js").Symbols | undefined} */
    let symbols;
    element.addEventListener("focus", async () => {
      symbols = await loadSymbols().catch(() => undefined);
      if (symbols) suggest(Object.keys(symbols));
    });
    const isKnown = () => element.value === "" || !symbols || element.value in symbols;
    return { element, value: () => (/^[a-z0-9-]{0,60}$/.test(element.value) && isKnown() ? element.value : undefined) };
  },

  url(_, current, { isRequired }) {
    const element = make("input", "", {
      type: "text", inputmode: "url", placeholder: "https://", autocomplete: "off", spellcheck: "false",
    });
    element.value = String(current ?? "");
    const value = () => (element.value.trim() || isRequired ? webAddress(element.value) : "");
    return { element, value };
  },

  date: textControl,
  time: textControl,
};

/** @type {ControlMaker} */
function secretControl(_, _current, { isSet }) {
  const element = make("input", "", { type: "password", autocomplete: "off" });
  // A secret stays on the server; what is typed takes its place.
  element.placeholder = isSet ? "••••••••" : "";
  return { element, value: () => element.value || undefined };
}

/** @type {ControlMaker} */
function textControl({ type }, current, { isRequired }) {
  const element = make("input", "", { type: type === "date" || type === "time" ? type : "text", autocomplete: "off" });
  element.value = String(current ?? "");
  const isValid = () => element.checkValidity() && !(isRequired && element.value === "");
  return { element, value: () => (isValid() ? element.value : undefined) };
}

/** The identity of the list of icons in the page. */
const iconNames = "iconNames";

/**
 * Adds the list of icons to the page, once.
 * @param {string[]} names
 */
function suggest(names) {
  if (document.getElementById(iconNames)) return;
  const list = make("datalist", "", { id: iconNames }, ...names.map((name) => new Option(name, name)));
  document.body.append(list);
}

/**
 * The address of a site that a person typed, perhaps without its scheme; undefined for other texts.
 * @param {string} typed
 * @returns {string | undefined}
 */
function webAddress(typed) {
  // Calendars are often handed out with a scheme of their own.
  const trimmed = typed.trim().replace(/^webcals?:/i, "https:");
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https:${trimmed}`;
  const address = parseURL(written);
  if (!address) return undefined;
  const { href, hostname, protocol, username, password } = address;
  const isWeb = protocol === "https:" || protocol === "http:";
  // Chromium encodes what cannot be in the name of a host.
  return isWeb && /^[^%]+$/.test(hostname) && !username && !password ? href : undefined;
}

/**
 * A colour as `#rrggbb`. Names of colours, such as `accent`, are those of the page's theme.
 * @param {string} color
 */
function shownColor(color) {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const sample = make("span");
  sample.style.color = /^[a-z]+$/i.test(color) ? `var(--${color}, ${color})` : color;
  document.body.append(sample);
  if (context) {
    context.fillStyle = getComputedStyle(sample).color;
    context.fillRect(0, 0, 1, 1);
  }
  sample.remove();
  return context ? meanColor(context.getImageData(0, 0, 1, 1).data) : "#000000";
}
