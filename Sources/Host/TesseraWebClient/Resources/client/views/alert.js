// Shows a message that waits for an answer.

import { make } from "../shared/dom.js";

/** @typedef {View & Required<Pick<View, "alert">>} AlertView */

/** @type {Behaviour} */
export const alert = {
  attach(view) {
    const id = `alert-${view.host.widget}-${view.id}`;
    const title = make("h2", "", { id: `${id}-title` });
    const message = make("p", "", { id: `${id}-message` });
    const buttons = make("div", "buttons");
    view.element.setAttribute("aria-labelledby", title.id);
    view.element.setAttribute("aria-describedby", message.id);
    const box = make("div", "box", {}, title, message, buttons);
    view.element.append(box);
    view.alert = { title, message, buttons };
  },

  attributes: {
    title(/** @type {AlertView} */ { alert: { title } }, value) {
      title.textContent = value ?? "";
    },
    message(/** @type {AlertView} */ { alert: { message } }, value) {
      message.textContent = value ?? "";
      message.hidden = !value;
    },
    buttons(/** @type {AlertView} */ { alert: { buttons }, host, id }, value) {
      const answers = Array.isArray(value) ? value : [];
      buttons.classList.toggle("pair", answers.length === 2);
      buttons.replaceChildren(
        ...answers.map((text, index) => {
          const button = make("button", "", { type: "button" }, text);
          button.addEventListener("click", () => host.send(["answer", id, index]), { once: true });
          return button;
        }),
      );
    },
  },
};
