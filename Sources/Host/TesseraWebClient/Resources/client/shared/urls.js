// Makes and reads addresses, and tells which of them a page may open.

const openProtocols = new Set(["http:", "https:", "mailto:", "tel:"]);
/** Protocols that never lead to an app, whatever the server says. */
const reservedProtocols = new Set(["javascript:", "data:", "blob:", "file:", "about:", "vbscript:", "view-source:"]);

/**
 * Reads an absolute address.
 * @param {unknown} text
 * @returns {URL | undefined}
 */
export function parseURL(text) {
  if (typeof text !== "string") return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a page may open an address.
 * @param {unknown} text
 * @returns {text is string}
 */
export function isOpenable(text) {
  return openProtocols.has(parseURL(text)?.protocol ?? "");
}

/**
 * How an address opens: in a tab, in an app after another press, or not at all.
 * @param {URL | undefined} address
 * @returns {"tab" | "app" | undefined}
 */
export function destinationOf(address) {
  if (!address || reservedProtocols.has(address.protocol)) return undefined;
  return openProtocols.has(address.protocol) ? "tab" : "app";
}

/**
 * Whether an address is that of a page on the web.
 * @param {unknown} text
 * @returns {text is string}
 */
export function isWebPage(text) {
  return typeof text === "string" && /^https?:\/\//.test(text) && parseURL(text) !== undefined;
}

/** The path of the server's first page, "/" or such as "/tessera/": three levels above this module. */
export const root = new URL("../../", import.meta.url).pathname;

/**
 * The address of something on this server.
 * @param {string} path below the first page, such as "/boards"
 */
export function serverAddress(path) {
  return root + path.slice(1);
}

/**
 * The parts of a page's path below the first page.
 * @param {string} path
 */
export function placeOf(path) {
  return path.slice(root.length).split("/").map(decodeURIComponent);
}

/**
 * The path of a board's page below the first page.
 * @param {string} board
 */
export function boardPage(board) {
  return `/boards/${encodeURIComponent(board)}/page`;
}
