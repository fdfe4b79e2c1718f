// Shows a widget of a catalogue in the gallery: its picture, what it contacts, and a button that installs it.

import { make } from "../../shared/dom.js";
import { serverAddress } from "../../shared/urls.js";
import { text } from "../../texts/texts.js";
import { textElement } from "../layout/panel.js";
import { build } from "../settings/form.js";
import { accessParts } from "./networkAccess.js";

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
    const area = make("div", "boardPreviewPlace", { "aria-hidden": "true" });
    if (hasPicture) {
      const source = serverAddress(`/catalogues/${catalogue}/pictures/${encodeURIComponent(id)}`);
      area.append(make("img", "boardCataloguePicture", { alt: "", loading: "lazy", src: source }));
    }
    const isNew = installedVersion === undefined;
    const origin = [author, text("versionNumber", { version })].filter(Boolean).join(" · ");
    this.element.append(...build(
      area,
      textElement(name, "h3", ""),
      { text: summary, className: "" },
      { text: origin },
      ...accessParts(access),
      {
        button: text(isNew ? "install" : "update"), className: "primary", isTried: true,
        label: text(isNew ? "installNamed" : "updateNamed", { name, version }),
        action: () => install({ catalogue, widget: id }),
      }));
  }
}
