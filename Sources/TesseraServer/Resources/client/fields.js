// Fields: what a person types is never overwritten by what the server says about it.
//
// The server repeats what was typed, a little later than it was typed. So a text that comes from the server is put into
// the field only if it is news: not what the field holds, not one of the texts that were sent in the last moments, and
// not while newer text is still on its way.

import { setOrRemove } from "./dom.js";

/** How long the server's repetition of a text may take after the server has confirmed it. */
const ECHO_TIME = 2000;

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
  },
};

function nameChanged(view) {
  const { accessibilityLabel, placeholder } = view.attributes;
  setOrRemove(view.control, "aria-label", accessibilityLabel ?? placeholder ?? view.identifier);
}

function attachField(view) {
  const { control, store } = view;
  const listening = new AbortController();
  let composing = false;
  let sent = [];

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
        if (composing || store.isSending(view.id)) return;
        const echo = expected().findIndex((entry) => entry.text === text);
        if (echo >= 0) {
          sent.splice(0, echo + 1);
          return;
        }
      }
      const { selectionStart, selectionEnd } = control;
      control.value = text;
      if (document.activeElement === control && selectionStart !== null) {
        control.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
      }
      showClearButton();
    },

    /** From now on every text from the server is news. */
    forget() {
      sent = [];
    },

    /** The view goes away: that its element loses the focus by that is nothing that the person did. */
    end() {
      listening.abort();
    },
  };

  // Any text of this length has less than the 100,000 bytes that the server takes.
  control.maxLength = 33_000;
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
