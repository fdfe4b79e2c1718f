// A panel over the board: a dialog with a title and a way out. The focus goes back to where it was.

import { signButton, signs } from "./boardSigns.js";
import { make } from "./dom.js";

/** Opens a panel, and gives the element for what is in it. */
export function openPanel(board, title, className) {
  const dialog = make("dialog", `boardPanel ${className}`, { "aria-label": title });
  const bar = make("header", "boardPanelBar");
  const heading = make("h2");
  const close = signButton(signs.close, "Close", "boardTool");
  const content = make("div", "boardPanelContent");
  const focused = document.activeElement;
  heading.textContent = title;
  bar.append(heading, close);
  dialog.append(bar, content);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  });
  board.page.append(dialog);
  dialog.showModal();
  return { dialog, content, heading };
}

/** A labelled field: `label`, the control, a hint and a place for what is wrong. */
export function field(title, control, hint) {
  const row = make("label", "boardField");
  const name = make("span", "boardFieldName");
  const problem = make("span", "boardFieldProblem", { role: "alert" });
  name.textContent = title;
  row.append(name, control);
  if (hint) {
    const text = make("span", "boardFieldHint");
    text.textContent = hint;
    row.append(text);
  }
  row.append(problem);
  return { row, problem };
}

export function textButton(title, className, action) {
  const button = make("button", className, { type: "button" });
  button.textContent = title;
  button.addEventListener("click", action);
  return button;
}
