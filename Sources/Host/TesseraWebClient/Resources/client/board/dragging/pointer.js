// Follows a pointer that picks something up, from its press to its end.

/** How long a press lasts until it picks something up, in milliseconds, or how far it moves, in points. */
const PICK_UP_TIME = 83;
const PICK_UP_DISTANCE = 4;

/**
 * @typedef {object} PointerActions
 * @property {(event: PointerEvent) => void} begin
 * @property {(event: PointerEvent) => void} move
 * @property {(event: PointerEvent) => void} end
 * @property {() => void} cancel
 * @property {() => void} [tap] the press picked nothing up
 */

/**
 * Follows a pointer. The page holds it: what is dragged changes its place in the document, and would lose it.
 * @param {HTMLElement} page
 * @param {HTMLElement} element that was pressed
 * @param {PointerEvent} event
 * @param {PointerActions} actions
 * @returns {() => void} cancels it, as the Escape key does
 */
export function followPointer(page, element, event, { begin, move, end, cancel, tap }) {
  const listening = new AbortController();
  const { signal } = listening;
  const { pointerId } = event;
  let isPicked = false;
  let last = event;
  /** @type {number | undefined} */
  let frame;
  const pickUp = () => {
    isPicked = true;
    begin(event);
  };
  const timer = setTimeout(pickUp, PICK_UP_TIME);
  const stop = () => {
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
    listening.abort();
  };
  event.preventDefault();
  element.focus({ preventScroll: true });
  page.setPointerCapture(pointerId);
  page.addEventListener("pointermove", (next) => {
    if (next.pointerId !== pointerId) return;
    // It was let go where the page does not hear of it.
    if (next.buttons === 0) return giveUp();
    last = next;
    const distance = Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY);
    if (!isPicked && distance > PICK_UP_DISTANCE) {
      clearTimeout(timer);
      pickUp();
    }
    if (!isPicked) return;
    // At most once a frame, whatever the pointer sends.
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      move(last);
    });
  }, { signal });
  page.addEventListener("pointerup", (next) => {
    if (next.pointerId !== pointerId) return;
    stop();
    if (!isPicked) {
      tap?.();
      return;
    }
    move(next);
    end(next);
  }, { signal });
  const giveUp = () => {
    stop();
    if (isPicked) cancel();
  };
  for (const loss of /** @type {const} */ (["pointercancel", "lostpointercapture"])) {
    page.addEventListener(loss, (next) => {
      if (next.pointerId === pointerId) giveUp();
    }, { signal });
  }
  addEventListener("blur", giveUp, { signal });
  addEventListener("keydown", (key) => {
    if (key.key !== "Escape") return;
    key.preventDefault();
    key.stopPropagation();
    giveUp();
  }, { signal, capture: true });
  return giveUp;
}
