// Keeps a choice of the person from being overwritten by an older value of the server, which arrives a little later.

/**
 * What the value of a control needs to know.
 * @typedef {object} ValueSurroundings
 * @property {(view: ViewID) => boolean} isSending whether a choice is still on its way
 * @property {(action: () => void) => void} afterDelivery
 */

/**
 * The value of a control that shows a choice before the server has it. While a choice is on its way, what the server
 * says is out of date.
 * @param {{ id: ViewID, element: { isConnected: boolean }, host: ValueSurroundings }} view
 * @returns {OptimisticValue}
 */
export function optimisticValue({ id, element, host }) {
  /**
   * The last choice.
   * @type {JSONValue | undefined}
   */
  let last;
  /**
   * Shows the value that waits until the choice is delivered.
   * @type {(() => void) | undefined}
   */
  let waiting;
  /** @type {OptimisticValue} */
  const optimistic = {
    sent(value) {
      last = value;
      waiting = undefined;
    },
    receive(value, isNew, show) {
      if (isNew || value === last || !host.isSending(id)) return show();
      waiting = show;
      host.afterDelivery(() => {
        if (waiting === show && element.isConnected) optimistic.receive(value, false, show);
      });
    },
  };
  return optimistic;
}
