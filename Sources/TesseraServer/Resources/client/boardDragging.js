// Things under a finger. The server says what a place would come to; a thing that is let go stands at the last place that it could
// take.

import { make } from "./dom.js";

/** How long a press is that picks something up, and how long a place waits until the others give way, in milliseconds. */
const PICK_UP = 83;
const SETTLE = 30;
/** How near to the edge a finger turns the page, in points, and after how long, in milliseconds. */
const EDGE = 32;
const TURN = 650;

/**
 * Follows a pointer from its press to its end. `move`, `end` and `cancel` get events; cancelled by Escape, too. The page holds the
 * pointer: what is dragged changes its place in the document, and would lose it.
 */
function follow(page, element, event, { begin, move, end, cancel }) {
  const finish = new AbortController();
  const { signal } = finish;
  const { pointerId } = event;
  let isPicked = false;
  let last = event;
  let frame;
  const pick = () => {
    isPicked = true;
    begin(event);
  };
  const timer = setTimeout(pick, PICK_UP);
  const stop = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    finish.abort();
  };
  event.preventDefault();
  element.focus?.({ preventScroll: true });
  page.setPointerCapture(pointerId);
  page.addEventListener("pointermove", (next) => {
    if (next.pointerId !== pointerId) return;
    last = next;
    if (!isPicked && Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) > 4) {
      clearTimeout(timer);
      pick();
    }
    // At most once a frame, whatever the pointer sends.
    if (isPicked) frame ??= requestAnimationFrame(() => {
      frame = undefined;
      move(last);
    });
  }, { signal });
  page.addEventListener("pointerup", (next) => {
    if (next.pointerId !== pointerId) return;
    stop();
    if (!isPicked) return;
    move(next);
    end(next);
  }, { signal });
  page.addEventListener("pointercancel", () => {
    stop();
    if (isPicked) cancel();
  }, { signal });
  addEventListener("keydown", (key) => {
    if (key.key !== "Escape") return;
    key.preventDefault();
    key.stopPropagation();
    stop();
    if (isPicked) cancel();
  }, { signal, capture: true });
}

/** What a thing under a finger has in common: the place where it would stand, and the page that turns at an edge. */
class Drag {
  constructor(board, thing, event) {
    this.board = board;
    this.thing = thing;
    this.start = event;
    const box = thing.element.getBoundingClientRect();
    this.grip = [event.clientX - box.left, event.clientY - box.top];
    this.size = [box.width, box.height];
    this.target = make("div", "boardTarget");
    this.target.hidden = true;
    this.number = 0;
    this.before = board.update;
    thing.isDragged = true;
    thing.element.classList.add("dragged");
    board.page.classList.add("dragging");
    board.editing.drag = this;
    // Above all pages while it moves, in points of the window.
    board.page.append(thing.element);
    thing.element.style.width = `${box.width}px`;
    thing.element.style.height = `${box.height}px`;
    this.moveTo(event);
  }

  moveTo({ clientX, clientY }) {
    const bounds = this.board.page.getBoundingClientRect();
    this.thing.element.style.left = `${clientX - this.grip[0] - bounds.left}px`;
    this.thing.element.style.top = `${clientY - this.grip[1] - bounds.top}px`;
    this.last = { clientX, clientY };
    this.#turnAtEdge(clientX);
  }

  /** The place of the thing's top left corner on the page in front, in points. */
  get place() {
    const grid = this.board.pages.grid(this.board.pages.current).getBoundingClientRect();
    return [this.last.clientX - this.grip[0] - grid.left, this.last.clientY - this.grip[1] - grid.top];
  }

  #turnAtEdge(x) {
    const bounds = this.board.viewport.getBoundingClientRect();
    const step = x < bounds.left + EDGE ? -1 : x > bounds.right - EDGE ? 1 : 0;
    if (step === this.edge) return;
    this.edge = step;
    clearTimeout(this.edgeTimer);
    if (step !== 0) this.edgeTimer = setTimeout(() => this.#turn(step), TURN);
  }

  async #turn(step) {
    const { pages } = this.board;
    const index = pages.index + step;
    // Beyond the last page is a new one.
    if (index === pages.count) await this.board.edit({ type: "addPage" });
    if (index >= 0 && index < pages.count) pages.turn(index);
    this.edge = 0;
  }

  pageTurned() {
    this.aim();
  }

  /** Asks what an edit would come to, when the finger stays. */
  ask(edit) {
    const key = JSON.stringify(edit);
    if (key === this.asked) return;
    this.asked = key;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      this.number += 1;
      const { number } = this;
      const update = await this.board.connection.preview(edit);
      if (number !== this.number || this.isOver || key !== this.asked) return;
      // Where it cannot stand, it keeps the last place where it could.
      if (!update) return;
      this.accepted = edit;
      this.showTarget(update);
      this.board.layOut(update);
    }, SETTLE);
  }

  showTarget() {}

  finish() {
    this.isOver = true;
    clearTimeout(this.timer);
    clearTimeout(this.edgeTimer);
    this.target.remove();
    this.thing.isDragged = false;
    this.thing.element.classList.remove("dragged");
    this.board.page.classList.remove("dragging");
    this.board.editing.drag = undefined;
  }

  async drop() {
    const asked = this.asked === undefined ? undefined : JSON.parse(this.asked);
    this.finish();
    // What it pointed at last counts, though it was there for a moment only.
    let update;
    if (asked && (await this.board.connection.preview(asked))) update = await this.board.edit(asked);
    else if (this.accepted) update = await this.board.edit(this.accepted);
    this.board.layOut(update ?? this.board.update);
    this.thing.cover.focus({ preventScroll: true });
  }

  cancel() {
    this.finish();
    this.board.layOut(this.board.update);
    this.board.say("Left where it was");
  }
}

