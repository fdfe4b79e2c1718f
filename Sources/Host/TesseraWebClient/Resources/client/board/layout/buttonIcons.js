// Draws the icons of the board's own buttons: paths of 24 × 24.

import { make, makeIcon } from "../../shared/dom.js";

export const icons = {
  add: "M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7z",
  edit:
    "M4 17.2V20h2.8L17.1 9.7l-2.8-2.8zM19.4 7.4a1 1 0 0 0 0-1.4l-1.4-1.4a1 1 0 0 0-1.4 0l-1.2 1.2 2.8 2.8z",
  done: "M9.5 18.4 3.6 12.5l1.4-1.4 4.5 4.5 9.5-9.6 1.4 1.4z",
  up: "M12 7.6 4.6 15 6 16.400l6-6 6 6 1.400-1.400z",
  down: "M12 16.400 4.600 9 6 7.600l6 6 6-6L19.400 9z",
  close: "M6.4 5 5 6.4l5.6 5.6L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6L19 6.4 17.6 5 12 10.6z",
  expand:
    "M13 4h7v7h-2V7.4l-4.3 4.3-1.4-1.4L16.600 6H13zM4 13h2v3.600l4.300-4.300 1.400 1.400L7.400 18H11v2H4z",
  shrink:
    "M20 5.400 15.400 10H19v2h-7V5h2v3.600L18.600 4zM5 12h7v7h-2v-3.600L5.400 20 4 18.600 8.600 14H5z",
  settings:
    "M4 7h8.200a3 3 0 0 1 5.600 0H20v2h-2.200a3 3 0 0 1-5.600 0H4zm0 8h2.200a3 3 0 0 1 5.600 0H20v2h-8.200" +
    "a3 3 0 0 1-5.600 0H4zm11-8a1 1 0 1 0 0 2 1 1 0 0 0 0-2zm-6 8a1 1 0 1 0 0 2 1 1 0 0 0 0-2z",
  undo: "M8.500 5 10 6.400 7.400 9H14a6 6 0 0 1 0 12h-4v-2h4a4 4 0 0 0 0-8H7.400L10 13.600 8.500 15l-5-5z",
  redo: "M15.500 5 14 6.400 16.600 9H10a6 6 0 0 0 0 12h4v-2h-4a4 4 0 0 1 0-8h6.600L14 13.600l1.500 1.400 5-5z",
  boards: "M4 4h7v9H4zm9 0h7v5h-7zM4 15h7v5H4zm9-4h7v9h-7z",
  pages: "M3.500 5h4.600v14H3.500zm6.200 0h4.600v14H9.700zm6.200 0h4.600v14h-4.600z",
  shown:
    "M12 5c5 0 9.3 3.1 11 7.5-1.7 4.4-6 7.5-11 7.5S2.7 16.9 1 12.500C2.7 8.1 7 5 12 5zm0 2.500a5 5 0 1 0 0 10" +
    "a5 5 0 0 0 0-10zm0 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  hidden:
    "M4.400 3 3 4.400l3 3a12.300 12.300 0 0 0-5 5.100C2.700 16.900 7 20 12 20a12 12 0 0 0 4.800-1" +
    "l2.800 2.800 1.400-1.400zM12 17.500a5 5 0 0 1-4.600-7L9 12.100a3 3 0 0 0 3.400 3.400l1.600 1.600a5 5 0 0 1-2 .4z" +
    "M12 5a12 12 0 0 0-3.700.6l2.200 2.200A5 5 0 0 1 16.700 14l3 3a11 11 0 0 0 3.300-4.500C21.300 8.100 17 5 12 5z",
  refresh: "M12 5a7 7 0 1 0 6.7 9h-2.1a5 5 0 1 1-1.2-5.400L13 11h7V4l-3.200 3.200A7 7 0 0 0 12 5z",
  account: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 10c4.400 0 8 2 8 4.500V20H4v-1.500C4 16 7.600 14 12 14z",
  previous: "M15.4 5 14 3.600 5.600 12l8.400 8.400 1.400-1.400-7-7z",
  next: "M8.600 5 10 3.600 18.400 12 10 20.400 8.600 19l7-7z",
  missing: "M11 7h2v7h-2zm0 9h2v2h-2zM12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16z",
};

/** @param {string} path */
export function boardIcon(path) {
  return makeIcon(path, "boardSign");
}

/**
 * Makes a button that shows an icon and has a name.
 * @param {string} path
 * @param {string} name
 * @param {string} className
 * @param {(event: MouseEvent) => void} [action]
 */
export function iconButton(path, name, className, action) {
  const button = make("button", className, { type: "button" }, boardIcon(path));
  nameButton(button, name);
  if (action) button.addEventListener("click", action);
  return button;
}

/**
 * @param {HTMLElement} button that shows an icon
 * @param {string} name
 */
export function nameButton(button, name) {
  button.setAttribute("aria-label", name);
  button.title = name;
}
