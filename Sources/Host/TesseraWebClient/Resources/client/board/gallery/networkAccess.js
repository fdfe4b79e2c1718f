// Says what a widget can contact, before a person adds or installs it.

import { text } from "../../texts/texts.js";
import { textElement } from "../layout/panel.js";

/** @typedef {import("../../protocol/messages").NetworkAccess} NetworkAccess */

/**
 * What a widget can contact, a sentence for each kind; none if it contacts nothing.
 * @param {NetworkAccess} access
 */
export function accessTexts({ hosts, sources, typedAddresses, picturesFromAnywhere }) {
  const texts = [];
  if (hosts.length > 0) texts.push(text("talksTo", { hosts: hosts.join(", ") }));
  if (sources.length > 0) texts.push(text("readsSources", { sources: sources.join(", ") }));
  if (typedAddresses) texts.push(text("talksToTypedAddresses"));
  if (picturesFromAnywhere) texts.push(text("picturesFromAnywhere"));
  return texts;
}

/** @param {NetworkAccess} access */
export function accessElements(access) {
  return accessTexts(access).map((content) => textElement(content, "p", "boardHint boardAccess"));
}
