// Shows a place on the board: a widget, or a stack of which one is seen, and the buttons around it while one edits.

import { leave, make, moveInto, setBox, setOrRemove, setStyle } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { boardIcon, iconButton, icons } from "../layout/buttonIcons.js";
import { accessoryCenters, hasRoomForHandle } from "../layout/grid.js";
import { firstRow, shapePath } from "../layout/placeShape.js";
import { FreshnessLine } from "./freshness.js";
import { ModeSwitch } from "./modeSwitch.js";
import { StackTabs, TABS_HEIGHT, panelID, tabID } from "./stackTabs.js";
import { StackTurns } from "./stackTurns.js";

/** @typedef {import("../../widget/widgetClient.js").WidgetClient} WidgetClient */
/** @typedef {import("../layout/grid.js").Box} Box */

/** @typedef {{ [id: string]: TileEntry | undefined }} TileEntries */

/**
 * A widget of a place. Only the one in front runs.
 * @typedef {object} Member
 * @property {HTMLElement} element
 * @property {boolean} isMissing whether the widget is not installed
 * @property {WidgetClient} [client]
 * @property {Accessories} [accessories] what the widget says about its buttons
 */

/** The width and height of a button, and of what a finger presses, in points; board.css has the same. */
const BUTTON = 28;
const FINGER = 44;

export class WidgetTile {
  #board;
  /** @type {Map<string, Member>} */
  #members = new Map();
  #isStarted = false;
  /** @type {Box | undefined} */
  #box;
  #content = make("div", "boardContent");
  #freshness;
  #modes;
  #turns;
  #buttons;
  /** @type {BoardPlace | undefined} */
  #place;
  /**
   * What is known about the widget in front.
   * @type {TileEntry}
   */
  kind = { name: "" };
  pageIndex = 0;
  isDragged = false;
  element = make("div", "boardTile", { role: "group" });
  /** Takes presses and keys while the board is edited. */
  cover = make("button", "boardCover", { type: "button", "aria-roledescription": text("movableWidget") });
  /** The names of a stack's widgets, where these are shown. */
  tabs = new StackTabs({
    onStep: (step) => this.#turnBy(step),
    onChoose: (widget) => this.#board.edit({ type: "turn", tile: widget }),
  });
  /** The corner that changes the size. */
  handle = make("div", "boardHandle", { "aria-hidden": "true" });

