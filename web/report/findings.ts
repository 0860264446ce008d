/* Findings, grouped by rule: what is wrong, what the game does with it, how to repair it, and where. */
import { button, el, replace, rove } from "../page/dom";
import { counted, grouped, offset, sentence } from "../page/words";
import type { Settings } from "../session/settings";
import { selectFinding, selection, Selection } from "../session/selection";
import { findingDetails } from "./details";
import type { Catalogue, Finding, Report, Rule, Severity } from "./report";

/* Findings of a group that are shown at once. */
const portion = 50;

/* With no more findings than this every group is open. */
const fewFindings = 12;

interface Group {
    rule: Rule | null;
    code: string;
    severity: Severity;
    findings: Finding[];
}

const order: Severity[] = ["error", "warning", "info"];
const words: Record<Severity, string> = { error: "Error", warning: "Warning", info: "Note" };
const glyphs: Record<Severity, string> = { error: "●", warning: "▲", info: "■" };
const effects: Record<string, string> = {
    crash: "crashes the game",
    hang: "hangs the game",
    rejected: "the game refuses the file",
    broken: "characters walk wrong",
    cosmetic: "no effect in play",
};

export class FindingsView {
    private rows = new Map<Finding, HTMLElement>();
    private openRow: HTMLElement | null = null;
    private groups: Group[] = [];
    private limits = new Map<string, number>();
    private report: Report | null = null;

    /* ignore: is called with the code of a rule that the reader does not want to see. */
    constructor(
        private readonly place: HTMLElement,
        private readonly catalogue: Catalogue,
        private readonly ignore: (code: string) => void,
    ) {
        selection.watch((selected) => this.follow(selected));
    }

    show(report: Report | null, settings: Settings): void {
        if (report !== this.report) this.limits.clear();
        this.report = report;
        this.groups = report ? groupsOf(report.findings.filter((finding) => isShown(finding, settings)), this.catalogue) : [];
        this.render();
    }

    private render(): void {
        this.rows.clear();
        this.openRow = null;
        const total = this.groups.reduce((sum, group) => sum + group.findings.length, 0);
        const groups = this.groups.map((group) => this.group(group, total <= fewFindings));
        replace(this.place, el("p", { class: "quiet tally", role: "status" }, this.tally(total)), ...groups);
        this.follow(selection.value);
    }

    private tally(shown: number): string {
        const { report } = this;
        if (!report || report.findings.length === 0) return "";
        const parts = [shown === report.findings.length ? counted(shown, "finding") : `${grouped(shown)} of ${counted(report.findings.length, "finding")} shown`];
        if (report.summary.consequences) parts.push(`${grouped(report.summary.consequences)} more follow from a cause that is listed`);
        if (report.summary.truncated) parts.push("of each rule only the first are listed");
        return `${parts.join("; ")}.`;
    }

    private group(group: Group, isOpen: boolean): HTMLElement {
        const list = el("ul", { class: "findings", onkeydown: (event) => this.move(event as KeyboardEvent) });
        const details = el(
            "details",
            { class: "rule", "data-severity": group.severity, open: isOpen },
            this.groupHeading(group),
            el("div", { class: "rule-body" }, ...this.explanation(group), list),
        );
        this.fill(list, group);
        return details;
    }

    private groupHeading(group: Group): HTMLElement {
        const { rule } = group;
        const count = Math.max(group.findings.length, ...group.findings.map((finding) => finding.occurrences ?? 0));
        const title = count === 1 ? sentence(group.findings[0]!.message) : firstSentence(rule?.explanation ?? group.code);
        return el(
            "summary",
            {},
            el("span", { class: "glyph", "aria-hidden": "true" }, glyphs[group.severity]),
            el("span", { class: "rule-title" }, title),
            el("span", { class: "rule-line" }, `${words[group.severity]}`, rule && group.severity === "error" ? `: ${effects[rule.impact]}` : "", count > 1 ? ` · ${grouped(count)} times` : "", " · ", el("code", {}, group.code)),
        );
    }

    private explanation(group: Group): (HTMLElement | false)[] {
        const { rule } = group;
        if (!rule) return [];
        return [
            el("p", {}, rule.explanation),
            rule.remedy !== "" && el("p", { class: "remedy" }, el("strong", {}, "Repair: "), rule.remedy),
            rule.source !== "" && el("p", { class: "quiet source" }, `Source: ${rule.source}`),
            el("p", { class: "source" }, button("Ignore this rule", () => this.ignore(group.code), { class: "link" })),
        ];
    }

