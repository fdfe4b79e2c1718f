// Shows a catalogue in the gallery: what it has and this server does not, and updates.

import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { build } from "../settings/form.js";
import { CatalogueCard } from "./catalogueCard.js";

/** @typedef {import("./installing.js").Bundle} Bundle */

export class CatalogueSection {
  element = make("section", "boardCatalogue");
  #list = make("div", "boardCards");
  #cards;
  #isKept;

  /**
   * @param {CatalogueListing} listing
   * @param {number} number
   * @param {(bundle: Bundle) => Promise<void>} install
   * @param {() => Promise<void>} remove
   */
  constructor({ name, address, problems, widgets }, number, install, remove) {
    this.widgets = widgets.filter(({ isNewer }) => isNewer !== false);
    this.#cards = this.widgets.map((widget) => new CatalogueCard(widget, number, install));
    this.element.append(...build(
      { heading: text("moreFrom", { catalogue: name }) },
      ...problems.map((problem) => ({ text: problem })),
      this.#list,
      address !== null && {
        button: text("removeCatalogue", { catalogue: name }), isTried: true, action: remove,
      }));
    // It stays where a person removes it, though nothing in it is new.
    this.#isKept = problems.length > 0 || address !== null;
  }

  /**
   * Shows the widgets that a person looks for.
   * @param {(widget: CatalogueEntry) => boolean} isFound
   * @returns {number} how many there are
   */
  show(isFound) {
    const found = this.#cards.filter(({ widget }) => isFound(widget));
    this.#list.replaceChildren(...found.map(({ element }) => element));
    this.element.hidden = found.length === 0 && !this.#isKept;
    return found.length;
  }
}
