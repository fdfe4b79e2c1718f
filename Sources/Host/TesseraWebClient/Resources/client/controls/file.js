// A file that the person takes from the device: chosen, or dropped on the field. Its bytes go to the server by a way of their
// own; the picture in the field is the browser's own copy.

import { make, setOrRemove } from "../shared/dom.js";
import { errorAttributes } from "./validation.js";
import { showText } from "../views/richText.js";
import { word } from "../app/strings.js";

export const file = {
  attach(view) {
    view.control = make("input", "fileInput", { type: "file" });
    view.clear = make("button", "clear", { type: "button" });
    view.clear.textContent = "×";
    view.clear.hidden = true;
    view.preview = make("img", "preview", { alt: "" });
    view.preview.hidden = true;
    view.element.append(view.preview, view.control, view.clear);
    view.control.addEventListener("change", () => choose(view, view.control.files[0]));
    view.clear.addEventListener("click", () => {
      view.control.value = "";
      view.store.send(["change", view.id, null]);
      view.control.focus();
    });
  },

  attributes: {
    ...errorAttributes,
    text: showName,
    placeholder: showName,
    error(view, value) {
      errorAttributes.error(view, value);
      clearChanged(view);
    },
    value(view) {
      clearChanged(view);
      showPreview(view);
    },
    content: showPreview,
    acceptedTypes(view, value) {
      setOrRemove(view.control, "accept", value?.join(","));
    },
    clearLabel(view, value) {
      setOrRemove(view.clear, "aria-label", value);
    },
    accessibilityLabel: nameChanged,
  },
};

/** A file that was refused can be taken back as well. */
function clearChanged(view) {
  view.clear.hidden = view.attributes.value === undefined && view.attributes.error === undefined;
}

function showName(view) {
  const { text, placeholder } = view.attributes;
  view.element.classList.toggle("empty", text === undefined);
  showText(view.label, text ?? placeholder ?? "");
  nameChanged(view);
}

function nameChanged(view) {
  const { accessibilityLabel, text, placeholder } = view.attributes;
  const words = (text ?? placeholder ?? "").replace(/^[\uF001-\uF8FF]\s*/, "");
  view.control.setAttribute("aria-label", accessibilityLabel ? `${accessibilityLabel}, ${words}` : words);
}

async function choose(view, chosen) {
  if (!chosen) return;
  const { name, type, size } = chosen;
  // The same file may be chosen again, after it was changed.
  view.control.value = "";
  // What is too large is not sent: the server says so by its size.
  if (size > (view.attributes.maximum ?? 0)) return view.store.send(["change", view.id, { name, type, size }]);
  view.chosen = chosen;
  view.element.classList.add("sending");
  const isTaken = await view.store.sendFile(view.id, chosen);
  view.element.classList.remove("sending");
  if (!isTaken) showText(view.label, word(view.store, "fileNotSent"));
}

/** The server says whether the file is a picture; which one, the browser knows if it was chosen here. */
async function showPreview(view) {
  const { chosen } = view;
  const isShown = view.attributes.content === true && chosen?.name === view.attributes.value?.name;
  view.element.classList.toggle("pictured", view.attributes.content === true);
  view.preview.hidden = !isShown;
  if (!isShown) return view.preview.removeAttribute("src");
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    if (view.chosen === chosen) view.preview.src = reader.result;
  });
  reader.readAsDataURL(chosen);
}
