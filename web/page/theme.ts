/* Light or dark: as the system has it, unless the reader says otherwise. */

const system = matchMedia("(prefers-color-scheme: dark)");

/* theme: "light", "dark", or "" for the system's. */
export function applyTheme(theme: string): void {
    document.documentElement.dataset["theme"] = theme || (system.matches ? "dark" : "light");
    dispatchEvent(new Event("themechange"));
}

export function watchSystemTheme(theme: () => string): void {
    system.addEventListener("change", () => applyTheme(theme()));
}

/* The value of a colour of style.css. */
export function colour(name: string): string {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
