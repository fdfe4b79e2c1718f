// Suggests cities, which the server knows, for the names of places.

import { get } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { pageLocale, text } from "../../texts/texts.js";
import { Combobox } from "./combobox.js";

/** @type {Promise<CityList> | undefined} */
let known;

/** Whether the server knows cities. It is asked once; again after a failure. */
export async function hasCities() {
  known ??= get("/places");
  try {
    return (await known).isAvailable;
  } catch {
    known = undefined;
    return false;
  }
}

/**
 * @param {string} typed
 * @param {AbortSignal} signal
 * @returns {Promise<City[]>} rejects with a `RequestProblem`
 */
export async function findCities(typed, signal) {
  const language = encodeURIComponent(pageLocale());
  /** @type {CityList} */
  const { places } = await get(`/places?query=${encodeURIComponent(typed)}&language=${language}`, signal);
  return places;
}

/**
 * A city in a list. A region that is called as the city says nothing.
 * @param {Pick<City, "name" | "region" | "country">} city
 */
export function cityText({ name, region, country }) {
  if (!region || region === name) return text("cityInCountry", { name, country });
  return text("cityInRegion", { name, region, country });
}

/**
 * A coordinate of a city, as exact as it can be: eleven metres.
 * @param {number} degrees
 */
export function roundedDegrees(degrees) {
  return Math.round(degrees * 10_000) / 10_000;
}

/**
 * Lets the field for the name of a place suggest cities, if the server knows them.
 * @param {HTMLInputElement} field
 * @param {(city: City) => void} choose
 */
export async function suggestCities(field, choose) {
  const box = make("div", "boardCombobox");
  field.before(box);
  box.append(field);
  if (!(await hasCities())) return;
  const hint = make("span", "boardFieldHint", {}, text("cityHint"));
  hint.id = `${field.id}hint`;
  box.after(hint);
  field.setAttribute("aria-describedby", `${hint.id} ${field.getAttribute("aria-describedby") ?? ""}`.trim());
  const suggestions = { title: text("cities"), find: findCities, nameOf: (/** @type {City} */ { name }) => name };
  new Combobox(field, { ...suggestions, describe: cityText, choose }).attach();
}
