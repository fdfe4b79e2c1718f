// Shows a widget in the gallery: its picture, its sizes, and ways to add it.

import { isDark } from "../../shared/colorScheme.js";
import { make, setStyle } from "../../shared/dom.js";
import { serverAddress } from "../../shared/urls.js";
import { text } from "../../texts/texts.js";
import { iconButton, icons } from "../layout/buttonIcons.js";
import { textButton, textElement } from "../layout/panel.js";
import { build } from "../settings/form.js";
import { addedPlace, additionInSight, showAdded, sizesOn } from "./adding.js";
import { followPicture } from "./galleryDrag.js";
import { installedActions } from "./installedActions.js";
import { accessParts } from "./networkAccess.js";

/** @typedef {import("./askedOptions.js").OptionValues} OptionValues */

/**
 * @typedef {object} CardActions
 * @property {(widget: LibraryEntry, add: (options: OptionValues) => Promise<void>) => void} onAsk asks for options
 * @property {(widget: string) => void} onCancel a person carried it away, and did not drop it
 */

/** The sides of a cell and the gap between cells in pictures, in points, as the server draws them. */
const CELL = 88;
const GAP = 16;

export class GalleryCard {
  element = make("article", "boardCard");
  #board;
  #dialog;
  #frame = make("div", "boardPreview");
  // WebKit does not paint a large picture that it decodes later.
  #image = make("img", "", { alt: "", loading: "lazy", decoding: "sync", draggable: "false" });
  #add;
  #sizes;
  #size;
  /** @type {HTMLSelectElement | undefined} */
  #choice;
  /** @type {HTMLButtonElement[]} */
  #steps = [];

  /**
   * @param {EditableBoard} board
   * @param {LibraryEntry} widget
   * @param {HTMLDialogElement} dialog
   * @param {CardActions} actions
   */
  constructor(board, widget, dialog, { onAsk, onCancel }) {
    this.widget = widget;
    this.#board = board;
    this.#dialog = dialog;
    this.#size = widget.sizes.preferred;
    this.#sizes = sizesOn(widget.sizes, board.connection.grid);
    this.#frame.append(this.#image);
    const area = make("div", "boardPreviewPlace", {}, this.#frame);
    const add = () => {
      if (widget.options) onAsk(widget, (options) => this.#addInSight(options));
      else this.#addInSight();
    };
    this.#add = textButton("", "primary", add);
    this.#add.setAttribute("aria-label", text("addNamed", { name: widget.name }));
    this.element.append(...build(
      area, textElement(widget.name, "h3", ""), { text: widget.summary, className: "" }, { text: widget.author ?? "" },
      ...accessParts(widget.access), this.#sizeRow(), this.#add));
    this.#showFit(widget.fits !== false);
    this.#showSize();
    followPicture(board, this.#frame, {
      carried: () => this.#carried(),
      onPickUp: () => dialog.close(),
      onAdded: ({ place }) => {
        const tile = board.tiles.get(place.id);
        if (widget.options && tile) board.editing.openSettings(tile);
      },
      onCancel: () => onCancel(widget.id),
      onTap: add,
      onSwipe: (step) => this.#step(step),
    });
  }

  focus() {
    this.#add.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /**
   * Adds what people who may install widgets can do with an installed one.
   * @param {HTMLElement} list
   * @param {(sentence: string) => void} onDone
   */
  addInstalledActions(list, onDone) {
    if (this.widget.installed) this.element.append(...installedActions(this.widget, list, onDone));
  }

  /** Makes a choice of sizes with a button to each side; of a single size, only its name. */
  #sizeRow() {
    if (this.#sizes.length < 2) return textElement(nameOf(this.#size), "p", "boardHint boardSizes");
    const { name } = this.widget;
    const choice = make("select", "", { "aria-label": text("sizeOfWidget", { name }) });
    choice.append(...this.#sizes.map((size) => new Option(nameOf(size), String(size))));
    choice.addEventListener("change", () => this.#choose(this.#sizes[choice.selectedIndex]));
    const smaller = iconButton(icons.previous, text("smallerNamed", { name }), "boardStep", () => this.#step(-1));
    const larger = iconButton(icons.next, text("largerNamed", { name }), "boardStep", () => this.#step(1));
    this.#choice = choice;
    this.#steps = [smaller, larger];
    return make("div", "boardSizes", {}, smaller, choice, larger);
  }

  get #index() {
    return this.#sizes.findIndex((size) => String(size) === String(this.#size));
  }

  /** @param {1 | -1} step */
  #step(step) {
    const size = this.#sizes[this.#index + step];
    if (size) this.#choose(size);
  }

  /** @param {GridSize} size */
  async #choose(size) {
    this.#size = size;
    this.#showSize();
    const edit = additionInSight(this.#board, this.widget.id, this.#wanted);
    const update = await this.#board.connection.preview(edit);
    if (size !== this.#size) return;
    const added = update && addedPlace(update, this.#board.update);
    this.#showFit(!added || added.page === edit.page);
  }

  #showSize() {
    const [rows, columns] = this.#size;
    const { id } = this.widget;
    const query = new URLSearchParams();
    if (this.#wanted) query.set("size", `${rows}x${columns}`);
    if (isDark()) query.set("scheme", "dark");
    const parameters = String(query);
    this.#image.src = serverAddress(`/library/${encodeURIComponent(id)}/preview${parameters && `?${parameters}`}`);
    setStyle(this.#frame, "--width", String(lengthOf(columns)));
    setStyle(this.#frame, "--height", String(lengthOf(rows)));
    const index = this.#index;
    if (this.#choice) this.#choice.selectedIndex = index;
    this.#steps.forEach((button, side) => {
      const isAtEnd = index === (side === 0 ? 0 : this.#sizes.length - 1);
      // Not `disabled`, which would take the focus from a person who presses it again and again.
      button.setAttribute("aria-disabled", String(isAtEnd));
    });
  }

  /** @param {boolean} fits */
  #showFit(fits) {
    this.#add.textContent = text(fits ? "add" : "addToOtherPage");
  }

  /** The size that is asked for; undefined for the usual one, which the server fits into small grids. */
  get #wanted() {
    return String(this.#size) === String(this.widget.sizes.preferred) ? undefined : this.#size;
  }

  #carried() {
    const { id, name } = this.widget;
    const [rows, columns] = this.#board.connection.grid;
    /** @type {GridSize} */
    const cells = [Math.min(rows, this.#size[0]), Math.min(columns, this.#size[1])];
    return { widget: id, name, cells, size: this.#wanted, picture: this.#image.src };
  }

  /** @param {OptionValues} [options] */
  async #addInSight(options) {
    if (this.#add.disabled) return;
    this.#add.disabled = true;
    const { update: before } = this.#board;
    const { id, name } = this.widget;
    const edit = additionInSight(this.#board, id, this.#wanted);
    const update = await this.#board.edit({ ...edit, options }, text("added", { name }));
    this.#add.disabled = false;
    if (!update) return;
    const added = addedPlace(update, before);
    // After the panel has given the focus back.
    this.#dialog.addEventListener("close", () => showAdded(this.#board, added));
    this.#dialog.close();
  }
}

/** @param {GridSize} size */
function nameOf([rows, columns]) {
  return text("size", { columns, rows });
}

/** @param {number} cells */
function lengthOf(cells) {
  return cells * (CELL + GAP) - GAP;
}
