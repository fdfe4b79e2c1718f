// The server may say of a control what the person chose a moment ago, when there is a newer choice already. While a choice
// is on its way, what comes is out of date.

export function echoGuard(view) {
  let last;
  let late;
  const guard = {
    /** The person chose a value. */
    sent(value) {
      last = value;
      late = undefined;
    },
    /** Shows the server's value; while a choice is on its way, what comes waits until that has arrived. */
    receive(value, isNew, show) {
      if (isNew || value === last || !view.store.isSending(view.id)) return show();
      late = show;
      view.store.afterDelivery(() => {
        if (late === show && view.element.isConnected) guard.receive(value, false, show);
      });
    },
  };
  return guard;
}
