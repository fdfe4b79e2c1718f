// Drops the click that a browser sends at the end of a press which was something else.

/** The click of a press comes within this time after its end, in milliseconds. */
const CLICK_TIME = 50;

/** Drops the click that ends the press that has just ended, if there is one. */
export function swallowClick() {
  const end = new AbortController();
  addEventListener("click", (click) => {
    click.preventDefault();
    click.stopPropagation();
  }, { capture: true, signal: end.signal });
  setTimeout(() => end.abort(), CLICK_TIME);
}
