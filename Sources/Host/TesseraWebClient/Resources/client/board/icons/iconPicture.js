// Makes pictures for icons: of a file, or of what a site shows for itself; they are small squares on the server.

import { post, postForFile } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";

/** The width and height of the pictures, in pixels. */
const SIDE = 192;

/**
 * Stores a picture on the server, scaled into a square.
 * @param {Blob} file
 * @returns {Promise<string>} the picture's name
 */
export async function storePicture(file) {
  const image = make("img", "", { alt: "" });
  image.src = await dataAddress(file);
  try {
    await image.decode();
  } catch {
    throw new Error(text("noPictureInFile"));
  }
  const canvas = make("canvas", "", { width: SIDE, height: SIDE });
  // A drawing may have no size of its own.
  const { naturalWidth: width = SIDE, naturalHeight: height = SIDE } = image;
  const scale = SIDE / Math.max(width || SIDE, height || SIDE);
  const [shownWidth, shownHeight] = [(width || SIDE) * scale, (height || SIDE) * scale];
  canvas.getContext("2d")?.drawImage(
    image, (SIDE - shownWidth) / 2, (SIDE - shownHeight) / 2, shownWidth, shownHeight);
  /** @type {Blob | null} */
  const picture = await new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (!picture) throw new Error(text("noPictureInFile"));
  const { background } = await post("/backgrounds", picture);
  return background.replace(/^picture:/, "");
}

/**
 * Stores the picture that a site has for itself.
 * @param {string} address
 * @returns {Promise<string>} the picture's name
 */
export async function storeSiteIcon(address) {
  return storePicture(await postForFile("/site-icons", { address }));
}

/**
 * @param {Blob} file
 * @returns {Promise<string>}
 */
function dataAddress(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
