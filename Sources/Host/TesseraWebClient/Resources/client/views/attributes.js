// Says what each attribute does to the element of a view.

import { hitPathChanged, keysChanged, tracksPointersChanged } from "../interaction/tracking.js";
import { mergeAttributes } from "../protocol/patches.js";
import {
  color, easing, edges, gradient, number, px, rotation, scaling, seconds, shadow, textLine, translation,
} from "../shared/cssValues.js";
import { make, setOrRemove, setStyle } from "../shared/dom.js";
import { showText } from "../shared/richText.js";
import { isOpenable } from "../shared/urls.js";
import { showError } from "../shared/validation.js";
import { isTable } from "../shared/viewTypes.js";
import { showDrawing } from "./drawings.js";
import { showPicture, showTemplate } from "./pictures.js";
import { placeStickyRows } from "./stickyRows.js";

/**
 * Applies changes of attributes; null means the default again.
 * @param {View} view
 * @param {AttributeChanges} changes
 * @param {boolean} isNew whether the element was made just now
 */
export function applyAttributes(view, changes, isNew = false) {
  mergeAttributes(view.attributes, changes);
  for (const [name, change] of Object.entries(changes)) {
    const value = change === null ? undefined : change;
    const key = /** @type {keyof Attributes} */ (name);
    const handler = view.behaviour.attributes?.[key] ?? handlers[key];
    /** @type {AttributeHandler<unknown> | undefined} */ (handler)?.(view, value, isNew);
    const state = view.definition.states[name];
    // The name of a view wins over its text.
    const isNamed = state === "aria-label" && view.attributes.accessibilityLabel;
    if (state && !isNamed) setOrRestore(view, state, value === undefined ? undefined : String(value));
  }
}

