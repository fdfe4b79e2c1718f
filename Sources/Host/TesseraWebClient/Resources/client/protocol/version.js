// Says whether the server speaks another version of the protocol than this page.

/** The version of the messages that this page sends and reads: `WireFormat.version` of the server. */
export const PROTOCOL_VERSION = 1;

const RELOADED_FOR = "tessera.reloadedForProtocol";

/**
 * Whether the page should load again, because the server states another version than the page's. A proxy may go on
 * serving the old page, so it loads again once for each version, and then goes on as it is. A server that states no
 * version is taken at its word.
 * @param {number | undefined} version
 * @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} storage what outlives the reload
 */
export function shouldReload(version, storage) {
  if (version === undefined) return false;
  if (version === PROTOCOL_VERSION) {
    storage.removeItem(RELOADED_FOR);
    return false;
  }
  if (storage.getItem(RELOADED_FOR) === String(version)) return false;
  storage.setItem(RELOADED_FOR, String(version));
  return true;
}
