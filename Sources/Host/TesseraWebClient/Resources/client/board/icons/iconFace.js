// Makes what an icon looks like: its picture and its name.

import { make } from "../../shared/dom.js";
import { serverAddress } from "../../shared/urls.js";
import { colorOf } from "../layout/colors.js";

/**
 * Makes an icon a link that opens beside the board.
 * @param {IconEntry} icon
 */
export function makeLink(icon) {
  const target = { href: icon.address ?? "", rel: "noopener noreferrer", target: "_blank" };
  return make("a", "boardLink", { ...target, title: icon.name }, makeFace(icon), makeLabel(icon.name));
}

/** @param {string} text */
export function makeLabel(text) {
  // A name is cut at its own end.
  return make("span", "boardLabel", { dir: "auto" }, text);
}

/**
 * Makes what shows an icon: its picture, its symbol, or the first letter of its name, on its colour; of a folder, what
 * is in it.
 * @param {Omit<IconEntry, "id">} icon
 * @returns {HTMLElement}
 */
export function makeFace({ name, letter, color, picture, members }) {
  if (members) {
    const folder = make("span", "boardFace folder", { "aria-hidden": "true" });
    folder.append(...members.slice(0, 9).map((member) => makeFace(member)));
    return folder;
  }
  const face = make("span", "boardFace", { "aria-hidden": "true" }, letter ?? [...name][0]?.toUpperCase() ?? "");
  if (picture) {
    const source = serverAddress(`/backgrounds/${encodeURIComponent(picture)}`);
    face.append(make("img", "boardFacePicture", { alt: "", src: source, draggable: "false" }));
    face.classList.add("pictured");
    return face;
  }
  face.classList.toggle("symbol", letter !== undefined);
  face.style.setProperty("--face", color ?? colorOf(name));
  return face;
}
