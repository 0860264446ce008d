/* The verdict in words, what was judged, and what is in it. */
import { el, replace } from "../page/dom";
import { counted, grouped, sentence, size, spaced } from "../page/words";
import type { Entry } from "../session/entry";
import type { Catalogue, Finding, Impact, Report, Scalar } from "./report";

export type Mood = "good" | "warning" | "error" | "unknown";

export interface Words {
    mood: Mood;
    headline: string;
    detail: string;
}

/* The worst first. */
const impacts: Impact[] = ["crash", "hang", "rejected", "broken", "cosmetic"];

const headlines: Record<Impact, string> = {
    crash: "can crash the game.",
    hang: "can hang the game.",
    rejected: "will be refused by the game.",
    broken: "loads, but characters will stand still or walk wrong.",
    cosmetic: "has errors that do not show in play.",
};

export function worstImpact(findings: Finding[]): Impact | null {
    return impacts.find((impact) => findings.some((finding) => finding.severity === "error" && finding.impact === impact)) ?? null;
}

function allFindings(report: Report): Finding[] {
    return [...report.findings, ...(report.members ?? []).flatMap((member) => member.findings)];
}

export function verdictWords(report: Report): Words {
    const what = report.set ? "This set of files" : "This file";
    const { errors, warnings, infos } = report.summary;
    if (report.verdict === "indeterminate") {
        return { mood: "unknown", headline: `${what} could not be judged.`, detail: sentence(report.limit?.message ?? "") };
    }
    if (report.verdict === "invalid") {
        const impact = worstImpact(allFindings(report)) ?? "broken";
        return { mood: "error", headline: `${what} ${headlines[impact]}`, detail: errorsAnd(errors, warnings) };
    }
    if (warnings > 0) {
        return { mood: "warning", headline: `${what} is safe to ship, but look at it once more.`, detail: `No errors, ${counted(warnings, "warning")}: probably unintended.` };
    }
    return { mood: "good", headline: `${what} is safe to ship.`, detail: infos > 0 ? `No errors, no warnings. ${counted(infos, "note")} of what is worth knowing.` : "Every byte was read, every reference checked, and nothing is wrong." };
}

function errorsAnd(errors: number, warnings: number): string {
    const rest = warnings > 0 ? ` and ${counted(warnings, "warning")}` : "";
    return `${counted(errors, "error")}${rest}. Repair ${errors === 1 ? "it" : "the errors"} before you ship.`;
}

/* A few letters for the list of files. */
export function shortVerdict(entry: Entry): { mood: Mood; text: string } {
    if (entry.outcome === "failed") return { mood: "unknown", text: "failed" };
    if (entry.outcome === "context") return { mood: "unknown", text: "read, not judged" };
    if (!entry.report) return { mood: "unknown", text: entry.outcome };
    const { errors, warnings } = entry.report.summary;
    if (entry.report.verdict === "indeterminate") return { mood: "unknown", text: "not judged" };
    if (errors > 0) return { mood: "error", text: counted(errors, "error") };
    if (warnings > 0) return { mood: "warning", text: counted(warnings, "warning") };
    return { mood: "good", text: "in order" };
}

export const glyphs: Record<Mood, string> = { good: "✓", warning: "▲", error: "●", unknown: "?" };

/* Shows the verdict of an entry in `place`. */
export function showVerdict(place: HTMLElement, entry: Entry, catalogue: Catalogue): void {
    const { report } = entry;
    const words = report ? verdictWords(report) : wordsWithoutReport(entry);
    place.dataset["mood"] = words.mood;
    replace(
        place,
        el("p", { class: "file-name" }, entry.name),
        el("h2", { id: "verdict-words", tabindex: "-1" }, el("span", { class: "glyph", "aria-hidden": "true" }, glyphs[words.mood]), words.headline),
        el("p", { class: "detail" }, words.detail),
        report && el("p", { class: "quiet" }, describe(report, catalogue)),
        report && factsOf(report),
    );
}

function wordsWithoutReport(entry: Entry): Words {
    const words: Record<string, [string, string]> = {
        failed: ["navlint gave up on this file.", `${sentence(entry.problem)}. The other files are not affected; please report this with the file if you can.`],
        cancelled: ["This file was not judged.", "You cancelled before its turn came."],
        context: ["This file was read for the others.", "Another file refers to it. It was not judged itself."],
    };
    const [headline, detail] = words[entry.outcome] ?? ["Judging this file.", ""];
    return { mood: "unknown", headline, detail };
}

function describe(report: Report, catalogue: Catalogue): string {
    const format = catalogue.formats.find((known) => known.id === report.format?.id);
    const parts = [
        format && [format.title, report.format?.version].filter(Boolean).join(", version "),
        report.format?.dialect && `dialect ${report.format.dialect}`,
        report.set && counted(report.set.members, "file"),
        size(report.input?.bytes ?? report.set?.bytes ?? 0),
        report.coverage && `${grouped(report.coverage.claimedBytes)} bytes accounted for`,
    ];
    return parts.filter(Boolean).join(" · ");
}

function factsOf(report: Report): HTMLElement | null {
    const facts = Object.entries(report.facts).filter(([, value]) => value !== null);
    if (facts.length === 0) return null;
    const rows = facts.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, sentence(spaced(name))), el("td", {}, factText(value))));
    return el("details", { class: "facts" }, el("summary", {}, "What is in it"), el("table", {}, el("tbody", {}, ...rows)));
}

function factText(value: Scalar | boolean): string {
    return typeof value === "number" ? grouped(value) : String(value);
}
