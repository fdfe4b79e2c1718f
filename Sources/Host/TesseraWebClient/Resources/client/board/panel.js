// A panel over the board: a dialog with a title and a way out. The focus goes back to where it was.

import { signButton, signs } from "./icons.js";
import { make } from "../shared/dom.js";

/** Opens a panel, and gives the element for what is in it. */
export function openPanel(board, title, className) {
  const dialog = make("dialog", `boardPanel ${className}`, { "aria-label": title });
  const bar = make("div", "boardPanelBar");
  const heading = make("h2");
  const close = signButton(signs.close, "Close", "boardTool");
  const content = make("div", "boardPanelContent");
  const focused = document.activeElement;
  heading.textContent = title;
  bar.append(heading, close);
  dialog.append(bar, content);
  close.addEventListener("click", () => dialog.close());
  closeBesides(dialog);
  dialog.addEventListener("close", () => {
    // What is said stands in the panel as long as that is open.
    board.page.append(board.announcement);
    dialog.remove();
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  });
  board.page.append(dialog);
  dialog.showModal();
  return { dialog, content, heading };
}

/** A press beside a dialog closes it; to select text and let go beside it does not. */
export function closeBesides(dialog) {
  let isPressed = false;
  dialog.addEventListener("pointerdown", ({ target }) => {
    isPressed = target === dialog;
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && isPressed && dialog.close());
}

let lastField = 0;

/** A labelled field: `label`, the control, a hint and a place for what is wrong. */
export function field(title, control, hint) {
  const row = make("div", "boardField");
  const name = make("label", "boardFieldName");
  const problem = make("span", "boardFieldProblem", { role: "alert" });
  lastField += 1;
  control.id = `field${lastField}`;
  problem.id = `field${lastField}problem`;
  name.htmlFor = control.id;
  name.textContent = title;
  row.append(name, control);
  const about = [problem.id];
  if (hint) {
    const text = make("span", "boardFieldHint");
    text.id = `field${lastField}hint`;
    text.textContent = hint;
    about.unshift(text.id);
    row.append(text);
  }
  control.setAttribute("aria-describedby", about.join(" "));
  row.append(problem);
  return { row, problem };
}

export function textButton(title, className, action) {
  const button = make("button", className, { type: "button" });
  button.textContent = title;
  button.addEventListener("click", action);
  return button;
}
