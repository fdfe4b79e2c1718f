// Lets a person choose a file of the device, or drop it on a field.
//
// The bytes go to the server in a request of their own; the picture in the field is the browser's own copy.

import { make, setOrRemove } from "../shared/dom.js";
import { showText } from "../shared/richText.js";
import { showError } from "../shared/validation.js";
import { localized } from "../texts/strings.js";

/**
 * @typedef {object} FileParts
 * @property {HTMLInputElement} control
 * @property {HTMLElement} label
 * @property {HTMLButtonElement} clear
 * @property {HTMLImageElement} preview
 * @property {File} [chosen] the file that was chosen last
 */

/** @typedef {View & FileParts} FileView */

/** @type {Behaviour} */
export const file = {
  attach(/** @type {FileView} */ view) {
    view.control = make("input", "fileInput", { type: "file" });
    view.clear = make("button", "clear", { type: "button" });
    view.clear.textContent = "×";
    view.clear.hidden = true;
    view.preview = make("img", "preview", { alt: "" });
    view.preview.hidden = true;
    view.element.append(view.preview, view.control, view.clear);
    view.control.addEventListener("change", () => choose(view, view.control.files?.[0]));
    view.clear.addEventListener("click", () => {
      view.control.value = "";
      view.host.send(["change", view.id, null]);
      view.control.focus();
    });
  },

  attributes: {
    text: showName,
    placeholder: showName,
    error(/** @type {FileView} */ view) {
      showError(view);
      clearChanged(view);
    },
    value(/** @type {FileView} */ view) {
      clearChanged(view);
      showPreview(view);
    },
    content: showPreview,
    acceptedTypes(/** @type {FileView} */ { control }, value) {
      setOrRemove(control, "accept", value?.join(","));
    },
    clearLabel(/** @type {FileView} */ { clear }, value) {
      setOrRemove(clear, "aria-label", value);
    },
    accessibilityLabel: nameChanged,
  },
};

/**
 * A file that was refused can be taken back, too.
 * @param {FileView} view
 */
function clearChanged({ attributes, clear }) {
  clear.hidden = attributes.value === undefined && attributes.error === undefined;
}

/** @param {FileView} view */
function showName(view) {
  const { text, placeholder } = view.attributes;
  view.element.classList.toggle("empty", text === undefined);
  showText(view.label, text ?? placeholder ?? "");
  nameChanged(view);
}

/** @param {FileView} view */
function nameChanged({ attributes: { accessibilityLabel, text, placeholder }, control }) {
  const shown = (text ?? placeholder ?? "").replace(/^[\uF001-\uF8FF]\s*/, "");
  control.setAttribute("aria-label", accessibilityLabel ? `${accessibilityLabel}, ${shown}` : shown);
}

/**
 * @param {FileView} view
 * @param {File | undefined} chosen
 */
async function choose(view, chosen) {
  if (!chosen) return;
  const { name, type, size } = chosen;
  // The same file may be chosen again, after it was changed.
  view.control.value = "";
  // A file that is too large is not sent: the server says so by its size.
  if (size > Number(view.attributes.maximum ?? 0)) {
    view.host.send(["change", view.id, { name, type, size }]);
    return;
  }
  view.chosen = chosen;
  view.element.classList.add("sending");
  const isTaken = await view.host.sendFile(view.id, chosen);
  view.element.classList.remove("sending");
  if (!isTaken) showText(view.label, localized(view.host.strings, "fileNotSent"));
}

/**
 * Shows the picture that was chosen. The server says whether the file is one; which one, only the browser knows.
 * @param {FileView} view
 */
function showPreview(view) {
  const { chosen, preview } = view;
  const { content, value } = view.attributes;
  const name = value && typeof value === "object" && !Array.isArray(value) ? value.name : undefined;
  view.element.classList.toggle("pictured", content === true);
  if (!chosen || content !== true || chosen.name !== name) {
    preview.hidden = true;
    preview.removeAttribute("src");
    return;
  }
  preview.hidden = false;
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    if (view.chosen === chosen) preview.src = String(reader.result);
  });
  reader.readAsDataURL(chosen);
}
