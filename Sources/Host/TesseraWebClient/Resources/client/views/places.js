// Finds views of a presentation that is gone in the tree of the next one.

/**
 * The views of a tree by their places, and all that the tree shows.
 * @typedef {object} Places
 * @property {Map<ViewID, string>} places
 * @property {string} content
 */

/**
 * The places of the views of a tree.
 * @param {View | undefined} root
 * @returns {Places}
 */
export function placesOf(root) {
  /** @type {Map<ViewID, string>} */
  const places = new Map();
  /** @type {unknown[]} */
  const content = [];
  visit(root, (view, place) => {
    places.set(view.id, place);
    content.push(place, shown(view));
  });
  return { places, content: JSON.stringify(content) };
}

/**
 * The views of another tree by the views whose places they took. None if the tree shows something else: the same button
 * could then mean another thing.
 * @param {Places} former
 * @param {View} root
 * @returns {Map<ViewID, ViewID>}
 */
export function findViews(former, root) {
  /** @type {Map<ViewID, ViewID>} */
  const found = new Map();
  const { places, content } = placesOf(root);
  if (content !== former.content) return found;
  const views = new Map([...places].map(([id, place]) => [place, id]));
  for (const [id, place] of former.places) {
    const view = views.get(place);
    if (view !== undefined) found.set(id, view);
  }
  return found;
}

/**
 * Calls a function with each view of a tree and its place: the kinds, names and numbers on the way to it.
 * @param {View | undefined} view
 * @param {(view: View, place: string) => void} body
 */
export function visit(view, body, place = "") {
  if (!view) return;
  const own = `${place}/${view.kind}#${view.identifier ?? ""}`;
  body(view, own);
  view.children.forEach((child, index) => visit(child, body, `${own}[${index}]`));
}

/**
 * What a view shows, except for what the person typed and where they scrolled to: the next presentation is told that.
 * @param {View} view
 */
function shown({ attributes, field }) {
  const { scrollOffset, value, ...others } = attributes;
  const members = Object.entries(field ? others : { ...others, value });
  return members.filter(([, member]) => member !== undefined).sort(([one], [other]) => (one < other ? -1 : 1));
}
