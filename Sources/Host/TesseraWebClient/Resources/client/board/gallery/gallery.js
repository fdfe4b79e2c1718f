// Shows what can be added to a board: the widgets that are installed, with pictures, and icons.

import { RequestProblem, get, messageOf, post } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { makeFace } from "../icons/iconFace.js";
import { openPanel, textButton, textElement } from "../layout/panel.js";
import { build } from "../settings/form.js";
import { iconFields } from "../settings/iconFields.js";
import { askOptions } from "./askedOptions.js";
import { CatalogueSection } from "./catalogueSection.js";
import { GalleryCard } from "./galleryCard.js";
import { openGalleryForm } from "./galleryForm.js";
import { ALL, ICONS, categoriesOf, categoryOf, categoryTitle, matches } from "./gallerySearch.js";
import { installAsking, installRows } from "./installing.js";

/** @typedef {import("./installing.js").Bundle} Bundle */

/**
 * What the gallery shows when it opens.
 * @typedef {object} GalleryState
 * @property {boolean} [isSearching] whether the search has the focus
 * @property {string} [search]
 * @property {string} [category]
 * @property {string} [widget] gets the focus
 * @property {Bundle[]} [bundles] are installed
 */

/**
 * @param {WholeBoard} board
 * @param {GalleryState} [state]
 */
export function openGallery(board, state = {}) {
  return new Gallery(board, state).fill(state);
}

class Gallery {
  #board;
  #dialog;
  #main = make("div", "boardGalleryMain");
  #search = make("input", "boardSearch", {
    type: "search", placeholder: text("search"), "aria-label": text("searchGallery"), autocomplete: "off",
  });
  #chips = make("div", "boardChips", { role: "group", "aria-label": text("categories") });
  #count = make("p", "boardHint", { role: "status" });
  #list = make("div", "boardCards");
  #noRoom = textElement(text("noRoomOnPage"), "h3", "boardHeading");
  /** The places from which people install widgets, below the catalogues. */
  #installing = make("section", "boardForm");
  #iconCard;
  /** @type {GalleryCard[]} */
  #cards = [];
  /** @type {CatalogueSection[]} */
  #catalogues = [];
  #category;

  /**
   * @param {WholeBoard} board
   * @param {GalleryState} state
   */
  constructor(board, { isSearching = false, search = "", category = ALL }) {
    const { dialog, content } = openPanel(board, text("addToBoard"), "boardGallery");
    this.#board = board;
    this.#dialog = dialog;
    this.#category = category;
    this.#search.value = search;
    this.#search.addEventListener("input", () => this.#show());
    this.#iconCard = makeIconCard(() => openIconForm(board, dialog, this.#main));
    this.#list.append(this.#iconCard);
    this.#main.append(this.#search, this.#chips, this.#count, this.#list);
    content.append(this.#main);
    if (isSearching) this.#search.focus();
    if (!board.canInstall) return;
    this.#installing.append(...installRows(
      (bundle) => this.#install(bundle), (address) => this.#addCatalogue(address)));
    this.#main.append(this.#installing);
  }

  /**
   * Shows what there is, then what catalogues have.
   * @param {GalleryState} state
   */
  async fill({ widget: focused, bundles = [] }) {
    const widgets = await this.#widgets();
    this.#cards = widgets.map((widget) => new GalleryCard(this.#board, widget, this.#dialog, {
      onAsk: (asked, add) => askOptions(this.#main, asked, add),
      onCancel: (id) => openGallery(this.#board, {
        search: this.#search.value, category: this.#category, widget: id,
      }),
    }));
    this.#showChips();
    this.#show();
    this.#cards.find(({ widget }) => widget.id === focused)?.focus();
    if (!this.#board.canInstall) return;
    for (const card of this.#cards) {
      card.addInstalledActions(this.#main, (sentence) => this.#reopen(sentence, []));
    }
    this.#installAll(bundles);
    await this.#showCatalogues();
  }

  /** @returns {Promise<LibraryEntry[]>} */
  async #widgets() {
    try {
      const { board: id, grid } = this.#board.connection;
      const page = this.#board.pages.current ?? "";
      const query = `board=${encodeURIComponent(id)}&grid=${grid.join("x")}&page=${encodeURIComponent(page)}`;
      return await get(`/library?${query}`);
    } catch (problem) {
      this.#count.textContent = problem instanceof RequestProblem ? problem.message : text("widgetsNotListed");
      return [];
    }
  }

  async #showCatalogues() {
    /** @type {CatalogueListing[]} */
    const listings = await get("/catalogues").catch(() => []);
    if (listings.length === 0) return;
    this.#catalogues = listings.map((listing, number) =>
      new CatalogueSection(listing, number, (bundle) => this.#install(bundle), () => this.#removeCatalogue(listing)));
    this.#installing.before(...this.#catalogues.map(({ element }) => element));
    this.#showChips();
    this.#show();
  }

  /** Shows what a person looks for. */
  #show() {
    const search = this.#search.value;
    const isFound = (/** @type {LibraryEntry | CatalogueEntry} */ widget) =>
      [ALL, categoryOf(widget)].includes(this.#category) && matches(widget, search);
    const found = this.#cards.filter(({ widget }) => isFound(widget));
    const isIconFound = [ALL, ICONS].includes(this.#category) && matches(iconEntry(), search);
    const here = found.filter(({ widget }) => widget.fits !== false);
    const elsewhere = found.filter(({ widget }) => widget.fits === false);
    const shown = [...(isIconFound ? [this.#iconCard] : []), ...here.map(({ element }) => element)];
    if (elsewhere.length > 0) shown.push(this.#noRoom, ...elsewhere.map(({ element }) => element));
    // Cards that stay keep the focus.
    const { children } = this.#list;
    if (shown.length !== children.length || shown.some((element, index) => element !== children[index])) {
      this.#list.replaceChildren(...shown);
    }
    const listed = this.#catalogues.map((catalogue) => catalogue.show(isFound));
    this.#installing.hidden = this.#category !== ALL || search !== "";
    const total = found.length + Number(isIconFound) + listed.reduce((sum, count) => sum + count, 0);
    if (this.#cards.length === 0) this.#count.textContent ||= text("noWidgetsInstalled");
    else if (total === 0) this.#count.textContent = text("nothingFound");
    else this.#count.textContent = search === "" ? "" : text("foundCount", { count: total });
  }

  #showChips() {
    const widgets = [...this.#cards.map(({ widget }) => widget), ...this.#catalogues.flatMap(({ widgets }) => widgets)];
    this.#chips.replaceChildren(...categoriesOf(widgets).map((name) => {
      const chip = textButton(categoryTitle(name), "boardChip", () => {
        this.#category = name;
        for (const other of this.#chips.children) other.setAttribute("aria-pressed", String(other === chip));
        this.#show();
      });
      chip.setAttribute("aria-pressed", String(name === this.#category));
      return chip;
    }));
  }

  // Installing

  /**
   * Installs a bundle, after which the gallery opens again for the others.
   * @param {Bundle} bundle
   * @param {Bundle[]} [others]
   */
  #install(bundle, others = []) {
    return installAsking(this.#main, bundle, (name) => this.#reopen(text("installed", { name }), others));
  }

  /** @param {string} address */
  async #addCatalogue(address) {
    /** @type {{ name: string }} */
    const { name } = await post("/catalogues", { address });
    this.#reopen(text("catalogueAdded", { name }), []);
  }

  /** @param {CatalogueListing} listing */
  async #removeCatalogue({ address, name }) {
    await post("/catalogues/remove", { address });
    this.#reopen(text("removed", { name }), []);
  }

  /** @param {Bundle[]} bundles */
  #installAll([bundle, ...others]) {
    if (bundle === undefined) return;
    this.#install(bundle, others).catch((refusal) => {
      this.#main.prepend(...build({ text: messageOf(refusal), className: "boardFieldProblem", role: "alert" }));
      this.#installAll(others);
    });
  }

  /**
   * Opens the gallery again, because what it shows has changed.
   * @param {string} sentence what was done
   * @param {Bundle[]} bundles
   */
  #reopen(sentence, bundles) {
    this.#dialog.close();
    this.#board.announce(sentence);
    openGallery(this.#board, { bundles });
  }
}

