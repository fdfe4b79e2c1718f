// Says whether the server speaks another version of the protocol than this page.

/** The version of the messages that this page sends and reads: `WireFormat.version` of the server. */
export const PROTOCOL_VERSION = 1;

/**
 * Whether a version stated by the server differs from this page's. A server that states none is taken at its word.
 * @param {number | undefined} version
 */
export function isOtherProtocol(version) {
  return version !== undefined && version !== PROTOCOL_VERSION;
}
