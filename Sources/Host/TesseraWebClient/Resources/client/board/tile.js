// A place on the board: a widget, or a stack of which one is seen, and while the board is edited the buttons around it.

import { BoardFreshness } from "./freshness.js";
import { accessoryPlaces } from "./grid.js";
import { boardSign, signButton, signs } from "./icons.js";
import { make, setOrRemove } from "../shared/dom.js";
import { WidgetClient } from "../app/widgetClient.js";

/** The width and height of a button, in points. */
const BUTTON = 28;
/** How far a finger goes to turn a stack, in points. */
const SWIPE = 48;
/** How long a wheel rests between two turns, in milliseconds. */
const WHEEL_REST = 400;

export class BoardTile {
  #board;
  #clients = new Map();
  #isStarted = false;
  #box;
  /** The widgets that the dots stand for. */
  #turned = "";

  constructor(board, id) {
    this.#board = board;
    this.id = id;
    this.element = make("div", "boardTile", { role: "group" });
    this.element.dataset.tile = id;
    this.content = make("div", "boardContent");
    this.cover = make("button", "boardCover", { type: "button", "aria-roledescription": "movable widget" });
    this.turns = make("div", "boardTurns");
    this.freshness = new BoardFreshness(board);
    this.close = this.#button(signs.close, "Remove", "close", () => board.editing.remove(this));
    this.expand = this.#button(signs.expand, "Expand", "expand", () => this.step(true));
    this.shrink = this.#button(signs.shrink, "Shrink", "shrink", () => this.step(false));
    this.settings = this.#button(signs.settings, "Settings", "settings", () => board.editing.openSettings(this));
    this.handle = make("div", "boardHandle", { "aria-hidden": "true" });
    this.element.append(
      this.content, this.turns, this.freshness.element, this.cover, this.handle, this.close, this.settings, this.shrink, this.expand);
    board.editing.watchTile(this);
    this.#followTurns();
    this.#followPointers();
  }

