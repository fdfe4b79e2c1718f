// A button that lets a person pick a file of the device. Large pictures are made smaller before they are sent.

import { make } from "./dom.js";

/** The longest side of a picture that is made smaller, in pixels. */
const LONGEST = 2048;

/** Kinds of pictures that lose nothing that people see when they become JPEG: no motion, no transparency. */
const compressible = new Set(["image/jpeg", "image/heic", "image/heif", "image/webp", "image/bmp", "image/tiff"]);

export function pickFile(view) {
  const { accept, quality, maximum } = view.attributes.filePicking;
  const input = make("input", "fileInput", { type: "file", hidden: "" });
  if (accept?.length) input.accept = accept.join(",");
  input.addEventListener("change", () => send(view, input.files[0], { quality, maximum }));
  for (const name of ["change", "cancel"]) input.addEventListener(name, () => input.remove());
  // Some browsers forget what is nowhere in the page.
  view.element.after(input);
  input.click();
}

async function send(view, chosen, { quality, maximum }) {
  if (!chosen) return;
  const file = quality === undefined ? chosen : await smaller(chosen, quality);
  if (file.size > (maximum ?? Infinity)) return;
  view.element.classList.add("sending");
  await view.store.sendFile(view.id, file);
  view.element.classList.remove("sending");
}

/** The picture with fewer details; the file itself where it is none, or would not become smaller. */
async function smaller(file, quality) {
  if (!compressible.has(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = make("canvas", "");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.[^.]*$/, "") + ".jpg", { type: "image/jpeg" });
  } catch {
    // What this browser cannot read it sends as it is.
    return file;
  }
}
