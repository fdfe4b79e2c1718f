// What can be set: a widget's options, an icon, and the board itself. Each change counts at once.

import { backgrounds } from "./appearance.js";
import { RequestProblem, get, post } from "../protocol/requests.js";
import { field, openPanel, textButton } from "./panel.js";
import { make } from "../shared/dom.js";

/** How long typing rests before it counts, in milliseconds. */
const PATIENCE = 350;

/** The settings of a widget, and what else can be done with its place. */
export async function openTileSettings(board, tile) {
  const id = tile.place.front;
  const { content } = openPanel(board, tile.kind.name, "boardSettings");
  const form = make("form", "boardForm");
  form.addEventListener("submit", (event) => event.preventDefault());
  content.append(form, placeActions(board, tile));
  await fillSettings(board, id, form);
}

async function fillSettings(board, id, form) {
  let settings;
  try {
    settings = await get(`/tiles/${encodeURIComponent(id)}/settings`);
  } catch (problem) {
    form.textContent = problem.message;
    return;
  }
  const rows = new Map();
  let group;
  for (const option of settings.options) {
    if (option.group !== group && option.group) {
      const heading = make("h3", "boardHeading");
      heading.textContent = option.group;
      form.append(heading);
    }
    group = option.group;
    const row = optionRow(option, (value, problem) => change(option, value, problem));
    rows.set(option.name, row);
    form.append(row);
  }
  if (settings.options.length === 0) {
    const text = make("p", "boardHint");
    text.textContent = "There is nothing to set.";
    form.append(text);
  }

  async function change(option, value, problem) {
    try {
      await board.connection.edit({ type: "options", tile: id, values: { [option.name]: value } });
      problem.textContent = "";
      // What is set may decide what else there is to set.
      const { options } = await get(`/tiles/${encodeURIComponent(id)}/settings`);
      for (const { name, isHidden } of options) rows.get(name).hidden = isHidden === true;
    } catch (refusal) {
      if (!(refusal instanceof RequestProblem)) throw refusal;
      problem.textContent = refusal.message;
    }
  }
}

function optionRow(option, changed) {
  const { control, value } = controlOf(option);
  const { row, problem } = field(option.title, control, option.summary);
  if (option.isSecret) {
    row.append(textButton("Forget it", "boardAction", () => {
      control.value = "";
      control.placeholder = "";
      changed(null, problem);
    }));
  }
  row.classList.toggle("flag", option.type === "bool");
  row.hidden = option.isHidden === true;
  let timer;
  const tell = () => {
    clearTimeout(timer);
    const current = value();
    if (current !== undefined) changed(current, problem);
    else problem.textContent = control.validationMessage || "This is no value";
  };
  control.addEventListener("change", tell);
  if (control.type !== "checkbox") {
    control.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(tell, PATIENCE);
    });
  }
  return row;
}

function controlOf(option) {
  if (option.type === "bool") {
    const control = make("input", "", { type: "checkbox", role: "switch" });
    control.checked = option.value === true;
    return { control, value: () => control.checked };
  }
  if (option.type === "choice") {
    const control = make("select");
    for (const { value, title } of option.choices) control.append(new Option(title, value, false, value === option.value));
    return { control, value: () => control.value };
  }
  if (option.type === "number") {
    const control = make("input", "", { type: "number", step: "any", inputmode: "decimal" });
    if (option.range) [control.min, control.max] = option.range;
    control.value = option.value ?? "";
    return { control, value: () => (control.checkValidity() && control.value !== "" ? control.valueAsNumber : undefined) };
  }
  if (option.type === "color" && /^#[0-9a-f]{6}$/i.test(option.value)) {
    const control = make("input", "", { type: "color", value: option.value });
    return { control, value: () => control.value };
  }
  const control = make("input", "", { type: option.isSecret ? "password" : "text", autocomplete: "off" });
  // A secret stays on the server; what is typed takes its place.
  if (option.isSecret) control.placeholder = option.isSet ? "••••••••" : "";
  else control.value = option.value ?? "";
  return { control, value: () => (option.isSecret && control.value === "" ? undefined : control.value) };
}

/** Stacks, other pages and the widget alone: for everybody who does not drag. */
function placeActions(board, tile) {
  const actions = make("div", "boardActions");
  const { place } = tile;
  const close = (edit, spoken) => async () => {
    if (await board.edit(edit, spoken)) actions.closest("dialog").close();
  };
  const open = make("a", "boardAction", { href: `/open/${encodeURIComponent(place.front)}` });
  open.textContent = "Open in the whole window";
  actions.append(open, moves(board, tile));
  const others = [...board.tiles.values()].filter((other) => other.id !== tile.id);
  if (others.length > 0) {
    const select = make("select");
    select.append(new Option("Choose…", ""), ...others.map(({ id, kind }) => new Option(kind.name, id)));
    const { row, problem } = field("Stack onto", select, "Several widgets in one place; one turns through them by the dots.");
    const stack = textButton("Stack", "boardAction", async () => {
      if (!select.value) return;
      try {
        await board.connection.edit({ type: "stack", tile: place.id, onto: select.value });
        actions.closest("dialog").close();
      } catch (refusal) {
        problem.textContent = refusal.message;
      }
    });
    row.append(stack);
    actions.append(row);
  }
  if (place.members.length > 1) {
    const rotates = make("input", "", { type: "checkbox", role: "switch" });
    rotates.checked = place.rotates === true;
    rotates.addEventListener("change", () => board.edit({ type: "rotate", tile: place.front, isOn: rotates.checked }));
    const { row } = field("Turn by itself", rotates, "To the widget that matters most at the time, where widgets say so.");
    row.classList.add("flag");
    actions.append(row);
    actions.append(textButton("Take out of the stack", "boardAction", close({ type: "unstack", tile: place.front }, "Taken out")));
  }
  actions.append(
    textButton("Remove from the board", "boardAction destructive", close({ type: "remove", tile: place.front }, `${tile.kind.name} removed. Undo brings it back.`)));
  return actions;
}

