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
    content({ element, attributes }, value) {
      const isPage = typeof value === "string" && /^https?:\/\//.test(value);
      if (isPage) element.src = value;
      else element.removeAttribute("src");
      element.title ||= attributes.accessibilityLabel ?? (isPage ? new URL(value).host : "");
    },
    accessibilityLabel(view, value) {
      view.element.title = value ?? "";
    },
  },
};
