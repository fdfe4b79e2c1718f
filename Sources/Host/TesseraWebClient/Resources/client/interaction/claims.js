// Notes which presses belong to a control inside a widget, so that the board leaves them to it.

/** @type {WeakSet<Event>} */
const claimed = new WeakSet();

/** @param {PointerEvent} event that begins a press */
export function claimPress(event) {
  claimed.add(event);
}

/** @param {PointerEvent} event that begins a press */
export function isPressClaimed(event) {
  return claimed.has(event);
}
