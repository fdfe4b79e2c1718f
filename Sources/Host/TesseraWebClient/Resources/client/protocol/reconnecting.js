// Says how long the page waits before it connects again.

/** The longest wait, in milliseconds. */
const LONGEST_DELAY = 8000;

/**
 * The wait before an attempt to connect again, in milliseconds. It doubles with each attempt that failed.
 * @param {number} failures the number of attempts that failed before
 */
export function reconnectDelay(failures) {
  return Math.min(500 * 2 ** failures, LONGEST_DELAY);
}
