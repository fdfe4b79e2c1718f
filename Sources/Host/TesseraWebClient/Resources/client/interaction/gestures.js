// Recognizes gestures: what a pointer does from its press to its end, as a tap, a hold, a drag or a swipe.

/**
 * The times of all gestures, in milliseconds.
 *
 * A long press means something else than a press, and people who press slowly must not make one: as on phones, it takes
 * half a second. A finger that rests before it drags only shows that it does not scroll, and scrolling begins at once:
 * a shorter rest tells them apart, and what is dragged follows sooner. While a board is edited, its tiles wait to be
 * dragged, and only a tap means something else: five frames are enough.
 */
export const TIMES = { longPress: 500, rest: 350, pickUp: 83, pageTurn: 650 };

/**
 * The distances of all gestures, in points.
 *
 * - `slip`: how far a finger rolls that rests, and still rests.
 * - `drag`: from where on a mouse drags what can be pressed, too. Hands shake a little when they press.
 * - `pickUp`: the same for what waits to be dragged.
 * - `swipe`: from where on a finger swipes over a row, and neither presses it nor scrolls. `swipeStep` is how far one
 *   goes that turns to the next size, `swipeTurn` to the next widget of a stack, whose content may want the finger.
 * - `edge`: how near to an edge a pointer scrolls or turns pages while it drags.
 */
export const DISTANCES = { slip: 10, drag: 6, pickUp: 4, swipe: 12, swipeStep: 30, swipeTurn: 48, edge: 36 };

/** How far content scrolls at most under a pointer at its edge, in points, and how often, in milliseconds. */
const EDGE_SPEED = 12;
const EDGE_INTERVAL = 16;

/** The click of a press comes within this time after its end, in milliseconds. */
const CLICK_TIME = 50;

/**
 * What a gesture is, and what happens in it. It begins when the pointer has rested, or has moved far enough.
 * @typedef {object} Gesture
 * @property {number} [time] how long the pointer rests until the gesture begins, in milliseconds
 * @property {number} [distance] how far it moves until the gesture begins, in points; without it, a pointer that slips
 *   rests no more
 * @property {HTMLElement} [captor] gets the events of the pointer once the gesture has begun
 * @property {(first: PointerEvent, last: PointerEvent) => unknown} begin returns false where it is no gesture after all
 * @property {(last: PointerEvent) => void} [move] comes at most once a frame
 * @property {(last: PointerEvent) => void} [end]
 * @property {() => void} [cancel] the pointer is lost, or a person presses the Escape key; needed where that can be
 * @property {(last: PointerEvent) => void} [tap] the pointer was let go before the gesture began
 * @property {(right: number, down: number) => void} [swipe] it slipped before, and was let go elsewhere
 */

/** How many gestures have begun. */
let running = 0;

/**
 * Follows a pointer from its press to its end.
 * @param {PointerEvent} press
 * @param {Gesture} gesture
 * @returns {() => void} gives the gesture up
 */
export function followGesture(press, { time, distance, captor, begin, move, end, cancel, tap, swipe }) {
  const { pointerId, pointerType, target } = press;
  const listening = new AbortController();
  const { signal } = listening;
  const captured = { signal, capture: true };
  let hasBegun = false;
  let hasSlipped = false;
  let last = press;
  /** @type {number | undefined} */
  let frame;
  const timer = time === undefined ? undefined : setTimeout(start, time);

  function start() {
    clearTimeout(timer);
    hasBegun = true;
    running += 1;
    if (begin(press, last) === false) {
      hasBegun = false;
      running -= 1;
      stop();
    }
    if (signal.aborted) return;
    getSelection()?.removeAllRanges();
    try {
      captor?.setPointerCapture(pointerId);
    } catch {
      // The pointer is gone already.
      giveUp();
    }
  }

  function stop() {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
    listening.abort();
    if (!hasBegun) return;
    running -= 1;
    swallowClick();
  }

  function giveUp() {
    if (signal.aborted) return;
    stop();
    if (hasBegun) cancel?.();
  }

  /**
   * @param {"pointermove" | "pointerup" | "pointercancel" | "lostpointercapture"} name
   * @param {(event: PointerEvent) => void} action
   */
  const follow = (name, action) => addEventListener(name, (event) => {
    if (event.pointerId === pointerId) action(event);
  }, captured);

  follow("pointermove", (next) => {
    // It was let go where the page does not hear of it. Fingers do not move then.
    if (next.buttons === 0 && next.pointerType !== "touch") return giveUp();
    last = next;
    if (!hasBegun) {
      const way = Math.hypot(next.clientX - press.clientX, next.clientY - press.clientY);
      if (distance !== undefined && way > distance) start();
      else if (distance === undefined && way > DISTANCES.slip) slip();
    }
    if (!hasBegun || signal.aborted) return;
    // At most once a frame, whatever the pointer sends.
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      move?.(last);
    });
  });

  function slip() {
    hasSlipped = true;
    clearTimeout(timer);
    if (!swipe) stop();
  }

  follow("pointerup", (next) => {
    stop();
    if (hasBegun) {
      move?.(next);
      end?.(next);
    } else if (hasSlipped) {
      swipe?.(next.clientX - press.clientX, next.clientY - press.clientY);
    } else {
      tap?.(next);
    }
  });
  follow("pointercancel", giveUp);
  follow("lostpointercapture", (lost) => {
    // What was under the finger loses it to the captor.
    if (captor && lost.target === captor) giveUp();
  });
  addEventListener("pointerdown", () => {
    // A second finger zooms or scrolls.
    if (!hasBegun) giveUp();
  }, captured);
  addEventListener("scroll", (event) => {
    // What a finger rests on moves away under it.
    const isUnder = event.target instanceof Node && target instanceof Node && event.target.contains(target);
    if (!hasBegun && distance === undefined && isUnder) giveUp();
  }, captured);
  // The browser's own menu of what a finger rests on.
  if (pointerType !== "mouse") addEventListener("contextmenu", (menu) => menu.preventDefault(), { signal });
  if (cancel) {
    addEventListener("blur", giveUp, { signal });
    addEventListener("keydown", (key) => {
      if (key.key !== "Escape" || !hasBegun) return;
      key.preventDefault();
      key.stopPropagation();
      giveUp();
    }, captured);
  }
  return giveUp;
}

