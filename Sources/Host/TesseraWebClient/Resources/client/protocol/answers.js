// Holds the answers that came with the page, so that what it asks for first takes no further requests.

/** @type {{ [path: string]: unknown } | undefined} */
let answers;

/**
 * The answer to a request that the page makes for the first time; undefined if the server has to be asked. An answer is
 * given once; what is asked again may have changed.
 * @param {string} path
 * @returns {any}
 */
export function takeAnswer(path) {
  answers ??= JSON.parse(globalThis.document?.getElementById("answers")?.textContent || "{}");
  const answer = answers?.[path];
  delete answers?.[path];
  return answer;
}
