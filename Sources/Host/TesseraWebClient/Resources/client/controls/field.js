// Lets a person type into a field: what is typed is never overwritten by what the server says about it.
//
// The server repeats what was typed, a little later. So a text from the server goes into the field only if it is news:
// not what the field holds, not one of the texts that were sent in the last moments, and not while newer text is on its
// way.

import { make, setOrRemove } from "../shared/dom.js";
import { SentTexts } from "./sentTexts.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} TextControl */
/** @typedef {View & { control: TextControl, field: Field }} FieldView */

/** Any text of this length has less than the 100,000 bytes that the server takes. */
const MAXIMUM_LENGTH = 33_000;

/** @type {AttributeHandlers} */
export const fieldAttributes = {
  value(/** @type {FieldView} */ view, /** @type {string | undefined} */ value, isNew) {
    view.field.receive(value ?? "", isNew);
  },
  placeholder(/** @type {FieldView} */ view, value) {
    view.control.placeholder = value ?? "";
    nameChanged(view);
  },
  readOnly(/** @type {FieldView} */ { control }, value) {
    control.readOnly = value === true;
  },
  accessibilityLabel: nameChanged,
  inputType: typeChanged,
  maximumLength(/** @type {FieldView} */ { control }, value) {
    // Letters may be several units long; the engine counts them, this only keeps texts from growing without end.
    control.maxLength = Math.min(MAXIMUM_LENGTH, value === undefined ? MAXIMUM_LENGTH : value * 4);
  },
  suggestions: suggestionsChanged,
};

/** @type {Behaviour} */
export const field = {
  attach: (/** @type {FieldView} */ view) => attachField(view),
  attributes: fieldAttributes,
};

/**
 * What phones show as a keyboard, and what browsers may fill in.
 * @type {Map<string | undefined, { type?: string, autocomplete?: string, inputmode?: string }>}
 */
const types = new Map(Object.entries({
  password: { type: "password", autocomplete: "current-password" },
  number: { inputmode: "decimal" },
  digits: { inputmode: "numeric" },
  email: { type: "email", autocomplete: "email" },
  url: { type: "url", autocomplete: "url" },
  telephone: { type: "tel", autocomplete: "tel" },
}));

/**
 * @param {FieldView} view
 * @param {string | undefined} value
 */
function typeChanged({ control }, value) {
  if (control instanceof HTMLTextAreaElement) return;
  const plainType = control.type === "search" ? "search" : "text";
  const { type = plainType, autocomplete = "off", inputmode } = types.get(value) ?? {};
  setOrRemove(control, "type", type);
  setOrRemove(control, "autocomplete", autocomplete);
  setOrRemove(control, "inputmode", inputmode);
}

let suggestionCount = 0;
/** @type {WeakMap<View, HTMLElement>} */
const suggestionLists = new WeakMap();

/**
 * @param {FieldView} view
 * @param {string[] | undefined} texts
 */
function suggestionsChanged(view, texts = []) {
  suggestionLists.get(view)?.remove();
  suggestionLists.delete(view);
  view.control.removeAttribute("list");
  if (!Array.isArray(texts) || texts.length === 0) return;
  suggestionCount += 1;
  const list = make("datalist", "", { id: `suggestions${suggestionCount}` });
  for (const text of texts) list.append(make("option", "", { value: text }));
  suggestionLists.set(view, list);
  // A field has no inside for it.
  view.host.afterUpdate(() => view.element.parentElement?.append(list));
  view.control.setAttribute("list", list.id);
}

/** @param {FieldView} view */
function nameChanged({ attributes: { accessibilityLabel, placeholder }, control, identifier }) {
  setOrRemove(control, "aria-label", accessibilityLabel ?? placeholder ?? identifier);
}

/**
 * Makes the control of a view a field.
 * @param {FieldView} view
 */
export function attachField(view) {
  const { control, host } = view;
  const listening = new AbortController();
  const sent = new SentTexts();
  let isComposing = false;
  // Whether the text is the person's, and not the server's.
  let isTyped = false;
  /**
   * A text from the server that waits until it is known whether it is news.
   * @type {string | undefined}
   */
  let waiting;

  function typed() {
    if (isComposing) return;
    waiting = undefined;
    isTyped = true;
    sent.add(control.value);
    host.send(["input", view.id, control.value]);
    showClearButton();
  }

  function showClearButton() {
    control.parentElement?.classList.toggle("filled", control.value !== "");
  }

  /**
   * Whether a text from the server is news for the field; what cannot be told yet is decided later.
   * @param {string} text
   */
  function isNews(text) {
    if (isComposing) return false;
    if (host.isSending(view.id)) {
      // It may be the answer to what is on its way, which came before that was confirmed.
      waiting = text;
      host.afterDelivery(() => {
        if (waiting !== undefined && view.element.isConnected) view.field.receive(waiting);
      });
      return false;
    }
    waiting = undefined;
    return !sent.takeEcho(text);
  }

  view.field = {
    receive(text, isNew = false) {
      if (control.value !== text) {
        if (!isNew && !isNews(text)) return;
        replaceText(control, text);
        isTyped = false;
      }
      showClearButton();
    },
    typedText: () => (isTyped ? control.value : undefined),
    type(text) {
      if (control.value === text) return;
      replaceText(control, text);
      typed();
    },
    clearSent: () => sent.clear(),
    // The field loses the focus when its element goes, which the person has not done.
    detach() {
      suggestionLists.get(view)?.remove();
      listening.abort();
    },
  };

  control.maxLength = MAXIMUM_LENGTH;
  const { signal } = listening;
  control.addEventListener("input", typed, { signal });
  control.addEventListener("compositionstart", () => (isComposing = true), { signal });
  control.addEventListener("compositionend", () => {
    isComposing = false;
    typed();
  }, { signal });
  control.addEventListener("focus", () => host.send(["focus", view.id]), { signal });
  control.addEventListener("blur", () => host.send(["blur", view.id]), { signal });
  // The union of both elements has no typed listener of its own.
  const element = /** @type {HTMLElement} */ (control);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || control instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    host.send(["submit", view.id]);
  }, { signal });
  nameChanged(view);
}

/**
 * Puts a text into a field, and keeps the cursor.
 * @param {TextControl} control
 * @param {string} text
 */
function replaceText(control, text) {
  const { selectionStart, selectionEnd, value: old } = control;
  control.value = text;
  if (document.activeElement === control && selectionStart !== null) {
    const end = selectionEnd ?? selectionStart;
    control.setSelectionRange(
      movedCursor(selectionStart, old.length, text.length), movedCursor(end, old.length, text.length));
  }
}

/**
 * Where the cursor stands in a text that takes the place of another: a person who types at the end goes on at the end.
 * @param {number} place
 * @param {number} oldLength
 * @param {number} newLength
 */
export function movedCursor(place, oldLength, newLength) {
  return place === oldLength ? newLength : Math.min(place, newLength);
}
