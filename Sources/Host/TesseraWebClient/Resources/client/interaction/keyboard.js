// Follows the keys in a widget: Enter and Space press, Escape leaves, arrow keys go from row to row.

/**
 * @param {Pick<ViewHost, "place" | "signal" | "viewOf">} host
 * @param {object} actions
 * @param {() => boolean} actions.leave leaves the screen in front; returns whether there was one to leave
 * @param {(event: KeyboardEvent, view: View | undefined) => void} actions.rowKeyPressed
 */
export function followKeys({ place, signal, viewOf }, { leave, rowKeyPressed }) {
  place.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const { target } = event;
    const view = viewOf(target);
    if (view && target === view.element && isKeyboardButton(view.element) && isPressKey(event)) {
      event.preventDefault();
      view.element.click();
    } else if (event.key === "Escape" && !isFilledSearch(target)) {
      if (leave()) event.preventDefault();
    } else if (!event.altKey && !event.ctrlKey && !event.metaKey) {
      rowKeyPressed(event, view);
    }
  }, { signal });
}

/** @param {HTMLElement} element */
function isKeyboardButton(element) {
  return element.getAttribute("role") === "button";
}

/** @param {KeyboardEvent} event */
function isPressKey({ key }) {
  return key === "Enter" || key === " ";
}

/**
 * A search that holds text is cleared by Escape first.
 * @param {EventTarget | null} target
 */
function isFilledSearch(target) {
  return target instanceof HTMLInputElement && target.type === "search" && target.value !== "";
}
