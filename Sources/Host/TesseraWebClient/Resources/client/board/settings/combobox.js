// Suggests choices while a person types into a field: a combobox with a list, by the pattern of ARIA.

import { nextItem } from "../../shared/arrowKeys.js";
import { make, setOrRemove, targetOf } from "../../shared/dom.js";
import { pageLocale, text } from "../../texts/texts.js";

/** How long typing rests before choices are looked for, in milliseconds. */
const TYPING_DELAY = 150;

/**
 * What a combobox suggests.
 * @template Choice
 * @typedef {object} Suggestions
 * @property {string} title what the list is called
 * @property {(typed: string, signal: AbortSignal) => Promise<Choice[]>} find
 * @property {(choice: Choice) => string} nameOf what the field contains when it is chosen
 * @property {(choice: Choice) => string} describe
 * @property {(choice: Choice) => void} choose
 */

let lastList = 0;

/**
 * A field with a list of suggestions. What a person types counts as its input only once the list is closed without a
 * choice: the beginning of a name is no value. A choice tells no change by itself.
 * @template Choice
 */
export class Combobox {
  #field;
  #suggestions;
  #list;
  #count = make("span", "boardSuggestionCount", { role: "status" });
  /** @type {Choice[]} */
  #choices = [];
  /** The index of the choice that the Return key takes; -1 for none. */
  #active = -1;
  /** @type {number | undefined} */
  #timer;
  /** @type {AbortController | undefined} */
  #request;
  /** Whether something was typed that was not told as input. */
  #isHeld = false;
  #isTelling = false;
  /**
   * The name that was chosen last, as long as nothing was typed since.
   * @type {string | undefined}
   */
  #chosen;

  /**
   * @param {HTMLInputElement} field
   * @param {Suggestions<Choice>} suggestions
   */
  constructor(field, suggestions) {
    this.#field = field;
    this.#suggestions = suggestions;
    lastList += 1;
    this.#list = make("ul", "boardSuggestions", {
      role: "listbox", id: `suggestions${lastList}`, "aria-label": suggestions.title,
    });
    this.#list.hidden = true;
  }

  /** Begins to suggest. The list stands after the field, in the same element. */
  attach() {
    const [field, list] = [this.#field, this.#list];
    const attributes = {
      "role": "combobox", "autocomplete": "off", "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": list.id,
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    field.after(list, this.#count);
    field.addEventListener("input", (event) => this.#typed(event));
    field.addEventListener("change", (event) => this.#changed(event));
    field.addEventListener("keydown", (event) => this.#keyPressed(event));
    field.addEventListener("blur", () => this.#left());
    // The field keeps the focus.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const pressed = targetOf(event).closest("[role=option]");
      this.#choose([...list.children].findIndex((option) => option === pressed));
    });
  }

  /** @param {Event} event */
  #typed(event) {
    if (this.#isTelling) return;
    event.stopPropagation();
    this.#isHeld = true;
    this.#chosen = undefined;
    this.#cancel();
    this.#setActive(-1);
    this.#timer = setTimeout(() => this.#search(), TYPING_DELAY);
  }

  /** @param {Event} event */
  #changed(event) {
    // What was chosen was told then; what is still looked for is told when it is found or not.
    if (this.#field.value === this.#chosen || this.#isSearching() || this.#named() >= 0) event.stopPropagation();
    else this.#isHeld = false;
  }

  /** @param {KeyboardEvent} event */
  #keyPressed(event) {
    if (event.isComposing) return;
    const isOpen = !this.#list.hidden;
    const isSearching = this.#isSearching();
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        if (isOpen) this.#setActive(nextItem(event.key, this.#active, this.#choices.length) ?? -1);
        else if (event.key === "ArrowDown") this.#search();
        break;
      case "Enter":
        if (!isOpen && !isSearching) return;
        if (isSearching) this.#search(true);
        else if (this.#active >= 0) this.#choose(this.#active);
        else this.#close();
        break;
      case "Escape":
        this.#close();
        // The next one closes the panel.
        if (!isOpen) return;
        event.stopPropagation();
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  /** The index of the choice in the open list that has the typed name; -1 for none. */
  #named() {
    if (this.#list.hidden || !this.#isHeld) return -1;
    return indexOfName(this.#field.value.trim(), this.#choices.map(this.#suggestions.nameOf));
  }

  #isSearching() {
    return this.#timer !== undefined || this.#request !== undefined;
  }

  /** A person who types a name in full and goes on means the choice with this name. */
  async #left() {
    if (this.#isSearching()) await this.#search(true);
    else this.#choose(this.#named());
    if (document.activeElement !== this.#field) this.#close();
  }

  /** @param {boolean} [isReturned] whether to take the choice that has the typed name */
  async #search(isReturned = false) {
    this.#cancel();
    const typed = this.#field.value.trim();
    const request = new AbortController();
    this.#request = request;
    /** @type {Choice[]} */
    let choices = [];
    try {
      if (typed) choices = await this.#suggestions.find(typed, request.signal);
    } catch {
      // What is typed counts without suggestions, too.
    }
    if (request.signal.aborted) return;
    this.#request = undefined;
    this.#show(choices, typed);
    if (isReturned) this.#choose(this.#active);
  }

  /** Forgets a search that has not ended. */
  #cancel() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#request?.abort();
    this.#request = undefined;
  }

  /**
   * @param {Choice[]} choices
   * @param {string} typed
   */
  #show(choices, typed) {
    const { nameOf, describe } = this.#suggestions;
    const list = this.#list;
    this.#choices = choices;
    list.replaceChildren(...choices.map((choice, index) =>
      make("li", "boardSuggestion", { role: "option", id: `${list.id}-${index}` }, describe(choice))));
    this.#count.textContent = countText(choices.length, typed);
    if (choices.length === 0) {
      this.#close();
      return;
    }
    list.hidden = false;
    this.#field.setAttribute("aria-expanded", "true");
    list.scrollIntoView({ block: "nearest" });
    this.#setActive(indexOfName(typed, choices.map(nameOf)));
  }

  /** @param {number} index */
  #setActive(index) {
    this.#active = index;
    const options = [...this.#list.children];
    options.forEach((option, at) => option.setAttribute("aria-selected", String(at === index)));
    setOrRemove(this.#field, "aria-activedescendant", options[index]?.id);
    options[index]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} index of none, if it is -1 */
  #choose(index) {
    const choice = this.#choices[index];
    if (choice === undefined) return;
    this.#chosen = this.#suggestions.nameOf(choice);
    this.#field.value = this.#chosen;
    this.#isHeld = false;
    this.#close();
    this.#suggestions.choose(choice);
  }

  /** Closes the list, and tells what was typed if nothing was chosen. */
  #close() {
    this.#cancel();
    this.#list.hidden = true;
    this.#field.setAttribute("aria-expanded", "false");
    this.#setActive(-1);
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#isTelling = true;
    this.#field.dispatchEvent(new Event("input", { bubbles: true }));
    this.#isTelling = false;
  }
}

/**
 * The name that is what a person typed, whatever its case and accents; -1 for none.
 * @param {string} typed
 * @param {string[]} names
 */
export function indexOfName(typed, names) {
  const { compare } = new Intl.Collator(pageLocale(), { sensitivity: "base", ignorePunctuation: true });
  return names.findIndex((name) => compare(name, typed) === 0);
}

/**
 * How many choices there are. Nothing is said of one letter, which is rarely searched for.
 * @param {number} count
 * @param {string} typed
 */
export function countText(count, typed) {
  if (count > 0) return text("foundCount", { count });
  return typed.length > 1 ? text("nothingFound") : "";
}
