// Shows what can be added to a board: the widgets that are installed, with pictures, and icons.

import { RequestProblem, get, messageOf } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { text } from "../texts/texts.js";
import { askOptions } from "./askedOptions.js";
import { CatalogueCard } from "./catalogueCard.js";
import { GalleryCard } from "./galleryCard.js";
import { openGalleryForm } from "./galleryForm.js";
import { ALL, ICONS, categoriesOf, categoryOf, categoryTitle, matches } from "./gallerySearch.js";
import { iconFields } from "./iconFields.js";
import { makeFace } from "./iconFace.js";
import { installAsking, installRows } from "./installing.js";
import { openPanel, textButton, textElement } from "./panel.js";

/** @typedef {import("../protocol/messages").CatalogueListing} CatalogueListing */
/** @typedef {import("../protocol/messages").LibraryEntry} LibraryEntry */
/** @typedef {import("./board.js").BoardClient} BoardClient */
/** @typedef {import("./galleryDrag.js").CarryBoard} CarryBoard */
/** @typedef {import("./installing.js").Bundle} Bundle */

/**
 * What the gallery needs of a board.
 * @typedef {CarryBoard & Pick<BoardClient, "announcer" | "icons">} GalleryBoard
 */

/**
 * What the gallery shows when it opens again.
 * @typedef {object} GalleryState
 * @property {string} [search]
 * @property {string} [category]
 * @property {string} [widget] gets the focus
 * @property {Bundle[]} [bundles] are installed
 */

/**
 * @param {GalleryBoard} board
 * @param {GalleryState} [state]
 */
export async function openGallery(board, state = {}) {
  const { dialog, content } = openPanel(board, text("addToBoard"), "boardGallery");
  const main = make("div", "boardGalleryMain");
  const search = make("input", "boardSearch", {
    type: "search", placeholder: text("search"), "aria-label": text("searchGallery"), autocomplete: "off",
  });
  search.value = state.search ?? "";
  const chips = make("div", "boardChips", { role: "group", "aria-label": text("categories") });
  const list = make("div", "boardCards");
  const count = make("p", "boardHint", { role: "status" });
  const installing = make("section", "boardForm");
  let category = state.category ?? ALL;
  const reopenSaying = (/** @type {string} */ sentence, /** @type {Bundle[]} */ bundles = []) => {
    dialog.close();
    board.say(sentence);
    openGallery(board, { bundles });
  };
  const install = (/** @type {Bundle} */ bundle, /** @type {Bundle[]} */ others = []) =>
    installAsking(main, bundle, (name) => reopenSaying(text("installed", { name }), others));
  installing.append(...installRows(install));
  const iconCard = makeIconCard(() => openIconForm(board, dialog, main));
  list.append(iconCard);
  main.append(search, chips, count, list);
  content.append(main);
  /** @type {LibraryEntry[]} */
  let widgets = [];
  try {
    const { board: id, grid } = board.connection;
    const page = board.pages.current ?? "";
    const query = `board=${encodeURIComponent(id)}&grid=${grid.join("x")}&page=${encodeURIComponent(page)}`;
    widgets = await get(`/library?${query}`);
  } catch (problem) {
    count.textContent = problem instanceof RequestProblem ? problem.message : text("widgetsNotListed");
  }
  const reopen = (/** @type {string} */ widget) => openGallery(board, { search: search.value, category, widget });
  const cards = widgets.map((widget) => new GalleryCard(board, widget, dialog, {
    onAsk: (asked, add) => askOptions(main, asked, add),
    onCancel: reopen,
  }));
  const noRoom = textElement(text("noRoomOnPage"), "h3", "boardHeading");
  /** @type {CatalogueSection[]} */
  let catalogues = [];
  const show = () => {
    const found = cards.filter(({ widget }) =>
      (category === ALL || category === categoryOf(widget)) && matches(widget, search.value));
    const isIconFound = [ALL, ICONS].includes(category) && matches(iconEntry(), search.value);
    const here = found.filter(({ widget }) => widget.fits !== false);
    const elsewhere = found.filter(({ widget }) => widget.fits === false);
    const shown = [...(isIconFound ? [iconCard] : []), ...here.map(({ element }) => element)];
    if (elsewhere.length > 0) shown.push(noRoom, ...elsewhere.map(({ element }) => element));
    // Cards that stay keep the focus.
    if (shown.length !== list.children.length || shown.some((element, index) => element !== list.children[index])) {
      list.replaceChildren(...shown);
    }
    const listed = catalogues.map((catalogue) => catalogue.show((widget) =>
      (category === ALL || category === categoryOf(widget)) && matches(widget, search.value)));
    installing.hidden = category !== ALL || search.value !== "";
    const total = found.length + Number(isIconFound) + listed.reduce((sum, count) => sum + count, 0);
    if (widgets.length === 0) count.textContent ||= text("noWidgetsInstalled");
    else if (total === 0) count.textContent = text("nothingFound");
    else count.textContent = search.value === "" ? "" : text("foundCount", { count: total });
  };
  const showChips = () => {
    const listed = catalogues.flatMap(({ widgets }) => widgets);
    chips.replaceChildren(...categoriesOf([...widgets, ...listed]).map((name) => {
      const chip = textButton(categoryTitle(name), "boardChip", () => {
        category = name;
        for (const other of chips.children) other.setAttribute("aria-pressed", String(other === chip));
        show();
      });
      chip.setAttribute("aria-pressed", String(name === category));
      return chip;
    }));
  };
  search.addEventListener("input", show);
  showChips();
  show();
  cards.find(({ widget }) => widget.id === state.widget)?.focus();
  /** @param {Bundle[]} bundles the gallery opens again for those after one that was installed */
  const installAll = ([bundle, ...others]) => {
    if (bundle === undefined) return;
    install(bundle, others).catch((refusal) => {
      const problem = textElement(messageOf(refusal), "p", "boardFieldProblem");
      problem.setAttribute("role", "alert");
      main.prepend(problem);
      installAll(others);
    });
  };
  installAll(state.bundles ?? []);
  /** @type {CatalogueListing[]} */
  const listings = await get("/catalogues").catch(() => undefined);
  // Only people who may install widgets see where others come from.
  if (!listings) return;
  main.append(installing);
  for (const card of cards) card.addInstalledActions(main, reopenSaying);
  catalogues = listings.map((listing, number) => new CatalogueSection(listing, number, install));
  installing.before(...catalogues.map(({ element }) => element));
  if (catalogues.length > 0) showChips();
  show();
}

