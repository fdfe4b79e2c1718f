// Shows a short message that fades when it goes.

/** @typedef {import("./view").Behaviour} Behaviour */

/** @type {Behaviour} */
export const toast = {
  attach(view) {
    view.leave = () => {
      const { element } = view;
      element.classList.add("leaving");
      element.addEventListener("animationend", ({ target }) => {
        if (target === element) element.remove();
      });
    };
  },
};
