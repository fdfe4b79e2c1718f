// Installs widgets from folders and archives, which a person picks or drops on the board.

import { messageOf, post } from "../protocol/requests.js";
import { make } from "../shared/dom.js";
import { text } from "../texts/texts.js";
import { labelledField } from "./panel.js";

/** @typedef {import("../protocol/messages").NamedEntry} NamedEntry */
/** @typedef {import("./board.js").BoardClient} BoardClient */

/**
 * A file with its path in a bundle.
 * @typedef {[path: string, file: File]} BundleFile
 */

/**
 * Makes a row for a folder and one for an archive: a browser picks either in a field of its own.
 * @param {(name: string) => void} onInstalled
 */
export function installRows(onInstalled) {
  const folder = make("input", "boardPick", { type: "file", webkitdirectory: "", multiple: "" });
  const archive = make("input", "boardPick", { type: "file", accept: ".zip,application/zip" });
  return [
    installRow(folder, text("installWidget"), text("installWidgetHint"), onInstalled),
    installRow(archive, text("installArchive"), text("installArchiveHint"), onInstalled),
  ];
}

/**
 * @param {HTMLInputElement} input
 * @param {string} title
 * @param {string} hint
 * @param {(name: string) => void} onInstalled
 */
function installRow(input, title, hint, onInstalled) {
  const { row, problem } = labelledField(title, input, hint);
  input.addEventListener("change", async () => {
    problem.textContent = "";
    try {
      const { name } = await install([...(input.files ?? [])]);
      onInstalled(name);
    } catch (refusal) {
      problem.textContent = messageOf(refusal);
      input.value = "";
    }
  });
  return row;
}

/**
 * Installs files that were picked with their folder, or an archive.
 * @param {File[]} picked
 */
function install(picked) {
  if (picked.length === 1 && isArchive(picked[0])) return installArchive(picked[0]);
  return installFiles(picked.map((file) => [file.webkitRelativePath.split("/").slice(1).join("/"), file]));
}

/**
 * @param {File} archive
 * @returns {Promise<NamedEntry>}
 */
function installArchive(archive) {
  return post("/library", archive);
}

/**
 * Installs the files of a bundle, but those that are hidden.
 * @param {BundleFile[]} contents
 * @returns {Promise<NamedEntry>}
 */
async function installFiles(contents) {
  /** @type {{ [path: string]: string }} */
  const files = {};
  for (const [path, file] of contents) if (!isHidden(path)) files[path] = await base64(file);
  return post("/library", { files });
}

/** @param {{ name: string }} file */
export function isArchive({ name }) {
  return name.toLowerCase().endsWith(".zip");
}

/**
 * Whether a part of a path begins with a dot.
 * @param {string} path
 */
export function isHidden(path) {
  return path.split("/").some((part) => part.startsWith("."));
}

/**
 * Installs folders and archives that are dropped on the board.
 * @param {Pick<BoardClient, "editing" | "page" | "say">} board
 */
export function followDrops(board) {
  const { page } = board;
  page.addEventListener("dragover", (event) => {
    if ([...(event.dataTransfer?.items ?? [])].some(({ kind }) => kind === "file")) event.preventDefault();
  });
  page.addEventListener("drop", async (event) => {
    const folders = [...(event.dataTransfer?.items ?? [])].flatMap((item) => {
      const entry = item.webkitGetAsEntry?.();
      return entry?.isDirectory ? [/** @type {FileSystemDirectoryEntry} */ (entry)] : [];
    });
    const archives = [...(event.dataTransfer?.files ?? [])].filter(isArchive);
    if (folders.length + archives.length === 0) return;
    event.preventDefault();
    const installations = [
      ...archives.map((archive) => () => installArchive(archive)),
      ...folders.map((folder) => async () => installFiles(await filesIn(folder))),
    ];
    for (const run of installations) {
      try {
        const { name } = await run();
        board.say(text("installed", { name }), true);
      } catch (refusal) {
        board.say(messageOf(refusal), true);
      }
    }
    board.editing.openGallery();
  });
}

/**
 * The files of a dropped folder with their paths in it.
 * @param {FileSystemDirectoryEntry} folder
 * @param {string} path
 * @returns {Promise<BundleFile[]>}
 */
async function filesIn(folder, path = "") {
  /** @type {BundleFile[]} */
  const found = [];
  for (const entry of await entriesOf(folder)) {
    const name = path + entry.name;
    if (entry.isDirectory) {
      found.push(...(await filesIn(/** @type {FileSystemDirectoryEntry} */ (entry), `${name}/`)));
    } else {
      const fileEntry = /** @type {FileSystemFileEntry} */ (entry);
      /** @type {File} */
      const file = await new Promise((done, failed) => fileEntry.file(done, failed));
      found.push([name, file]);
    }
  }
  return found;
}

/**
 * What is in a folder; a reader gives some entries at a time.
 * @param {FileSystemDirectoryEntry} folder
 */
async function entriesOf(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const all = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/**
 * @param {File} file
 * @returns {Promise<string>}
 */
function base64(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const address = String(reader.result);
      done(address.slice(address.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => failed(reader.error));
    reader.readAsDataURL(file);
  });
}