class TileDrag extends Drag {
  aim() {
    const { board, thing } = this;
    const [, , rows, columns] = thing.place.frame;
    const cell = board.grid.clamped(board.grid.cell(...this.place), rows, columns);
    this.ask({ type: "move", tile: thing.id, page: board.pages.current, to: cell, makeRoom: true });
  }

  showTarget(update) {
    const page = update.pages.find(({ places }) => places.some(({ id }) => id === this.thing.id));
    const place = page?.places.find(({ id }) => id === this.thing.id);
    if (!place) return;
    const box = this.board.grid.box(place.frame);
    this.board.pages.grid(page.id).append(this.target);
    for (const [name, value] of Object.entries(box)) this.target.style[name] = `${value}px`;
    this.target.hidden = false;
  }
}

class IconDrag extends Drag {
  aim() {
    const { board, thing } = this;
    const [left, top] = this.place;
    const { cellWidth, cellHeight } = board.grid;
    const page = board.update.pages.find(({ id }) => id === board.pages.current);
    // On the middle of another icon it goes into a folder with it; beside it, it takes its place.
    const over = page.icons.find((icon) => {
      if (icon.id === thing.id || thing.icon.members) return false;
      const box = board.grid.box([...icon.cell, 1, 1]);
      return Math.abs(box.left - left) < cellWidth * 0.25 && Math.abs(box.top - top) < cellHeight * 0.25;
    });
    for (const icon of board.icons.values()) icon.element.classList.toggle("collecting", icon.id === over?.id);
    if (over) {
      this.asked = JSON.stringify({ type: "collect", icon: thing.id, into: over.id });
      clearTimeout(this.timer);
      return;
    }
    const [row, column] = board.grid.cell(left, top);
    const others = page.icons.filter(({ id }) => id !== thing.id);
    const index = others.filter(({ cell: [r, c] }) => r < row || (r === row && c < column)).length;
    this.ask({ type: "moveIcon", icon: thing.id, page: page.id, index });
  }

  finish() {
    for (const icon of this.board.icons.values()) icon.element.classList.remove("collecting");
    super.finish();
  }
}

function drag(Kind, board, thing, event) {
  let state;
  follow(board.page, thing.cover, event, {
    begin: (first) => {
      state = new Kind(board, thing, first);
    },
    move: (next) => {
      state.moveTo(next);
      state.aim();
    },
    end: () => state.drop(),
    cancel: () => state.cancel(),
  });
}

/** A press on a tile: picks it up, and lets it go elsewhere. */
export function dragTile(board, tile, event) {
  drag(TileDrag, board, tile, event);
}

/** A press on an icon. */
export function dragIcon(board, icon, event) {
  drag(IconDrag, board, icon, event);
}

/** A press on the corner of a tile: it gets another size, as far as it finds room. */
export function resizeTile(board, tile, event) {
  const [row, column, rows, columns] = tile.place.frame;
  const first = board.grid.box(tile.place.frame);
  let asked;
  let accepted;
  let number = 0;
  event.stopPropagation();
  const frameAt = ({ clientX, clientY }) => {
    const width = first.width + (clientX - event.clientX) * (isRightToLeft() ? -1 : 1);
    const height = first.height + clientY - event.clientY;
    return { size: board.grid.size(width, height), width, height };
  };
  const finish = () => {
    tile.isDragged = false;
    tile.element.classList.remove("resized");
    board.editing.drag = undefined;
  };
  follow(board.page, tile.handle, event, {
    begin: () => {
      tile.isDragged = true;
      tile.element.classList.add("resized");
      board.editing.drag = { pageTurned: () => {} };
    },
    move: async (next) => {
      const { size, width, height } = frameAt(next);
      tile.element.style.width = `${Math.max(board.grid.cellWidth, width)}px`;
      tile.element.style.height = `${Math.max(board.grid.cellHeight, height)}px`;
      const edit = { type: "reshape", tile: tile.id, frame: [row, column, ...size], makeRoom: true };
      if (String(size) === asked) return;
      asked = String(size);
      number += 1;
      const own = number;
      if (size[0] === rows && size[1] === columns) {
        accepted = undefined;
        return board.layOut(board.update);
      }
      const update = await board.connection.preview(edit);
      if (own !== number || !tile.isDragged || !update) return;
      accepted = edit;
      board.layOut(update);
    },
    end: async () => {
      finish();
      const update = accepted && (await board.edit(accepted));
      board.layOut(update ?? board.update);
      if (update) board.say(`${tile.kind.name}: ${tile.place.frame[3]} by ${tile.place.frame[2]}`);
    },
    cancel: () => {
      finish();
      board.layOut(board.update);
    },
  });
}

function isRightToLeft() {
  return getComputedStyle(document.documentElement).direction === "rtl";
}
