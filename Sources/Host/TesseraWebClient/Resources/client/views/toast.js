// A short message that comes and goes by itself.

export const toast = {
  attach(view) {
    view.leave = () => {
      const { element } = view;
      element.classList.add("leaving");
      element.addEventListener("animationend", (event) => event.target === element && element.remove());
    };
  },
};
