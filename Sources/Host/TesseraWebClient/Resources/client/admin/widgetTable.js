// Shows what the widgets of all boards use, and their last messages, with buttons that restart, stop and start them.

import { makeButton } from "../account/forms.js";
import { make } from "../shared/dom.js";
import { text } from "../texts/texts.js";
import { NONE, durationText, sizeText, timeText } from "./figures.js";
import { makeRow, makeTable, makeWideRow, setText } from "./tables.js";

/** @typedef {import("../texts/catalogue").PlainTextName} PlainTextName */

/** @typedef {"restart" | "stop" | "start" | "refresh"} WidgetAction */

/** @typedef {(widget: AdminWidget, action: WidgetAction) => Promise<void>} ActionRunner */

/** @type {PlainTextName[]} */
const COLUMNS = [
  "widget", "board", "kind", "runs", "processorTime", "memory", "data", "lastError", "lastUpdate", "nextUpdate",
  "actions",
];

/**
 * The name of a widget.
 * @param {Pick<AdminWidget, "name">} widget
 */
export function nameOf({ name }) {
  return name ?? text("personalWidget");
}

/**
 * Where a widget runs.
 * @param {AdminWidget} widget
 */
export function placeText({ state, outage, process }) {
  switch (state) {
    case "server": return text("inServer");
    case "stopped": return text("stoppedByAdministrator");
    case "idle": return text("notStarted");
    case "missing": return text("notInstalled");
    default:
      if (process) return text("process", { number: String(process.identifier) });
      return outage === undefined ? text("processAtRest") : text("processNotRunning", { reason: outage });
  }
}

/**
 * The texts of a widget's cells, without that of the actions.
 * @param {AdminWidget} widget
 * @param {number} now in milliseconds since 1970
 * @param {string} [timeZone]
 */
export function cellTexts(widget, now, timeZone) {
  const { board, kind, process, storeSize, error, isUpdated, updated, next } = widget;
  return [
    nameOf(widget), board ?? NONE, kind ?? NONE, placeText(widget), durationText(process?.processorTime),
    sizeText(process?.memory), storeSize === undefined ? text("inMemory") : sizeText(storeSize),
    error ? `${timeText(error.date, now, timeZone)}: ${error.text}` : NONE,
    isUpdated && updated === undefined ? text("never") : timeText(updated, now, timeZone),
    timeText(next, now, timeZone),
  ];
}

export class WidgetTable {
  #body;
  /** @type {Map<string, WidgetRow>} */
  #rows = new Map();
  #run;
  #onLogOpened;
  element;

  /**
   * @param {ActionRunner} run
   * @param {() => void} onLogOpened more messages are to be shown
   */
  constructor(run, onLogOpened) {
    const { table, body } = makeTable(text("widgetsOnAllBoards"), COLUMNS);
    this.element = table;
    this.#body = body;
    this.#run = run;
    this.#onLogOpened = onLogOpened;
  }

  /** The tiles whose messages are shown. */
  get openLogs() {
    return [...this.#rows].filter(([, row]) => row.isLogOpen).map(([id]) => id);
  }

  /**
   * Shows widgets in their order. Rows that stay keep the focus.
   * @param {AdminWidget[]} widgets
   * @param {number} now in milliseconds since 1970
   */
  show(widgets, now) {
    const ids = new Set(widgets.map(({ id }) => id));
    for (const [id, row] of this.#rows) {
      if (ids.has(id)) continue;
      row.remove();
      this.#rows.delete(id);
    }
    /** @type {Element | null} */
    let place = this.#body.firstElementChild;
    for (const widget of widgets) {
      let row = this.#rows.get(widget.id);
      if (!row) {
        row = new WidgetRow(this.#run, this.#onLogOpened);
        this.#rows.set(widget.id, row);
      }
      row.show(widget, now);
      for (const element of row.elements) {
        if (element === place) place = element.nextElementSibling;
        else this.#body.insertBefore(element, place);
      }
    }
  }
}

/** A row with figures, and one with messages. */
class WidgetRow {
  #cells;
  #details = make("details", "adminLog");
  #summary = make("summary");
  #messages = make("ol", "adminMessages");
  /** @type {AdminWidget | undefined} */
  #widget;
  /** @type {HTMLButtonElement} */
  #restart;
  /** @type {HTMLButtonElement} */
  #toggle;
  /** @type {HTMLButtonElement} */
  #refresh;
  elements;

  /**
   * @param {ActionRunner} run
   * @param {() => void} onLogOpened
   */
  constructor(run, onLogOpened) {
    const { row, cells } = makeRow(COLUMNS);
    const { row: logRow, cell } = makeWideRow(COLUMNS.length);
    this.#cells = cells;
    this.elements = [row, logRow];
    /** @param {() => WidgetAction} action */
    const button = (action) => makeButton("", async () => {
      if (this.#widget) await run(this.#widget, action());
    });
    this.#restart = button(() => "restart");
    this.#toggle = button(() => (this.#isStopped ? "start" : "stop"));
    this.#refresh = button(() => "refresh");
    cells.at(-1)?.append(make("div", "adminActions", {}, this.#restart, this.#toggle, this.#refresh));
    this.#details.append(this.#summary, this.#messages);
    this.#details.addEventListener("toggle", () => {
      if (this.#details.open) onLogOpened();
    });
    cell.append(this.#details);
  }

  get isLogOpen() {
    return this.#details.open;
  }

  get #isStopped() {
    return this.#widget?.state === "stopped";
  }

  /**
   * @param {AdminWidget} widget
   * @param {number} now
   */
  show(widget, now) {
    this.#widget = widget;
    cellTexts(widget, now).forEach((content, index) => setText(this.#cells[index], content));
    this.#name(this.#restart, text("restart"), widget);
    this.#name(this.#toggle, text(this.#isStopped ? "start" : "stop"), widget);
    this.#name(this.#refresh, text("refreshNow"), widget);
    // What the widgets of a personal board say is not shown to others, who cannot refresh them either.
    const isForeign = widget.name === undefined;
    this.#refresh.hidden = widget.isUpdated !== true || isForeign;
    this.elements[1].hidden = isForeign;
    setText(this.#summary, text("messagesOf", { name: nameOf(widget) }));
    if (widget.log) this.#showMessages(widget.log, now);
  }

  /**
   * Names a button, also by where the widget is: several may have the same name.
   * @param {HTMLButtonElement} button
   * @param {string} action
   * @param {AdminWidget} widget
   */
  #name(button, action, widget) {
    const { board, id } = widget;
    const name = nameOf(widget);
    const label = board === undefined
      ? text("actionOnTile", { action, name, tile: id }) : text("actionOnBoard", { action, name, board });
    setText(button, action);
    button.setAttribute("aria-label", label);
  }

  /**
   * Shows messages, the latest first.
   * @param {LogEntry[]} log
   * @param {number} now
   */
  #showMessages(log, now) {
    const texts = log.map(({ date, text: message }) => `${timeText(date, now)} ${message}`).reverse();
    if (texts.length === 0) texts.push(text("noMessages"));
    while (this.#messages.children.length > texts.length) this.#messages.lastElementChild?.remove();
    while (this.#messages.children.length < texts.length) this.#messages.append(make("li"));
    [...this.#messages.children].forEach((line, index) => {
      if (line instanceof HTMLElement) setText(line, texts[index]);
    });
  }

  remove() {
    for (const element of this.elements) element.remove();
  }
}
