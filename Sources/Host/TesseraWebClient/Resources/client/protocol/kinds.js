// Holds what each kind of view is in a browser; the server makes the table, so a new component needs no script.

import { serverAddress } from "../shared/urls.js";
import { takePreloaded } from "./preloadedResponses.js";

/** Elements that only show something: none of them loads, runs or sends anything by itself. */
const elements = new Set([
  "div", "section", "article", "aside", "header", "footer", "nav", "main", "figure", "figcaption", "form", "fieldset",
  "p", "span", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "a", "hr", "button",
  "input", "textarea", "output", "progress", "meter",
]);

/** Attributes that run or load something, lead elsewhere, or belong to the client itself. */
const forbiddenAttribute = /^(on.*|style|src|srcset|href|ping|target|action|formaction|form|id|class|data-.*)$/;

/** @type {Kind} */
const plain = { tag: "div", attributes: {}, parts: [], isControl: false, isDrawn: false, states: {} };

export class Kinds {
  /** @type {Map<string, Kind>} */
  #kinds;

  /** @param {{ [name: string]: KindEntry }} table */
  constructor(table) {
    this.#kinds = new Map(Object.entries(table).map(([name, kind]) => [name, checked(kind)]));
  }

  /**
   * The definition of a kind; an unknown kind is a plain box.
   * @param {string} name
   */
  get(name) {
    return this.#kinds.get(name) ?? plain;
  }

  /** Asks the server for the table. */
  static async load() {
    const preloaded = takePreloaded("/client/kinds.json");
    if (preloaded) return new Kinds(preloaded);
    const response = await fetch(serverAddress("/client/kinds.json"));
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Kinds(await response.json());
  }
}

/**
 * @param {KindEntry} kind
 * @returns {Kind}
 */
function checked(kind) {
  const attributes = Object.entries(kind.attributes ?? {}).filter(
    ([name]) => /^[a-z][a-z-]*$/.test(name) && !forbiddenAttribute.test(name),
  );
  const states = Object.entries(kind.states ?? {}).filter(([, name]) => /^aria-[a-z]+$/.test(name));
  return {
    ...plain,
    ...kind,
    tag: kind.tag !== undefined && elements.has(kind.tag) ? kind.tag : plain.tag,
    attributes: Object.fromEntries(attributes),
    states: Object.fromEntries(states),
  };
}
