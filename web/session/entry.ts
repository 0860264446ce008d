/* A row of the list of files: a file, or several that were judged together. */
import type { Group, Surveyed } from "../judge/plan";
import { fullName } from "../judge/plan";
import type { Report } from "../report/report";

export type Outcome = "waiting" | "judging" | "judged" | "failed" | "cancelled" | "context";

export interface Entry {
    name: string;
    file: Surveyed | null; /* null: the set itself */
    group: Group | null;   /* null: read for others, and not judged */
    outcome: Outcome;
    report: Report | null;
    problem: string; /* why there is no report */
}

export function entriesOf(group: Group): Entry[] {
    const isSet = group.members.length > 1;
    const blank = { group, outcome: "waiting" as Outcome, report: null, problem: "" };
    const files = group.members.map((file) => ({ ...blank, name: fullName(file.source), file }));
    return isSet ? [{ ...blank, name: group.name, file: null }, ...files] : files;
}

export function contextEntry(file: Surveyed): Entry {
    return { name: fullName(file.source), file, group: null, outcome: "context", report: null, problem: "" };
}

/* Hands the report of a group out to its entries: a set's own, then those of its members. A file with
 * context has a set to itself, of which its own report is shown. */
export function settle(entries: Entry[], report: Report): void {
    const members = report.members ?? [];
    const reports = entries.length === 1 ? [members[0] ?? report] : [report, ...members];
    entries.forEach((entry, i) => {
        entry.report = reports[i] ?? null;
        entry.outcome = entry.report ? "judged" : "failed";
        if (!entry.report) entry.problem = "the library gave no report";
    });
}
