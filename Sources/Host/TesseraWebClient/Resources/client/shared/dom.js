// Makes elements and sets what may be absent on them.

/**
 * The type of an element by its name.
 * @template {string} Name
 * @typedef {Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement} ElementNamed
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element with classes, attributes and what it contains.
 * @template {string} Name
 * @param {Name} name
 * @param {string} [className]
 * @param {{ [name: string]: string | number }} [attributes]
 * @param {(string | Node)[]} children
 */
export function make(name, className, attributes = {}, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return /** @type {ElementNamed<Name>} */ (/** @type {unknown} */ (element));
}

/**
 * Makes an element of SVG.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 */
export function makeSVG(name) {
  return document.createElementNS(SVG, name);
}

/**
 * Makes an icon of 24 × 24 from path data.
 * @param {string} path
 * @param {string} className
 */
export function makeIcon(path, className) {
  const icon = makeSVG("svg");
  const shape = makeSVG("path");
  icon.setAttribute("viewBox", "0 0 24 24");
  icon.setAttribute("aria-hidden", "true");
  icon.classList.add("sign", className);
  shape.setAttribute("d", path);
  icon.append(shape);
  return icon;
}

/**
 * Lets an element vanish by the animation of the class `leaving`, then removes it: by a timer, because a page that is
 * hidden meanwhile may never be told that an animation ended.
 * @param {HTMLElement} element
 * @param {number} duration in milliseconds, as the style sheet has it
 */
export function leave(element, duration) {
  element.classList.add("leaving");
  setTimeout(() => element.remove(), duration);
}

/**
 * Sets an attribute; undefined removes it.
 * @param {Element} element
 * @param {string} name
 * @param {string | number | undefined} value
 */
export function setOrRemove(element, name, value) {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, String(value));
}

/**
 * Sets a property of an element's style, a custom one too; undefined removes it.
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {string | undefined} value
 */
export function setStyle(element, name, value) {
  if (value === undefined) element.style.removeProperty(name);
  else element.style.setProperty(name, value);
}

/**
 * Makes an element the last one of another, where it keeps the focus and pages in frames.
 * @param {HTMLElement} parent
 * @param {HTMLElement} element
 */
export function moveInto(parent, element) {
  if (parent.moveBefore && element.isConnected) parent.moveBefore(element, null);
  else parent.append(element);
}

/**
 * Places an element in its parent, in points.
 * @param {HTMLElement} element
 * @param {{ left: number, top: number, width: number, height: number }} box
 */
export function setBox({ style }, { left, top, width, height }) {
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/**
 * The element that an event happened to.
 * @param {Event} event
 * @returns {Element}
 */
export function targetOf({ target }) {
  return target instanceof Element ? target : document.documentElement;
}
