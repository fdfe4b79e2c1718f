// Says what a widget can contact, before a person adds or installs it.

import { text } from "../../texts/texts.js";

/**
 * What a widget can contact, a sentence for each kind; none if it contacts nothing.
 * @param {NetworkAccess} access
 */
function accessTexts({ hosts, sources, typedAddresses, picturesFromAnywhere }) {
  const texts = [];
  if (hosts.length > 0) texts.push(text("talksTo", { hosts: hosts.join(", ") }));
  if (sources.length > 0) texts.push(text("readsSources", { sources: sources.join(", ") }));
  if (typedAddresses) texts.push(text("talksToTypedAddresses"));
  if (picturesFromAnywhere) texts.push(text("picturesFromAnywhere"));
  return texts;
}

/** @param {NetworkAccess} access */
export function accessParts(access) {
  return accessTexts(access).map((content) => ({ text: content, className: "boardHint boardAccess" }));
}
