// Whether the page is light or dark: as the board says, else as the system is.

const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new EventTarget();

dark.addEventListener("change", () => listeners.dispatchEvent(new Event("change")));

export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : dark.matches;
}

/** Makes the page light or dark for everybody: `"light"`, `"dark"`, or undefined for what the system is. */
export function setTheme(theme) {
  const { dataset } = document.documentElement;
  if (dataset.theme === theme) return;
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
  listeners.dispatchEvent(new Event("change"));
}

/** Calls back when the surroundings become light or dark. */
export function followColorScheme(changed, { signal } = {}) {
  listeners.addEventListener("change", changed, { signal });
}
