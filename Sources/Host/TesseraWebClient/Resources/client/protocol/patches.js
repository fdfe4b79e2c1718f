// Compares and merges what updates say about views, without touching the page.

/**
 * The changes that lead from some attributes to others.
 * @param {Attributes} current
 * @param {Attributes} wanted
 * @returns {AttributeChanges}
 */
export function attributeChanges(current, wanted) {
  const before = new Map(Object.entries(current));
  /** @type {{ [name: string]: unknown }} */
  const changes = {};
  for (const name of before.keys()) if (!(name in wanted)) changes[name] = null;
  for (const [name, value] of Object.entries(wanted)) {
    if (JSON.stringify(before.get(name)) !== JSON.stringify(value)) changes[name] = value;
  }
  return changes;
}

/**
 * Puts changes into attributes; null takes one away.
 * @param {Attributes} attributes
 * @param {AttributeChanges} changes
 */
export function mergeAttributes(attributes, changes) {
  const values = /** @type {{ [name: string]: unknown }} */ (attributes);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete values[name];
    else values[name] = value;
  }
}

/**
 * The parent of each view of a tree that has one.
 * @param {TreeNode[]} tree
 * @returns {Map<ViewID, ViewID>}
 */
export function parentsOf(tree) {
  const parents = new Map();
  for (const node of tree) for (const child of node.children ?? []) parents.set(child, node.id);
  return parents;
}

/**
 * Moves an element of a list to another place: it is taken out, then put in at the index.
 * @template Element
 * @param {Element[]} list
 * @param {Element} element
 * @param {number} index
 */
export function moveElement(list, element, index) {
  list.splice(list.indexOf(element), 1);
  list.splice(Math.min(index, list.length), 0, element);
}
