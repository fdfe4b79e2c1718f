// Follows pointers and keys on views that want to hear of them, and moves dragged views before the server answers.
//
// What a pointer does goes to the server at most once for each picture that the browser shows. A view with `drag` moves
// at once, within the bounds that the server gave; the server's frames count again when the pointer is up and the
// server knows.

import { makeSVG } from "../shared/dom.js";
import { DISTANCES, followGesture, swallowClick } from "./gestures.js";

/** How long to wait for the server's frames after it has the last event, in milliseconds. */
const FRAME_DELAY = 150;

/** @type {WeakMap<View, PointerTracker>} */
const trackers = new WeakMap();
/**
 * The events with which pointers went down on a view that follows them; views around it do not.
 * @type {WeakSet<Event>}
 */
const followed = new WeakSet();
/** @type {WeakSet<View>} */
const keyListeners = new WeakSet();

/**
 * @param {View} view
 * @param {boolean | undefined} value
 */
export function tracksPointersChanged(view, value) {
  view.element.classList.toggle("tracking", value === true);
  if (value === true && !trackers.has(view)) trackers.set(view, new PointerTracker(view));
  view.isTracking = value === true;
}

/**
 * Gives a view a shape that pointers meet; where it has none, they meet what is behind it.
 * @param {View} view
 * @param {string | undefined} value data of a path
 */
export function hitPathChanged(view, value) {
  view.hitArea?.remove();
  view.hitArea = undefined;
  view.element.classList.toggle("shaped", typeof value === "string");
  if (typeof value !== "string") return;
  view.hitArea = makeSVG("svg");
  view.hitArea.classList.add("hitArea");
  view.hitArea.setAttribute("aria-hidden", "true");
  const path = makeSVG("path");
  path.setAttribute("d", value);
  view.hitArea.append(path);
  view.element.prepend(view.hitArea);
}

/**
 * @param {View} view
 * @param {string[] | undefined} value names of keys
 */
