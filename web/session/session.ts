/* What was dropped, and how judging it goes. */
import { headBytes, Source } from "../intake/source";
import { Intake } from "../intake/drop";
import { Cancelled, Client } from "../judge/client";
import { fullName, Group, inputsOf, neededOf, optionsOf, plan, Surveyed } from "../judge/plan";
import type { Options } from "../judge/protocol";
import { Signal } from "../page/signal";
import type { Catalogue } from "../report/report";
import { contextEntry, entriesOf, Entry, settle } from "./entry";

export interface Progress {
    what: string;
    done: number;
    total: number;
}

/* Between two looks at how far it is. */
const refreshMs = 200;

export class Session {
    readonly entries = new Signal<Entry[]>([]);
    readonly current = new Signal<Entry | null>(null);
    readonly progress = new Signal<Progress | null>(null);
    readonly notes = new Signal<string[]>([]);

    private files: Surveyed[] = [];
    private groups: Group[] = [];
    private judgedAnyway = new Set<Surveyed>();
    private round = 0; /* counts up when what goes on is no longer wanted */

    constructor(
        private readonly client: Client,
        private readonly catalogue: Catalogue,
        private readonly options: () => Options,
    ) {}

    get isEmpty(): boolean {
        return this.files.length === 0;
    }

    /* Takes files in, beside those that are there, and judges. A file of the same name takes the
     * place of the one before. */
    async add(intake: Intake): Promise<void> {
        const round = ++this.round;
        const notes = [...intake.refusals];
        const found = await this.survey(intake.sources, round, notes);
        if (round !== this.round) return;
        const known = found.filter((file) => file.survey.format !== null);
        const taken = intake.isFound && this.options().format === undefined ? known : found;
        if (found.length > taken.length) notes.push(leftAlone(found.length - taken.length, taken.length));
        const names = new Set(taken.map((file) => fullName(file.source)));
        this.files = [...this.files.filter((file) => !names.has(fullName(file.source))), ...taken];
        this.notes.set(notes);
        if (taken.length > 0) await this.judge();
        else this.progress.set(null);
    }

    clear(): void {
        this.round++;
        this.files = [];
        this.groups = [];
        this.notes.set([]);
        this.entries.set([]);
        this.current.set(null);
    }

    /* Judges everything, again if it was already: what holds is what the options say now. */
    async judge(): Promise<void> {
        const round = ++this.round;
        this.arrange();
        await this.judgeGroups(round);
    }

    /* Goes on with what a cancel left. */
    async resume(): Promise<void> {
        const round = ++this.round;
        await this.judgeGroups(round);
    }

    /* Judges a file that was only read for others. */
    async judgeToo(entry: Entry): Promise<void> {
        if (entry.file) this.judgedAnyway.add(entry.file);
        await this.judge();
    }

    cancel(): void {
        this.round++;
        this.client.cancel();
        for (const entry of this.entries.value) {
            if (entry.outcome === "waiting" || entry.outcome === "judging") entry.outcome = "cancelled";
        }
        this.progress.set(null);
        this.refresh();
    }

    /* What `render` of the worker takes, of everything that was judged. */
    async everything(): Promise<{ inputs: Awaited<ReturnType<typeof inputsOf>>; options: Options }[]> {
        const all = [];
        for (const group of this.groups) all.push({ inputs: await inputsOf(group), options: optionsOf(group, this.options()) });
        return all;
    }

    private async survey(sources: Source[], round: number, notes: string[]): Promise<Surveyed[]> {
        const found: Surveyed[] = [];
        for (const [i, source] of sources.entries()) {
            if (round !== this.round) break;
            if (i % 20 === 0) this.progress.set({ what: "Looking at what was dropped", done: i, total: sources.length });
            try {
                const head = await source.head(headBytes);
                found.push({ source, survey: await this.client.call("survey", head, source.name) });
            } catch (error) {
                if (error instanceof Cancelled) break;
                notes.push(`${fullName(source)}: ${(error as Error).message}.`);
            }
        }
        return found;
    }

    private arrange(): void {
        const before = this.current.value?.name;
        const needed = neededOf(this.files);
        const isJudged = (file: Surveyed) => this.judgedAnyway.has(file) || !needed.has(file);
        this.groups = plan(this.files, this.catalogue.formats, isJudged);
        const context = this.files.filter((file) => !isJudged(file)).map(contextEntry);
        const entries = [...this.groups.flatMap(entriesOf), ...context];
        this.entries.set(entries);
        this.current.set(entries.find((entry) => entry.name === before) ?? null);
    }

    /* What is shown follows now and then: making a list of thousands again for each file takes longer than judging. */
    private async judgeGroups(round: number): Promise<void> {
        let shownAt = 0;
        for (const [done, group] of this.groups.entries()) {
            const entries = this.entries.value.filter((entry) => entry.group === group);
            if (entries.every((entry) => entry.outcome === "judged")) continue;
            this.progress.set({ what: `Judging ${group.members.length > 1 ? group.name : fullName(group.members[0]!.source)}`, done, total: this.groups.length });
            await this.judgeGroup(group, entries, round);
            if (round !== this.round) return;
            if (performance.now() - shownAt < refreshMs) continue;
            this.refresh();
            shownAt = performance.now();
        }
        this.refresh();
        this.progress.set(null);
    }

    private async judgeGroup(group: Group, entries: Entry[], round: number): Promise<void> {
        for (const entry of entries) entry.outcome = "judging";
        try {
            const inputs = await inputsOf(group);
            if (round !== this.round) return;
            settle(entries, await this.client.call("judge", inputs, optionsOf(group, this.options())));
        } catch (error) {
            if (error instanceof Cancelled || round !== this.round) return;
            for (const entry of entries) fail(entry, error as Error);
        }
    }

    private refresh(): void {
        this.entries.set(this.entries.value);
        const current = this.current.value ?? this.worst();
        this.current.set(current);
    }

    /* The entry to begin with: the first that is not in order, else the first that was judged, or would have been. */
    private worst(): Entry | null {
        const judged = this.entries.value.filter((entry) => entry.outcome === "judged" || entry.outcome === "failed");
        return judged.find((entry) => entry.report?.verdict === "invalid") ?? judged[0] ?? this.entries.value.find((entry) => entry.outcome === "cancelled") ?? null;
    }
}

function fail(entry: Entry, error: Error): void {
    entry.outcome = "failed";
    entry.problem = error.message;
}

function leftAlone(files: number, taken: number): string {
    const which = taken === 0 ? (files === 1 ? "The file is" : `The ${files} files are`) : files === 1 ? "One other file is" : `${files} other files are`;
    return `${which} of no kind that navlint knows, and ${files === 1 ? "was" : "were"} left alone.`;
}