/** Moves a widget without dragging: by a cell, or to another page. */
function moves(board, tile) {
  const group = make("div", "boardMoves", { role: "group", "aria-label": "Move" });
  const by = (down, right) => async () => {
    const [row, column] = tile.place.frame;
    await board.edit({ type: "move", tile: tile.id, to: [row + down, column + right], makeRoom: true }, "Moved");
  };
  group.append(
    textButton("Left", "boardAction", by(0, -1)), textButton("Up", "boardAction", by(-1, 0)),
    textButton("Down", "boardAction", by(1, 0)), textButton("Right", "boardAction", by(0, 1)),
    pageChoice(board, (page) => board.edit({ type: "move", tile: tile.id, page, to: tile.place.frame.slice(0, 2), makeRoom: true }, "Moved")));
  return group;
}

/** A choice of the other pages. */
function pageChoice(board, move) {
  const select = make("select", "", { "aria-label": "Page" });
  select.append(...board.update.pages.map(({ id }, index) => new Option(`Page ${index + 1}`, id, false, id === board.pages.current)));
  const button = textButton("Move to page", "boardAction", async () => {
    if (await move(select.value)) board.pages.turnTo(select.value);
  });
  const row = make("div", "boardMoves");
  row.append(select, button);
  return row;
}

/** The name, address and colour of an icon. */
export function openIconSettings(board, { id, icon }) {
  const { dialog, content } = openPanel(board, icon.name, "boardSettings");
  const form = make("form", "boardForm");
  const name = make("input", "", { type: "text", required: "", maxlength: "100" });
  name.value = icon.name;
  form.append(field("Name", name).row);
  let address;
  let color;
  const problem = make("p", "boardFieldProblem", { role: "alert" });
  if (!icon.members) {
    address = make("input", "", { type: "url", required: "" });
    color = make("input", "", { type: "color" });
    address.value = icon.address;
    color.value = icon.color ?? "#3867d6";
    color.addEventListener("input", () => {
      color.dataset.isChanged = "true";
    });
    form.append(field("Address", address).row, field("Colour", color).row);
  }
  const save = make("button", "primary", { type: "submit" });
  save.textContent = "Save";
  form.append(problem, save);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const edit = { type: "changeIcon", icon: id, name: name.value };
    if (address) edit.address = address.value;
    // A colour that follows from the name goes on following from it.
    if (icon.color || color?.dataset.isChanged) edit.color = color.value;
    if (icon.symbol) edit.symbol = icon.symbol;
    try {
      await board.connection.edit(edit);
      dialog.close();
    } catch (refusal) {
      problem.textContent = refusal.message;
    }
  });
  const actions = make("div", "boardActions");
  for (const member of icon.members ?? []) {
    actions.append(textButton(`Take “${member.name}” out`, "boardAction", async () => {
      const page = board.pages.current;
      if (await board.edit({ type: "moveIcon", icon: member.id, page, index: 10_000 }, `${member.name} taken out`)) dialog.close();
    }));
  }
  const others = [...board.icons.values()].filter((other) => other.id !== id);
  if (!icon.members && others.length > 0) {
    const select = make("select");
    select.append(...others.map((other) => new Option(other.icon.name, other.id)));
    const { row } = field("Put into a folder with", select);
    row.append(textButton("Put together", "boardAction", async () => {
      if (await board.edit({ type: "collect", icon: id, into: select.value }, "Put together")) dialog.close();
    }));
    actions.append(row);
  }
  actions.append(pageChoice(board, (page) => board.edit({ type: "moveIcon", icon: id, page, index: 10_000 }, "Moved")));
  actions.append(textButton("Remove from the board", "boardAction destructive", async () => {
    if (await board.edit({ type: "removeIcon", icon: id }, `${icon.name} removed. Undo brings it back.`)) dialog.close();
  }));
  content.append(form, actions);
}

/** The name and the looks of a board, and the other boards. */
export async function openBoardSettings(board) {
  const { dialog, content } = openPanel(board, "Board", "boardSettings");
  const { update } = board;
  const form = make("form", "boardForm");
  form.addEventListener("submit", (event) => event.preventDefault());
  const name = make("input", "", { type: "text", maxlength: "100" });
  name.value = update.name;
  name.addEventListener("change", () => board.edit({ type: "rename", name: name.value }));
  form.append(field("Name", name).row, looks(board));
  content.append(form, await otherBoards(board, dialog), files(board, dialog));
}

