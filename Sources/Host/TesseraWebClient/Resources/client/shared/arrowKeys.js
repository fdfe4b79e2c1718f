// Says where arrow keys lead among things that stand in an order.

/**
 * Which way an arrow key leads: 1 onward, -1 back, 0 for other keys.
 * @param {string} key
 * @param {boolean} [isRightToLeft] undefined where only the keys up and down count
 */
export function arrowStep(key, isRightToLeft) {
  if (key === "ArrowDown") return 1;
  if (key === "ArrowUp") return -1;
  if (isRightToLeft === undefined) return 0;
  if (key === (isRightToLeft ? "ArrowLeft" : "ArrowRight")) return 1;
  return key === (isRightToLeft ? "ArrowRight" : "ArrowLeft") ? -1 : 0;
}

/**
 * The place that a key leads to, which goes round; undefined for other keys.
 * @param {string} key
 * @param {number} current -1 where none has the focus
 * @param {number} count
 * @param {boolean} [isRightToLeft] undefined where only the keys up and down count
 */
export function nextItem(key, current, count, isRightToLeft) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = arrowStep(key, isRightToLeft);
  if (step === 0) return undefined;
  if (current < 0) return step > 0 ? 0 : count - 1;
  return (current + step + count) % count;
}
