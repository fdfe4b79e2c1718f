// Calculates colours that can be read on each other.

/**
 * Whether black has more contrast on a colour `#rrggbb` than white (WCAG 2.2, relative luminance).
 * @param {string} color
 */
export function isBright(color) {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

/**
 * The mean of some pixels as `#rrggbb`.
 * @param {ArrayLike<number>} pixels red, green, blue and alpha of each, from 0 to 255
 */
export function meanColor(pixels) {
  const count = pixels.length / 4;
  const sums = [0, 0, 0];
  for (let index = 0; index < pixels.length; index += 1) if (index % 4 < 3) sums[index % 4] += pixels[index] / count;
  return `#${sums.map((sum) => Math.round(sum).toString(16).padStart(2, "0")).join("")}`;
}

/**
 * A colour that follows from a name, dark enough for white letters on it.
 * @param {string} name
 */
export function colorOf(name) {
  let hue = 0;
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return `hsl(${hue} 55% 42%)`;
}
