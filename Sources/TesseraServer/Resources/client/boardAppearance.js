// How a board looks: its background, its accent colour, and light or dark.

import { setTheme } from "./colorScheme.js";
import { setStyle } from "./dom.js";

/** The backgrounds by name; board.css has their colours. */
export const backgrounds = ["dawn", "ocean", "forest", "dusk", "sand", "graphite"];

export function applyAppearance({ background, accent, isDark } = {}) {
  const { documentElement: root, body } = document;
  setTheme(isDark === undefined ? undefined : isDark ? "dark" : "light");
  const isColor = background?.startsWith("#") === true;
  body.dataset.background = isColor ? "color" : backgrounds.includes(background) ? background : "dawn";
  setStyle(body, "--board-color", isColor ? background : undefined);
  // What is written on a colour of one's own can be read.
  if (isColor) body.dataset.ground = isBright(background) ? "light" : "dark";
  else delete body.dataset.ground;
  setStyle(root, "--accent", accent);
  setStyle(root, "--onAccent", accent && (isBright(accent) ? "#000000" : "#ffffff"));
}

/** Whether black has more contrast on a colour `#rrggbb` than white (WCAG 2.2, relative luminance). */
function isBright(color) {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}
