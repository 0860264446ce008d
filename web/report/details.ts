/* What is known of one finding: below its row when it is selected. */
import { button, Child, el } from "../page/dom";
import { listed, offset } from "../page/words";
import { selection } from "../session/selection";
import type { Expected, Finding, Range, Scalar } from "./report";

export function findingDetails(finding: Finding): HTMLElement {
    const rows = [
        row("Field", finding.field && `${finding.field}${finding.type ? ` (${finding.type})` : ""}`),
        row("Holds", finding.actual !== undefined && valueText(finding.actual)),
        row("Should be", finding.expected !== undefined && expectedText(finding.expected)),
        row("Subject", subjectText(finding)),
        row("Bytes", bytesText(finding)),
        row("Path", finding.path && el("code", {}, finding.path)),
        row("Position", finding.position && [finding.position.x, finding.position.y, finding.position.z].map(short).join(", ")),
        row("Go there", finding.jump && copyable(finding.jump)),
        row("Right bytes", finding.fix && el("span", {}, "write ", el("code", {}, spacedBytes(finding.fix.bytes)), ` at ${offset(finding.fix.offset)}`)),
    ];
    return el("div", { class: "finding-details" }, el("dl", {}, ...rows.flat()), ...(finding.related ?? []).map((place) => related(finding, place)));
}

function row(name: string, value: Child): Child[] {
    return value ? [el("dt", {}, name), el("dd", {}, value)] : [];
}

/* A coordinate has 24 bits: seven digits say it. */
function short(coordinate: number): string {
    return String(Number(coordinate.toPrecision(7)));
}

function valueText(value: Scalar): string {
    return typeof value === "string" ? `"${value}"` : String(value);
}

export function expectedText(expected: Scalar | Expected): string {
    if (expected === null || typeof expected !== "object") return valueText(expected);
    if (expected.described !== undefined) return expected.described;
    if (expected.atMost !== undefined) return `at most ${valueText(expected.atMost)}`;
    if (expected.atLeast !== undefined) return `at least ${valueText(expected.atLeast)}`;
    if (expected.between) return `${valueText(expected.between[0])} to ${valueText(expected.between[1])}`;
    return `one of ${listed((expected.oneOf ?? []).map(valueText))}`;
}

function subjectText({ subject }: Finding): string {
    if (!subject) return "";
    return [`${subject.kind ?? ""} ${subject.id ?? ""}`.trim(), subject.name, subject.record, subject.cell, subject.worldspace].filter(Boolean).join(" · ");
}

function bytesText(finding: Finding): string {
    const place = rangeText(finding);
    return finding.inner ? `${rangeText(finding.inner)} of what unpacks from ${place} (${finding.encoding})` : place;
}

function rangeText(range: Range): string {
    return range.length > 1 ? `${offset(range.offset)} to ${offset(range.offset + range.length - 1)}` : offset(range.offset);
}

function spacedBytes(bytes: string): string {
    return bytes.replace(/(..)(?=.)/g, "$1 ");
}

function copyable(text: string): HTMLElement {
    const copy = button("Copy", () => {
        navigator.clipboard.writeText(text).then(
            () => (copy.textContent = "Copied"),
            () => (copy.textContent = "Select it and copy by hand"),
        );
    }, { class: "small" });
    return el("span", {}, el("code", { class: "selectable" }, text), " ", copy);
}

/* Another place that the finding is about: it shows there, and the finding stays selected. */
function related(finding: Finding, place: Range & { message: string }): HTMLElement {
    const go = () => selection.set({ place: { path: "", offset: place.offset, length: place.length, inner: null }, finding, by: "findings" });
    return el("p", { class: "related" }, button(offset(place.offset), go, { class: "link" }), ` ${place.message}`);
}
