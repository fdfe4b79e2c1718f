// Creates presentations: all that a page wants at once with one request, because browsers allow six connections.

import { send } from "./requests.js";

/**
 * A presentation that a page wants, and what to do with the response.
 * @typedef {object} Wish
 * @property {string} widget
 * @property {WindowSize} size
 * @property {(response: Response) => void} resolve
 * @property {(problem: unknown) => void} reject
 */

/** The server makes this many with one request. */
const MAXIMUM_WISHES = 256;

/** @type {Wish[]} */
let wishes = [];

/**
 * Creates a presentation.
 * @param {string} widget
 * @param {WindowSize} size
 * @returns {Promise<Response>} the response for this widget, which waits for no other widget
 */
export function createPresentation(widget, size) {
  return new Promise((resolve, reject) => {
    if (wishes.push({ widget, size, resolve, reject }) === 1) queueMicrotask(sendWishes);
    else if (wishes.length === MAXIMUM_WISHES) sendWishes();
  });
}

function sendWishes() {
  const sent = wishes;
  wishes = [];
  if (sent.length === 1) {
    const [{ widget, size, resolve, reject }] = sent;
    postJSON(`/widgets/${encodeURIComponent(widget)}/presentations`, size).then(resolve, reject);
  } else if (sent.length > 1) {
    readAnswers(sent).catch((problem) => {
      for (const { reject } of sent) reject(problem);
    });
  }
}

/**
 * Sends wishes together. Each line of the response answers one of them, as soon as its widget has.
 * @param {Wish[]} sent
 */
async function readAnswers(sent) {
  const response = await postJSON("/presentations", sent.map(({ widget, size }) => ({ widget, ...size })));
  if (!response.ok || !response.body) {
    for (const { resolve } of sent) resolve(response.clone());
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error("The response ended");
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      /** @type {{ index: number, status: number, body: unknown }} */
      const { index, status, body } = JSON.parse(line);
      sent[index]?.resolve(new Response(JSON.stringify(body), { status }));
    }
  }
}

/**
 * @param {string} path
 * @param {unknown} body
 */
function postJSON(path, body) {
  return send(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}