/** A catalogue below the list: what it has and this server does not. */
class CatalogueSection {
  element = make("section", "boardCatalogue");
  #list = make("div", "boardCards");
  #cards;

  /**
   * @param {CatalogueListing} listing
   * @param {number} number
   * @param {(bundle: Bundle) => Promise<void>} install
   */
  constructor({ name, problems, widgets }, number, install) {
    this.widgets = widgets.filter(({ isNewer }) => isNewer !== false);
    this.#cards = this.widgets.map((widget) => new CatalogueCard(widget, number, install));
    const hints = problems.map((problem) => textElement(problem, "p", "boardHint"));
    const heading = textElement(text("moreFrom", { catalogue: name }), "h3", "boardHeading");
    this.element.append(heading, ...hints, this.#list);
    this.element.hidden = this.widgets.length + problems.length === 0;
  }

  /**
   * Shows the widgets that a person looks for.
   * @param {(widget: import("../protocol/messages").CatalogueEntry) => boolean} isFound
   * @returns {number} how many there are
   */
  show(isFound) {
    const found = this.#cards.filter(({ widget }) => isFound(widget));
    this.#list.replaceChildren(...found.map(({ element }) => element));
    return found.length;
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
  const place = make("div", "boardPreviewPlace boardIconSamples", { "aria-hidden": "true" });
  const samples = [{ name: "M", color: "#3f9c63" }, { name: "N", color: "#3867d6" }, { name: "R", color: "#c2255c" }];
  place.append(...samples.map(makeFace));
  const button = textButton(text("addAnIcon"), "primary", open);
  element.append(
    place, textElement(name, "h3", ""), textElement(summary, "p", ""), button);
  return element;
}

/**
 * Shows a form for an icon in place of the list.
 * @param {GalleryBoard} board
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} list which comes back
 */
function openIconForm(board, dialog, list) {
  const { rows, values, showProblem } = iconFields({});
  const add = make("button", "primary");
  add.textContent = text("addIcon");
  openGalleryForm(list, text("iconWithAddress"), rows, add, async () => {
    showProblem("");
    const known = new Set(board.icons.keys());
    const icon = values();
    try {
      await board.connection.edit({ type: "addIcon", ...icon, page: board.pages.current });
      board.say(text("added", { name: icon.name }));
      // After the panel has given the focus back.
      dialog.addEventListener("close", () => {
        const added = [...board.icons.keys()].find((id) => !known.has(id)) ?? "";
        board.icons.get(added)?.cover.focus({ preventScroll: true });
      });
      dialog.close();
    } catch (refusal) {
      showProblem(messageOf(refusal));
    }
  });
}
