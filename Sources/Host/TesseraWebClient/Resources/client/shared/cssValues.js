// Values of attributes as CSS. What is no such value is undefined.

export function number(value) {
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

export function px(value) {
  return number(value) === undefined ? undefined : `${value}px`;
}

export function seconds(value) {
  return number(value) === undefined || value < 0 ? undefined : `${value}s`;
}

export function edges(value) {
  if (Array.isArray(value) && value.length === 4) return value.map((side) => px(side) ?? "0px").join(" ");
  return px(value);
}

const semanticColors = new Set([
  "background", "secondaryBackground", "label", "secondaryLabel", "placeholderText", "separator", "accent", "onAccent",
  "destructive", "clear",
]);

/** `#rrggbb…` as it is, a purpose as its custom property; anything else is no colour. */
export function color(value) {
  if (typeof value !== "string") return undefined;
  if (semanticColors.has(value)) return `var(--${value})`;
  return /^#[0-9a-fA-F]{3,8}$/.test(value) ? value : undefined;
}

export function shadow(value) {
  if (value === undefined) return undefined;
  return `${px(value.x) ?? 0} ${px(value.y) ?? 0} ${px(value.radius) ?? 0} ${color(value.color) ?? "#00000040"}`;
}

export function gradient(value) {
  const colors = value?.colors?.map((each) => color(each) ?? "transparent");
  return colors?.length > 1 ? `linear-gradient(${number(value.angle) ?? 180}deg, ${colors.join(", ")})` : undefined;
}

/** A line along letters. */
export function textLine(value) {
  return ["underline", "line-through"].includes(value) ? value : undefined;
}

export function translation({ translateX, translateY } = {}) {
  if (!translateX && !translateY) return undefined;
  return `${px(translateX) ?? 0} ${px(translateY) ?? 0}`;
}

export function scaling({ scaleX, scaleY } = {}) {
  if (number(scaleX) === undefined && number(scaleY) === undefined) return undefined;
  return `${number(scaleX) ?? 1} ${number(scaleY) ?? 1}`;
}

export function rotation({ rotate } = {}) {
  return number(rotate) === undefined ? undefined : `${rotate}deg`;
}

export function easing(value) {
  return { linear: "linear", ease: "ease", easeIn: "ease-in", easeOut: "ease-out", easeInOut: "ease-in-out" }[value];
}
