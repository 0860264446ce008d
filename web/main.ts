/* The page: starts the library in a worker and puts the parts together. */
import { bytesSource } from "./intake/source";
import { chosen, dropped, Intake } from "./intake/drop";
import { Client } from "./judge/client";
import { startWorker } from "./judge/start";
import { BytesView } from "./hex/view";
import { MapView } from "./mesh/view";
import { button, byId, el, replace } from "./page/dom";
import { Signal } from "./page/signal";
import { applyTheme, watchSystemTheme } from "./page/theme";
import { findExample } from "./report/example";
import { FileList } from "./report/files";
import { FindingsView } from "./report/findings";
import { readCatalogue } from "./report/catalogue";
import { showDownloads } from "./report/downloads";
import type { Catalogue, Format } from "./report/report";
import { showVerdict } from "./report/verdict";
import type { Entry } from "./session/entry";
import { openCurrent } from "./session/opened";
import { selection, View } from "./session/selection";
import { Progress, Session } from "./session/session";
import { showFilters, showSettings } from "./session/panel";
import { optionsFrom, readSettings, Settings, writeSettings } from "./session/settings";

/* Two workers: the bytes and the map of one file are there while others are still judged. */
const judge = new Client(startWorker);
const reader = new Client(startWorker);

const settings = new Signal<Settings>(readSettings(location.hash));

async function begin(): Promise<void> {
    applyTheme(settings.value.theme);
    watchSystemTheme(() => settings.value.theme);
    try {
        const catalogue = readCatalogue(await judge.call("catalogue"));
        new Page(catalogue).begin();
    } catch (error) {
        replace(byId("main"), el("p", { role: "alert" }, `navlint cannot run in this browser: ${(error as Error).message}. It needs WebAssembly and a browser of 2023 or later.`));
    }
}

class Page {
    private readonly session = new Session(judge, this.catalogue, () => optionsFrom(settings.value));
    private readonly findings = new FindingsView(byId("findings"), this.catalogue, (code) => this.ignore(code));
    private options = JSON.stringify(optionsFrom(settings.value));
    private shown: Entry["report"] = null;

    constructor(private readonly catalogue: Catalogue) {}

    begin(): void {
        new FileList(byId("files"), this.session);
        const opened = openCurrent(this.session.current, reader, () => optionsFrom(settings.value));
        new BytesView(byId("bytes"), reader, opened);
        new MapView(byId("map"), reader, opened);
        this.session.current.watch((entry) => this.showEntry(entry));
        this.session.entries.watch((entries) => this.showWork(entries.length > 0));
        this.session.progress.watch((progress) => this.showProgress(progress));
        this.session.notes.watch((notes) => this.showNotes(notes));
        settings.watch(() => this.follow());
        addEventListener("hashchange", () => settings.set(readSettings(location.hash)));
        this.listen();
        this.showFormats();
        this.showTabs();
        document.documentElement.dataset["ready"] = "true";
    }

    private listen(): void {
        this.listenToDrops();
        const files = byId<HTMLInputElement>("files-input");
        const folder = byId<HTMLInputElement>("folder-input");
        for (const input of [files, folder]) input.addEventListener("change", () => void this.takeChosen(input));
        byId("choose-files").addEventListener("click", () => files.click());
        byId("choose-folder").addEventListener("click", () => folder.click());
        byId("add").addEventListener("click", () => files.click());
        byId("home").addEventListener("click", () => this.goHome());
        byId("settings-button").addEventListener("click", () => this.toggleSettings());
    }

    private listenToDrops(): void {
        const drag = (isOver: boolean) => (event: DragEvent) => {
            event.preventDefault();
            document.body.classList.toggle("dragging", isOver);
        };
        addEventListener("dragover", drag(true));
        addEventListener("dragleave", drag(false));
        addEventListener("drop", (event) => {
            drag(false)(event);
            if (event.dataTransfer) void dropped(event.dataTransfer).then((intake) => this.take(intake));
        });
        document.addEventListener("paste", (event) => {
            const pasted = [...(event.clipboardData?.files ?? [])];
            if (pasted.length > 0) void chosen(pasted).then((intake) => this.take(intake));
        });
    }

    private async takeChosen(input: HTMLInputElement): Promise<void> {
        const intake = await chosen([...(input.files ?? [])]);
        intake.isFound ||= input.webkitdirectory;
        input.value = "";
        await this.take(intake);
    }

