// Charts: the picture comes from the server. Values are shown where the pointer is, or where the arrow keys lead, and a table
// tells assistive technology what the picture shows.

import { make } from "../shared/dom.js";
import { isRightToLeft } from "./axes.js";

export const chart = {
  attach(view) {
    view.table = make("table", "chartTable");
    view.tip = make("div", "chartTip", { "aria-live": "polite" });
    view.tip.hidden = true;
    view.element.append(view.table, view.tip);
    view.element.tabIndex = 0;
    view.element.addEventListener("pointermove", (event) => showAt(view, event));
    view.element.addEventListener("pointerleave", () => hide(view));
    view.element.addEventListener("blur", () => hide(view));
    view.element.addEventListener("keydown", (event) => keyPressed(view, event));
  },

  attributes: {
    content: fillTable,
  },
};

function fillTable(view, { labels = [], series = [], unit = "" } = {}) {
  hide(view);
  const row = (name, cells) => {
    const line = make("tr");
    // The corner above the labels heads nothing.
    const head = make(name ? "th" : "td");
    head.textContent = name;
    line.append(head, ...cells.map((text) => {
      const cell = make("td");
      cell.textContent = text;
      return cell;
    }));
    return line;
  };
  // A reader goes through a hundred lines at most.
  const shown = labels.slice(0, 100);
  view.table.replaceChildren(
    row("", series.map(({ name }) => name)),
    ...shown.map((label, index) => row(label || String(index + 1), series.map(({ values }) => text(values[index], unit)))),
  );
}

function text(value, unit) {
  return typeof value === "number" ? `${value.toLocaleString()}${unit}` : "–";
}

function showAt(view, event) {
  const { labels = [], shape } = view.attributes.content ?? {};
  if (labels.length === 0 || shape === "gauge" || shape === "pie") return;
  const box = view.element.getBoundingClientRect();
  let fraction = (event.clientX - box.left) / box.width;
  if (isRightToLeft(view)) fraction = 1 - fraction;
  // The axis takes some room before the first value.
  const start = shape === "sparkline" ? 0 : axisRoom(view) / box.width;
  const index = Math.floor(((fraction - start) / (1 - start)) * labels.length);
  show(view, Math.min(Math.max(index, 0), labels.length - 1));
}

/** The room of the axis: the lines of the grid begin behind it. */
function axisRoom(view) {
  const line = view.drawing?.querySelector(":scope > rect, :scope > path, g:not(defs *) > rect, g:not(defs *) > path");
  const box = view.element.getBoundingClientRect();
  const place = line?.getBoundingClientRect();
  if (!place) return 0;
  return Math.max(0, isRightToLeft(view) ? box.right - place.right : place.left - box.left);
}

function keyPressed(view, event) {
  const { labels = [] } = view.attributes.content ?? {};
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || labels.length === 0) return event.key === "Escape" ? hide(view) : undefined;
  event.preventDefault();
  event.stopPropagation();
  const direction = isRightToLeft(view) ? -step : step;
  const next = view.shown === undefined ? (direction > 0 ? 0 : labels.length - 1) : view.shown + direction;
  show(view, Math.min(Math.max(next, 0), labels.length - 1));
}

function show(view, index) {
  const { labels, series, unit = "", shape } = view.attributes.content;
  view.shown = index;
  const lines = series.map(({ name, values }) => `${name ? `${name}: ` : ""}${text(values[index], unit)}`);
  view.tip.textContent = [labels[index], ...lines].filter(Boolean).join("\n");
  view.tip.hidden = false;
  const width = view.element.clientWidth;
  const start = shape === "sparkline" || shape === "pie" ? 0 : axisRoom(view);
  const along = start + ((index + 0.5) / labels.length) * (width - start);
  const place = isRightToLeft(view) ? width - along : along;
  view.tip.style.left = `${Math.min(Math.max(place, view.tip.offsetWidth / 2), width - view.tip.offsetWidth / 2)}px`;
}

function hide(view) {
  view.shown = undefined;
  view.tip.hidden = true;
}
