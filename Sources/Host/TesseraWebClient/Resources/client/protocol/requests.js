// Sends requests with JSON, and says in words for people why one fails.

import { signInPage } from "../shared/nextPage.js";
import { serverAddress } from "../shared/urls.js";
import { text } from "../texts/texts.js";
import { takePreloaded } from "./preloadedResponses.js";

/** Why a request failed: a rule, and words for people. */
export class RequestProblem extends Error {
  /**
   * @param {string} rule
   * @param {string} message
   */
  constructor(rule, message) {
    super(message);
    this.rule = rule;
  }
}

/**
 * Sends a request. If the visitor is no longer signed in, the page leaves for the sign-in page.
 * @param {string} path
 * @param {RequestInit} [options]
 */
export async function send(path, options) {
  const response = await fetch(serverAddress(path), options);
  if (response.status === 401 && (await ruleOf(response)) === "signed-out") {
    location.assign(serverAddress(signInPage(location)));
  }
  return response;
}

/**
 * The rule of the error in a response; undefined if it has none.
 * @param {Response} response
 */
async function ruleOf(response) {
  /** @type {ErrorBody} */
  const { error } = await response.clone().json().catch(() => ({}));
  return error?.rule;
}

/**
 * Posts JSON or a file, and returns the JSON of the response; undefined for a response without any.
 * @param {string} path
 * @param {unknown} body text is sent as it is
 * @returns {Promise<any>}
 */
export async function post(path, body) {
  const response = await sendBody(path, body);
  if (response.status === 204) return undefined;
  let content;
  try {
    content = await response.text();
  } catch {
    // The server went away in the middle of its response.
    throw new RequestProblem("offline", text("unreachable"));
  }
  return content === "" ? {} : JSON.parse(content);
}

/**
 * Posts JSON, and returns the file in the response.
 * @param {string} path
 * @param {unknown} body
 */
export async function postForFile(path, body) {
  return (await sendBody(path, body)).blob();
}

/**
 * Posts JSON or a file.
 * @param {string} path
 * @param {unknown} body text is sent as it is
 * @returns {Promise<Response>} a response of success
 */
async function sendBody(path, body) {
  let response;
  try {
    response = await send(path, {
      method: "POST",
      headers: { "Content-Type": body instanceof Blob ? "application/octet-stream" : "application/json" },
      body: typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new RequestProblem("offline", text("unreachableUnchanged"));
  }
  if (response.ok) return response;
  const result = await response.json().catch(() => ({}));
  // A proxy answers in its own words when it loses the server.
  if (!result.error && [502, 503, 504].includes(response.status)) {
    throw new RequestProblem("unanswered", text("unreachable"));
  }
  throw problemOf(result, response.status === 413 ? text("tooLarge") : text("failed"));
}

/**
 * Gets JSON.
 * @param {string} path
 * @param {AbortSignal} [signal] gives the request up
 * @returns {Promise<any>}
 */
export async function get(path, signal) {
  const preloaded = takePreloaded(path);
  if (preloaded !== undefined) return preloaded;
  let response;
  let result;
  try {
    response = await send(path, { cache: "no-store", signal });
    result = await response.json();
  } catch {
    throw new RequestProblem("offline", text("unreachable"));
  }
  if (!response.ok) throw problemOf(result, text("failed"));
  return result;
}

/**
 * @param {ErrorBody} body
 * @param {string} fallback
 */
function problemOf({ error }, fallback) {
  return new RequestProblem(error?.rule ?? "failed", error?.message ?? fallback);
}

/**
 * What went wrong, in words for people.
 * @param {unknown} problem
 */
export function messageOf(problem) {
  return problem instanceof Error ? problem.message : String(problem);
}

/**
 * Whether the server is there, and the widget does not answer it.
 * @param {Response} response
 */
export async function isWithoutAnswer(response) {
  return response.status === 503 && (await ruleOf(response)) === "no-answer";
}
