// Remembers which view has the focus, and where the cursor is, for when its element is made anew.

/**
 * Remembers the focus before a tree takes the place of another.
 * @param {Pick<ViewHost, "viewOf">} host
 * @param {() => Iterable<View>} views all views, when the tree is there
 * @returns {(() => void) | undefined} gives the focus back
 */
export function rememberFocus({ viewOf }, views) {
  const element = document.activeElement;
  const identifier = viewOf(element)?.identifier;
  // Rows of a list share their identifiers.
  if (identifier === undefined || !element || element.closest('[data-kind="cell"]')) return undefined;
  const { selectionStart, selectionEnd } = /** @type {Partial<HTMLInputElement>} */ (element);
  return () => {
    if (element.isConnected && document.activeElement === element) return;
    const view = [...views()].find((each) => each.identifier === identifier);
    const control = view?.control ?? view?.element;
    control?.focus({ preventScroll: true });
    // Fields for addresses and numbers have no cursor that could be set.
    if (Number.isInteger(selectionStart) && hasCursor(control)) {
      control.setSelectionRange(selectionStart ?? null, selectionEnd ?? null);
    }
  };
}

/**
 * Whether a control has a cursor that can be set.
 * @param {HTMLElement | undefined} control
 * @returns {control is HTMLInputElement | HTMLTextAreaElement}
 */
export function hasCursor(control) {
  const isField = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return isField && Number.isInteger(control.selectionStart);
}
