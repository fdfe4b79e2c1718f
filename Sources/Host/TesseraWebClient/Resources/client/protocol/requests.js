// Sends requests with JSON, and says in words for people why one fails.

import { signInPage } from "../account/nextPage.js";

/** @typedef {import("./messages").ErrorBody} ErrorBody */

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
 * @param {string} address
 * @param {RequestInit} [options]
 */
export async function send(address, options) {
  const response = await fetch(address, options);
  if (response.status === 401 && (await ruleOf(response)) === "signed-out") location.assign(signInPage(location));
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
 * @param {string} address
 * @param {unknown} body text is sent as it is
 * @returns {Promise<any>}
 */
export async function post(address, body) {
  let response;
  try {
    response = await send(address, {
      method: "POST",
      headers: { "Content-Type": body instanceof Blob ? "application/octet-stream" : "application/json" },
      body: typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new RequestProblem("offline", "The server cannot be reached, so nothing was changed");
  }
  if (response.status === 204) return undefined;
  const result = await response.json().catch(() => ({}));
  if (response.ok) return result;
  throw problemOf(result, response.status === 413 ? "That is too large to be sent" : "That did not work");
}

/**
 * Gets JSON.
 * @param {string} address
 * @returns {Promise<any>}
 */
export async function get(address) {
  let response;
  let result;
  try {
    response = await send(address, { cache: "no-store" });
    result = await response.json();
  } catch {
    throw new RequestProblem("offline", "The server cannot be reached");
  }
  if (!response.ok) throw problemOf(result, "That did not work");
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
