// Calculates with days that are written as `2026-01-31`.

const DAY = 86_400_000;

/**
 * A day some days later.
 * @param {string} day
 * @param {number} count may be negative
 */
export function addDays(day, count) {
  const date = dateOf(day);
  date.setTime(date.getTime() + count * DAY);
  return written(date);
}

/**
 * The same day of another month, or the last day of that month.
 * @param {string} day
 * @param {number} count may be negative
 */
export function addMonths(day, count) {
  const date = dateOf(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, length));
  return written(date);
}

/**
 * Whether two days are in the same month.
 * @param {string} one
 * @param {string} other
 */
export function isSameMonth(one, other) {
  return one.slice(0, 7) === other.slice(0, 7);
}

/**
 * How many days lie between two days.
 * @param {string} one
 * @param {string} other
 */
export function daysBetween(one, other) {
  return Math.abs(dateOf(one).getTime() - dateOf(other).getTime()) / DAY;
}

/** @param {string} day */
function dateOf(day) {
  return new Date(`${day}T00:00:00Z`);
}

/** @param {Date} date */
function written(date) {
  return date.toISOString().slice(0, 10);
}
