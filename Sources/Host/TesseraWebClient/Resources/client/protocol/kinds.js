// What each kind of view is to a browser: the server makes this table from the engine's own definitions, so that a
// component that somebody adds needs no script.

/** Elements that only show something. None of them loads, runs or sends anything by itself. */
const elements = new Set([
  "div", "section", "article", "aside", "header", "footer", "nav", "main", "figure", "figcaption", "form", "fieldset",
  "p", "span", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "dl", "dt", "dd", "a", "hr", "img", "button",
  "input", "textarea", "output", "progress", "meter",
]);

/** What would run, load, lead elsewhere, or be taken for what the client itself writes on elements. */
const forbiddenAttribute = /^(on.*|style|src|srcset|href|ping|target|action|formaction|form|id|class|data-.*)$/;

const plain = { tag: "div", attributes: {}, parts: [], isControl: false, isDrawn: false, states: {} };

export class Kinds {
  #kinds;

  /** @param table an object by kind: `{tag, attributes, parts, isControl, isDrawn, behaviour, states}`, all of it optional */
  constructor(table) {
    this.#kinds = new Map(Object.entries(table).map(([name, kind]) => [name, checked(kind)]));
  }

  /** The definition of a kind; a kind that is not known is a plain box. */
  get(name) {
    return this.#kinds.get(name) ?? plain;
  }

  /** Asks the server for the table. */
  static async load() {
    const answer = await fetch("/client/kinds.json");
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return new Kinds(await answer.json());
  }
}

function checked(kind) {
  const attributes = Object.entries(kind.attributes ?? {}).filter(
    ([name]) => /^[a-z][a-z-]*$/.test(name) && !forbiddenAttribute.test(name),
  );
  const states = Object.entries(kind.states ?? {}).filter(([, name]) => /^aria-[a-z]+$/.test(name));
  return {
    ...plain,
    ...kind,
    tag: elements.has(kind.tag) ? kind.tag : plain.tag,
    attributes: Object.fromEntries(attributes),
    states: Object.fromEntries(states),
  };
}
