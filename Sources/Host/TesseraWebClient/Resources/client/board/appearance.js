// How a board looks: its background, its accent colour, and light or dark.

import { setTheme } from "../app/colorScheme.js";
import { setStyle } from "../shared/dom.js";

/** The backgrounds by name; board.css has their colours. */
export const backgrounds = ["dawn", "ocean", "forest", "dusk", "sand", "graphite"];

export function applyAppearance({ background, accent, isDark } = {}) {
  const { documentElement: root, body } = document;
  setTheme(isDark === undefined ? undefined : isDark ? "dark" : "light");
  const isColor = background?.startsWith("#") === true;
  const picture = /^picture:([0-9a-f]+)$/.exec(background ?? "")?.[1];
  body.dataset.background = isColor ? "color" : picture ? "picture" : backgrounds.includes(background) ? background : "dawn";
  setStyle(body, "--board-picture", picture && `url("/backgrounds/${picture}")`);
  setStyle(body, "--board-color", isColor ? background : undefined);
  // What is written on a colour of one's own can be read.
  if (isColor) body.dataset.ground = isBright(background) ? "light" : "dark";
  else delete body.dataset.ground;
  if (picture) showGround(picture);
  setStyle(root, "--accent", accent);
  setStyle(root, "--onAccent", accent && (isBright(accent) ? "#000000" : "#ffffff"));
}

/** What is written on a picture can be read, too: its upper part says whether in light or in dark. */
async function showGround(picture) {
  const { body } = document;
  const image = new Image();
  image.src = `/backgrounds/${picture}`;
  try {
    await image.decode();
  } catch {
    // One that cannot be had leaves the usual background.
    if (body.dataset.background === "picture") body.dataset.background = "dawn";
    return;
  }
  const context = Object.assign(document.createElement("canvas"), { width: 8, height: 8 }).getContext("2d");
  context.drawImage(image, 0, 0, image.naturalWidth, image.naturalHeight / 4, 0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  const sums = [0, 0, 0];
  for (let index = 0; index < data.length; index += 1) if (index % 4 < 3) sums[index % 4] += data[index] / 64;
  const hex = sums.map((sum) => Math.round(sum).toString(16).padStart(2, "0")).join("");
  if (body.dataset.background === "picture") body.dataset.ground = isBright(`#${hex}`) ? "light" : "dark";
}

/** Whether black has more contrast on a colour `#rrggbb` than white (WCAG 2.2, relative luminance). */
function isBright(color) {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}