/** What the card for icons says, and is found by. */
function iconEntry() {
  return { name: text("icon"), summary: text("iconSummary"), keywords: [text("iconKeywords")] };
}

/** @param {() => void} open */
function makeIconCard(open) {
  const { name, summary } = iconEntry();
  const element = make("article", "boardIconCard");
  const samples = [{ name: "M", color: "#3f9c63" }, { name: "N", color: "#3867d6" }, { name: "R", color: "#c2255c" }];
  const area = make("div", "boardPreviewPlace boardIconSamples", { "aria-hidden": "true" }, ...samples.map(makeFace));
  const button = textButton(text("addAnIcon"), "primary", open);
  element.append(
    area, textElement(name, "h3", ""), textElement(summary, "p", ""), button);
  return element;
}

/**
 * Shows a form for an icon in place of the list.
 * @param {WholeBoard} board
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} list which comes back
 */
function openIconForm(board, dialog, list) {
  const { rows, values, showProblem } = iconFields({});
  const send = async () => {
    const known = new Set(board.icons.keys());
    const icon = values();
    await board.connection.edit({ type: "addIcon", ...icon, page: board.pages.current });
    board.announce(text("added", { name: icon.name }));
    // After the panel has given the focus back.
    dialog.addEventListener("close", () => {
      const added = [...board.icons.keys()].find((id) => !known.has(id)) ?? "";
      board.icons.get(added)?.cover.focus({ preventScroll: true });
    });
    dialog.close();
  };
  openGalleryForm(list, text("iconWithAddress"), rows, { action: text("addIcon"), send, showProblem });
}
