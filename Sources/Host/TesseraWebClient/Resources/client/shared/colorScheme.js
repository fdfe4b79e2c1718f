// Says whether the page is light or dark: as the board says, else as the system is.

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new EventTarget();

systemIsDark.addEventListener("change", () => listeners.dispatchEvent(new Event("change")));

export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : systemIsDark.matches;
}

/**
 * Makes the whole page light or dark; undefined follows the system.
 * @param {"light" | "dark" | undefined} theme
 */
export function setTheme(theme) {
  const { dataset } = document.documentElement;
  if (dataset.theme === theme) return;
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
  listeners.dispatchEvent(new Event("change"));
}

/**
 * Calls back when the page becomes light or dark.
 * @param {() => void} action
 * @param {AbortSignal} signal ends it
 */
export function onColorSchemeChange(action, signal) {
  listeners.addEventListener("change", action, { signal });
}
