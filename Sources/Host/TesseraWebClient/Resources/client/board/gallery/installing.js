// Installs widgets from folders, archives, addresses and catalogues, and asks first if one contacts more than before.

import { post } from "../../protocol/requests.js";
import { make } from "../../shared/dom.js";
import { parseURL } from "../../shared/urls.js";
import { text } from "../../texts/texts.js";
import { textButton } from "../layout/panel.js";
import { attempt, buildField } from "../settings/form.js";
import { openGalleryForm } from "./galleryForm.js";
import { accessParts } from "./networkAccess.js";

/**
 * A file with its path in a bundle.
 * @typedef {[path: string, file: File]} BundleFile
 */

/**
 * What is installed: an archive, the files of a bundle, an address, or a place in a catalogue.
 * @typedef {Blob | { files: { [path: string]: string } } | { address: string } | { catalogue: number, widget: string }
 * } Bundle
 */

/**
 * Installs a bundle. If it contacts more than the present version, a form asks first, in place of the gallery's list.
 * @param {HTMLElement} list
 * @param {Bundle} bundle
 * @param {(name: string) => void} onInstalled
 */
export async function installAsking(list, bundle, onInstalled) {
  /** @type {InstallationPreview} */
  const { name, version, installedVersion, access, warnings, digest } = await post("/library?preview=true", bundle);
  const install = async () => {
    // What is obtained again may be another bundle than the one that the person agrees to.
    await post(`/library?digest=${digest}`, bundle);
    onInstalled(name);
  };
  const contacts = accessParts(access);
  if (contacts.length === 0) return install();
  const isNew = installedVersion === undefined;
  const title = isNew ? text("installNamed", { name, version }) : text("updateNamed", { name, version });
  return openGalleryForm(list, title, [
    !isNew && { text: text("newAccess", { version: installedVersion }), className: "" },
    ...contacts,
    ...warnings.slice(0, 5).map((warning) => ({ text: warning, className: "boardFieldHint" })),
  ], { action: text(isNew ? "install" : "update"), send: install });
}

/**
 * Makes rows for a folder, an archive and an address: a browser picks files in fields of their own.
 * @param {(bundle: Bundle) => Promise<void>} install
 * @param {(address: string) => Promise<void>} addCatalogue
 */
export function installRows(install, addCatalogue) {
  const folder = { webkitdirectory: "", multiple: "" };
  const archive = { accept: ".zip,application/zip" };
  return [
    fileRow(folder, text("installWidget"), text("installWidgetHint"), install),
    fileRow(archive, text("installArchive"), text("installArchiveHint"), install),
    addressRow((address) => isCatalogue(address) ? addCatalogue(address) : install({ address })),
  ];
}

/**
 * @param {{ [name: string]: string }} attributes
 * @param {string} field
 * @param {string} hint
 * @param {(bundle: Bundle) => Promise<void>} install
 */
function fileRow(attributes, field, hint, install) {
  const { row, element } = buildField({
    field, type: "file", hint, attributes, change: async (picked) => {
      try {
        await install(await bundleOf(picked));
      } finally {
        element.value = "";
      }
    },
  });
  return row;
}

/**
 * Whether an address is that of a catalogue, rather than of an archive.
 * @param {string} address
 */
function isCatalogue(address) {
  return parseURL(address)?.pathname.toLowerCase().endsWith(".json") ?? false;
}

/** @param {(address: string) => Promise<void>} use */
function addressRow(use) {
  const { row, problem, element: field } = buildField({
    field: text("installAddress"), type: "string", hint: text("installAddressHint"), attributes: { type: "url" },
  });
  const addressRow = make("div", "boardAddressRow");
  const button = textButton(text("install"), "boardAction", () => {
    const address = field.value.trim();
    if (address !== "") attempt(button, problem, () => use(address));
  });
  row.addEventListener("keydown", ({ key, isComposing, target }) => {
    if (key === "Enter" && !isComposing && target === field) button.click();
  });
  field.replaceWith(addressRow);
  addressRow.append(field, button);
  return row;
}

/**
 * The bundle in files that were picked with their folder, or in an archive.
 * @param {File[]} picked
 * @returns {Promise<Bundle>}
 */
async function bundleOf(picked) {
  if (picked.length === 1 && isArchive(picked[0])) return picked[0];
  return bundleOfFiles(picked.map((file) => [file.webkitRelativePath.split("/").slice(1).join("/"), file]));
}

/**
 * The bundle made of files, without those that are hidden.
 * @param {BundleFile[]} contents
 * @returns {Promise<Bundle>}
 */
async function bundleOfFiles(contents) {
  /** @type {{ [path: string]: string }} */
  const files = {};
  for (const [path, file] of contents) if (!isHidden(path)) files[path] = await base64(file);
  return { files };
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
 * Installs folders and archives that are dropped on the board, in the gallery.
 * @param {EditableBoard} board
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
    const opened = await Promise.all(folders.map(async (folder) => bundleOfFiles(await filesIn(folder))));
    board.editing.openGallery({ bundles: [...archives, ...opened] });
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
