// Holds the responses that came with the page, so that its first requests need no server.

/** @type {{ [path: string]: unknown } | undefined} */
let responses;

/**
 * The response to the first request for a path; undefined if the server has to be asked. It is returned once, because
 * it may have changed when the path is requested again.
 * @param {string} path
 * @returns {any}
 */
export function takePreloaded(path) {
  responses ??= JSON.parse(globalThis.document?.getElementById("answers")?.textContent || "{}");
  const response = responses?.[path];
  delete responses?.[path];
  return response;
}
