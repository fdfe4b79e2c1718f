// Events on their way to the server: in order, each once, one batch at a time.

/** The server takes 100 events and 256 kB at once. */
const MAXIMUM_EVENTS = 100;
const MAXIMUM_LENGTH = 60_000;

/** Events that take the place of one of their kind just before them. */
const lasting = new Set(["input", "change", "search", "scroll"]);

/** Whether the server is there, and the widget does not answer it. */
export async function isWithoutAnswer(answer) {
  return answer.status === 503 && (await answer.clone().json().catch(() => ({}))).rule === "no-answer";
}

/** Where a pointer was in between counts only while the server is as fast. */
function isSameMove(last, event) {
  return event[0] === "pointer" && event[2] === "moved" && last[2] === "moved" && last[4] === event[4];
}

export class Outbox {
  #page = crypto.getRandomValues(new Uint32Array(3)).join("-");
  #number = 0;
  #queue = [];
  #batch;
  #address;
  #lost;
  #answering;
  #wake;
  /** What waits for the batch under way. */
  #waiting = [];

  /**
   * @param callbacks `lost()` when the server does not know the presentation any more; `answering(isAnswering)` says whether
   *   the widget takes what it is sent
   */
  constructor({ lost, answering }) {
    this.#lost = lost;
    this.#answering = answering;
  }

  /** Sends to a presentation from now on. What was meant for another is dropped. */
  begin(address) {
    this.end();
    this.#address = address;
  }

  /** Stops sending, and forgets what was not sent. */
  end() {
    this.#address = undefined;
    this.#queue = [];
    this.#batch = undefined;
    this.#waiting = [];
    this.hurry();
  }

  push(event) {
    const last = this.#queue.at(-1);
    // Only the last text or value of a field and the last place of a scrolling view count.
    const replaces = last && last[0] === event[0] && last[1] === event[1];
    if (replaces && (lasting.has(event[0]) || isSameMove(last, event))) this.#queue.pop();
    else if (["resize", "grid"].includes(event[0]) && last?.[0] === event[0]) this.#queue.pop();
    this.#queue.push(event);
    this.#run();
  }

  /** Whether what a person typed or chose in a view has not been confirmed yet. */
  hasInput(view) {
    const isInput = (event) => (event[0] === "input" || event[0] === "change") && event[1] === view;
    return this.#queue.some(isInput) || (this.#batch?.events.some(isInput) ?? false);
  }

  /** Runs something when the server has all that is on its way. */
  afterDelivery(action) {
    this.#waiting.push(action);
  }

  /** Tries again at once what waits for another try. */
  hurry() {
    this.#wake?.();
  }

  /** The page goes away: what waits is handed to the browser, which sends it even without the page. */
  flush() {
    if (!this.#address || this.#queue.length === 0) return;
    this.#post(this.#address, this.#nextBatch()).catch(() => {});
  }

  async #run() {
    if (this.#batch || !this.#address) return;
    while (this.#address && this.#queue.length > 0) {
      const address = this.#address;
      const batch = this.#nextBatch();
      this.#batch = batch;
      await this.#deliver(address, batch);
      if (this.#batch !== batch) return;
      this.#batch = undefined;
      if (this.#queue.length > 0) continue;
      for (const action of this.#waiting.splice(0)) action();
    }
  }

  #nextBatch() {
    let length = 0;
    let count = 0;
    do {
      length += JSON.stringify(this.#queue[count]).length;
      count += 1;
    } while (count < this.#queue.length && count < MAXIMUM_EVENTS && length < MAXIMUM_LENGTH);
    this.#number += 1;
    return { page: this.#page, batch: this.#number, events: this.#queue.splice(0, count) };
  }

  /** Sends a batch until the server has it. */
  async #deliver(address, batch) {
    for (let delay = 250; this.#batch === batch; delay = Math.min(delay * 2, 4000)) {
      try {
        const answer = await this.#post(address, batch);
        this.#answering(!(await isWithoutAnswer(answer)));
        if (answer.ok) return;
        if (answer.status === 404) {
          if (this.#batch === batch) this.#lost();
          return;
        }
        // 429: the server has not handled what came before.
        if (answer.status < 500 && answer.status !== 429) {
          console.error("The server refused events", answer.status, await answer.text());
          return;
        }
      } catch {
        // Not reachable: the same batch again, the server takes it once.
      }
      await new Promise((done) => {
        this.#wake = done;
        setTimeout(done, delay);
      });
    }
  }

  #post(address, batch) {
    const body = JSON.stringify(batch);
    return fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      // Lets a request outlive the page, so that what was typed just before a reload is there after it.
      keepalive: body.length < 20_000,
    });
  }
}
