// Names the roles of people, as the page calls them.

import { text } from "./texts.js";

const names = /** @type {const} */ ({
  look: "roleLook", use: "roleUse", edit: "roleEdit", administer: "roleAdminister",
});

/** @param {Role} role */
export function roleName(role) {
  return text(names[role]);
}
