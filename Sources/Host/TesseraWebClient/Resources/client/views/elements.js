// Makes the elements of views, as the table of kinds says.

import { alert } from "./alert.js";
import { calendar } from "../controls/calendar.js";
import { chart } from "./chart.js";
import { choiceGroup } from "../controls/choiceGroup.js";
import { make } from "../shared/dom.js";
import { field } from "../controls/field.js";
import { file } from "../controls/file.js";
import { frame } from "./frame.js";
import { image } from "./image.js";
import { input } from "../controls/input.js";
import { icon } from "./richText.js";
import { link } from "./link.js";
import { parts } from "./parts.js";
import { scroll } from "./scroll.js";
import { placeStickyRows } from "./stickyRows.js";
import { searchField } from "../controls/searchField.js";
import { select } from "../controls/select.js";
import { table } from "./table.js";
import { text } from "./text.js";
import { toast } from "./toast.js";

/**
 * What the client knows to do beyond showing parts, by the names that kinds use. A behaviour may choose the element
 * (`tag`), add to it (`attach`), and say what attributes do to it where that is not what they do to all (`attributes`).
 */
const behaviours = {
  alert, calendar, chart, choiceGroup, field, file, frame, icon, image, input, link, scroll, searchField, select, table, text, toast,
};

/**
 * Makes the element of a node. A view has `id`, `kind`, `definition` (of its kind), `frame`, `attributes`, `parent`,
 * `children`, `element`; what its parts and behaviour add: `label` (takes text), `picture`, `control` (takes the focus),
 * `field`, `tracker`, `scroller` and `content`, `rows`, `alert`, `leave` (how it goes away). Attributes add `press` (a button under
 * the content), `drawing`, and `isPresented` (a stack of screens over others).
 */
export function createView(node, store, parent) {
  const definition = store.kinds.get(node.kind);
  const view = {
    id: node.id,
    kind: node.kind,
    definition,
    behaviour: behaviours[definition.behaviour] ?? {},
    identifier: node.identifier,
    frame: node.frame,
    attributes: {},
    parent,
    children: [],
    store,
  };
  view.containerFor = () => view.content ?? view.element;
  view.placeElement = () => placeElement(view);
  const tag = view.behaviour.tag?.(view, node) ?? definition.tag;
  // A page has one main part: on a board that is the board.
  const element = make(tag === "main" && store.isPart ? "div" : tag, "view", definition.attributes);
  view.element = element;
  element.dataset.view = node.id;
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

/** What a person drags is where it was dragged to until the server knows. */
function placeElement(view) {
  const [x, y, width, height] = view.dragFrame ?? view.frame;
  const { style } = view.element;
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/** Puts the element at its frame: points are CSS pixels. */
export function frameChanged(view) {
  view.placeElement();
  if (view.attributes.stickyUntil !== undefined) view.store.afterUpdate(() => view.parent?.rows && placeStickyRows(view.parent));
}
