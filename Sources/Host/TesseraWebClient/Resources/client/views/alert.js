// A message that wants an answer.

import { make } from "../shared/dom.js";

export const alert = {
  attach(view) {
    const id = `alert-${view.store.widget}-${view.id}`;
    const title = make("h2", "", { id: `${id}-title` });
    const message = make("p", "", { id: `${id}-message` });
    const buttons = make("div", "buttons");
    const box = make("div", "box");
    view.element.setAttribute("aria-labelledby", title.id);
    view.element.setAttribute("aria-describedby", message.id);
    box.append(title, message, buttons);
    view.element.append(box);
    view.alert = { title, message, buttons };
  },

  attributes: {
    title(view, value) {
      view.alert.title.textContent = value ?? "";
    },
    message(view, value) {
      view.alert.message.textContent = value ?? "";
      view.alert.message.hidden = !value;
    },
    buttons(view, value) {
      const answers = Array.isArray(value) ? value : [];
      view.alert.buttons.classList.toggle("pair", answers.length === 2);
      view.alert.buttons.replaceChildren(
        ...answers.map((text, index) => {
          const button = make("button", "", { type: "button" });
          button.textContent = text;
          button.addEventListener("click", () => view.store.send(["answer", view.id, index]), { once: true });
          return button;
        }),
      );
    },
  },
};
