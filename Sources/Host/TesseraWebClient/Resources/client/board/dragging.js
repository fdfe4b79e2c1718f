// Things under a finger. The server says what a place would come to; a thing that is let go stands at the last place that it could
// take.

import { make } from "../shared/dom.js";

/** How long a press is that picks something up, and how long a place waits until the others give way, in milliseconds. */
const PICK_UP = 83;
const SETTLE = 30;
/** How near to the edge a finger turns the page, in points, and after how long, in milliseconds. */
const EDGE = 32;
const TURN = 650;

/**
 * Follows a pointer from its press to its end. `move`, `end` and `cancel` get events; cancelled by Escape, too, and by calling what
 * this returns. A press that picks nothing up is a `tap`. The page holds the pointer: what is dragged changes its place in the
 * document, and would lose it.
 */
function follow(page, element, event, { begin, move, end, cancel, tap }) {
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
    if (!isPicked) return tap?.();
    move(next);
    end(next);
  }, { signal });
  const give = () => {
    stop();
    if (isPicked) cancel();
  };
  page.addEventListener("pointercancel", (next) => next.pointerId === pointerId && give(), { signal });
  addEventListener("keydown", (key) => {
    if (key.key !== "Escape") return;
    key.preventDefault();
    key.stopPropagation();
    give();
  }, { signal, capture: true });
  return give;
}

/** What a thing under a finger has in common: the place where it would stand, and the page that turns at an edge. */
class Drag {
  constructor(board, thing, event) {
    this.board = board;
    this.thing = thing;
    const box = thing.element.getBoundingClientRect();
    this.grip = [event.clientX - box.left, event.clientY - box.top];
    this.size = [box.width, box.height];
    this.target = make("div", "boardTarget");
    this.target.hidden = true;
    this.number = 0;
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

  /** The place of the thing's top left corner on the page in front, in points; also while that page comes in. */
  get place() {
    const { pages, viewport } = this.board;
    const grid = pages.grid(pages.current);
    const page = grid.parentNode;
    const left = viewport.getBoundingClientRect().left + grid.offsetLeft - page.offsetLeft;
    return [this.last.clientX - this.grip[0] - left, this.last.clientY - this.grip[1] - grid.getBoundingClientRect().top];
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
    if (index === pages.count) {
      const update = await this.board.edit({ type: "addPage" });
      this.newPage = update?.pages.at(-1).id;
    }
    if (this.isOver) return;
    if (index >= 0 && index < pages.count) pages.turn(index);
    this.edge = 0;
  }

  pageTurned() {
    this.aim();
  }

  /** The board is another one: what was asked of the one before counts no more. */
  boardChanged() {
    this.asked = undefined;
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
      if (!update || update.revision < this.board.update.revision) return;
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
    if (asked && (await this.board.connection.preview(asked))) await this.board.edit(asked);
    else if (this.accepted) await this.board.edit(this.accepted);
    // What the board is by now: somebody may have edited it meanwhile.
    this.board.layOut(this.board.update);
    this.thing.cover.focus({ preventScroll: true });
  }

  async cancel() {
    if (this.isOver) return;
    this.finish();
    this.give?.();
    // A page that was made for it is not needed.
    if (this.newPage) await this.board.edit({ type: "removePage", page: this.newPage });
    this.board.layOut(this.board.update);
    this.board.say("Left where it was");
    this.thing.cover.focus({ preventScroll: true });
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
    if (!page) return;
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
      this.number += 1;
      // The others stand where they stood, so that one sees which one is meant.
      if (board.shown !== board.update) board.layOut(board.update);
      return;
    }
    const [row, column] = board.grid.cell(left, top);
    // Icons fill their cells without a gap: how many of these stand before the place is how many icons will.
    const before = page.icons.filter(({ cell: [r, c] }) => r < row || (r === row && c < column)).length;
    const index = Math.min(before, page.icons.filter(({ id }) => id !== thing.id).length);
    this.ask({ type: "moveIcon", icon: thing.id, page: page.id, index });
  }

  finish() {
    for (const icon of this.board.icons.values()) icon.element.classList.remove("collecting");
    super.finish();
  }
}

function drag(Kind, board, thing, event, tap) {
  // One thing at a time, whatever other fingers do.
  if (board.editing.drag) return;
  let state;
  const give = follow(board.page, thing.cover, event, {
    begin: (first) => {
      if (board.editing.drag) return give();
      state = new Kind(board, thing, first);
      state.give = give;
    },
    move: (next) => {
      state?.moveTo(next);
      state?.aim();
    },
    end: () => state?.drop(),
    cancel: () => state?.cancel(),
    tap,
  });
}

/** A press on a tile: picks it up, and lets it go elsewhere; a short one is a `tap`. */
export function dragTile(board, tile, event, tap) {
  drag(TileDrag, board, tile, event, tap);
}

/** A press on an icon. */
export function dragIcon(board, icon, event, tap) {
  drag(IconDrag, board, icon, event, tap);
}

/** A press on the corner of a tile: it gets another size, as far as it finds room. */
export function resizeTile(board, tile, event) {
  if (board.editing.drag) return;
  const [row, column, rows, columns] = tile.place.frame;
  const first = board.grid.box(tile.place.frame);
  let asked;
  let accepted;
  let last;
  let number = 0;
  event.stopPropagation();
  const frameAt = ({ clientX, clientY }) => {
    const width = first.width + clientX - event.clientX;
    const height = first.height + clientY - event.clientY;
    return { size: board.grid.size(width, height), width, height };
  };
  const finish = () => {
    tile.isDragged = false;
    tile.element.classList.remove("resized");
    board.editing.drag = undefined;
  };
  const give = follow(board.page, tile.handle, event, {
    begin: () => {
      tile.isDragged = true;
      tile.element.classList.add("resized");
      board.editing.drag = { pageTurned: () => {}, boardChanged: () => {}, cancel: () => give() };
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
      last = size[0] === rows && size[1] === columns ? undefined : edit;
      if (!last) {
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
      // What was asked for last counts, though its answer may not be here yet.
      const isPossible = last && last !== accepted && (await board.connection.preview(last));
      const wanted = isPossible ? last : accepted;
      const update = wanted && (await board.edit(wanted));
      board.layOut(board.update);
      if (update) board.say(`${tile.kind.name}: ${tile.place.frame[3]} by ${tile.place.frame[2]}`);
    },
    cancel: () => {
      finish();
      board.layOut(board.update);
    },
  });
}
