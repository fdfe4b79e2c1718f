// Text: a heading where it is one. Text in the bar is the screen's title, and the page's first heading; headings on the
// screen come below it.

export const text = {
  tag(view, node) {
    if (isInBar(view)) return "h1";
    return node.attributes?.role === "heading" ? "h2" : "p";
  },
};

function isInBar(view) {
  for (let above = view.parent; above; above = above.parent) {
    if (above.kind === "navigationBar") return true;
  }
  return false;
}
