// Shows a page in a frame, without storage of this page, without access to it, and without the right to open anything.

import { isWebPage } from "../shared/urls.js";

/** @typedef {import("./view").Behaviour} Behaviour */
/** @typedef {import("./view").ContentView<unknown>} ContentView */

/** @type {Behaviour} */
export const frame = {
  tag: () => "iframe",

  attach({ element }) {
    element.setAttribute("sandbox", "allow-scripts allow-forms");
    element.setAttribute("referrerpolicy", "no-referrer");
    element.setAttribute("loading", "lazy");
    element.setAttribute("allow", "");
  },

  attributes: {
    content(view, value) {
      if (isWebPage(value)) view.element.setAttribute("src", value);
      else view.element.removeAttribute("src");
      nameChanged(view);
    },
    accessibilityLabel: nameChanged,
  },
};

/** @param {ContentView} view */
function nameChanged({ element, attributes: { accessibilityLabel, content } }) {
  element.title = accessibilityLabel ?? (isWebPage(content) ? new URL(content).host : "");
}