function looks(board) {
  const group = make("div", "boardLooks");
  const current = () => ({ ...board.update.appearance });
  const change = (changes) => {
    const appearance = { ...current(), ...changes };
    for (const key of Object.keys(appearance)) if (appearance[key] === undefined) delete appearance[key];
    board.edit({ type: "appearance", ...appearance });
  };
  const swatches = make("div", "boardSwatches", { role: "radiogroup", "aria-label": "Background" });
  for (const background of backgrounds) {
    const swatch = make("label", "boardSwatch");
    const radio = make("input", "", { type: "radio", name: "background", value: background, "aria-label": background });
    radio.checked = (current().background ?? "dawn") === background;
    radio.addEventListener("change", () => change({ background }));
    swatch.dataset.background = background;
    swatch.append(radio);
    swatches.append(swatch);
  }
  const color = make("input", "", { type: "color", "aria-label": "Background colour" });
  color.value = current().background?.startsWith("#") ? current().background : "#4a5a78";
  color.addEventListener("change", () => change({ background: color.value }));
  swatches.append(color, pictureButton(board, (background) => change({ background })));
  const accent = make("input", "", { type: "color" });
  accent.value = current().accent ?? "#1f5fd6";
  accent.addEventListener("change", () => change({ accent: accent.value }));
  const scheme = make("select");
  const isDark = current().isDark;
  scheme.append(
    new Option("As the system", "", false, isDark === undefined),
    new Option("Light", "light", false, isDark === false),
    new Option("Dark", "dark", false, isDark === true));
  scheme.addEventListener("change", () => change({ isDark: scheme.value === "" ? undefined : scheme.value === "dark" }));
  const background = make("div", "boardField");
  const title = make("span", "boardFieldName");
  title.textContent = "Background";
  background.append(title, swatches);
  group.append(background, field("Accent colour", accent).row, field("Light or dark", scheme).row);
  return group;
}

/** A picture of the person's own behind the board. */
function pictureButton(board, choose) {
  const label = make("label", "boardPicture");
  const file = make("input", "", { type: "file", accept: "image/jpeg,image/png,image/webp,image/gif" });
  label.append("Picture…", file);
  file.addEventListener("change", async () => {
    const [picture] = file.files;
    if (!picture) return;
    try {
      const { background } = await post("/backgrounds", picture);
      choose(background);
    } catch (refusal) {
      board.say(refusal.message, true);
    }
  });
  return label;
}

async function otherBoards(board, dialog) {
  const section = make("section", "boardActions");
  const heading = make("h3", "boardHeading");
  heading.textContent = "Boards";
  section.append(heading);
  const boards = await get("/boards").catch(() => []);
  for (const { id, name } of boards) {
    const link = make("a", "boardAction", { href: id === "home" ? "/" : `/boards/${encodeURIComponent(id)}/page` });
    link.textContent = name;
    if (id === board.connection.board) link.setAttribute("aria-current", "page");
    section.append(link);
  }
  if (board.pages.count > 1) {
    section.append(textButton("Remove this page", "boardAction destructive", async () => {
      if (await board.edit({ type: "removePage", page: board.pages.current }, "Page removed. Undo brings it back.")) dialog.close();
    }));
  }
  section.append(textButton("New board", "boardAction", async () => {
    try {
      const { id } = await post("/boards", { name: `Board ${boards.length + 1}` });
      location.assign(`/boards/${encodeURIComponent(id)}/page`);
    } catch (problem) {
      board.say(problem.message, true);
    }
  }));
  if (boards.length > 1) {
    section.append(textButton("Remove this board", "boardAction destructive", async () => {
      if (!confirm(`Remove the board “${board.update.name}” with all that is on it?`)) return;
      try {
        await post(`/boards/${encodeURIComponent(board.connection.board)}/remove`, {});
        dialog.close();
        location.assign("/");
      } catch (problem) {
        board.say(problem.message, true);
      }
    }));
  }
  return section;
}

function files(board, dialog) {
  const section = make("section", "boardActions");
  const base = `/boards/${encodeURIComponent(board.connection.board)}`;
  const save = make("a", "boardAction", { href: `${base}/export`, download: `${board.update.name}.board.json` });
  save.textContent = "Export";
  const pick = make("input", "boardPick", { type: "file", accept: "application/json,.json", "aria-label": "Import a board" });
  pick.addEventListener("change", async () => {
    const [file] = pick.files;
    if (!file) return;
    try {
      const { problems } = await post(`${base}/import`, await file.text());
      dialog.close();
      board.say(problems.length > 0 ? problems[0] : "Imported. Undo brings back what was there.", problems.length > 0);
    } catch (problem) {
      board.say(problem.message, true);
    }
  });
  const row = field("Import", pick, "Another board takes the place of this one; that can be taken back.").row;
  section.append(save, row);
  return section;
}
