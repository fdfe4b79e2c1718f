// Applies how a board looks: its background, its accent colour, and light or dark.

import { setTheme } from "../../shared/colorScheme.js";
import { setStyle } from "../../shared/dom.js";
import { serverAddress } from "../../shared/urls.js";
import { isBright, meanColor } from "./colors.js";

/** The names of backgrounds; styles/board.css has their colours, Board.swift has the same names. */
export const backgrounds = /** @type {const} */ (["dawn", "ocean", "forest", "dusk", "sand", "graphite"]);

/**
 * The picture that is the background, though it may still be on its way.
 * @type {string | undefined}
 */
let shownPicture;

/** @param {Appearance} appearance */
export function applyAppearance({ background = "", accent, isDark }) {
  const { documentElement: root, body } = document;
  setTheme(isDark === undefined ? undefined : isDark ? "dark" : "light");
  const isColor = background.startsWith("#");
  const picture = /^picture:([0-9a-f]+)$/.exec(background)?.[1];
  shownPicture = picture;
  const name = backgrounds.find((each) => each === background) ?? "dawn";
  body.dataset.background = isColor ? "color" : picture ? "picture" : name;
  setStyle(body, "--board-picture", picture && `url("${serverAddress(`/backgrounds/${picture}`)}")`);
  setStyle(body, "--board-color", isColor ? background : undefined);
  // Text on a colour of the person's own can be read.
  if (isColor) body.dataset.ground = groundOf(background);
  else delete body.dataset.ground;
  if (picture) applyPictureGround(picture);
  setStyle(root, "--accent", accent);
  setStyle(root, "--onAccent", accent && (isBright(accent) ? "#000000" : "#ffffff"));
}

/**
 * Makes text on a picture readable: the upper part of the picture says whether the text is light or dark.
 * @param {string} picture
 */
async function applyPictureGround(picture) {
  const { body } = document;
  const image = new Image();
  image.src = serverAddress(`/backgrounds/${picture}`);
  try {
    await image.decode();
  } catch {
    // A picture that cannot be had leaves the usual background.
    if (picture === shownPicture) body.dataset.background = "dawn";
    return;
  }
  // Another background may have been chosen in the meantime.
  if (picture !== shownPicture) return;
  const canvas = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
  const context = canvas.getContext("2d");
  if (!context) return;
  context.drawImage(image, 0, 0, image.naturalWidth, image.naturalHeight / 4, 0, 0, 8, 8);
  body.dataset.ground = groundOf(meanColor(context.getImageData(0, 0, 8, 8).data));
}

/** @param {string} color */
function groundOf(color) {
  return isBright(color) ? "light" : "dark";
}
