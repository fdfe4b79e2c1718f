// How a board looks: its background, its accent colour, and light or dark.

/** The backgrounds by name; board.css has their colours. */
export const backgrounds = ["dawn", "ocean", "forest", "dusk", "sand", "graphite"];

export function applyAppearance({ background, accent, isDark } = {}) {
  const { documentElement: root, body } = document;
  if (isDark === undefined) delete root.dataset.theme;
  else root.dataset.theme = isDark ? "dark" : "light";
  const isColor = background?.startsWith("#") === true;
  body.dataset.background = isColor ? "color" : backgrounds.includes(background) ? background : "dawn";
  if (isColor) body.style.setProperty("--board-color", background);
  else body.style.removeProperty("--board-color");
  for (const name of ["--accent"]) {
    if (accent) root.style.setProperty(name, accent);
    else root.style.removeProperty(name);
  }
}
