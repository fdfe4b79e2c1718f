// Recognizes two fingers that move together on a board, on its surface or on a trackpad.

/** How much nearer to each other fingers come: to which part of their distance, and by how many points. */
const PART = 0.8;
const WAY = 32;
/** How far a trackpad's fingers come together, as the wheel has it, and the longest pause between two parts of it. */
const WHEEL_WAY = 12;
const WHEEL_PAUSE = 300;

/** @typedef {(target: EventTarget | null) => boolean} Filter */

/**
 * Follows pinches. Fingers that move apart are left to the browser, which enlarges the page, and so are all fingers on
 * a page that is enlarged.
 * @param {HTMLElement} element also contains what a finger picks up
 * @param {Filter} isFree whether a pinch that begins on something counts
 * @param {() => void} action
 */
export function followPinch(element, isFree, action) {
  followTouches(element, isFree, action);
  followWheel(element, isFree, action);
  followGestures(element, isFree, action);
}

/**
 * Whether fingers have come near enough.
 * @param {number} from their distance at first, in points
 * @param {number} to their distance now
 */
export function isPinch(from, to) {
  return to < from * PART && from - to > WAY;
}

function isEnlarged() {
  return (visualViewport?.scale ?? 1) > 1.01;
}

/**
 * Pointer events end when the browser begins to scroll, as it does with the first of two fingers; touches go on.
 * @param {HTMLElement} element
 * @param {Filter} isFree
 * @param {() => void} action
 */
function followTouches(element, isFree, action) {
  /** @type {number | undefined} */
  let first;
  element.addEventListener("touchstart", ({ touches }) => {
    const isWanted = touches.length === 2 && !isEnlarged() && [...touches].every(({ target }) => isFree(target));
    first = isWanted ? distance(touches) : undefined;
  }, { passive: true });
  element.addEventListener("touchmove", (event) => {
    if (first === undefined || event.touches.length !== 2) return;
    const now = distance(event.touches);
    // Before the browser scrolls with these fingers.
    if (now < first && event.cancelable) event.preventDefault();
    if (!isPinch(first, now)) return;
    first = undefined;
    action();
  }, { passive: false });
  for (const name of ["touchend", "touchcancel"]) {
    element.addEventListener(name, () => {
      first = undefined;
    }, { passive: true });
  }
}

/** @param {TouchList} touches two of them */
function distance([one, other]) {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

/**
 * A trackpad's pinch arrives as a wheel with the Control key. With the key itself the wheel sizes the page.
 * @param {HTMLElement} element
 * @param {Filter} isFree
 * @param {() => void} action
 */
function followWheel(element, isFree, action) {
  let isControlDown = false;
  let sum = 0;
  let last = 0;
  for (const name of /** @type {const} */ (["keydown", "keyup"])) {
    addEventListener(name, ({ ctrlKey }) => {
      isControlDown = ctrlKey;
    }, { capture: true });
  }
  addEventListener("blur", () => {
    isControlDown = false;
  });
  element.addEventListener("wheel", (event) => {
    const isPinch = event.ctrlKey && !isControlDown && !event.defaultPrevented && event.deltaY > 0 && !isEnlarged();
    if (!isPinch || !isFree(event.target)) {
      sum = 0;
      return;
    }
    event.preventDefault();
    sum = event.deltaY + (event.timeStamp - last < WHEEL_PAUSE ? sum : 0);
    last = event.timeStamp;
    if (sum < WHEEL_WAY) return;
    sum = 0;
    action();
  }, { passive: false });
}

/**
 * Safari has events of its own for a trackpad.
 * @param {HTMLElement} element
 * @param {Filter} isFree
 * @param {() => void} action
 */
function followGestures(element, isFree, action) {
  let isDone = false;
  element.addEventListener("gesturestart", ({ target }) => {
    isDone = isEnlarged() || !isFree(target);
  });
  element.addEventListener("gesturechange", (event) => {
    const { scale = 1 } = /** @type {Event & { scale?: number }} */ (event);
    if (isDone || scale >= 1) return;
    event.preventDefault();
    if (scale >= PART) return;
    isDone = true;
    action();
  });
}