/**
 * Follows a pointer that drags what can be pressed and scrolled, too: a mouse at once, a finger when it has rested.
 * @param {PointerEvent} press
 * @param {Omit<Gesture, "time" | "distance">} gesture
 */
export function followDrag(press, gesture) {
  const isMouse = press.pointerType === "mouse";
  return followGesture(press, { ...gesture, ...(isMouse ? { distance: DISTANCES.drag } : { time: TIMES.rest }) });
}

/**
 * Does something when a press rests on an element, unless it belongs to a control in it.
 * @param {HTMLElement} element
 * @param {() => boolean} isEnabled
 * @param {(press: PointerEvent) => void} action the press is still under way
 */
export function onLongPress(element, isEnabled, action) {
  element.addEventListener("pointerdown", (event) => {
    if (!isEnabled() || event.button !== 0 || !event.isPrimary || claimed.has(event)) return;
    followGesture(event, { time: TIMES.longPress, begin: action });
  });
}

/** @type {WeakSet<Event>} */
const claimed = new WeakSet();

/**
 * Notes that a press belongs to a control inside a widget, so that the board leaves it to the control.
 * @param {PointerEvent} event that begins the press
 */
export function claimPress(event) {
  claimed.add(event);
}

/**
 * Keeps fingers from scrolling during a gesture, and mice from dragging links and pictures out of the page.
 * @param {HTMLElement} element also contains what a gesture picks up
 */
export function keepGestures(element) {
  // Not passive: browsers ask before they begin to scroll.
  element.addEventListener("touchmove", (event) => {
    if (running > 0 && event.cancelable) event.preventDefault();
  }, { passive: false });
  element.addEventListener("dragstart", (event) => {
    if (running > 0) event.preventDefault();
  });
}

/** Drops the click that a browser sends at the end of a press which was something else, if it sends one. */
export function swallowClick() {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  addEventListener("click", (click) => {
    // Clicks by keyboard count no presses of a pointer.
    if (click.detail === 0) return;
    click.preventDefault();
    click.stopPropagation();
  }, options);
  // The next press has a click of its own.
  addEventListener("pointerdown", () => end.abort(), options);
  setTimeout(() => end.abort(), CLICK_TIME);
}

/**
 * Scrolls content while a pointer drags something near an edge of it.
 * @param {() => [place: number, visible: number]} measure the place of the pointer from the start of what is visible,
 *   and how much is visible, in points
 * @param {(distance: number) => void} scroll
 * @returns {() => void} ends it
 */
export function scrollAtEdges(measure, scroll) {
  const timer = setInterval(() => {
    const speed = edgeSpeed(...measure());
    if (speed !== 0) scroll(speed);
  }, EDGE_INTERVAL);
  return () => clearInterval(timer);
}

/**
 * How fast content scrolls while something is held near an edge, in points at a time.
 * @param {number} place of the pointer, from the start of what is visible
 * @param {number} visible how much of the content is visible
 */
export function edgeSpeed(place, visible) {
  const { edge } = DISTANCES;
  const beyond = Math.min(0, place - edge) + Math.max(0, place - visible + edge);
  return Math.max(-EDGE_SPEED, Math.min(EDGE_SPEED, beyond / 3));
}

/**
 * On which side of an edge a place is: -1 near the start, 1 near the end, else 0.
 * @param {number} place
 * @param {[start: number, end: number]} edges
 */
export function edgeSide(place, [start, end]) {
  return place < start + DISTANCES.edge ? -1 : place > end - DISTANCES.edge ? 1 : 0;
}
