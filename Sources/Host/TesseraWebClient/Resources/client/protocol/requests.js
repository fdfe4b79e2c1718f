// Requests with JSON, and why they fail, in words for people.

/** Why something was not done: `rule` and words for people. */
export class RequestProblem extends Error {
  constructor(rule, message) {
    super(message);
    this.rule = rule;
  }
}

/** Posts JSON or a file, and gives the answer's JSON; undefined for an answer without. */
export async function post(address, body) {
  let answer;
  try {
    answer = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": body instanceof Blob ? "application/octet-stream" : "application/json" },
      body: typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new RequestProblem("offline", "The server cannot be reached, so nothing was changed");
  }
  if (answer.status === 204) return undefined;
  const result = await answer.json().catch(() => ({}));
  if (answer.ok) return result;
  const words = answer.status === 413 ? "That is too large to be sent" : "That did not work";
  throw new RequestProblem(result.error?.rule ?? "failed", result.error?.message ?? words);
}

/** Gets JSON. */
export async function get(address) {
  let answer;
  let result;
  try {
    answer = await fetch(address, { cache: "no-store" });
    result = await answer.json();
  } catch {
    throw new RequestProblem("offline", "The server cannot be reached");
  }
  if (!answer.ok) throw new RequestProblem(result.error?.rule ?? "failed", result.error?.message ?? "That did not work");
  return result;
}
