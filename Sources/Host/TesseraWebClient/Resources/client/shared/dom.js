// Small steps with elements.

/** Makes an element with a class. */
export function make(name, className, attributes = {}) {
  const element = document.createElement(name);
  if (className) element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A sign of 24 × 24 from path data. */
export function makeSign(data, className) {
  const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  sign.setAttribute("viewBox", "0 0 24 24");
  sign.setAttribute("aria-hidden", "true");
  sign.classList.add("sign", className);
  path.setAttribute("d", data);
  sign.append(path);
  return sign;
}

export function setOrRemove(element, name, value) {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Sets a property of an element's style, a custom one too; undefined takes it away. */
export function setStyle(element, name, value) {
  if (value === undefined) element.style.removeProperty(name);
  else element.style.setProperty(name, value);
}