  /**
   * @param {WholeBoard} board
   * @param {string} id of the place
   */
  constructor(board, id) {
    this.#board = board;
    this.id = id;
    this.element.dataset.tile = id;
    this.#freshness = new FreshnessLine((message, isProblem) => board.announce(message, isProblem));
    this.#modes = new ModeSwitch((size, spoken) => board.edit({ type: "resize", tile: this.id, to: size }, spoken));
    this.#turns = new StackTurns(this.element, {
      onStep: (step) => this.#turnBy(step),
      onChoose: (widget, name) => board.edit({ type: "turn", tile: widget }, name),
      isEnabled: () => !board.editing.isOn,
    });
    this.#buttons = {
      close: tileButton(icons.close, text("remove"), "close", () => board.editing.remove(this)),
      settings: tileButton(icons.settings, text("settings"), "settings", () => board.editing.openSettings(this)),
      shrink: tileButton(icons.shrink, text("shrink"), "shrink", () => this.step(false)),
      expand: tileButton(icons.expand, text("expand"), "expand", () => this.step(true)),
    };
    this.#content.append(this.tabs.element);
    this.element.append(
      this.#content, this.#turns.element, this.#modes.element, this.#freshness.element, this.cover, this.handle,
      ...Object.values(this.#buttons));
    board.editing.attachTileHandlers(this);
    this.#followPointers();
  }

  /**
   * Where the tile stands. It has a place from its first `show` on.
   * @returns {BoardPlace}
   */
  get place() {
    if (!this.#place) throw new Error("The tile is not shown yet");
    return this.#place;
  }

  /**
   * Shows how fresh the widget is while a mouse is over it. A finger shows it by a tap, which is the widget's own: with
   * `:hover` the line would take the very tap that brings it.
   */
  #followPointers() {
    const { element } = this;
    element.addEventListener("pointerenter", ({ pointerType }) => {
      if (pointerType !== "touch") element.classList.add("pointed");
    });
    element.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType !== "touch") element.classList.remove("pointed");
    });
    element.addEventListener("click", () => {
      for (const other of document.querySelectorAll(".boardTile.pointed")) other.classList.remove("pointed");
      element.classList.add("pointed");
    });
  }

  get name() {
    return this.kind.name;
  }

  get #front() {
    return this.#members.get(this.place.front);
  }

  /**
   * Makes the tile one step larger or smaller; a widget may decide itself what that is.
   * @param {boolean} isLarger
   */
  async step(isLarger) {
    const { accessories, client } = this.#front ?? {};
    if (!accessories) return this.#board.editing.step(this, isLarger);
    const type = isLarger ? "expand" : "shrink";
    if (accessories.enabled.includes(type)) client?.sendAccessory(type);
  }

  get hasSettings() {
    return this.#front?.accessories?.enabled.includes("settings") ?? true;
  }

  settingsOpened() {
    const { accessories, client } = this.#front ?? {};
    if (accessories) client?.sendAccessory("settings");
  }

  /**
   * Puts the tile where its place is now.
   * @param {BoardPlace} place
   * @param {TileEntries} kinds
   * @param {HTMLElement} page
   * @param {Box} box
   * @param {number} pageIndex
   */
  show(place, kinds, page, box, pageIndex) {
    const isNew = this.#place === undefined;
    this.#place = place;
    this.pageIndex = pageIndex;
    this.kind = kinds[place.front] ?? { name: "" };
    const [row, column, rows, columns] = place.frame;
    this.element.setAttribute("aria-label", this.kind.name);
    this.cover.setAttribute("aria-label", text("widgetPlace", { name: this.kind.name, row, column }));
    this.element.classList.toggle("compact", rows === 1 || columns === 1);
    if (!this.isDragged) {
      if (this.element.parentNode !== page) moveInto(page, this.element);
      setBox(this.element, box);
    }
    this.#showMembers(place, kinds);
    this.#showTurns(place, kinds);
    this.#modes.show(place, this.kind.name, this.#board.canEdit);
    this.#showShape();
    this.#box = box;
    this.#placeButtons(box);
    if (isNew && !this.#board.page.classList.contains("still")) this.#animateAppearance();
    this.surroundingsChanged();
    if (this.#isStarted) this.#startFront();
    this.showFreshness();
  }

  /** Whether tabs take their height away from the widgets. */
  get #hasTabs() {
    const { members, tabs } = this.place;
    return tabs === true && members.length > 1;
  }

  /**
   * Shows the other widgets of a stack: by their names, or by dots.
   * @param {BoardPlace} place
   * @param {TileEntries} kinds
   */
  #showTurns({ members, front }, kinds) {
    /** @param {string} id */
    const nameOf = (id) => kinds[id]?.name ?? id;
    this.element.classList.toggle("tabbed", this.#hasTabs);
    this.tabs.show(this.#hasTabs ? members : [], front, nameOf);
    this.#turns.show(this.#hasTabs ? [] : members, front, nameOf);
  }

  /** Tells the widgets about their cells and the board. */
  surroundingsChanged() {
    for (const { client } of this.#members.values()) client?.setCells(this.#cells());
  }

  /** @returns {GridCells} */
  #cells() {
    const { frame: [, , rows, columns], fitting = null } = this.place;
    const { editing, grid, isConfigured } = this.#board;
    /** @type {BoardSurroundings} */
    const board = {
      page: [grid.columns, grid.rows], cell: [grid.cellWidth, grid.cellHeight], gap: [grid.gap, grid.gap],
    };
    if (this.kind.isCustom) Object.assign(board, { isEditing: editing.isOn, isConfigured });
    return [columns, rows, fitting, board];
  }

  /** Shows the corners that the widget wants, and only the cells that it takes. */
  #showShape() {
    const { cornerRadius } = this.kind;
    setStyle(this.element, "--board-radius", cornerRadius === undefined ? undefined : `${cornerRadius}px`);
    const { cells, frame } = this.place;
    const { grid } = this.#board;
    /** @param {number} top */
    const shape = (top) => cells && `path("${shapePath(cells, frame, grid, top)}")`;
    const row = cells && firstRow(cells, frame, grid);
    this.element.classList.toggle("shaped", cells !== undefined);
    setStyle(this.tabs.element, "left", row && `${row.left}px`);
    setStyle(this.tabs.element, "width", row && `${row.width}px`);
    setStyle(this.#content, "clip-path", shape(0));
    setStyle(this.cover, "clip-path", shape(this.#hasTabs ? TABS_HEIGHT : 0));
  }

  /** Says how fresh the widget in front is. A widget with nothing to show is seen only while the board is edited. */
  showFreshness() {
    if (!this.#place) return;
    const { front } = this.#place;
    this.#freshness.show(front, this.#board.freshness[front], this.kind.name);
    this.element.classList.toggle("empty", this.#freshness.isEmpty);
  }

  /** Whether the widget in front gets fresh content. */
  get hasUpdates() {
    return this.#freshness.hasUpdates;
  }

  /** Asks for fresh content for the widget in front. */
  refresh() {
    return this.#freshness.refresh();
  }

  /** @param {Box} box */
  #placeButtons({ width: boxWidth, height: wholeHeight }) {
    const top = this.#hasTabs ? TABS_HEIGHT : 0;
    const boxHeight = wholeHeight - top;
    const { frame: [, , rows, columns], canExpand: hasRoom, canShrink } = this.place;
    const { enabled, frame = [0, 0, boxWidth, boxHeight] } = this.#front?.accessories ?? {};
    const canExpand = enabled?.includes("expand") ?? hasRoom;
    const [x, y, width, height] = frame;
    const target = matchMedia("(pointer: coarse)").matches ? FINGER : BUTTON;
    const room = Math.min(boxWidth, boxHeight);
    const centers = accessoryCenters({ x, y, width, height, rows, columns, button: BUTTON, target, canExpand, room });
    const isEnabled = {
      close: true,
      settings: enabled?.includes("settings") ?? true,
      expand: canExpand,
      shrink: enabled?.includes("shrink") ?? canShrink,
    };
    for (const name of /** @type {(keyof typeof isEnabled)[]} */ (Object.keys(isEnabled))) {
      const { [name]: button } = this.#buttons;
      const center = centers[name];
      button.hidden = !center || !isEnabled[name];
      if (!center) continue;
      button.style.left = `${center[0] - target / 2}px`;
      button.style.top = `${center[1] + top - target / 2}px`;
    }
    this.handle.hidden = !hasRoomForHandle(boxWidth, boxHeight, target);
  }

  /**
   * @param {BoardPlace} place
   * @param {TileEntries} kinds
   */
  #showMembers({ members, front }, kinds) {
    for (const [id, member] of this.#members) {
      if (members.includes(id)) continue;
      removeMember(member);
      this.#members.delete(id);
    }
    for (const id of members) {
      const { name = "", isMissing = false } = kinds[id] ?? {};
      let member = this.#members.get(id);
      if (member && member.isMissing !== isMissing) {
        removeMember(member);
        member = undefined;
      }
      member ??= this.#addMember(id, name, isMissing);
      const isFront = id === front;
      member.element.classList.toggle("behind", !isFront);
      member.element.toggleAttribute("inert", !isFront || this.#board.editing.isOn);
      setOrRemove(member.element, "role", this.#hasTabs ? "tabpanel" : undefined);
      setOrRemove(member.element, "id", this.#hasTabs ? panelID(id) : undefined);
      setOrRemove(member.element, "aria-labelledby", this.#hasTabs ? tabID(id) : undefined);
    }
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {boolean} isMissing
   * @returns {Member}
   */
  #addMember(id, name, isMissing) {
    const element = isMissing ? missingWidget(name) : make("div", "widget");
    element.dataset.widget = id;
    this.#content.append(element);
    /** @type {Member} */
    const member = { element, isMissing };
    this.#followWidget(id, member);
    this.#members.set(id, member);
    return member;
  }

  /**
   * Hears what a widget that decides about its place says.
   * @param {string} id
   * @param {Member} member
   */
  #followWidget(id, member) {
    member.element.addEventListener("accessories", (event) => {
      const { detail } = /** @type {CustomEvent<Accessories | null | undefined>} */ (event);
      member.accessories = detail ?? undefined;
      if (id === this.place.front && this.#box) this.#placeButtons(this.#box);
    });
    member.element.addEventListener("gridcells", (event) => {
      const [columns, rows] = /** @type {CustomEvent<[number, number]>} */ (event).detail;
      if (id === this.place.front) this.#board.editing.resize(this, rows, columns);
    });
  }

  /**
   * Brings the next widget of a stack to the front, or the one before.
   * @param {number} step
   */
  #turnBy(step) {
    const { members, front } = this.place;
    if (members.length < 2) return;
    const next = members[(members.indexOf(front) + step + members.length) % members.length];
    this.#board.edit({ type: "turn", tile: next });
  }

  /** Stops the widgets while their page is far away; they go on where they were. */
  suspend() {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    for (const member of this.#members.values()) {
      member.client?.stop();
      member.client = undefined;
    }
  }

  /** Runs the widget in front; those behind it do not run. */
  start() {
    this.#isStarted = true;
    this.#startFront();
  }

  #startFront() {
    const { front } = this.place;
    const member = this.#front;
    if (!member || member.client || member.isMissing) return;
    member.client = this.#board.makeWidget(front, member.element);
    member.client.setCells(this.#cells());
    member.client.start();
  }

  /**
   * Keeps the widgets from being used while the board is edited.
   * @param {boolean} isOn
   */
  editingChanged(isOn) {
    for (const [id, { element }] of this.#members) element.toggleAttribute("inert", isOn || id !== this.place.front);
    this.cover.tabIndex = isOn ? 0 : -1;
    if (this.#place) this.surroundingsChanged();
  }

  #animateAppearance() {
    const { element } = this;
    element.classList.add("appearing");
    element.addEventListener("animationend", () => element.classList.remove("appearing"), { once: true });
  }

  /** @param {boolean} isAnimated */
  remove(isAnimated) {
    const { element } = this;
    for (const { client } of this.#members.values()) client?.stop();
    this.#members.clear();
    if (!isAnimated || matchMedia("(prefers-reduced-motion: reduce)").matches) return element.remove();
    leave(element, 300);
  }
}

/** @param {Member} member */
function removeMember({ element, client }) {
  element.remove();
  client?.stop();
}

/**
 * @param {string} path
 * @param {string} name
 * @param {string} className
 * @param {() => void} action
 */
function tileButton(path, name, className, action) {
  return iconButton(path, name, `boardButton ${className}`, (event) => {
    event.stopPropagation();
    action();
  });
}

/**
 * Stands for a widget that is not installed.
 * @param {string} name
 */
function missingWidget(name) {
  const explanation = make("p", "", {}, text("widgetMissing", { name }));
  return make("div", "widget boardMissing", {}, boardIcon(icons.missing), explanation);
}