/** @type {AttributeHandlers} */
const handlers = {
  text(view, value) {
    if (view.label) showText(view.label, value ?? "", view.attributes.spans);
  },
  spans(view, value) {
    if (view.label) showText(view.label, view.attributes.text ?? "", value);
  },
  image: showPicture,
  contentMode(view, value) {
    if (!view.picture) return;
    const fit = contentModes.get(value);
    view.picture.style.objectFit = fit ?? "";
    setStyle(view.picture, "--fit", fit && maskSizes.get(fit));
  },
  renderingMode: showTemplate,
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
  error: showError,
  animating(view, value) {
    view.element.classList.toggle("animating", value === true);
  },
  pressable: pressableChanged,
  href: pressableChanged,
  menu: menuChanged,
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
    // What a row shows looks selected, but the row alone is named so.
    const isNamed = value === true && view.parent?.kind !== "cell";
    setOrRemove(view.element, "aria-current", isNamed ? "true" : undefined);
  },
  autofocus(view, value, isNew) {
    if (value !== true || !isNew) return;
    view.host.afterUpdate(() => view.control?.focus({ preventScroll: true }));
  },
  stickyUntil(view, value) {
    view.element.classList.toggle("sticky", value !== undefined);
    view.host.afterUpdate(() => {
      if (isTable(view.parent)) placeStickyRows(view.parent);
    });
  },
  rowIndex(view) {
    view.host.rowsChanged(view.parent);
  },

  backgroundColor: (view, value) => setStyle(view.element, "--ground", color(value)),
  selectedBackgroundColor(view, value) {
    setStyle(view.element, "--selected-ground", color(value));
    view.element.classList.toggle("marked", value !== undefined);
  },
  color(view, value) {
    setStyle(view.element, "--color", color(value));
    view.element.classList.toggle("colored", value !== undefined);
  },
  backgroundGradient: (view, value) => setStyle(view.element, "background-image", gradient(value)),
  borderColor: (view, value) => setStyle(view.element, "--border-color", color(value)),
  borderWidth: (view, value) => setStyle(view.element, "--border-width", edges(value)),
  cornerRadius: (view, value) => setStyle(view.element, "--radius", edges(value)),
  opacity: (view, value) => setStyle(view.element, "--opacity", number(value)),
  shadow: (view, value) => setStyle(view.element, "--shadow", shadow(value)),
  clips(view, value) {
    setStyle(view.element, "overflow", value === undefined ? undefined : value ? "hidden" : "visible");
  },
  fontSize: (view, value) => setStyle(view.element, "--font-size", px(value)),
  fontWeight: (view, value) => setStyle(view.element, "--font-weight", number(value)),
  italic: (view, value) => setStyle(view.element, "--font-style", value === true ? "italic" : undefined),
  textAlign(view, value = "") {
    const isKnown = ["start", "center", "end", "left", "right"].includes(value);
    setStyle(view.element, "--text-align", isKnown ? value : undefined);
  },
  textDecoration: (view, value) => setStyle(view.element, "--text-line", textLine(value)),
  lineHeight: (view, value) => setStyle(view.element, "--line-height", px(value)),
  maximumLines(view, value) {
    setStyle(view.element, "--lines", number(value));
    setOrRemove(view.element, "data-lines", lineMode(value));
  },
  padding: (view, value) => setStyle(view.element, "--padding", edges(value)),
  words(view, value) {
    view.host.strings = value;
  },
  language: (view, value) => setOrRemove(view.element, "lang", value),
  direction(view, value) {
    setOrRestore(view, "dir", value === "ltr" || value === "rtl" ? value : undefined);
  },

  transform(view, value) {
    setStyle(view.element, "translate", translation(value));
    setStyle(view.element, "scale", scaling(value));
    setStyle(view.element, "rotate", rotation(value));
  },
  // The style sheet says which properties change smoothly. A new element has no style to come from, so browsers show it
  // where it belongs at once.
  transition(view, value) {
    setStyle(view.element, "transition-duration", seconds(value?.duration));
    setStyle(view.element, "transition-delay", seconds(value?.delay));
    setStyle(view.element, "transition-timing-function", easing(value?.easing));
  },

  accessories(view, value) {
    view.host.place.dispatchEvent(new CustomEvent("accessories", { detail: value }));
  },

  tracksPointers: tracksPointersChanged,
  hitPath: hitPathChanged,
  keys: keysChanged,

  accessibilityValue: (view, value) => setOrRestore(view, "aria-valuetext", value),
  accessibilityLabel: (view, value) => setOrRestore(view, "aria-label", value),
  accessibilityHint: showError,
  accessibilityHidden: (view, value) => setOrRemove(view.element, "aria-hidden", value === true ? "true" : undefined),
  role: roleChanged,
};

/**
 * How a picture fills its box, in CSS.
 * @type {Map<string | undefined, string>}
 */
const contentModes = new Map([
  ["scaleToFill", "fill"], ["aspectFit", "contain"], ["aspectFill", "cover"], ["center", "none"],
]);

/**
 * How a mask fills its box as a picture does.
 * @type {Map<string, string>}
 */
const maskSizes = new Map([["fill", "100% 100%"], ["contain", "contain"], ["cover", "cover"], ["none", "auto"]]);

/**
 * How the style sheet calls the most lines of a text.
 * @param {number | undefined} count
 */
function lineMode(count) {
  if (count === undefined) return undefined;
  if (count > 1) return "many";
  return count === 1 ? "one" : count === 0 ? "all" : undefined;
}

/**
 * Sets an attribute of the element; undefined gives it the value back that all elements of the kind have.
 * @param {View} view
 * @param {string} name
 * @param {string | undefined} value
 */
function setOrRestore(view, name, value) {
  setOrRemove(view.element, name, value ?? view.definition.attributes[name]);
}

/** @param {View} view */
function disabledChanged(view) {
  const isDisabled = view.attributes.disabled === true;
  view.element.classList.toggle("disabled", isDisabled);
  // A link has no state of its own for this.
  const knowsDisabled = Boolean(view.control && "disabled" in view.control);
  if (view.control && knowsDisabled) view.control.disabled = isDisabled;
  view.element.toggleAttribute("inert", isDisabled && !knowsDisabled);
  setOrRemove(view.element, "aria-disabled", isDisabled && !knowsDisabled ? "true" : undefined);
}

