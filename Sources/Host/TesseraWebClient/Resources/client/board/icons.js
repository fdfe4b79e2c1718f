// Draws the icons of the board's own buttons: paths of 24 × 24.

import { make, makeIcon } from "../shared/dom.js";

export const icons = {
  add: "M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7z",
  edit:
    "M4 17.2V20h2.8L17.1 9.7l-2.8-2.8zM19.4 7.4a1 1 0 0 0 0-1.4l-1.4-1.4a1 1 0 0 0-1.4 0l-1.2 1.2 2.8 2.8z",
  done: "M9.5 18.4 3.6 12.5l1.4-1.4 4.5 4.5 9.5-9.6 1.4 1.4z",
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
  refresh: "M12 5a7 7 0 1 0 6.7 9h-2.1a5 5 0 1 1-1.2-5.400L13 11h7V4l-3.200 3.200A7 7 0 0 0 12 5z",
  account: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm0 10c4.400 0 8 2 8 4.500V20H4v-1.500C4 16 7.600 14 12 14z",
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
 */
export function iconButton(path, name, className) {
  const button = make("button", className, { type: "button", "aria-label": name, title: name });
  button.append(boardIcon(path));
  return button;
}
