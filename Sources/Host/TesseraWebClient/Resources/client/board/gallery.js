// What can be added to a board: the widgets that are there, with pictures, and icons.

import { RequestProblem, get, post } from "../protocol/requests.js";
import { field, openPanel, textButton } from "./panel.js";
import { make } from "../shared/dom.js";

export async function openGallery(board) {
  const { dialog, content } = openPanel(board, "Add to the board", "boardGallery");
  const search = make("input", "boardSearch", { type: "search", placeholder: "Search", "aria-label": "Search widgets" });
  const list = make("div", "boardCards");
  const count = make("p", "boardHint", { role: "status" });
  content.append(search, count, list, ...installRows(board, dialog), iconForm(board, dialog));
  let widgets = [];
  try {
    const { board: id, grid } = board.connection;
    const page = board.pages.current ?? "";
    widgets = await get(`/library?board=${encodeURIComponent(id)}&grid=${grid.join("x")}&page=${encodeURIComponent(page)}`);
  } catch (problem) {
    count.textContent = problem instanceof RequestProblem ? problem.message : "The widgets could not be listed";
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
    const added = Object.keys(update.tiles).find((id) => !known.has(id));
    const page = update.pages.find(({ places }) => places.some(({ members }) => members.includes(added)));
    // After the panel has given the focus back.
    dialog.addEventListener("close", () => {
      if (page) board.pages.turnTo(page.id);
      board.tiles.get(added)?.cover.focus({ preventScroll: true });
    });
    dialog.close();
  });
  add.setAttribute("aria-label", `Add ${widget.name}`);
  element.append(picture, title, summary, about, add);
  return element;
}

/** Install a widget, and open the gallery with it: from a folder, or from an archive. A browser picks either in a field of its own. */
function installRows(board, dialog) {
  const folder = make("input", "boardPick", { type: "file", webkitdirectory: "", multiple: "" });
  const archive = make("input", "boardPick", { type: "file", accept: ".zip,application/zip" });
  return [
    installRow(board, dialog, folder, "Install a widget", "The folder of a bundle, such as Notes.widget."),
    installRow(board, dialog, archive, "Install an archive", "The archive of a bundle, such as Notes.widget.zip."),
  ];
}

function installRow(board, dialog, pick, name, hint) {
  const { row, problem } = field(name, pick, hint);
  pick.addEventListener("change", async () => {
    problem.textContent = "";
    try {
      const { name } = await install([...pick.files]);
      dialog.close();
      board.say(`${name} is installed`);
      openGallery(board);
    } catch (refusal) {
      problem.textContent = refusal.message;
      pick.value = "";
    }
  });
  return row;
}

/** Installs files that were picked with their folder, or an archive. */
function install(picked) {
  if (picked.length === 1 && isArchive(picked[0])) return post("/library", picked[0]);
  return send(picked.map((file) => [file.webkitRelativePath.split("/").slice(1).join("/"), file]));
}

function isArchive({ name }) {
  return name.toLowerCase().endsWith(".zip");
}

/** A folder or an archive that is dropped on a board is installed. */
export function watchDrops(board) {
  const { page } = board;
  page.addEventListener("dragover", (event) => {
    if ([...event.dataTransfer.items].some(({ kind }) => kind === "file")) event.preventDefault();
  });
  page.addEventListener("drop", async (event) => {
    const items = [...event.dataTransfer.items];
    const folders = items.map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry?.isDirectory);
    const archives = [...event.dataTransfer.files].filter(isArchive);
    if (folders.length + archives.length === 0) return;
    event.preventDefault();
    const installations = [
      ...archives.map((archive) => () => post("/library", archive)),
      ...folders.map((folder) => async () => send(await filesIn(folder))),
    ];
    for (const run of installations) {
      try {
        const { name } = await run();
        board.say(`${name} is installed`, true);
      } catch (refusal) {
        board.say(refusal.message, true);
      }
    }
    board.editing.openGallery();
  });
}

/** The files of a dropped folder with their paths in it. */
async function filesIn(folder, path = "") {
  const reader = folder.createReader();
  const found = [];
  // A reader gives some entries at a time.
  for (let entries; (entries = await new Promise((done, failed) => reader.readEntries(done, failed))).length > 0; ) {
    for (const entry of entries) {
      const name = path + entry.name;
      if (entry.isDirectory) found.push(...(await filesIn(entry, `${name}/`)));
      else found.push([name, await new Promise((done, failed) => entry.file(done, failed))]);
    }
  }
  return found;
}

async function send(contents) {
  const files = {};
  for (const [path, file] of contents) {
    if (!path.split("/").some((part) => part.startsWith("."))) files[path] = await base64(file);
  }
  return post("/library", { files });
}

function base64(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(reader.result.slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => failed(reader.error));
    reader.readAsDataURL(file);
  });
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
        const added = [...board.icons.keys()].find((id) => !known.has(id));
        board.icons.get(added)?.cover.focus({ preventScroll: true });
      });
      dialog.close();
    } catch (refusal) {
      problem.textContent = refusal.message;
      address.focus();
    }
    add.disabled = false;
  });
  return form;
}
