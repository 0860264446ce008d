/* The panel of settings, and the bar of filters above the findings. */
import { button, el, replace } from "../page/dom";
import { applyTheme } from "../page/theme";
import { counted } from "../page/words";
import type { Signal } from "../page/signal";
import type { Catalogue, Report, Severity } from "../report/report";
import { plainSettings, Settings, severities } from "./settings";

const unignored = { format: "", game: "", scope: "", pedantic: false, ignore: [] as string[] };

export function showSettings(place: HTMLElement, settings: Signal<Settings>, catalogue: Catalogue): void {
    const change = (part: Partial<Settings>) => settings.set({ ...settings.value, ...part });
    const now = settings.value;
    replace(
        place,
        choice("Format", now.format, [["", "Told from the bytes"], ...formats(catalogue)], (format) => change({ format })),
        choice("Game", now.game, [["", "Told from the bytes"], ...games(catalogue)], (game) => change({ game })),
        choice("Of plugins", now.scope, [["", "Judge every record"], ["navmesh", "Only what navigation needs"]], (scope) => change({ scope })),
        choice("Colours", now.theme, [["", "As the system"], ["light", "Light"], ["dark", "Dark"]], (theme) => {
            change({ theme });
            applyTheme(theme);
        }),
        check("Also what is odd but needs no repair", now.pedantic, (pedantic) => change({ pedantic })),
        now.ignore.length > 0 && ignored(now.ignore, (ignore) => change({ ignore })),
        el("p", { class: "buttons" }, copyLink(), button("Back to defaults", () => change({ ...plainSettings, ...unignored }))),
        el("p", { class: "quiet" }, "A link to this page carries these settings, never a file."),
    );
}

function formats(catalogue: Catalogue): [string, string][] {
    return catalogue.formats.flatMap((format) => [format, ...format.parts].map(({ id, title }): [string, string] => [id, title]));
}

function games(catalogue: Catalogue): [string, string][] {
    return catalogue.formats.flatMap((format) => format.games.map(({ id, title }): [string, string] => [id, title]));
}

function choice(label: string, value: string, rows: [string, string][], choose: (value: string) => void): HTMLElement {
    const options = rows.map(([id, title]) => el("option", { value: id, selected: id === value }, title));
    const select: HTMLSelectElement = el("select", { onchange: () => choose(select.value) }, ...options);
    return el("label", {}, el("span", {}, label), select);
}

function check(label: string, isOn: boolean, choose: (isOn: boolean) => void): HTMLElement {
    const box: HTMLInputElement = el("input", { type: "checkbox", checked: isOn, onchange: () => choose(box.checked) });
    return el("label", { class: "check" }, box, el("span", {}, label));
}

function ignored(codes: string[], change: (codes: string[]) => void): HTMLElement {
    const rows = codes.map((code) => el("li", {}, el("code", {}, code), " ", button("Report it again", () => change(codes.filter((other) => other !== code)), { class: "link", "aria-label": `Report ${code} again` })));
    return el("div", { class: "ignored" }, el("p", {}, `${counted(codes.length, "rule")} ignored:`), el("ul", {}, ...rows));
}

function copyLink(): HTMLElement {
    const copy = button("Copy a link to these settings", () => {
        navigator.clipboard.writeText(location.href).then(
            () => (copy.textContent = "Copied"),
            () => (copy.textContent = "Copy the address of this page by hand"),
        );
    });
    return copy;
}

const nouns: Record<Severity, string> = { error: "error", warning: "warning", info: "note" };

/* The bar above the findings: which severities are shown, and a search. It is made once for a report,
 * so that the search keeps its focus. */
export function showFilters(place: HTMLElement, settings: Signal<Settings>, report: Report | null): void {
    place.hidden = !report || report.findings.length === 0;
    if (!report || place.hidden) return replace(place);
    const search: HTMLInputElement = el("input", {
        type: "search",
        value: settings.value.search,
        placeholder: "Search findings",
        "aria-label": "Search findings",
        oninput: () => settings.set({ ...settings.value, search: search.value }),
    });
    const toggles = severities.map((severity) => toggle(severity, settings, report));
    replace(place, el("div", { class: "toggles", role: "group", "aria-label": "Show" }, ...toggles), search);
}

function toggle(severity: Severity, settings: Signal<Settings>, report: Report): HTMLElement | false {
    const count = { error: report.summary.errors, warning: report.summary.warnings, info: report.summary.infos }[severity];
    if (count === 0) return false;
    const isShown = () => !settings.value.hidden.includes(severity);
    const flip = () => {
        const others = settings.value.hidden.filter((other) => other !== severity);
        settings.set({ ...settings.value, hidden: isShown() ? [...others, severity] : others });
        self.setAttribute("aria-pressed", String(isShown()));
    };
    const self = button(counted(count, nouns[severity]), flip, { class: "toggle", "data-severity": severity, "aria-pressed": String(isShown()) });
    return self;
}