    /* Makes the rows of a group that are not there yet, up to what is asked for. */
    private fill(list: HTMLElement, group: Group): void {
        const limit = this.limits.get(group.code) ?? portion;
        list.querySelector("li.more")?.remove();
        for (const finding of group.findings.slice(list.childElementCount, limit)) list.append(this.row(finding, group.findings.length === 1));
        if (group.findings.length > limit) list.append(this.more(list, group, limit));
    }

    private more(list: HTMLElement, group: Group, limit: number): HTMLElement {
        const left = group.findings.length - limit;
        return el("li", { class: "more" }, button(`Show ${Math.min(left, portion)} of ${left} more`, () => this.extend(list, group, limit + portion)));
    }

    private extend(list: HTMLElement, group: Group, limit: number): void {
        this.limits.set(group.code, limit);
        this.fill(list, group);
    }

    private row(finding: Finding, isAlone: boolean): HTMLElement {
        const select = el(
            "button",
            { type: "button", class: "finding", "aria-expanded": "false", onclick: () => selectFinding(finding) },
            el("span", { class: "message" }, isAlone ? "Show where" : sentence(finding.message)),
            el("span", { class: "where" }, whereOf(finding)),
        );
        const row = el("li", {}, select);
        this.rows.set(finding, row);
        return row;
    }

    private move(event: KeyboardEvent): void {
        const target = rove(event, [...this.place.querySelectorAll<HTMLElement>("details[open] button.finding")]);
        if (!target) return;
        event.preventDefault();
        target.focus();
    }

    /* Shows the details of what is selected, wherever that was done. */
    private follow(selected: Selection | null): void {
        this.close();
        const finding = selected?.finding;
        if (!finding || !this.report?.findings.includes(finding)) return;
        const row = this.rows.get(finding) ?? this.reveal(finding);
        if (!row) return;
        const group = row.closest("details");
        if (group) group.open = true;
        row.querySelector("button")?.setAttribute("aria-expanded", "true");
        row.append(findingDetails(finding));
        this.openRow = row;
        row.scrollIntoView({ block: "nearest" });
    }

    private close(): void {
        this.openRow?.querySelector("button")?.setAttribute("aria-expanded", "false");
        this.openRow?.querySelector(".finding-details")?.remove();
        this.openRow = null;
    }

    /* The row of a finding that stands behind "more". */
    private reveal(finding: Finding): HTMLElement | null {
        const at = this.groups.findIndex((group) => group.findings.includes(finding));
        const group = this.groups[at];
        const list = this.place.querySelectorAll<HTMLElement>("ul.findings")[at];
        if (!group || !list) return null;
        this.extend(list, group, group.findings.indexOf(finding) + portion);
        return this.rows.get(finding) ?? null;
    }
}

function whereOf(finding: Finding): string {
    const { subject } = finding;
    const place = finding.inner ? `${offset(finding.offset)} unpacked ${offset(finding.inner.offset)}` : offset(finding.offset);
    return [place, subject?.record, subject?.cell, subject?.worldspace, finding.path].filter(Boolean).join(" · ");
}

function firstSentence(text: string): string {
    return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}

function isShown(finding: Finding, settings: Settings): boolean {
    if (settings.hidden.includes(finding.severity)) return false;
    const search = settings.search.trim().toLowerCase();
    return search === "" || haystack(finding).includes(search);
}

function haystack(finding: Finding): string {
    const { subject } = finding;
    return [finding.code, finding.message, finding.path, offset(finding.offset), subject?.name, subject?.record, subject?.cell, subject?.worldspace].join("\n").toLowerCase();
}

function groupsOf(findings: Finding[], catalogue: Catalogue): Group[] {
    const groups = new Map<string, Group>();
    for (const finding of findings) {
        const key = `${finding.code} ${finding.severity}`;
        const group = groups.get(key) ?? { rule: catalogue.rules.get(finding.code) ?? null, code: finding.code, severity: finding.severity, findings: [] };
        group.findings.push(finding);
        groups.set(key, group);
    }
    return [...groups.values()].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || causes(b) - causes(a));
}

function causes(group: Group): number {
    return group.findings.some((finding) => finding.cause) ? 1 : 0;
}
