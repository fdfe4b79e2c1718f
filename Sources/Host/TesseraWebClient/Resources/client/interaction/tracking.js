// Views that follow pointers, and those that hear of keys. What a pointer does goes to the server at most once for each
// picture that the browser shows. A view with `drag` moves at once, within the bounds that the server gave; the server's
// frames count again when the pointer is up and the server knows.

const svg = "http://www.w3.org/2000/svg";

/** How long the server's frames are waited for after it has the last event, in milliseconds. */
const PATIENCE = 150;

export function tracksPointersChanged(view, value) {
  view.element.classList.toggle("tracking", value === true);
  if (value === true) view.tracker ??= new Tracker(view);
  view.isTracking = value === true;
}

/** Pointers meet the view in a shape of its own; where it has none, what is behind it is met. */
export function hitPathChanged(view, value) {
  view.hitArea?.remove();
  view.hitArea = undefined;
  view.element.classList.toggle("shaped", typeof value === "string");
  if (typeof value !== "string") return;
  view.hitArea = document.createElementNS(svg, "svg");
  view.hitArea.classList.add("hitArea");
  view.hitArea.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", value);
  view.hitArea.append(path);
  view.element.prepend(view.hitArea);
}

export function keysChanged(view, value) {
  if (view.hearsKeys || !Array.isArray(value)) return;
  view.hearsKeys = true;
  view.element.addEventListener("keydown", (event) => {
    const isWanted = event.target === view.element && view.attributes.keys?.includes(event.key);
    if (!isWanted || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    view.store.send(["key", view.id, event.key, event.shiftKey]);
  });
}

/** How large an element is shown: a tile may be smaller than it is laid out. */
function scaleOf(element) {
  const { width } = element.getBoundingClientRect();
  return element.offsetWidth > 0 && width > 0 ? width / element.offsetWidth : 1;
}

class Tracker {
  #view;
  #pointer;
  #drag;
  #waiting;
  /** Where the view's corner was in the window when the pointer went down: a view that is dragged takes it along. */
  #corner;
  /** Ends what listens to the document while a pointer is followed. */
  #end;

  constructor(view) {
    this.#view = view;
    view.element.addEventListener("pointerdown", (event) => this.#began(event));
    // What a long touch would open comes in the middle of it.
    view.element.addEventListener("contextmenu", (event) => {
      if (this.#pointer === undefined) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** An element that moves in the page loses its pointer, and only the document hears of that. */
  #follow() {
    this.#end = new AbortController();
    const options = { signal: this.#end.signal, capture: true };
    document.addEventListener("pointermove", (event) => this.#moved(event), options);
    document.addEventListener("pointerup", (event) => this.#ended(event, "ended"), options);
    for (const name of ["pointercancel", "lostpointercapture"]) {
      document.addEventListener(name, (event) => this.#ended(event, "cancelled"), options);
    }
  }

  #began(event) {
    const { attributes, element, store } = this.#view;
    if (attributes.tracksPointers !== true || event.button !== 0 || this.#pointer !== undefined) return;
    if (element.closest(".disabled")) return;
    // A control that stands in it is meant itself.
    const control = event.target.closest("button:not(.press), input, select, textarea, a[href]");
    if (control && control !== element && element.contains(control)) return;
    // Neither pages nor rows are moved by it, and it is no long press.
    event.stopPropagation();
    this.#pointer = event.pointerId;
    const { left, top } = element.getBoundingClientRect();
    this.#corner = { x: left, y: top, scale: scaleOf(element) };
    this.#follow();
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is gone already.
    }
    this.#drag = Drag.begin(store.viewOf(event.target), this.#view, event);
    this.#tell("began", event);
  }

  #moved(event) {
    if (event.pointerId !== this.#pointer) return;
    // Its button was let go where nobody saw it.
    if (event.buttons === 0) return this.#ended(event, "cancelled");
    event.stopPropagation();
    this.#drag?.move(event);
    // One event for each picture: the last place counts.
    if (!this.#waiting) requestAnimationFrame(() => this.#tellMove());
    this.#waiting = event;
  }

  #tellMove() {
    const event = this.#waiting;
    this.#waiting = undefined;
    if (event) this.#tell("moved", event);
  }

  #ended(event, phase) {
    if (event.pointerId !== this.#pointer) return;
    event.stopPropagation();
    this.#tellMove();
    this.#pointer = undefined;
    this.#end.abort();
    this.#tell(phase, event);
    this.#drag?.end();
    this.#drag = undefined;
  }

  #tell(phase, event) {
    const { id, store } = this.#view;
    const { x, y, scale } = this.#corner;
    const place = [event.clientX - x, event.clientY - y].map((length) => Math.round((length / scale) * 64) / 64);
    const kind = ["touch", "pen"].includes(event.pointerType) ? event.pointerType : "mouse";
    store.send(["pointer", id, phase, kind, event.pointerId, ...place]);
  }
}

/** A view that follows the pointer before the server says so. */
class Drag {
  #views;
  #store;
  #start;
  #ranges;
  #base;
  #scale;

  /** The nearest view from where the pointer went down to the one that follows it which says how it is dragged. */
  static begin(target, tracked, event) {
    for (let view = target; view; view = view === tracked ? undefined : view.parent) {
      if (view.attributes.drag) return new Drag(view, event);
    }
    return undefined;
  }

  constructor(view, event) {
    const { drag } = view.attributes;
    this.#store = view.store;
    this.#scale = scaleOf(view.element);
    this.#start = [event.clientX, event.clientY];
    this.#ranges = [drag.x, drag.y];
    this.#base = [...(view.dragFrame ?? view.frame)];
    const others = (drag.with ?? []).map(([id, ...factors]) => ({ view: view.store.get(id), factors }));
    this.#views = [{ view, factors: [1, 1, 0, 0] }, ...others.filter((other) => other.view)];
    for (const each of this.#views) {
      // One that was let go a moment ago is still where it was dragged to.
      each.frame = [...(each.view.dragFrame ?? each.view.frame)];
      each.view.dragFrame = each.frame;
    }
  }

  move({ clientX, clientY }) {
    const ways = [clientX, clientY].map((place, axis) => {
      const range = this.#ranges[axis];
      if (!Array.isArray(range)) return 0;
      const wanted = this.#base[axis] + (place - this.#start[axis]) / this.#scale;
      return Math.min(Math.max(wanted, range[0]), range[1]) - this.#base[axis];
    });
    for (const { view, frame, factors } of this.#views) {
      view.dragFrame = frame.map((length, part) => length + factors[part] * ways[part % 2]);
      view.placeElement();
    }
  }

  end() {
    const ended = this.#views.map(({ view }) => [view, view.dragFrame]);
    const release = () => {
      for (const [view, frame] of ended) {
        // Another drag may have begun.
        if (view.dragFrame !== frame) continue;
        view.dragFrame = undefined;
        view.placeElement();
      }
    };
    this.#store.afterDelivery(() => setTimeout(release, PATIENCE));
  }
}
