// Lets a person pick a file with a button; large pictures become smaller before they are sent.

import { make, setOrRemove } from "../shared/dom.js";

/** @typedef {NonNullable<View["attributes"]["filePicking"]>} FilePicking */

/** The longest side of a picture that becomes smaller, in pixels. */
const LONGEST_SIDE = 2048;

/** Types of pictures that lose nothing that people see when they become JPEG: no motion, no transparency. */
const compressible = new Set(["image/jpeg", "image/heic", "image/heif", "image/webp", "image/bmp", "image/tiff"]);

/** @type {WeakMap<View, HTMLInputElement>} */
const inputs = new WeakMap();

/**
 * Asks the person for a file.
 * @param {View} view
 */
export function pickFile(view) {
  const input = inputs.get(view) ?? makeInput(view);
  inputs.set(view, input);
  setOrRemove(input, "accept", view.attributes.filePicking?.accept?.join(","));
  input.click();
}

/**
 * Makes the input in the button: some browsers lose one that is nowhere in the page.
 * @param {View} view
 */
function makeInput(view) {
  const input = make("input", "", { type: "file", hidden: "", tabindex: "-1" });
  input.addEventListener("change", () => {
    const chosen = input.files?.[0];
    // The same file may be picked again.
    input.value = "";
    if (chosen) send(view, chosen, view.attributes.filePicking ?? {});
  });
  // It is no press of the button.
  input.addEventListener("click", (event) => event.stopPropagation());
  view.element.append(input);
  return input;
}

/**
 * @param {View} view
 * @param {File} chosen
 * @param {FilePicking} rules
 */
async function send(view, chosen, { quality, maximum = Infinity }) {
  const file = typeof quality === "number" ? await smallerFile(chosen, quality) : chosen;
  const { name, type, size } = file;
  // A file that is too large is not sent: the server says so by its size.
  if (size > maximum) {
    view.host.send(["change", view.id, { name, type, size }]);
    return;
  }
  view.element.classList.add("sending");
  await view.host.sendFile(view.id, file);
  view.element.classList.remove("sending");
}

/**
 * The picture with fewer details; the file itself where it is no picture, or would not become smaller.
 * @param {File} file
 * @param {number} quality from 0 to 1
 */
async function smallerFile(file, quality) {
  if (!compressible.has(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const canvas = make("canvas");
    [canvas.width, canvas.height] = fittedSize(picture.width, picture.height);
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    /** @type {Blob | null} */
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], jpegName(file.name), { type: "image/jpeg" });
  } catch {
    // A picture that this browser cannot read is sent as it is.
    return file;
  }
}

/**
 * The size of a picture whose longest side is not too long.
 * @param {number} width
 * @param {number} height
 */
export function fittedSize(width, height) {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return [Math.round(width * scale), Math.round(height * scale)];
}

/**
 * The name of a file that became a JPEG.
 * @param {string} name
 */
export function jpegName(name) {
  return `${name.replace(/\.[^.]*$/, "")}.jpg`;
}
