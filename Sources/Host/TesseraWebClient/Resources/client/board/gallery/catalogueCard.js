// Shows a widget of a catalogue in the gallery: its picture, what it contacts, and a button that installs it.

import { make } from "../../shared/dom.js";
import { serverAddress } from "../../shared/urls.js";
import { text } from "../../texts/texts.js";
import { attempt, textButton, textElement } from "../layout/panel.js";
import { accessElements } from "./networkAccess.js";

/** @typedef {import("../../protocol/messages").CatalogueEntry} CatalogueEntry */

export class CatalogueCard {
  element = make("article", "boardCard");

  /**
   * @param {CatalogueEntry} widget
   * @param {number} catalogue the number of the catalogue
   * @param {(bundle: import("./installing.js").Bundle) => Promise<void>} install
   */
  constructor(widget, catalogue, install) {
    this.widget = widget;
    const { id, name, summary, author, version, installedVersion, access, hasPicture } = widget;
    const place = make("div", "boardPreviewPlace", { "aria-hidden": "true" });
    if (hasPicture) {
      const source = serverAddress(`/catalogues/${catalogue}/pictures/${encodeURIComponent(id)}`);
      place.append(make("img", "boardCataloguePicture", { alt: "", loading: "lazy", src: source }));
    }
    const problem = textElement("", "p", "boardFieldProblem");
    problem.setAttribute("role", "alert");
    const isNew = installedVersion === undefined;
    const button = textButton(text(isNew ? "install" : "update"), "primary", () =>
      attempt(button, problem, () => install({ catalogue, widget: id })));
    button.setAttribute("aria-label", text(isNew ? "installNamed" : "updateNamed", { name, version }));
    const origin = [author, text("versionNumber", { version })].filter(Boolean).join(" · ");
    this.element.append(
      place, textElement(name, "h3", ""), textElement(summary, "p", ""), textElement(origin, "p", "boardHint"),
      ...accessElements(access), problem, button);
  }
}
