// Carries events that got no answer from a presentation that is gone to the next one.

/**
 * What a presentation may not have got.
 * @typedef {object} Unanswered
 * @property {{ number: number, events: ViewEvent[] } | undefined} batch what was sent, and perhaps handled
 * @property {ViewEvent[]} later what was not sent
 * @property {number} since when the first of these events came, in milliseconds
 */

/** The number of no view. It holds the place of an event that means nothing to another presentation. */
const NO_VIEW = 2 ** 31 - 1;

/** Events that say what the views show, which another presentation is told anyway, or where a person is. */
const lookingEvents = new Set(["resize", "grid", "scroll", "focus", "blur", "back"]);
/** Events that say what a view contains. */
const contentEvents = new Set(["input", "change", "search"]);

/**
 * The view of an event.
 * @param {ViewEvent} event
 * @returns {ViewID | undefined}
 */
function viewOf([, view]) {
  return typeof view === "number" ? view : undefined;
}

/**
 * Whether a person did something with the event, and not only looked or typed.
 * @param {ViewEvent} event
 */
export function isAction(event) {
  const [name] = event;
  return !isLook(event) && (!contentEvents.has(name) || name === "change");
}

/**
 * Whether a person did something of which a presentation may not know.
 * @param {Unanswered} unanswered
 */
export function hasActions(unanswered) {
  return eventsOf(unanswered).some(isAction);
}

/**
 * All events in their order.
 * @param {Unanswered} unanswered
 */
function eventsOf({ batch, later }) {
  return [...(batch?.events ?? []), ...later];
}

/**
 * What a presentation may not have got, and what came after it for the views that it still shows.
 * @param {Unanswered} unanswered
 * @param {Unanswered} next
 * @returns {Unanswered}
 */
export function joined(unanswered, next) {
  const since = eventsOf(unanswered).length > 0 ? unanswered.since : next.since;
  return { batch: unanswered.batch, later: [...unanswered.later, ...eventsOf(next)], since };
}

/** @param {ViewEvent} event */
function isLook([name, , phase]) {
  return lookingEvents.has(name) || (name === "pointer" && phase === "moved");
}

/**
 * The same for another presentation, each event in its place; undefined if that could mean something else there.
 * @param {Unanswered} unanswered
 * @param {(view: ViewID) => ViewID | undefined} successor the view that took the place of another one
 * @returns {Unanswered | undefined}
 */
export function translate(unanswered, successor) {
  const { batch, since } = unanswered;
  const all = eventsOf(unanswered);
  if (!keepsOrder(all)) return undefined;
  /** @type {ViewEvent[]} */
  const translated = [];
  for (const event of all) {
    const [name, , ...rest] = event;
    if (isLook(event)) {
      translated.push(["blur", NO_VIEW]);
    } else if (name === "accessory") {
      translated.push(event);
    } else {
      const view = viewOf(event);
      // A touch is over when its presentation is.
      const next = view === undefined || name === "pointer" ? undefined : successor(view);
      if (next === undefined) return undefined;
      translated.push(/** @type {ViewEvent} */ ([name, next, ...rest]));
    }
  }
  const count = batch?.events.length ?? 0;
  const repeated = batch && { number: batch.number, events: translated.slice(0, count) };
  return { batch: repeated, later: translated.slice(count), since };
}

/**
 * Whether each action finds the texts that it found first. The next presentation is told before all events what fields
 * contain now, and only a text that is among the events is told again.
 * @param {ViewEvent[]} events
 */
function keepsOrder(events) {
  const firstAction = events.findIndex(isAction);
  if (firstAction < 0) return true;
  const typedBefore = new Set(events.slice(0, firstAction).filter(([name]) => name === "input").map(viewOf));
  return events.slice(firstAction).every((event) => event[0] !== "input" || typedBefore.has(viewOf(event)));
}
