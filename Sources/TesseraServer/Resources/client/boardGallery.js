// What can be added to a board: the widgets that are there, with pictures, and icons.

import { BoardProblem, get } from "./boardConnection.js";
import { field, openPanel, textButton } from "./boardPanel.js";
import { make } from "./dom.js";

export async function openGallery(board) {
  const { dialog, content } = openPanel(board, "Add to the board", "boardGallery");
  const search = make("input", "boardSearch", { type: "search", placeholder: "Search", "aria-label": "Search widgets" });
  const list = make("div", "boardCards");
  const count = make("p", "boardHint", { role: "status" });
  content.append(search, count, list, iconForm(board, dialog));
  let widgets = [];
  try {
    const { board: id, grid } = board.connection;
    const page = board.pages.current ?? "";
    widgets = await get(`/library?board=${encodeURIComponent(id)}&grid=${grid.join("x")}&page=${encodeURIComponent(page)}`);
  } catch (problem) {
    count.textContent = problem instanceof BoardProblem ? problem.message : "The widgets could not be listed";
  }
  const cards = widgets.map((widget) => ({ widget, element: card(board, widget, dialog) }));
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = cards.filter(({ widget: { name, summary, author = "" } }) => {
      const text = `${name} ${summary} ${author}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const here = found.filter(({ widget }) => widget.fits !== false);
    const elsewhere = found.filter(({ widget }) => widget.fits === false);
    list.replaceChildren(...here.map(({ element }) => element));
    if (elsewhere.length > 0) {
      const heading = make("h3", "boardHeading");
      heading.textContent = "Not enough room on this page";
      list.append(heading, ...elsewhere.map(({ element }) => element));
    }
    if (widgets.length > 0) count.textContent = found.length === 0 ? "Nothing found" : "";
    else count.textContent ||= "No widgets are installed";
  };
  search.addEventListener("input", show);
  show();
}

function card(board, widget, dialog) {
  const element = make("article", "boardCard");
  const picture = make("img", "", { alt: "", loading: "lazy", src: `/library/${encodeURIComponent(widget.id)}/preview` });
  const title = make("h3");
  const summary = make("p");
  const [rows, columns] = widget.sizes.preferred;
  const about = make("p", "boardHint");
  title.textContent = widget.name;
  summary.textContent = widget.summary;
  about.textContent = [`${columns} by ${rows}`, widget.author].filter(Boolean).join(" · ");
  const add = textButton(widget.fits === false ? "Add to another page" : "Add", "primary", async () => {
    add.disabled = true;
    const known = new Set(Object.keys(board.update.tiles));
    const update = await board.edit({ type: "add", widget: widget.id, page: board.pages.current }, `${widget.name} added`);
    add.disabled = false;
    if (!update) return;
    dialog.close();
    const added = Object.keys(update.tiles).find((id) => !known.has(id));
    const page = update.pages.find(({ places }) => places.some(({ members }) => members.includes(added)));
    if (page) board.pages.turnTo(page.id);
    board.tiles.get(added)?.cover.focus({ preventScroll: true });
  });
  add.setAttribute("aria-label", `Add ${widget.name}`);
  element.append(picture, title, summary, about, add);
  return element;
}

function iconForm(board, dialog) {
  const form = make("form", "boardForm");
  const heading = make("h3", "boardHeading");
  const name = make("input", "", { type: "text", required: "", maxlength: "100", autocomplete: "off" });
  const address = make("input", "", { type: "url", required: "", placeholder: "https://", autocomplete: "off" });
  const color = make("input", "", { type: "color", value: "#3867d6" });
  const { row, problem } = field("Address", address);
  heading.textContent = "An icon that leads somewhere";
  form.append(heading, field("Name", name).row, row, field("Colour", color).row);
  const add = make("button", "primary", { type: "submit" });
  add.textContent = "Add icon";
  form.append(add);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await board.connection.edit({
        type: "addIcon", name: name.value, address: address.value, color: color.value, page: board.pages.current,
      });
      board.say(`${name.value} added`);
      dialog.close();
    } catch (refusal) {
      problem.textContent = refusal.message;
    }
  });
  return form;
}
