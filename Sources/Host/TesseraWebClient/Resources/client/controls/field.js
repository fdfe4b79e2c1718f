// Fields: what a person types is never overwritten by what the server says about it.
//
// The server repeats what was typed, a little later than it was typed. So a text that comes from the server is put into
// the field only if it is news: not what the field holds, not one of the texts that were sent in the last moments, and
// not while newer text is still on its way.

import { make, setOrRemove } from "../shared/dom.js";
import { errorAttributes } from "./validation.js";

/** How long the server's repetition of a text may take after the server has confirmed it. */
const ECHO_TIME = 2000;
/** Any text of this length has less than the 100,000 bytes that the server takes. */
const MAXIMUM_LENGTH = 33_000;

export const field = {
  attach(view) {
    attachField(view);
    nameChanged(view);
  },

  attributes: {
    value(view, value, isNew) {
      view.field.receive(value ?? "", isNew);
    },
    placeholder(view, value) {
      view.control.placeholder = value ?? "";
      nameChanged(view);
    },
    readOnly(view, value) {
      view.control.readOnly = value === true;
    },
    accessibilityLabel: nameChanged,
    inputType: typeChanged,
    maximumLength(view, value) {
      // Letters may be several units long; the engine counts them, this only keeps texts from growing without end.
      view.control.maxLength = Math.min(MAXIMUM_LENGTH, value === undefined ? MAXIMUM_LENGTH : value * 4);
    },
    suggestions: suggestionsChanged,
    ...errorAttributes,
  },
};

/** What phones show as a keyboard, and what browsers may fill in. */
const types = {
  password: { type: "password", autocomplete: "current-password" },
  number: { inputmode: "decimal" },
  digits: { inputmode: "numeric" },
  email: { type: "email", autocomplete: "email" },
  url: { type: "url", autocomplete: "url" },
  telephone: { type: "tel", autocomplete: "tel" },
};

function typeChanged({ control }, value) {
  if (control.tagName === "TEXTAREA") return;
  const { type = control.type === "search" ? "search" : "text", autocomplete = "off", inputmode } = types[value] ?? {};
  setOrRemove(control, "type", type);
  setOrRemove(control, "autocomplete", autocomplete);
  setOrRemove(control, "inputmode", inputmode);
}

let suggestionCount = 0;

function suggestionsChanged(view, texts = []) {
  view.suggestions?.remove();
  view.suggestions = undefined;
  view.control.removeAttribute("list");
  if (!Array.isArray(texts) || texts.length === 0) return;
  suggestionCount += 1;
  const list = make("datalist", "", { id: `suggestions${suggestionCount}` });
  for (const text of texts) list.append(make("option", "", { value: text }));
  view.suggestions = list;
  // A field has no inside for it.
  view.store.afterUpdate(() => view.element.parentElement?.append(list));
  view.control.setAttribute("list", list.id);
}

function nameChanged(view) {
  const { accessibilityLabel, placeholder } = view.attributes;
  setOrRemove(view.control, "aria-label", accessibilityLabel ?? placeholder ?? view.identifier);
}

function attachField(view) {
  const { control, store } = view;
  const listening = new AbortController();
  let composing = false;
  let sent = [];
  /** A text from the server that waits until it is known whether it is news. */
  let late;

  function on(name, action) {
    control.addEventListener(name, action, { signal: listening.signal });
  }

  /** The texts that the server may still repeat. */
  function expected() {
    const oldest = performance.now() - ECHO_TIME;
    sent = sent.filter((entry) => entry.time >= oldest);
    return sent;
  }

  function typed() {
    if (composing) return;
    late = undefined;
    expected().push({ text: control.value, time: performance.now() });
    store.send(["input", view.id, control.value]);
    showClearButton();
  }

  function showClearButton() {
    control.parentElement?.classList.toggle("filled", control.value !== "");
  }

  view.field = {
    /** Takes the text that the server has. */
    receive(text, isNew) {
      if (control.value === text) return showClearButton();
      if (!isNew) {
        if (composing) return;
        if (store.isSending(view.id)) {
          // It may be the answer to what is on its way, which came before that was confirmed.
          late = text;
          store.afterDelivery(() => {
            if (late !== undefined && view.element.isConnected) view.field.receive(late);
          });
          return;
        }
        late = undefined;
        const echo = expected().findIndex((entry) => entry.text === text);
        if (echo >= 0) {
          sent.splice(0, echo + 1);
          return;
        }
      }
      const { selectionStart, selectionEnd, value: old } = control;
      control.value = text;
      if (document.activeElement === control && selectionStart !== null) {
        // Who typed at the end goes on at the end, also of a text that was brought into a shape.
        const place = (offset) => (offset === old.length ? text.length : Math.min(offset, text.length));
        control.setSelectionRange(place(selectionStart), place(selectionEnd));
      }
      showClearButton();
    },

    /** From now on every text from the server is news. */
    forget() {
      sent = [];
    },

    /** The view goes away: that its element loses the focus by that is nothing that the person did. */
    end() {
      view.suggestions?.remove();
      listening.abort();
    },
  };

  control.maxLength = MAXIMUM_LENGTH;
  on("input", typed);
  on("compositionstart", () => (composing = true));
  on("compositionend", () => {
    composing = false;
    typed();
  });
  on("focus", () => store.send(["focus", view.id]));
  on("blur", () => store.send(["blur", view.id]));
  on("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing && control.tagName !== "TEXTAREA") {
      event.preventDefault();
      store.send(["submit", view.id]);
    }
  });
}