export function keysChanged(view, value) {
  // Shortcuts of the board leave the keys alone that are pressed here.
  view.element.toggleAttribute("data-keys", Array.isArray(value) && value.length > 0);
  if (keyListeners.has(view) || !Array.isArray(value)) return;
  keyListeners.add(view);
  view.element.addEventListener("keydown", (event) => {
    const isWanted = event.target === view.element && view.attributes.keys?.includes(event.key);
    if (!isWanted || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    view.host.send(["key", view.id, event.key, event.shiftKey]);
  });
}

/**
 * How large an element is shown: a tile may be shown smaller than it is laid out.
 * @param {HTMLElement} element
 */
function scaleOf(element) {
  const { width } = element.getBoundingClientRect();
  return element.offsetWidth > 0 && width > 0 ? width / element.offsetWidth : 1;
}

/** Sends what a pointer does on a view, one pointer at a time. */
class PointerTracker {
  #view;
  /** @type {number | undefined} */
  #pointer;
  /** @type {Drag | undefined} */
  #drag;
  /**
   * How the pointer went down.
   * @type {PointerEvent | undefined}
   */
  #beginning;
  /** Whether the pointer has moved so far that what follows is no press. */
  #hasMoved = false;
  /**
   * The last move, which waits to be sent.
   * @type {PointerEvent | undefined}
   */
  #waiting;
  /** Where the view's corner was when the pointer went down: a view that is dragged takes its corner along. */
  #corner = { x: 0, y: 0, scale: 1 };
  /**
   * Ends listening to the document.
   * @type {AbortController | undefined}
   */
  #end;

  /** @param {View} view */
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
  #listen() {
    const options = { signal: this.#end?.signal, capture: true };
    document.addEventListener("pointermove", (event) => this.#moved(event), options);
    document.addEventListener("pointerup", (event) => this.#ended(event, "ended"), options);
    document.addEventListener("pointercancel", (event) => this.#ended(event, "cancelled"), options);
    document.addEventListener("lostpointercapture", (event) => {
      // What a finger went down on gives it to this view.
      const isOthers = event.target instanceof Element && event.target !== this.#view.element;
      if (!isOthers) this.#ended(event, "cancelled");
    }, options);
  }

  /** @param {PointerEvent} event */
  #began(event) {
    const { attributes, element, host } = this.#view;
    if (attributes.tracksPointers !== true || event.button !== 0 || this.#pointer !== undefined) return;
    if (followed.has(event) || element.closest(".disabled")) return;
    // A control in the view is meant itself.
    const { target } = event;
    const selector = "button:not(.press), input, select, textarea, a[href]:not(.press)";
    const control = target instanceof Element ? target.closest(selector) : null;
    if (control && control !== element && element.contains(control)) return;
    followed.add(event);
    if (this.#isPressedItself(host.viewOf(target))) this.#wait(event);
    else this.#follow(event);
  }

  /**
   * Whether a press on a view in the tracked one means that view.
   * @param {View | undefined} target
   */
  #isPressedItself(target) {
    for (let view = target; view && view !== this.#view; view = view.parent) {
      const { pressable, href, longPressable, menu } = view.attributes;
      if (pressable || href !== undefined || longPressable || menu) return true;
    }
    return false;
  }

  /**
   * Lets a press be one as long as the pointer stays.
   * @param {PointerEvent} press
   */
  #wait(press) {
    followGesture(press, {
      distance: DISTANCES.pickUp,
      begin: (_, last) => {
        // For all others, this press is over: it is no long one either.
        const { pointerId, pointerType } = press;
        press.target?.dispatchEvent(new PointerEvent("pointercancel", { bubbles: true, pointerId, pointerType }));
        this.#follow(press);
        this.#moved(last);
      },
    });
  }

  /** @param {PointerEvent} event with which the pointer went down */
  #follow(event) {
    const { element, host } = this.#view;
    // It moves neither pages nor rows, and is no long press.
    event.stopPropagation();
    this.#end?.abort();
    this.#end = new AbortController();
    this.#pointer = event.pointerId;
    this.#beginning = event;
    this.#hasMoved = false;
    const { left, top } = element.getBoundingClientRect();
    this.#corner = { x: left, y: top, scale: scaleOf(element) };
    this.#listen();
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
    this.#drag = Drag.begin(host.viewOf(event.target), this.#view, event);
    this.#send("began", event);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (event.pointerId !== this.#pointer) return;
    // Its button was let go out of sight.
    if (event.buttons === 0) return this.#ended(event, "cancelled");
    event.stopPropagation();
    this.#hasMoved ||= this.#beginning !== undefined && wayBetween(event, this.#beginning) > DISTANCES.pickUp;
    this.#drag?.move(event);
    // One event for each picture: the last place counts.
    if (!this.#waiting) requestAnimationFrame(() => this.#sendMove());
    this.#waiting = event;
  }

  #sendMove() {
    const event = this.#waiting;
    this.#waiting = undefined;
    if (event) this.#send("moved", event);
  }

  /**
   * @param {PointerEvent} event
   * @param {PointerPhase} phase
   */
  #ended(event, phase) {
    if (event.pointerId !== this.#pointer) return;
    event.stopPropagation();
    this.#sendMove();
    this.#pointer = undefined;
    this.#end?.abort();
    this.#send(phase, event);
    if (this.#hasMoved) swallowClick();
    this.#drag?.end();
    this.#drag = undefined;
  }

  /**
   * @param {PointerPhase} phase
   * @param {PointerEvent} event
   */
  #send(phase, event) {
    const { id, host } = this.#view;
    const { x, y, scale } = this.#corner;
    const type = event.pointerType;
    const kind = type === "touch" || type === "pen" ? type : "mouse";
    const left = rounded((event.clientX - x) / scale);
    const top = rounded((event.clientY - y) / scale);
    host.send(["pointer", id, phase, kind, event.pointerId, left, top]);
  }
}

/**
 * The way from one place to another, in points of the page.
 * @param {PointerEvent} one
 * @param {PointerEvent} other
 */
function wayBetween(one, other) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

/**
 * A length to a 64th of a point.
 * @param {number} length
 */
function rounded(length) {
  return Math.round(length * 64) / 64;
}

/** @typedef {{ view: View, frame: Frame, factors: number[] }} DraggedView */

/** Lets a view follow the pointer before the server says so, and others with it. */
class Drag {
  /** @type {DraggedView[]} */
  #views;
  #host;
  #start;
  #ranges;
  /** @type {Frame} */
  #base;
  #scale;

  /**
   * Begins to drag the nearest view that says how, from where the pointer went down to the view that follows it.
   * @param {View | undefined} target
   * @param {View} tracked
   * @param {PointerEvent} event
   */
  static begin(target, tracked, event) {
    for (let view = target; view; view = view === tracked ? undefined : view.parent) {
      const { drag } = view.attributes;
      if (drag) return new Drag(view, drag, event);
    }
    return undefined;
  }

  /**
   * @param {View} view
   * @param {NonNullable<View["attributes"]["drag"]>} drag
   * @param {PointerEvent} event
   */
  constructor(view, drag, event) {
    this.#host = view.host;
    this.#scale = scaleOf(view.element);
    this.#start = [event.clientX, event.clientY];
    this.#ranges = [drag.x, drag.y];
    this.#base = [...(view.dragFrame ?? view.frame)];
    const others = (drag.with ?? []).flatMap(([id, ...factors]) => {
      const other = view.host.view(id);
      return other ? [{ view: other, factors: [...factors] }] : [];
    });
    this.#views = [{ view, factors: [1, 1, 0, 0] }, ...others].map((each) => {
      // A view that was let go a moment ago is still where it was dragged to.
      /** @type {Frame} */
      const frame = [...(each.view.dragFrame ?? each.view.frame)];
      each.view.dragFrame = frame;
      return { ...each, frame };
    });
  }

  /** @param {PointerEvent} event */
  move({ clientX, clientY }) {
    const ways = [clientX, clientY].map((place, axis) => {
      const wanted = this.#base[axis] + (place - this.#start[axis]) / this.#scale;
      return boundedWay(wanted, this.#base[axis], this.#ranges[axis]);
    });
    for (const { view, frame, factors } of this.#views) {
      view.dragFrame = draggedFrame(frame, factors, ways);
      view.placeElement();
    }
  }

  end() {
    const ended = this.#views.map(({ view }) => ({ view, frame: view.dragFrame }));
    const release = () => {
      for (const { view, frame } of ended) {
        // Another drag may have begun.
        if (view.dragFrame !== frame) continue;
        view.dragFrame = undefined;
        view.placeElement();
      }
    };
    this.#host.afterDelivery(() => setTimeout(release, FRAME_DELAY));
  }
}

/**
 * How far an edge goes within its bounds; without bounds it stays.
 * @param {number} wanted
 * @param {number} base
 * @param {[least: number, greatest: number] | undefined} range
 */
export function boundedWay(wanted, base, range) {
  if (!Array.isArray(range)) return 0;
  return Math.min(Math.max(wanted, range[0]), range[1]) - base;
}

/**
 * The frame of a view after some way, of which each part takes its share.
 * @param {Frame} frame
 * @param {number[]} factors
 * @param {number[]} ways to the right and down
 * @returns {Frame}
 */
export function draggedFrame([x, y, width, height], factors, [right, down]) {
  return [
    x + factors[0] * right, y + factors[1] * down, width + factors[2] * right, height + factors[3] * down,
  ];
}
