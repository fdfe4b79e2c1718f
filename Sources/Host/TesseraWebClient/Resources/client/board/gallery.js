// Shows what can be added to a board: the widgets that are installed, with pictures, and icons.

import { RequestProblem, get, messageOf } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { installRows } from "./installing.js";
import { labelledField, openPanel, textButton, textElement } from "./panel.js";

/** @typedef {import("../protocol/messages").LibraryEntry} LibraryEntry */
/** @typedef {import("./board.js").BoardClient} BoardClient */

/**
 * What the gallery needs of a board.
 * @typedef {Pick<BoardClient, "announcer" | "connection" | "edit" | "icons" | "page" | "pages" | "say" | "tiles" |
 *   "update">} GalleryBoard
 */

/** @param {GalleryBoard} board */
export async function openGallery(board) {
  const { dialog, content } = openPanel(board, "Add to the board", "boardGallery");
  const attributes = { type: "search", placeholder: "Search", "aria-label": "Search widgets" };
  const search = make("input", "boardSearch", attributes);
  const list = make("div", "boardCards");
  const count = make("p", "boardHint", { role: "status" });
  const installed = (/** @type {string} */ name) => {
    dialog.close();
    board.say(`${name} is installed`);
    openGallery(board);
  };
  content.append(search, count, list, ...installRows(installed), iconForm(board, dialog));
  /** @type {LibraryEntry[]} */
  let widgets = [];
  try {
    const { board: id, grid } = board.connection;
    const page = board.pages.current ?? "";
    const query = `board=${encodeURIComponent(id)}&grid=${grid.join("x")}&page=${encodeURIComponent(page)}`;
    widgets = await get(`/library?${query}`);
  } catch (problem) {
    count.textContent = problem instanceof RequestProblem ? problem.message : "The widgets could not be listed";
  }
  const cards = widgets.map((widget) => ({ widget, element: makeCard(board, widget, dialog) }));
  const show = () => {
    const found = cards.filter(({ widget }) => matches(widget, search.value));
    const here = found.filter(({ widget }) => widget.fits !== false);
    const elsewhere = found.filter(({ widget }) => widget.fits === false);
    list.replaceChildren(...here.map(({ element }) => element));
    if (elsewhere.length > 0) {
      const heading = textElement("Not enough room on this page", "h3", "boardHeading");
      list.append(heading, ...elsewhere.map(({ element }) => element));
    }
    if (widgets.length > 0) count.textContent = found.length === 0 ? "Nothing found" : "";
    else count.textContent ||= "No widgets are installed";
  };
  search.addEventListener("input", show);
  show();
}

/**
 * Whether all words of a search are in what is said of a widget.
 * @param {Pick<LibraryEntry, "name" | "summary" | "author">} widget
 * @param {string} search
 */
export function matches({ name, summary, author = "" }, search) {
  const text = `${name} ${summary} ${author}`.toLowerCase();
  return search.toLowerCase().split(/\s+/).filter(Boolean).every((word) => text.includes(word));
}

/**
 * @param {GalleryBoard} board
 * @param {LibraryEntry} widget
 * @param {HTMLDialogElement} dialog
 */
function makeCard(board, widget, dialog) {
  const element = make("article", "boardCard");
  const source = `/library/${encodeURIComponent(widget.id)}/preview`;
  const picture = make("img", "", { alt: "", loading: "lazy", src: source });
  const title = make("h3");
  const summary = make("p");
  const [rows, columns] = widget.sizes.preferred;
  const details = make("p", "boardHint");
  title.textContent = widget.name;
  summary.textContent = widget.summary;
  details.textContent = [`${columns} by ${rows}`, widget.author].filter(Boolean).join(" · ");
  const add = textButton(widget.fits === false ? "Add to another page" : "Add", "primary", async () => {
    add.disabled = true;
    const known = new Set(Object.keys(board.update.tiles));
    const page = board.pages.current;
    const update = await board.edit({ type: "add", widget: widget.id, page }, `${widget.name} added`);
    add.disabled = false;
    if (!update) return;
    const added = Object.keys(update.tiles).find((id) => !known.has(id)) ?? "";
    const target = update.pages.find(({ places }) => places.some(({ members }) => members.includes(added)));
    // After the panel has given the focus back.
    dialog.addEventListener("close", () => {
      if (target) board.pages.turnTo(target.id);
      board.tiles.get(added)?.cover.focus({ preventScroll: true });
    });
    dialog.close();
  });
  add.setAttribute("aria-label", `Add ${widget.name}`);
  element.append(picture, title, summary, details, add);
  return element;
}

/**
 * Makes a form for an icon.
 * @param {GalleryBoard} board
 * @param {HTMLDialogElement} dialog
 */
function iconForm(board, dialog) {
  const form = make("form", "boardForm");
  const heading = textElement("An icon that opens an address", "h3", "boardHeading");
  const name = make("input", "", { type: "text", required: "", maxlength: "100", autocomplete: "off" });
  const address = make("input", "", { type: "url", required: "", placeholder: "https://", autocomplete: "off" });
  const color = make("input", "", { type: "color", value: "#3867d6" });
  const { row, problem } = labelledField("Address", address);
  form.append(heading, labelledField("Name", name).row, row, labelledField("Colour", color).row);
  const add = make("button", "primary", { type: "submit" });
  add.textContent = "Add icon";
  form.append(add);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (add.disabled) return;
    add.disabled = true;
    problem.textContent = "";
    const known = new Set(board.icons.keys());
    try {
      await board.connection.edit({
        type: "addIcon", name: name.value, address: address.value, color: color.value, page: board.pages.current,
      });
      board.say(`${name.value} added`);
      // After the panel has given the focus back.
      dialog.addEventListener("close", () => {
        const added = [...board.icons.keys()].find((id) => !known.has(id)) ?? "";
        board.icons.get(added)?.cover.focus({ preventScroll: true });
      });
      dialog.close();
    } catch (refusal) {
      problem.textContent = messageOf(refusal);
      address.focus();
    }
    add.disabled = false;
  });
  return form;
}