    private async take(intake: Intake): Promise<void> {
        await this.session.add(intake);
        if (!this.session.current.value) return;
        scrollTo(0, 0); /* the button that was pressed may have been far down */
        document.getElementById("verdict-words")?.focus({ preventScroll: true });
    }

    private goHome(): void {
        this.session.cancel();
        this.session.clear();
        selection.set(null);
    }

    private toggleSettings(): void {
        const panel = byId("settings");
        panel.hidden = !panel.hidden;
        byId("settings-button").setAttribute("aria-expanded", String(!panel.hidden));
        if (!panel.hidden) showSettings(panel, settings, this.catalogue);
    }

    private ignore(code: string): void {
        settings.set({ ...settings.value, ignore: [...settings.value.ignore, code] });
    }

    /* Follows the settings: in the address, and in what is judged or shown. */
    private follow(): void {
        const hash = writeSettings(settings.value);
        history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
        this.refreshSettings();
        const options = JSON.stringify(optionsFrom(settings.value));
        if (options !== this.options && !this.session.isEmpty) void this.session.judge();
        else this.findings.show(this.shown, settings.value);
        this.options = options;
    }

    /* The panel is made again unless somebody is typing in it. */
    private refreshSettings(): void {
        const panel = byId("settings");
        if (!panel.hidden && !panel.contains(document.activeElement)) showSettings(panel, settings, this.catalogue);
    }

    private showWork(isThere: boolean): void {
        document.body.classList.toggle("working", isThere);
        byId("welcome").hidden = isThere;
        byId("work").hidden = !isThere;
        byId("add").hidden = !isThere;
        byId("tabs").hidden = !isThere;
    }

    private showEntry(entry: Entry | null): void {
        const verdict = byId("verdict");
        verdict.hidden = !entry;
        if (entry) showVerdict(verdict, entry, this.catalogue);
        if (entry?.outcome === "cancelled") verdict.append(el("p", { class: "buttons" }, button("Judge what is left", () => void this.session.resume())));
        if (entry?.report) verdict.append(showDownloads(this.session, judge, entry));
        const report = entry?.report ?? null;
        if (report === this.shown && report) return;
        this.shown = report;
        selection.set(null);
        showFilters(byId("filters"), settings, report);
        this.findings.show(report, settings.value);
        document.title = entry ? `${entry.name} - navlint` : "navlint";
    }

    private showProgress(progress: Progress | null): void {
        const place = byId("progress");
        place.hidden = !progress;
        if (!progress) return replace(place);
        const bar = el("progress", { max: progress.total, value: progress.total > 1 ? progress.done : null, "aria-label": "Progress" });
        const of = progress.total > 1 ? ` (${progress.done + 1} of ${progress.total})` : "";
        const hadFocus = place.contains(document.activeElement);
        const cancel = button("Cancel", () => this.session.cancel());
        replace(place, el("span", {}, progress.what + of), bar, cancel);
        if (hadFocus) cancel.focus();
    }

    private showNotes(notes: string[]): void {
        const place = byId("notes");
        place.hidden = notes.length === 0;
        const most = 8;
        const rows = notes.slice(0, most).map((note) => el("p", {}, note));
        replace(place, ...rows, notes.length > most && el("p", {}, `and ${notes.length - most} more of this kind.`));
    }

    private showFormats(): void {
        replace(byId("formats"), ...this.catalogue.formats.map((format) => this.formatRow(format)));
    }

    private formatRow(format: Format): HTMLElement {
        const example = button("See a broken one", () => void this.showExample(format), { class: "link", "aria-label": `See a broken example: ${format.title}` });
        return el("li", {}, el("span", { class: "title" }, format.title, " ", el("code", {}, format.extensions.join(" "))), example);
    }

    private async showExample(format: Format): Promise<void> {
        const example = await findExample(judge, this.catalogue, format);
        if (example) await this.take({ sources: [bytesSource(example.name, example.bytes)], refusals: [], isFound: false });
    }

    private showTabs(): void {
        const views: [View, string][] = [["findings", "Findings"], ["map", "Map"], ["bytes", "Bytes"]];
        const show = (view: View) => {
            document.body.dataset["view"] = view;
            for (const [i, tab] of tabs.entries()) tab.setAttribute("aria-pressed", String(views[i]![0] === view));
            dispatchEvent(new Event("resize"));
        };
        const tabs = views.map(([view, label]) => button(label, () => show(view)));
        replace(byId("tabs"), ...tabs);
        show("findings");
    }
}

void begin();
