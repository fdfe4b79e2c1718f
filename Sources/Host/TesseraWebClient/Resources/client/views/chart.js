// Adds to a chart, which the server draws, its values at the pointer or arrow keys, and a table for screen readers.

import { isRightToLeft } from "../shared/axes.js";
import { make } from "../shared/dom.js";

/**
 * @typedef {object} ChartContent
 * @property {string[]} [labels]
 * @property {{ name?: string, values: (number | null)[] }[]} [series]
 * @property {string} [unit]
 * @property {string} [shape]
 */

/** @typedef {{ tip: HTMLElement, values: HTMLElement, shown?: number }} ChartParts */
/** @typedef {ContentView<ChartContent> & ChartParts} ChartView */

/** A screen reader's user goes through a hundred lines at most. */
const MAXIMUM_LINES = 100;

/** @type {Behaviour} */
export const chart = {
  attach(/** @type {ChartView} */ view) {
    view.values = make("table", "chartTable");
    view.tip = make("div", "chartTip", { "aria-live": "polite" });
    view.tip.hidden = true;
    view.element.append(view.values, view.tip);
    view.element.tabIndex = 0;
    view.element.addEventListener("pointermove", (event) => showAt(view, event));
    view.element.addEventListener("pointerleave", () => hide(view));
    view.element.addEventListener("blur", () => hide(view));
    view.element.addEventListener("keydown", (event) => keyPressed(view, event));
  },

  attributes: {
    content(/** @type {ChartView} */ view, /** @type {ChartContent | undefined} */ value) {
      hide(view);
      view.values.replaceChildren(...tableLines(value ?? {}));
    },
  },
};

/**
 * @param {ChartView} view
 * @returns {ChartContent}
 */
function contentOf({ attributes: { content } }) {
  return content ?? {};
}

/** @param {ChartContent} content */
function tableLines({ labels = [], series = [], unit = "" }) {
  const shown = labels.slice(0, MAXIMUM_LINES);
  return [
    makeLine("", series.map(({ name = "" }) => name)),
    ...shown.map((label, index) =>
      makeLine(label || String(index + 1), series.map(({ values }) => valueText(values[index], unit)))),
  ];
}

/**
 * @param {string} name
 * @param {string[]} cells
 */
function makeLine(name, cells) {
  const line = make("tr");
  // The corner above the labels heads nothing.
  const head = make(name ? "th" : "td", "", {}, name);
  line.append(head, ...cells.map((text) => make("td", "", {}, text)));
  return line;
}

/**
 * @param {unknown} value
 * @param {string} unit
 */
function valueText(value, unit) {
  return typeof value === "number" ? `${value.toLocaleString()}${unit}` : "–";
}

/**
 * @param {ChartView} view
 * @param {PointerEvent} event
 */
function showAt(view, event) {
  const { labels = [], shape } = contentOf(view);
  if (labels.length === 0 || shape === "gauge" || shape === "pie") return;
  const box = view.element.getBoundingClientRect();
  let fraction = (event.clientX - box.left) / box.width;
  if (isRightToLeft(view)) fraction = 1 - fraction;
  // The axis takes some room before the first value.
  const start = shape === "sparkline" ? 0 : axisRoom(view) / box.width;
  const index = Math.floor(((fraction - start) / (1 - start)) * labels.length);
  show(view, Math.min(Math.max(index, 0), labels.length - 1));
}

/**
 * The room of the axis: the lines of the grid begin behind it.
 * @param {View} view
 */
function axisRoom(view) {
  const line = view.drawing?.querySelector(":scope > rect, :scope > path, g:not(defs *) > rect, g:not(defs *) > path");
  const box = view.element.getBoundingClientRect();
  const place = line?.getBoundingClientRect();
  if (!place) return 0;
  return Math.max(0, isRightToLeft(view) ? box.right - place.right : place.left - box.left);
}

/**
 * @param {ChartView} view
 * @param {KeyboardEvent} event
 */
function keyPressed(view, event) {
  const { labels = [] } = contentOf(view);
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0 || labels.length === 0) {
    if (event.key === "Escape") hide(view);
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  const direction = isRightToLeft(view) ? -step : step;
  const next = view.shown === undefined ? (direction > 0 ? 0 : labels.length - 1) : view.shown + direction;
  show(view, Math.min(Math.max(next, 0), labels.length - 1));
}

/**
 * Shows the values at one place of the axis.
 * @param {ChartView} view
 * @param {number} index
 */
function show(view, index) {
  const { labels = [], series = [], unit = "", shape } = contentOf(view);
  view.shown = index;
  const lines = series.map(({ name, values }) => `${name ? `${name}: ` : ""}${valueText(values[index], unit)}`);
  view.tip.textContent = [labels[index], ...lines].filter(Boolean).join("\n");
  view.tip.hidden = false;
  const width = view.element.clientWidth;
  const start = shape === "sparkline" || shape === "pie" ? 0 : axisRoom(view);
  const along = start + ((index + 0.5) / labels.length) * (width - start);
  const place = isRightToLeft(view) ? width - along : along;
  view.tip.style.left = `${Math.min(Math.max(place, view.tip.offsetWidth / 2), width - view.tip.offsetWidth / 2)}px`;
}

/** @param {ChartView} view */
function hide(view) {
  view.shown = undefined;
  view.tip.hidden = true;
}
