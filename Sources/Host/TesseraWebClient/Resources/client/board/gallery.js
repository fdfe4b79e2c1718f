// Shows what can be added to a board: the widgets that are installed, with pictures, and icons.

import { RequestProblem, get, messageOf } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { text } from "../texts/texts.js";
import { askOptions } from "./askedOptions.js";
import { GalleryCard } from "./galleryCard.js";
import { openGalleryForm } from "./galleryForm.js";
import { ALL, ICONS, categoriesOf, categoryOf, categoryTitle, matches } from "./gallerySearch.js";
import { iconFields } from "./iconFields.js";
import { makeFace } from "./iconFace.js";
import { installRows } from "./installing.js";
import { openPanel, textButton, textElement } from "./panel.js";

/** @typedef {import("../protocol/messages").LibraryEntry} LibraryEntry */
/** @typedef {import("./board.js").BoardClient} BoardClient */
/** @typedef {import("./galleryDrag.js").CarryBoard} CarryBoard */

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
  installing.append(...installRows((name) => {
    dialog.close();
    board.say(text("installed", { name }));
    openGallery(board);
  }));
  const iconCard = makeIconCard(() => openIconForm(board, dialog, main));
  list.append(iconCard);
  main.append(search, chips, count, list, installing);
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
  const show = () => {
    const found = cards.filter(({ widget }) =>
      (category === ALL || category === categoryOf(widget)) && matches(widget, search.value));
    const isIconFound = [ALL, ICONS].includes(category) && matches(iconEntry(), search.value);
    const here = found.filter(({ widget }) => widget.fits !== false);
    const elsewhere = found.filter(({ widget }) => widget.fits === false);
    list.replaceChildren(...(isIconFound ? [iconCard] : []), ...here.map(({ element }) => element));
    if (elsewhere.length > 0) {
      const heading = textElement(text("noRoomOnPage"), "h3", "boardHeading");
      list.append(heading, ...elsewhere.map(({ element }) => element));
    }
    installing.hidden = category !== ALL || search.value !== "";
    const total = found.length + Number(isIconFound);
    if (widgets.length === 0) count.textContent ||= text("noWidgetsInstalled");
    else if (total === 0) count.textContent = text("nothingFound");
    else count.textContent = search.value === "" ? "" : text("foundCount", { count: total });
  };
  for (const name of categoriesOf(widgets)) {
    const chip = textButton(categoryTitle(name), "boardChip", () => {
      category = name;
      for (const other of chips.children) other.setAttribute("aria-pressed", String(other === chip));
      show();
    });
    chip.setAttribute("aria-pressed", String(name === category));
    chips.append(chip);
  }
  search.addEventListener("input", show);
  show();
  cards.find(({ widget }) => widget.id === state.widget)?.focus();
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
