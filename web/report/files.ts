/* The list of files, where there is more than one. */
import { button, el, replace, rove } from "../page/dom";
import { counted, listed } from "../page/words";
import type { Entry } from "../session/entry";
import type { Session } from "../session/session";
import { glyphs, shortVerdict } from "./verdict";

/* Rows that are made at once; more come when they are asked for. */
const portion = 500;

export class FileList {
    private shown = portion;
    private onlyBad = false;

    constructor(private readonly place: HTMLElement, private readonly session: Session) {
        session.entries.watch(() => this.show());
        session.current.watch(() => this.show());
    }

    show(): void {
        const entries = this.session.entries.value;
        this.place.hidden = entries.length < 2;
        if (this.place.hidden) return replace(this.place);
        const hadFocus = this.place.contains(document.activeElement);
        const chosen = this.onlyBad ? entries.filter(needsLook) : entries;
        const rows = chosen.slice(0, this.shown).map((entry) => this.row(entry));
        const list: HTMLUListElement = el("ul", { class: "files", onkeydown: (event) => move(event as KeyboardEvent, list) }, ...rows);
        replace(this.place, this.heading(entries), list, this.more(chosen.length));
        const current = list.querySelector<HTMLElement>("[aria-current=true]");
        if (hadFocus) current?.focus();
    }

    private heading(entries: Entry[]): HTMLElement {
        const filter: HTMLInputElement = el("input", { type: "checkbox", checked: this.onlyBad, onchange: () => this.filter(filter.checked) });
        return el("div", { class: "files-head" }, el("p", {}, tally(entries)), el("label", {}, filter, "Only what needs a look"));
    }

    private filter(onlyBad: boolean): void {
        this.onlyBad = onlyBad;
        this.show();
        this.place.querySelector("input")?.focus();
    }

    private row(entry: Entry): HTMLElement {
        const verdict = shortVerdict(entry);
        const isCurrent = this.session.current.value === entry;
        const select = el(
            "button",
            { type: "button", class: "file", "data-mood": verdict.mood, "aria-current": isCurrent ? "true" : null, onclick: () => this.session.current.set(entry) },
            el("span", { class: "glyph", "aria-hidden": "true" }, glyphs[verdict.mood]),
            el("span", { class: "name" }, entry.file ? entry.name : `${entry.name}: all files together`),
            el("span", { class: "outcome" }, verdict.text),
        );
        const judge = entry.outcome === "context" && button("Judge it too", () => void this.session.judgeToo(entry), { class: "small" });
        return el("li", {}, select, judge);
    }

    private more(total: number): HTMLElement | null {
        if (total <= this.shown) return null;
        return button(`Show ${Math.min(portion, total - this.shown)} more`, () => {
            this.shown += portion;
            this.show();
        });
    }
}

function needsLook(entry: Entry): boolean {
    return shortVerdict(entry).mood !== "good" && entry.outcome !== "context";
}

function move(event: KeyboardEvent, list: HTMLElement): void {
    const target = rove(event, [...list.querySelectorAll<HTMLElement>("button.file")]);
    if (!target) return;
    event.preventDefault();
    target.focus();
}

function tally(entries: Entry[]): string {
    const files = entries.filter((entry) => entry.file !== null && entry.outcome !== "context");
    const bad = files.filter((entry) => entry.report?.verdict === "invalid").length;
    const good = files.filter((entry) => entry.report?.verdict === "valid").length;
    const others = files.length - bad - good;
    const parts = [bad > 0 && `${bad} with errors`, good > 0 && `${good} without`, others > 0 && `${others} not judged`];
    return `${counted(files.length, "file")}: ${listed(parts.filter((part): part is string => part !== false))}`;
}
