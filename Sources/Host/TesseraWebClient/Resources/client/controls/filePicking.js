// A button that lets a person pick a file of the device. Large pictures are made smaller before they are sent.

import { make, setOrRemove } from "../shared/dom.js";

/** The longest side of a picture that is made smaller, in pixels. */
const LONGEST = 2048;

/** Kinds of pictures that lose nothing that people see when they become JPEG: no motion, no transparency. */
const compressible = new Set(["image/jpeg", "image/heic", "image/heif", "image/webp", "image/bmp", "image/tiff"]);

export function pickFile(view) {
  view.filePicker ??= makeInput(view);
  setOrRemove(view.filePicker, "accept", view.attributes.filePicking.accept?.join(","));
  view.filePicker.click();
}

/** Some browsers forget what is nowhere in the page, so it stands in the button. */
function makeInput(view) {
  const input = make("input", "", { type: "file", hidden: "", tabindex: "-1" });
  input.addEventListener("change", () => {
    const [chosen] = input.files;
    // The same file may be picked again.
    input.value = "";
    send(view, chosen, view.attributes.filePicking ?? {});
  });
  // It is no press of the button.
  input.addEventListener("click", (event) => event.stopPropagation());
  view.element.append(input);
  return input;
}

async function send(view, chosen, { quality, maximum }) {
  if (!chosen) return;
  const file = typeof quality !== "number" ? chosen : await smaller(chosen, quality);
  // What is too large is not sent: the server says so by its size.
  const { name, type, size } = file;
  if (size > (maximum ?? Infinity)) return view.store.send(["change", view.id, { name, type, size }]);
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
