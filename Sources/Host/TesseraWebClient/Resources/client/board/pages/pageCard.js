// Shows a page in the overview: its picture, and for people who may change it its name and buttons.

import { make, setOrRemove } from "../../shared/dom.js";
import { text } from "../../texts/texts.js";
import { iconButton, icons, nameButton } from "../layout/buttonIcons.js";

/** The longest name that the server takes. */
const MAXIMUM_NAME = 100;

/**
 * @typedef {object} CardActions
 * @property {() => void} choose
 * @property {(event: KeyboardEvent) => void} key
 * @property {(event: PointerEvent) => void} press
 * @property {() => void} remove
 * @property {() => void} hide hides the page, or shows it again
 * @property {(name: string) => Promise<unknown>} rename returns nothing where that is not possible
 */

export class PageCard {
  /** @type {BoardPageEntry | undefined} */
  #page;
  #caption = make("span", "overviewCaption");
  #field = make("input", "overviewName", { type: "text", maxlength: MAXIMUM_NAME, autocomplete: "off" });
  #hide = iconButton(icons.shown, "", "overviewButton hide");
  #remove = iconButton(icons.close, "", "overviewButton remove");
  element = make("li", "overviewPage");
  /** Chooses the page, and takes keys and drags. */
  button = make("button", "overviewChoice", { type: "button" });
  picture = make("span", "overviewPicture", { "aria-hidden": "true" });

  /**
   * @param {boolean} canEdit
   * @param {CardActions} actions
   */
  constructor(canEdit, actions) {
    this.button.append(this.picture);
    this.button.addEventListener("click", actions.choose);
    this.button.addEventListener("keydown", actions.key);
    this.element.append(this.button);
    if (!canEdit) {
      // The button says the same.
      this.#caption.setAttribute("aria-hidden", "true");
      this.element.append(this.#caption);
      return;
    }
    this.button.setAttribute("aria-description", text("pageHelp"));
    this.button.addEventListener("pointerdown", actions.press);
    this.#remove.addEventListener("click", actions.remove);
    this.#hide.addEventListener("click", actions.hide);
    this.#followName(actions.rename);
    this.element.append(this.#hide, this.#field, this.#remove);
  }

  /** @param {CardActions["rename"]} rename */
  #followName(rename) {
    const field = this.#field;
    const restore = () => {
      field.value = this.#page?.name ?? "";
    };
    field.addEventListener("change", async () => {
      const name = field.value.trim();
      if (name === (this.#page?.name ?? "") || !(await rename(name))) restore();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        this.button.focus();
      } else if (event.key === "Escape" && field.value !== (this.#page?.name ?? "")) {
        // The next one closes the overview.
        event.preventDefault();
        restore();
      }
    });
  }

  /**
   * @param {BoardPageEntry} page
   * @param {object} state
   * @param {string} state.title what the page is called
   * @param {string} state.number what it is called without its name
   * @param {boolean} state.isCurrent whether it is in front
   * @param {boolean} state.isOnly whether no other page is shown
   */
  show(page, { title, number, isCurrent, isOnly }) {
    this.#page = page;
    const isHidden = page.isHidden === true;
    this.element.classList.toggle("hiddenPage", isHidden);
    this.button.setAttribute("aria-label", title);
    setOrRemove(this.button, "aria-current", isCurrent ? "page" : undefined);
    this.#caption.textContent = page.name || number;
    // A text under the fingers of a person stays.
    if (document.activeElement !== this.#field) this.#field.value = page.name ?? "";
    this.#field.placeholder = number;
    this.#field.setAttribute("aria-label", text("nameOfPage", { page: number }));
    nameButton(this.#remove, text("removeNamed", { name: title }));
    nameButton(this.#hide, text(isHidden ? "showNamed" : "hideNamed", { page: title }));
    this.#hide.querySelector("path")?.setAttribute("d", isHidden ? icons.hidden : icons.shown);
    for (const button of [this.#hide, this.#remove]) button.setAttribute("aria-disabled", String(isOnly));
  }
}
