// Says how long the page waits before it connects or sends again.

/**
 * A wait that doubles with each attempt that failed, in milliseconds.
 * @param {number} failures the number of attempts that failed before
 * @param {number} first the wait without failures
 * @param {number} longest
 */
function backoff(failures, first, longest) {
  return Math.min(first * 2 ** failures, longest);
}

/**
 * The wait before an attempt to connect again, in milliseconds.
 * @param {number} failures the number of attempts that failed before
 */
export function reconnectDelay(failures) {
  return backoff(failures, 500, 8000);
}

/**
 * The wait before events are sent again, in milliseconds.
 * @param {number} failures the number of attempts that failed before
 */
export function resendDelay(failures) {
  return backoff(failures, 250, 4000);
}
