// Finds views of a presentation that is gone in the tree of the next one.

/** @typedef {import("../protocol/messages").ViewID} ViewID */
/** @typedef {import("./view").View} View */

/**
 * Where views are, and what they say.
 * @typedef {Map<ViewID, { place: string, words: string }>} Places
 */

/**
 * The places of views of a tree.
 * @param {Set<ViewID>} wanted
 * @param {View | undefined} root
 * @returns {Places}
 */
export function placesOf(wanted, root) {
  /** @type {Places} */
  const places = new Map();
  if (wanted.size === 0) return places;
  visit(root, (view, place) => {
    if (wanted.has(view.id)) places.set(view.id, { place, words: wordsOf(view) });
  });
  return places;
}

/**
 * The views of another tree that are in the same places and say the same.
 * @param {Places} places
 * @param {View} root
 * @returns {Map<ViewID, ViewID>}
 */
export function findViews(places, root) {
  /** @type {Map<string, View>} */
  const views = new Map();
  visit(root, (view, place) => views.set(place, view));
  /** @type {Map<ViewID, ViewID>} */
  const found = new Map();
  for (const [id, { place, words }] of places) {
    const view = views.get(place);
    if (view && wordsOf(view) === words) found.set(id, view.id);
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
 * What a view says, and in a row all that the row says: the same place may be another row's by now.
 * @param {View} view
 */
function wordsOf(view) {
  /** @type {View | undefined} */
  let row = view;
  while (row && row.kind !== "cell") row = row.parent;
  return (row ?? view).element.textContent ?? "";
}
