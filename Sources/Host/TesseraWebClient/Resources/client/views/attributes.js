// What each attribute does to an element. A value of null means the default again.

import { make, setOrRemove, setStyle } from "../shared/dom.js";
import { showDrawing } from "./drawings.js";
import { showText } from "./richText.js";
import { showPicture } from "./pictures.js";
import { placeStickyRows } from "./stickyRows.js";
import { hitPathChanged, keysChanged, tracksPointersChanged } from "../interaction/tracking.js";
import { color, easing, edges, gradient, number, px, rotation, scaling, seconds, shadow, textLine, translation } from "../shared/cssValues.js";

/** @param {boolean} isNew whether the element was made just now */
export function applyAttributes(view, changes, isNew = false) {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete view.attributes[name];
    else view.attributes[name] = value;
  }
  for (const [name, value] of Object.entries(changes)) {
    const apply = view.behaviour.attributes?.[name] ?? attributes[name];
    apply?.(view, value === null ? undefined : value, isNew);
    const state = view.definition.states[name];
    // What a view is called wins over what its text would call it.
    if (state && !(state === "aria-label" && view.attributes.accessibilityLabel)) setOrRestore(view, state, value === null ? undefined : String(value));
  }
}

/** One radius, or those of the corners in CSS's order. */
const radii = (value) => (Array.isArray(value) ? value.map((radius) => px(radius)).join(" ") : px(value));

const attributes = {
  text(view, value) {
    if (view.label) showText(view.label, value ?? "", view.attributes.spans);
  },
  spans(view, value) {
    if (view.label) showText(view.label, view.attributes.text ?? "", value);
  },
  image: showPicture,
  contentMode(view, value) {
    const fits = { scaleToFill: "fill", aspectFit: "contain", aspectFill: "cover", center: "none" };
    if (view.picture) view.picture.style.objectFit = fits[value] ?? "";
  },
  drawing: showDrawing,

  hidden(view, value) {
    view.element.classList.toggle("hidden", value === true);
  },
  display(view, value) {
    view.element.classList.toggle("absent", value === "none");
  },
  redacted(view, value) {
    view.element.classList.toggle("redacted", value === true);
    setOrRemove(view.element, "aria-busy", value === true ? "true" : undefined);
    view.element.toggleAttribute("inert", value === true);
  },
  disabled: disabledChanged,
  animating(view, value) {
    view.element.classList.toggle("animating", value === true);
  },
  pressable: pressableChanged,
  menu(view, value) {
    view.element.classList.toggle("swipeable", Boolean(value?.some((item) => item.swipe)));
    setOrRemove(view.press ?? view.element, "aria-haspopup", value === undefined ? undefined : "menu");
  },
  longPressable(view, value) {
    view.element.classList.toggle("longPressable", value === true);
    pressableChanged(view);
  },
  modal(view, value) {
    view.element.classList.toggle("modal", value === true);
    presentationChanged(view);
  },
  presentation(view, value) {
    for (const way of ["sheet", "popover"]) view.element.classList.toggle(way, value === way);
    presentationChanged(view);
  },
  selected(view, value) {
    view.element.classList.toggle("selected", value === true);
    setOrRemove(view.element, "aria-current", value === true ? "true" : undefined);
  },
  autofocus(view, value, isNew) {
    if (value !== true || !isNew) return;
    view.store.afterUpdate(() => view.control?.focus({ preventScroll: true }));
  },
  stickyUntil(view, value) {
    view.element.classList.toggle("sticky", value !== undefined);
    view.store.afterUpdate(() => view.parent?.rows && placeStickyRows(view.parent));
  },
  rowIndex(view) {
    if (view.parent) view.store.rows.changed(view.parent);
  },

  backgroundColor: (view, value) => setStyle(view.element, "--ground", color(value)),
  color(view, value) {
    setStyle(view.element, "--color", color(value));
    view.element.classList.toggle("colored", value !== undefined);
  },
  backgroundGradient: (view, value) => setStyle(view.element, "background-image", gradient(value)),
  borderColor: (view, value) => setStyle(view.element, "--border-color", color(value)),
  borderWidth: (view, value) => setStyle(view.element, "--border-width", edges(value)),
  cornerRadius: (view, value) => setStyle(view.element, "--radius", radii(value)),
  opacity: (view, value) => setStyle(view.element, "--opacity", number(value)),
  shadow: (view, value) => setStyle(view.element, "--shadow", shadow(value)),
  clips(view, value) {
    setStyle(view.element, "overflow", value === undefined ? undefined : value ? "hidden" : "visible");
  },
  fontSize: (view, value) => setStyle(view.element, "--font-size", px(value)),
  fontWeight: (view, value) => setStyle(view.element, "--font-weight", number(value)),
  italic: (view, value) => setStyle(view.element, "--font-style", value === true ? "italic" : undefined),
  textAlign(view, value) {
    const known = ["start", "center", "end", "left", "right"].includes(value);
    setStyle(view.element, "--text-align", known ? value : undefined);
  },
  textDecoration: (view, value) => setStyle(view.element, "--text-line", textLine(value)),
  lineHeight: (view, value) => setStyle(view.element, "--line-height", px(value)),
  maximumLines(view, value) {
    setStyle(view.element, "--lines", number(value));
    setOrRemove(view.element, "data-lines", value > 1 ? "many" : value === 1 ? "one" : value === 0 ? "all" : undefined);
  },
  padding: (view, value) => setStyle(view.element, "--padding", edges(value)),
  words(view, value) {
    view.store.words = value;
  },
  language(view, value) {
    setOrRemove(view.element, "lang", value);
    // A page with one widget is in the widget's language.
    if (view === view.store.root || document.querySelectorAll(".widget").length === 1) document.documentElement.lang = value ?? "en";
  },
  direction(view, value) {
    setOrRestore(view, "dir", ["ltr", "rtl"].includes(value) ? value : undefined);
  },

  transform(view, value) {
    setStyle(view.element, "translate", translation(value));
    setStyle(view.element, "scale", scaling(value));
    setStyle(view.element, "rotate", rotation(value));
  },
  // Which properties change smoothly stands in the style sheet. An element that is just being made has no style to come
  // from, so browsers show it where it belongs at once.
  transition(view, value) {
    setStyle(view.element, "transition-duration", seconds(value?.duration));
    setStyle(view.element, "transition-delay", seconds(value?.delay));
    setStyle(view.element, "transition-timing-function", easing(value?.easing));
  },

  accessories(view, value) {
    view.store.place.dispatchEvent(new CustomEvent("accessories", { detail: value }));
  },

  tracksPointers: tracksPointersChanged,
  hitPath: hitPathChanged,
  keys: keysChanged,

  accessibilityValue: (view, value) => setOrRestore(view, "aria-valuetext", value),
  accessibilityLabel: (view, value) => setOrRestore(view, "aria-label", value),
  accessibilityHidden: (view, value) => setOrRemove(view.element, "aria-hidden", value === true ? "true" : undefined),
  role: roleChanged,
};

