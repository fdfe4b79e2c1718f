// Chooses the element of a text: the title of a screen is the page's first heading, headings on it come below.

/** @type {Behaviour} */
export const text = {
  tag(view, node) {
    if (isInBar(view)) return "h1";
    return node.attributes?.role === "heading" ? "h2" : "p";
  },
};

/** @param {View} view */
function isInBar(view) {
  for (let above = view.parent; above; above = above.parent) {
    if (above.kind === "navigationBar") return true;
  }
  return false;
}