  /**
   * Shows how fresh the widget is while a mouse is over it. A finger shows it by a tap, which is the widget's own: with `:hover` the
   * sign would take the very tap that brings it.
   */
  #followPointers() {
    const { element } = this;
    element.addEventListener("pointerenter", ({ pointerType }) => pointerType !== "touch" && element.classList.add("pointed"));
    element.addEventListener("pointerleave", ({ pointerType }) => pointerType !== "touch" && element.classList.remove("pointed"));
    element.addEventListener("click", () => {
      for (const other of document.querySelectorAll(".boardTile.pointed")) other.classList.remove("pointed");
      element.classList.add("pointed");
    });
  }

  get #frontClient() {
    return this.#clients.get(this.place.front)?.client;
  }

  /** What the widget in front says about its buttons, if it decides about them. */
  get #accessories() {
    return this.#clients.get(this.place.front)?.accessories;
  }

  /** One step larger or smaller: what that is, a widget may decide itself. */
  step(isLarger) {
    if (!this.#accessories) return this.#board.editing.step(this, isLarger);
    const type = isLarger ? "expand" : "shrink";
    if (this.#accessories.enabled.includes(type)) this.#frontClient?.tapAccessory(type);
  }

  get hasSettings() {
    return this.#accessories?.enabled.includes("settings") ?? true;
  }

  settingsOpened() {
    if (this.#accessories) this.#frontClient?.tapAccessory("settings");
  }

  #button(sign, name, className, action) {
    const button = signButton(sign, name, `boardButton ${className}`);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      action();
    });
    return button;
  }

  /** Puts the place where it stands now. */
  show(place, kinds, page, box, pageIndex) {
    const isNew = this.place === undefined;
    this.place = place;
    this.pageIndex = pageIndex;
    this.kind = kinds[place.front] ?? { name: "" };
    this.element.setAttribute("aria-label", this.kind.name);
    this.cover.setAttribute("aria-label", `${this.kind.name}, row ${place.frame[0]}, column ${place.frame[1]}`);
    this.element.classList.toggle("compact", place.frame[2] === 1 || place.frame[3] === 1);
    if (!this.isDragged) {
      if (this.element.parentNode !== page) page.append(this.element);
      this.#setBox(box);
    }
    this.#showMembers(place, kinds);
    this.#showTurns(place, kinds);
    this.#box = box;
    this.#placeButtons(box);
    if (isNew && !this.#board.page.classList.contains("still")) this.#appear();
    for (const { client } of this.#clients.values()) client?.setCells(place.frame[3], place.frame[2], place.fitting);
    if (this.#isStarted) this.#startFront();
    this.showFreshness();
  }

  /** Says how fresh the widget in front is. One that has nothing to show is seen only while the board is edited. */
  showFreshness() {
    if (!this.place) return;
    const { front } = this.place;
    this.freshness.show(front, this.#board.freshness[front], this.kind.name);
    this.element.classList.toggle("empty", this.freshness.isEmpty);
  }

  #setBox({ left, top, width, height }) {
    const { style } = this.element;
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }

  #placeButtons({ width, height }) {
    const { place } = this;
    const [, , rows, columns] = place.frame;
    const { enabled, frame } = this.#accessories ?? {};
    const canExpand = enabled?.includes("expand") ?? place.canExpand;
    this.expand.hidden = !canExpand;
    this.shrink.hidden = !(enabled?.includes("shrink") ?? place.canShrink);
    this.settings.hidden = !(enabled?.includes("settings") ?? true);
    const [x, y, ...size] = frame ?? [0, 0, width, height];
    const places = accessoryPlaces({ x, y, width: size[0], height: size[1], rows, columns, button: BUTTON, canExpand });
    for (const [name, [x, y]] of Object.entries(places)) {
      this[name].style.left = `${x - BUTTON / 2}px`;
      this[name].style.top = `${y - BUTTON / 2}px`;
    }
  }

  #showMembers({ members, front }, kinds) {
    for (const [id, { element }] of this.#clients) {
      if (members.includes(id)) continue;
      element.remove();
      this.#clients.get(id).client?.stop();
      this.#clients.delete(id);
    }
    for (const id of members) {
      const kind = kinds[id] ?? {};
      let member = this.#clients.get(id);
      if (member && member.isMissing !== Boolean(kind.isMissing)) {
        member.element.remove();
        member.client?.stop();
        member = undefined;
      }
      if (!member) {
        const element = kind.isMissing ? this.#missing(kind.name) : make("div", "widget");
        element.dataset.widget = id;
        this.content.append(element);
        member = { element, isMissing: Boolean(kind.isMissing) };
        this.#followWidget(id, member);
        this.#clients.set(id, member);
      }
      const isFront = id === front;
      member.element.classList.toggle("behind", !isFront);
      member.element.toggleAttribute("inert", !isFront || this.#board.editing?.isOn === true);
    }
  }

  /** What a widget that decides about its place says. */
  #followWidget(id, member) {
    member.element.addEventListener("accessories", ({ detail }) => {
      member.accessories = detail ?? undefined;
      if (id === this.place.front && this.#box) this.#placeButtons(this.#box);
    });
    member.element.addEventListener("gridcells", ({ detail: [columns, rows] }) => {
      if (id === this.place.front) this.#board.editing.resize(this, rows, columns);
    });
  }

  /** Brings the next widget of a stack to the front, or the one before. */
  #turnBy(step) {
    const { members, front } = this.place;
    if (members.length < 2) return;
    const next = members[(members.indexOf(front) + step + members.length) % members.length];
    this.#board.edit({ type: "turn", tile: next });
  }

  /**
   * The arrow keys and the wheel on the dots turn through a stack, and so does a swipe up or down on a touch screen, unless what is
   * under the finger scrolls.
   */
  #followTurns() {
    let lastTurn = 0;
    this.turns.addEventListener("wheel", (event) => {
      event.preventDefault();
      // A wheel says the same thing many times.
      if (event.timeStamp - lastTurn < WHEEL_REST || event.deltaY === 0) return;
      lastTurn = event.timeStamp;
      this.#turnBy(Math.sign(event.deltaY));
    });
    this.turns.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#turnBy(step);
    });
    let start;
    this.element.addEventListener("touchstart", ({ touches, target }) => {
      const scrolls = target.closest(".scroller");
      const isFree = !scrolls || scrolls.scrollHeight <= scrolls.clientHeight;
      start = touches.length === 1 && isFree && !this.#board.editing.isOn ? touches[0] : undefined;
    }, { passive: true });
    this.element.addEventListener("touchend", ({ changedTouches: [end] }) => {
      if (!start) return;
      const [right, down] = [end.clientX - start.clientX, end.clientY - start.clientY];
      start = undefined;
      if (Math.abs(down) < SWIPE || Math.abs(down) < 2 * Math.abs(right)) return;
      this.#turnBy(down < 0 ? 1 : -1);
    }, { passive: true });
  }

  #missing(name) {
    const element = make("div", "widget boardMissing");
    const text = make("p");
    text.textContent = `“${name}” is not here any more. It comes back when it is installed again, or can be removed.`;
    element.append(boardSign(signs.missing), text);
    return element;
  }

  /** The dots of a stack: one turns through it by them, or by the wheel and the arrow keys on them. */
  #showTurns({ members, front }, kinds) {
    this.turns.hidden = members.length < 2;
    // A dot that has the focus keeps it.
    if (String(members) !== this.#turned) {
      this.#turned = String(members);
      this.turns.replaceChildren(
        ...(members.length < 2 ? [] : members).map((id) => {
          const name = kinds[id]?.name ?? id;
          const dot = make("button", "boardTurn", { type: "button", "aria-label": name });
          dot.addEventListener("click", () => this.#board.edit({ type: "turn", tile: id }, name));
          return dot;
        }),
      );
    }
    [...this.turns.children].forEach((dot, index) => setOrRemove(dot, "aria-current", members[index] === front ? "true" : undefined));
  }

  /** Lets no widget run: the page is far away. It goes on where it was when it comes near again. */
  rest() {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    for (const member of this.#clients.values()) {
      member.client?.stop();
      member.client = undefined;
    }
  }

  /** Lets the widget in front run. Those that nobody sees do not. */
  start() {
    this.#isStarted = true;
    this.#startFront();
  }

  #startFront() {
    const id = this.place.front;
    const member = this.#clients.get(id);
    if (!member || member.client || member.isMissing) return;
    const { shared } = this.#board;
    member.client = new WidgetClient(id, member.element, shared, {
      connectionChanged: (connected) => shared.connectionChanged(id, connected),
    });
    const [, , rows, columns] = this.place.frame;
    member.client.setCells(columns, rows, this.place.fitting);
    member.client.start();
  }

  /** Keeps the widgets from being used while the board is edited. */
  editingChanged(isOn) {
    for (const [id, { element }] of this.#clients) element.toggleAttribute("inert", isOn || id !== this.place.front);
    this.cover.tabIndex = isOn ? 0 : -1;
  }

  #appear() {
    this.element.classList.add("appearing");
    this.element.addEventListener("animationend", () => this.element.classList.remove("appearing"), { once: true });
  }

  remove(animated) {
    for (const { client } of this.#clients.values()) client?.stop();
    this.#clients.clear();
    if (!animated || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.element.remove();
    this.element.classList.add("leaving");
    this.element.addEventListener("animationend", () => this.element.remove(), { once: true });
  }
}
