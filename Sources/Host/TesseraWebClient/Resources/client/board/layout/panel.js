// Opens panels over the board: dialogs with a title and a button to close them; the focus goes back to where it was.

import { make } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { iconButton, icons } from "./buttonIcons.js";

/**
 * Opens a panel.
 * @param {ShownBoard} board
 * @param {string} title
 * @param {string} className
 */
export function openPanel({ page, announcer }, title, className) {
  const heading = make("h2", "", {}, title);
  const close = iconButton(icons.close, text("close"), "boardTool", () => dialog.close());
  const content = make("div", "boardPanelContent");
  const focused = document.activeElement;
  const bar = make("div", "boardPanelBar", {}, heading, close);
  const dialog = make("dialog", `boardPanel ${className}`, { "aria-label": title }, bar, content);
  closeByPressBeside(dialog);
  dialog.addEventListener("close", () => {
    announcer.returnToPage();
    dialog.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    // What had the focus may be gone, such as an icon that was removed.
    if (document.activeElement !== focused) page.querySelector("main")?.focus({ preventScroll: true });
  });
  page.append(dialog);
  dialog.showModal();
  return { dialog, content };
}

/**
 * Closes a dialog by a press beside it; selecting text and letting go beside it does not.
 * @param {HTMLDialogElement} dialog
 */
export function closeByPressBeside(dialog) {
  let isPressed = false;
  dialog.addEventListener("pointerdown", ({ target }) => {
    isPressed = target === dialog;
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog && isPressed) dialog.close();
  });
}

let lastField = 0;

/**
 * Makes a row with a label, a control, a hint and a place for what is wrong.
 * @param {string} title
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function labelledField(title, control, hint) {
  const name = make("label", "boardFieldName", {}, title);
  const problem = make("span", "boardFieldProblem", { role: "alert" });
  lastField += 1;
  control.id = `field${lastField}`;
  problem.id = `field${lastField}problem`;
  name.htmlFor = control.id;
  const row = make("div", "boardField", {}, name, control);
  if (!control.matches("input, select, textarea")) {
    // A label names only what can be filled in. Other elements hold controls of their own.
    name.id = `field${lastField}name`;
    control.setAttribute("role", "group");
    control.setAttribute("aria-labelledby", name.id);
  }
  const description = [problem.id];
  if (hint) {
    const note = make("span", "boardFieldHint", {}, hint);
    note.id = `field${lastField}hint`;
    description.unshift(note.id);
    row.append(note);
  }
  control.setAttribute("aria-describedby", description.join(" "));
  row.append(problem);
  return { row, problem };
}

/**
 * @param {string} title
 * @param {string} className
 * @param {() => void} action
 */
export function textButton(title, className, action) {
  const button = make("button", className, { type: "button" }, title);
  button.addEventListener("click", action);
  return button;
}

/**
 * @param {string} content
 * @param {"h3" | "p" | "span"} tag
 * @param {string} className
 */
export function textElement(content, tag, className) {
  return make(tag, className, {}, content);
}