/** Sets an attribute of the element; undefined gives it the value back that all elements of the kind have. */
function setOrRestore(view, name, value) {
  setOrRemove(view.element, name, value ?? view.definition.attributes[name]);
}

function disabledChanged(view) {
  const isDisabled = view.attributes.disabled === true;
  view.element.classList.toggle("disabled", isDisabled);
  // A link has no state of its own for this.
  const knowsDisabled = view.control && "disabled" in view.control;
  if (knowsDisabled) view.control.disabled = isDisabled;
  view.element.toggleAttribute("inert", isDisabled && !knowsDisabled);
  setOrRemove(view.element, "aria-disabled", isDisabled && !knowsDisabled ? "true" : undefined);
}

function isPressable({ attributes: { pressable, longPressable } }) {
  return pressable === true || longPressable === true;
}

/** Whether the element itself is what is pressed: what shows text, a picture or a drawing has no room for a button. */
function isPressedItself(view) {
  return Boolean(view.label || view.picture || view.definition.isDrawn);
}

function pressableChanged(view) {
  // Controls take presses anyway.
  if (view.definition.isControl || view.field) return;
  const pressable = isPressable(view);
  view.element.classList.toggle("pressable", pressable);
  if (isPressedItself(view)) {
    setOrRestore(view, "tabindex", pressable ? "0" : undefined);
    roleChanged(view);
  } else if (pressable && !view.press) {
    // A real button under the content: it has the keyboard's ways, and lets buttons in the content be reached too.
    view.press = make("button", "press", { type: "button" });
    view.element.id ||= `view-${view.store.widget}-${view.id}`;
    view.press.setAttribute("aria-labelledby", view.element.id);
    view.element.prepend(view.press);
    view.control = view.press;
    disabledChanged(view);
  } else if (!pressable && view.press) {
    view.press.remove();
    view.press = undefined;
    view.control = undefined;
    disabledChanged(view);
  }
  roleChanged(view);
  if (view.kind === "cell" && view.parent) view.store.rows.changed(view.parent);
}

function presentationChanged(view) {
  const { modal, presentation } = view.attributes;
  view.isPresented = modal === true || presentation !== undefined;
  setOrRestore(view, "aria-modal", view.isPresented ? "true" : undefined);
  roleChanged(view);
}

/** Several attributes have a say in what a view is to assistive technology. */
function roleChanged(view) {
  const { role } = view.attributes;
  const { tagName } = view.element;
  let shown = role;
  if (isPressable(view) && isPressedItself(view)) shown = "button";
  // The button under the content is one already; a second around it would hide what is in it.
  else if (role === "button" && view.press) shown = undefined;
  else if (view.isPresented) shown = "dialog";
  else if (/^H[1-6]$/.test(tagName)) {
    // An element that was made for a heading is one by itself, and stays in place when the text is none any more.
    if (role === "heading") shown = undefined;
    else if (tagName !== "H1") shown ??= "presentation";
  }
  setOrRestore(view, "role", shown);
  setOrRemove(view.element, "aria-level", shown === "heading" ? "2" : undefined);
}
