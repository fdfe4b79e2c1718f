// Lets a person search: an icon, a field, and a button that clears the field.

import { make, makeIcon } from "../shared/dom.js";
import { localized } from "../texts/strings.js";
import { attachField, fieldAttributes } from "./field.js";

/** @typedef {import("./field.js").FieldView} FieldView */

const MAGNIFIER = "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.3 15.3 20.5 20.5";
const CROSS = "M7 7l10 10M17 7L7 17";

/** @type {Behaviour} */
export const searchField = {
  attach(/** @type {FieldView} */ view) {
    const attributes = { type: "search", autocomplete: "off", enterkeyhint: "search", dir: "auto" };
    const control = make("input", "", attributes);
    const name = localized(view.host.strings, "clearSearch");
    const clear = make("button", "clear", { type: "button", "aria-label": name }, makeIcon(CROSS, "stroke"));
    const box = make("div", "searchField", {}, makeIcon(MAGNIFIER, "stroke"), control, clear);
    view.control = control;
    view.element.append(box);
    attachField(view);
    clear.addEventListener("click", (event) => {
      event.stopPropagation();
      control.value = "";
      control.dispatchEvent(new Event("input"));
      control.focus();
    });
  },

  attributes: fieldAttributes,
};
