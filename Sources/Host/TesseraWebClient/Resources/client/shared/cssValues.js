// Turns the values of attributes into CSS; a value that has no meaning in CSS becomes undefined.

/**
 * @param {unknown} value
 * @returns {value is number}
 */
function isNumber(value) {
  return typeof value === "number" && Number.isFinite(value);
}

/** @param {unknown} value */
export function number(value) {
  return isNumber(value) ? String(value) : undefined;
}

/** @param {unknown} value */
export function px(value) {
  return isNumber(value) ? `${value}px` : undefined;
}

/** @param {unknown} value */
export function seconds(value) {
  return isNumber(value) && value >= 0 ? `${value}s` : undefined;
}

/**
 * One length for all sides or corners, or four of them.
 * @param {Lengths | undefined} value
 */
export function edges(value) {
  if (Array.isArray(value) && value.length === 4) return value.map((side) => px(side) ?? "0px").join(" ");
  return px(value);
}

const semanticColors = new Set([
  "background", "secondaryBackground", "label", "secondaryLabel", "placeholderText", "separator", "accent", "onAccent",
  "destructive", "warning", "positive", "clear",
]);

/**
 * A colour: `#rrggbb` stays, the name of a semantic colour becomes its custom property.
 * @param {unknown} value
 */
export function color(value) {
  if (typeof value !== "string") return undefined;
  if (semanticColors.has(value)) return `var(--${value})`;
  return /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) ? value : undefined;
}

/** @param {Shadow | undefined} value */
export function shadow(value) {
  if (value === undefined) return undefined;
  return `${px(value.x) ?? 0} ${px(value.y) ?? 0} ${px(value.radius) ?? 0} ${color(value.color) ?? "#00000040"}`;
}

/** @param {Gradient | undefined} value */
export function gradient(value) {
  const colors = (value?.colors ?? []).map((each) => color(each) ?? "transparent");
  return colors.length > 1 ? `linear-gradient(${number(value?.angle) ?? 180}deg, ${colors.join(", ")})` : undefined;
}

/**
 * A line along the letters of a text.
 * @param {string | undefined} value
 */
export function textLine(value) {
  return value === "underline" || value === "line-through" ? value : undefined;
}

/** @param {Transform | undefined} value */
export function translation(value) {
  const { translateX, translateY } = value ?? {};
  if (!translateX && !translateY) return undefined;
  return `${px(translateX) ?? 0} ${px(translateY) ?? 0}`;
}

/** @param {Transform | undefined} value */
export function scaling(value) {
  const { scaleX, scaleY } = value ?? {};
  if (number(scaleX) === undefined && number(scaleY) === undefined) return undefined;
  return `${number(scaleX) ?? 1} ${number(scaleY) ?? 1}`;
}

/** @param {Transform | undefined} value */
export function rotation(value) {
  const { rotate } = value ?? {};
  return isNumber(rotate) ? `${rotate}deg` : undefined;
}

const easings = new Map([
  ["linear", "linear"], ["ease", "ease"], ["easeIn", "ease-in"], ["easeOut", "ease-out"], ["easeInOut", "ease-in-out"],
]);

/** @param {string | undefined} value */
export function easing(value) {
  return value === undefined ? undefined : easings.get(value);
}
