// Makes the elements of views, as the table of kinds says.

import { calendar } from "../controls/calendar.js";
import { choiceGroup } from "../controls/choiceGroup.js";
import { field } from "../controls/field.js";
import { file } from "../controls/file.js";
import { input } from "../controls/input.js";
import { searchField } from "../controls/searchField.js";
import { select } from "../controls/select.js";
import { make, setBox } from "../shared/dom.js";
import { isTable } from "../shared/viewTypes.js";
import { alert } from "./alert.js";
import { chart } from "./chart.js";
import { frame } from "./frame.js";
import { icon } from "./icon.js";
import { image } from "./image.js";
import { link } from "./link.js";
import { parts } from "./parts.js";
import { scroll } from "./scroll.js";
import { placeStickyRows } from "./stickyRows.js";
import { table } from "./table.js";
import { text } from "./text.js";
import { toast } from "./toast.js";

/**
 * Behaviours by the names that kinds use.
 * @type {Map<string | undefined, Behaviour>}
 */
const behaviours = new Map(Object.entries({
  alert, calendar, chart, choiceGroup, field, file, frame, icon, image, input, link, scroll, searchField, select, table,
  text, toast,
}));

/**
 * Makes the view of a node with its element.
 * @param {TreeNode} node
 * @param {ViewHost} host
 * @param {View | undefined} parent
 * @returns {View}
 */
export function createView(node, host, parent) {
  const definition = host.kinds.get(node.kind);
  /** @type {View} */
  const view = {
    id: node.id,
    kind: node.kind,
    definition,
    behaviour: behaviours.get(definition.behaviour) ?? {},
    identifier: node.identifier,
    frame: node.frame,
    attributes: {},
    parent,
    children: [],
    host,
    isNew: true,
    // Known only when the behaviour has chosen it.
    element: document.body,
    containerFor: () => view.content ?? view.element,
    placeElement: () => placeElement(view),
  };
  const tag = view.behaviour.tag?.(view, node) ?? definition.tag;
  // A page has one main part: on a board that is the board.
  const element = make(tag === "main" && host.isPart ? "div" : tag, "view", definition.attributes);
  view.element = element;
  element.dataset.view = String(node.id);
  element.dataset.kind = node.kind;
  if (definition.behaviour) element.dataset.behaviour = definition.behaviour;
  if (node.identifier !== undefined) element.dataset.id = node.identifier;
  if (definition.isControl) view.control = element;
  for (const name of definition.parts) {
    const part = parts[name]?.(view);
    if (part) element.append(part);
  }
  element.classList.toggle("labelled", Boolean(view.label));
  view.behaviour.attach?.(view);
  return view;
}

/**
 * Puts the element at its frame, or where the person dragged it until the server knows.
 * @param {View} view
 */
function placeElement({ element, dragFrame, frame: [left, top, width, height] }) {
  if (dragFrame) [left, top, width, height] = dragFrame;
  setBox(element, { left, top, width, height });
}

/** @param {View} view */
export function frameChanged(view) {
  view.placeElement();
  if (view.attributes.stickyUntil === undefined) return;
  view.host.afterUpdate(() => {
    if (isTable(view.parent)) placeStickyRows(view.parent);
  });
}
