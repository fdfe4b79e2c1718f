// Writes sizes, durations and dates for administrators.

import { pageLocale } from "../texts/texts.js";

/** The place of a figure that there is not. */
export const NONE = "–";

/** @type {[least: number, unit: string][]} */
const SIZES = [[1e9, "gigabyte"], [1e6, "megabyte"], [1e3, "kilobyte"]];

/**
 * A size, such as "4.1 MB"; undefined where there is none.
 * @param {number | undefined} bytes
 */
export function sizeText(bytes) {
  if (bytes === undefined) return NONE;
  const [factor, unit] = SIZES.find(([least]) => bytes >= least) ?? [1, "byte"];
  const unitDisplay = unit === "byte" ? "long" : "short";
  return new Intl.NumberFormat(pageLocale(), { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 })
    .format(bytes / factor);
}

/**
 * A duration, such as "12.5 sec"; undefined where there is none.
 * @param {number | undefined} seconds
 */
export function durationText(seconds) {
  if (seconds === undefined) return NONE;
  return new Intl.NumberFormat(pageLocale(), { style: "unit", unit: "second", maximumFractionDigits: 1 })
    .format(seconds);
}

/**
 * A time, with its day unless that is today; undefined where there is none.
 * @param {number | undefined} milliseconds since 1970
 * @param {number} now
 * @param {string} [timeZone] that of the browser by default
 */
export function timeText(milliseconds, now, timeZone) {
  if (milliseconds === undefined) return NONE;
  const day = new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium", timeZone });
  const time = new Intl.DateTimeFormat(pageLocale(), { timeStyle: "medium", timeZone }).format(milliseconds);
  const date = day.format(milliseconds);
  return date === day.format(now) ? time : `${date}, ${time}`;
}