/** @param {View} view */
function menuChanged(view) {
  const { menu } = view.attributes;
  view.element.classList.toggle("swipeable", Boolean(menu?.some((item) => item.swipe)));
  setOrRemove(view.press ?? view.element, "aria-haspopup", menu === undefined ? undefined : "menu");
}

/** @param {View} view */
function isPressable({ attributes: { pressable, longPressable, href } }) {
  return pressable === true || longPressable === true || href !== undefined;
}

/**
 * Whether the element itself is pressed: one that shows text, a picture or a drawing has no room for a button.
 * @param {View} view
 */
function isPressedItself(view) {
  return Boolean(view.label || view.picture || view.definition.isDrawn);
}

/** @param {View} view */
function pressableChanged(view) {
  // Controls take presses anyway.
  if (view.definition.isControl || view.field) return;
  const pressable = isPressable(view);
  view.element.classList.toggle("pressable", pressable);
  if (isPressedItself(view)) {
    setOrRestore(view, "tabindex", pressable ? "0" : undefined);
    roleChanged(view);
  } else {
    const href = isOpenable(view.attributes.href) ? view.attributes.href : undefined;
    const tag = href === undefined ? "BUTTON" : "A";
    const isFocused = view.press !== undefined && document.activeElement === view.press;
    if (view.press && (!pressable || view.press.tagName !== tag)) {
      view.press.remove();
      view.press = undefined;
      view.control = undefined;
      disabledChanged(view);
    }
    if (pressable && !view.press) {
      // A real button or link under the content: the keyboard can reach it, and buttons in the content, too.
      view.press = href === undefined ? make("button", "press", { type: "button" }) : makeLink();
      view.element.id ||= `view-${view.host.widget}-${view.id}`;
      view.press.setAttribute("aria-labelledby", view.element.id);
      view.element.prepend(view.press);
      view.control = view.press;
      disabledChanged(view);
      menuChanged(view);
      if (isFocused) view.press.focus({ preventScroll: true });
    }
    if (view.press && href !== undefined) view.press.setAttribute("href", href);
  }
  roleChanged(view);
  if (view.kind === "cell") view.host.rowsChanged(view.parent);
}

/** Makes a link that the browser follows by itself, as a person wants it: in a tab, a window or a copy. */
function makeLink() {
  return make("a", "press", { target: "_blank", rel: "noopener noreferrer", draggable: "false" });
}

/** @param {View} view */
function presentationChanged(view) {
  const { modal, presentation } = view.attributes;
  view.isPresented = modal === true || presentation !== undefined;
  setOrRestore(view, "aria-modal", view.isPresented ? "true" : undefined);
  roleChanged(view);
}

/**
 * Sets the role of a view for assistive technology, which follows from several attributes.
 * @param {View} view
 */
function roleChanged(view) {
  const { role, href } = view.attributes;
  const { tagName } = view.element;
  let shown = role;
  if (isPressable(view) && isPressedItself(view)) shown = role === "link" || href !== undefined ? "link" : "button";
  // The picture is an image already, and has the name.
  else if (role === "img" && view.kind === "image") shown = undefined;
  // The button under the content is one already, or a link; a second around it would hide the content.
  else if ((role === "button" || role === "link") && view.press) shown = undefined;
  else if (view.isPresented) shown = "dialog";
  else if (/^H[1-6]$/.test(tagName)) {
    // An element that was made for a heading stays when the text is no heading any more.
    if (role === "heading") shown = undefined;
    else if (tagName !== "H1") shown ??= "presentation";
  }
  setOrRestore(view, "role", shown);
  if (view.press) setOrRemove(view.press, "role", role === "link" ? "link" : undefined);
  setOrRemove(view.element, "aria-level", shown === "heading" ? "2" : undefined);
}
