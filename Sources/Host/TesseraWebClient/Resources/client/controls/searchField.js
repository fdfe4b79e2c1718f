// A field to search with: a sign, the field, and a button that clears it.

import { make, makeSign } from "../shared/dom.js";
import { field } from "./field.js";
import { word } from "../app/strings.js";

export const searchField = {
  attach(view) {
    view.control = make("input", "", { type: "search", autocomplete: "off", enterkeyhint: "search", dir: "auto" });
    const clear = make("button", "clear", { type: "button", "aria-label": word(view.store, "clearSearch") });
    clear.append(makeSign("M7 7l10 10M17 7L7 17", "stroke"));
    const box = make("div", "searchField");
    box.append(makeSign("M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.3 15.3 20.5 20.5", "stroke"), view.control, clear);
    view.element.append(box);
    field.attach(view);
    clear.addEventListener("click", (event) => {
      event.stopPropagation();
      view.control.value = "";
      view.control.dispatchEvent(new Event("input"));
      view.control.focus();
    });
  },

  attributes: field.attributes,
};
