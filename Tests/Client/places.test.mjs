// Tests how views of a presentation that is gone are found in the tree of the next one.

import assert from "node:assert/strict";
import { findViews, placesOf } from "../../Sources/Host/TesseraWebClient/Resources/client/views/places.js";
import { cases } from "./cases.mjs";

/** Makes a tree with numbers from a first one on. */
function tree(first, { label = "Clear Home", typed = "", chosen = 1, order = ["field", "picker", "button"] } = {}) {
  const parts = {
    field: { kind: "textField", attributes: { value: typed, placeholder: "Name" }, field: {} },
    picker: { kind: "segmentedControl", attributes: { value: chosen }, field: undefined },
    button: { kind: "button", attributes: { text: label, scrollOffset: first }, field: undefined },
  };
  const children = order.map((name, index) => (
    { id: first + 1 + index, identifier: name, children: [], ...parts[name] }));
  return { id: first, kind: "screen", identifier: undefined, attributes: {}, field: undefined, children };
}

cases({
  "views of an equal tree take the places": { next: {}, found: { 1: 11, 2: 12, 3: 13, 4: 14 } },
  "what was typed makes no difference": { next: { typed: "Buy milk" }, found: { 1: 11, 2: 12, 3: 13, 4: 14 } },
  "another choice is another state, in which a button may mean something else": { next: { chosen: 2 }, found: {} },
  "another text is another state": { next: { label: "Clear Work" }, found: {} },
  "another order is another screen": { next: { order: ["button", "field", "picker"] }, found: {} },
}, ({ next, found }) => {
  const former = placesOf(tree(1));
  assert.deepEqual(Object.fromEntries(findViews(former, tree(11, next))), found);
});
