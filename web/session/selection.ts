/* What is selected. The three views show one and the same place: a finding has a path and an offset, a
 * byte belongs to a field with a path, a shape is drawn from a record with a path. */
import type { Finding, Range, Report } from "../report/report";
import { Signal } from "../page/signal";

export interface Place extends Range {
    path: string;
    inner: Range | null; /* in packed bytes: the place in what they unpack to */
}

export type View = "findings" | "bytes" | "map";

export interface Selection {
    place: Place;
    finding: Finding | null;
    by: View; /* where it was selected: the others follow */
}

export const selection = new Signal<Selection | null>(null);

export function selectFinding(finding: Finding): void {
    const { path, offset, length, inner } = finding;
    selection.set({ place: { path, offset, length, inner: inner ?? null }, finding, by: "findings" });
}

/* Selects a place; a finding about it, or about a part of it, comes along. */
export function selectPlace(place: Place, report: Report | null, by: View): void {
    selection.set({ place, finding: findingAt(report, place), by });
}

/* The finding of the same field; else the first that lies in the place; else of the same record. */
export function findingAt(report: Report | null, place: Place): Finding | null {
    const findings = report?.findings ?? [];
    return (
        findings.find((finding) => finding.path === place.path && place.path !== "") ??
        findings.find((finding) => isInside(finding.path, place.path)) ??
        findings.find((finding) => overlaps(finding, place)) ??
        null
    );
}

/* Is `path` of a part of what `whole` is the path of? The file itself has the empty path. */
export function isInside(path: string, whole: string): boolean {
    return whole !== "" && path.startsWith(`${whole}/`);
}

function overlaps(finding: Finding, place: Place): boolean {
    const a = finding.inner ?? finding;
    const b = place.inner ?? place;
    if ((finding.inner === undefined) !== (place.inner === null)) return false;
    if (finding.inner && finding.offset !== place.offset) return false;
    return a.offset < b.offset + b.length && b.offset < a.offset + a.length;
}
