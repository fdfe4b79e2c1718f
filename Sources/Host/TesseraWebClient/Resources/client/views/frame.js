// A page in a frame. It runs as a stranger: it has no storage of this page's, cannot reach it, and opens nothing by itself.

export const frame = {
  tag: () => "iframe",

  attach({ element }) {
    element.setAttribute("sandbox", "allow-scripts allow-forms");
    element.setAttribute("referrerpolicy", "no-referrer");
    element.setAttribute("loading", "lazy");
    element.setAttribute("allow", "");
  },

  attributes: {
    content(view, value) {
      if (isPage(value)) view.element.src = value;
      else view.element.removeAttribute("src");
      nameChanged(view);
    },
    accessibilityLabel: nameChanged,
  },
};

function isPage(value) {
  return typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value);
}

function nameChanged({ element, attributes: { accessibilityLabel, content } }) {
  element.title = accessibilityLabel ?? (isPage(content) ? new URL(content).host : "");
}
