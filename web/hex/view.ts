/* The bytes of a file, with the field under the cursor, coloured by record. Rows are made for what is in
 * sight only; what a byte is comes from the library, window by window. */
import type { Client } from "../judge/client";
import type { Field } from "../judge/protocol";
import { button, el, replace } from "../page/dom";
import { hex, offset } from "../page/words";
import type { Entry } from "../session/entry";
import { findingAt, Place, selection, selectPlace, Selection } from "../session/selection";
import type { Opened } from "../session/opened";
import type { Signal } from "../page/signal";
import { recordOf, Tints } from "./records";
import { Scroll } from "./scroll";
import { FileSpace, Space, UnpackedSpace } from "./space";

export class BytesView {
    private readonly rows = el("div", { class: "bytes-rows", "aria-hidden": "true" });
    private readonly spacer = el("div", { class: "bytes-spacer" }, this.rows);
    private readonly frame = el("div", {
        class: "bytes-scroll",
        tabindex: 0,
        role: "application",
        "aria-label": "Bytes of the file: arrow keys move the cursor, and the field under it is read out",
        "aria-describedby": "byte-field",
    }, this.spacer);
    private readonly field = el("div", { class: "bytes-field", id: "byte-field", role: "status" });
    private readonly caption = el("span", { class: "caption" });
    private readonly tools = el("span", { class: "tools" });
    private readonly scroll = new Scroll(this.frame, this.spacer, () => this.rowPixels, () => this.paint());

    private entry: Entry | null = null;
    private file: FileSpace | null = null;
    private space: Space | null = null;
    private tints = new Tints();
    private empty = "";
    private cursor = 0;
    private perRow = 16;
    private rowPixels = 24;
    private letterPixels = 8;
    private padPixels = 11;
    private timer = 0;
    private isPainting = false;
    private wanted = 0; /* counts up with every place that is asked for: an answer to an earlier one is late */

    constructor(
        place: HTMLElement,
        private readonly reader: Client,
        opened: Signal<Opened | null>,
    ) {
        const goTo = el("input", { type: "search", size: 18, placeholder: "Go to 0x… or /path", "aria-label": "Go to an offset or a path" });
        goTo.addEventListener("change", () => void this.goTo(goTo.value));
        replace(place, el("div", { class: "panel-head" }, el("h2", {}, "Bytes"), this.caption, goTo, this.tools), el("div", { class: "bytes-frame" }, this.frame, this.field));
        opened.watch((file) => this.open(file));
        selection.watch((selected) => void this.follow(selected));
        this.listen();
    }

    private listen(): void {
        this.frame.addEventListener("keydown", (event) => this.key(event));
        this.rows.addEventListener("click", (event) => this.click(event));
        new ResizeObserver(() => this.fit()).observe(this.frame);
    }

    private open(opened: Opened | null): void {
        this.wanted++;
        this.entry = opened?.entry ?? null;
        this.file = opened?.blob ? new FileSpace(opened.blob, this.reader, () => this.paint()) : null;
        this.cursor = 0;
        this.tints = new Tints();
        this.empty = !opened ? "Reading…" : opened.entry.file ? "This file cannot be read any more. Was it moved?" : "Choose one of the files to see its bytes.";
        this.show(this.file);
        if (selection.value) void this.follow(selection.value);
    }

    private show(space: Space | null): void {
        this.space = space;
        this.cursor = Math.min(this.cursor, Math.max(0, (space?.length ?? 1) - 1));
        this.caption.textContent = space?.packedAt === null || !space ? "" : `Unpacked from ${offset(space.packedAt)}`;
        replace(this.tools, space && space.packedAt !== null && button("Back to the file", () => this.leaveUnpacked(space.packedAt!), { class: "small" }));
        this.fit();
    }

    private leaveUnpacked(at: number): void {
        this.show(this.file);
        this.moveTo(at);
    }

    /* Takes the sizes of a letter and a row from the page: they change with its zoom. */
    private fit(): void {
        const probe = el("span", {}, "0".repeat(20));
        const row = el("div", { class: "bytes-row" }, probe);
        this.rows.append(row);
        this.letterPixels = probe.getBoundingClientRect().width / 20 || 8;
        this.rowPixels = row.getBoundingClientRect().height || 24;
        this.padPixels = parseFloat(getComputedStyle(row).paddingLeft) || 0;
        row.remove();
        const letters = (this.frame.clientWidth - 2 * this.padPixels) / this.letterPixels;
        this.perRow = letters >= 75 ? 16 : letters >= 43 ? 8 : 4;
        this.scroll.setRows(Math.ceil((this.space?.length ?? 0) / this.perRow));
        this.scroll.reveal(Math.floor(this.cursor / this.perRow));
    }

    /* ---- Painting ---- */

    private paint(): void {
        if (this.isPainting) return;
        this.isPainting = true;
        requestAnimationFrame(() => {
            this.isPainting = false;
            this.paintNow();
        });
    }

    private paintNow(): void {
        const { space } = this;
        if (!space) {
            replace(this.rows);
            return replace(this.field, el("span", { class: "quiet" }, this.empty));
        }
        const first = this.scroll.firstRow;
        const marks = this.marksOf();
        const rows: HTMLElement[] = [];
        for (let row = first; row <= first + this.scroll.visibleRows && row * this.perRow < Math.max(1, space.length); row++) {
            rows.push(this.row(space, row * this.perRow, marks));
        }
        replace(this.rows, ...rows);
        this.showField(space);
    }

    /* What of the selection and of errors and warnings lies in this space. */
    private marksOf(): { picked: [number, number]; wrong: [number, number][] } {
        const place = selection.value?.place;
        const picked = place ? this.rangeOf(place) : null;
        const findings = (this.entry?.report?.findings ?? []).filter(({ severity }) => severity !== "info");
        const wrong = findings.map((finding) => this.rangeOf(finding)).filter((range): range is [number, number] => range !== null);
        return { picked: picked ?? [-1, -1], wrong };
    }

    private rangeOf(place: { offset: number; length: number; inner?: { offset: number; length: number } | null }): [number, number] | null {
        const packedAt = this.space?.packedAt ?? null;
        if (packedAt === null) return [place.offset, place.offset + Math.max(1, place.length)];
        if (place.offset !== packedAt || !place.inner) return null;
        return [place.inner.offset, place.inner.offset + Math.max(1, place.inner.length)];
    }

    private row(space: Space, at: number, marks: ReturnType<BytesView["marksOf"]>): HTMLElement {
        const row = el("div", { class: "bytes-row" }, el("span", { class: "at" }, `${hex(at, 8)}  `));
        const classes: string[] = [];
        const end = at + this.perRow;
        const wrong = marks.wrong.filter(([from, to]) => from < end && at < to);
        let field: Field | null = null;
        for (let i = at; i < Math.min(end, space.length); i++) {
            if (!field || !covers(space, field, i)) field = space.field(i);
            classes.push(this.classOf(field, i, marks.picked, wrong));
        }
        appendRuns(row, classes, (i) => `${byteText(space.byte(at + i))}${i % 8 === 7 ? "  " : " "}`);
        row.append(" ".repeat(columns(this.perRow) - columns(classes.length)));
        appendRuns(row, classes, (i) => letterText(space.byte(at + i)));
        return row;
    }

    private classOf(field: Field | null, at: number, picked: [number, number], wrong: [number, number][]): string {
        const tint = field ? this.tints.of(field.path) : "";
        const isWrong = wrong.some(([from, to]) => at >= from && at < to);
        const isPicked = at >= picked[0] && at < picked[1];
        return `cell ${tint}${isPicked ? " picked" : ""}${isWrong ? " wrong" : ""}${at === this.cursor ? " cursor" : ""}`;
    }

    private showField(space: Space): void {
        const field = space.length > 0 ? space.field(this.cursor) : null;
        const at = `Byte ${offset(this.cursor)}`;
        if (!field) return replace(this.field, el("span", {}, at), el("span", { class: "quiet" }, space.length === 0 ? "The file is empty." : "No field that navlint knows."));
        const finding = findingAt(this.entry?.report ?? null, placeOf(field));
        replace(
            this.field,
            el("span", {}, el("strong", {}, nameIn(field.path)), ` ${field.type} = `, el("strong", { class: "value" }, field.value)),
            el("span", { class: "quiet" }, `${at} · `, el("code", {}, field.path)),
            finding?.path === field.path && el("span", {}, finding.message),
            field.inner && space.packedAt === null && button("Show what these bytes unpack to", () => void this.unpack(field.offset, 0), { class: "link" }),
        );
    }

    /* ---- Moving ---- */

    private moveTo(at: number): void {
        if (!this.space) return;
        this.wanted++;
        this.cursor = Math.max(0, Math.min(at, this.space.length - 1));
        this.scroll.reveal(Math.floor(this.cursor / this.perRow));
        this.paint();
    }

    private key(event: KeyboardEvent): void {
        const page = this.scroll.visibleRows * this.perRow;
        const rowAt = this.cursor - (this.cursor % this.perRow);
        const all = event.ctrlKey || event.metaKey;
        const targets: Record<string, number> = {
            ArrowLeft: this.cursor - 1,
            ArrowRight: this.cursor + 1,
            ArrowUp: this.cursor - this.perRow,
            ArrowDown: this.cursor + this.perRow,
            PageUp: this.cursor - page,
            PageDown: this.cursor + page,
            Home: all ? 0 : rowAt,
            End: all ? (this.space?.length ?? 1) - 1 : rowAt + this.perRow - 1,
            Enter: this.cursor,
        };
        const target = targets[event.key];
        if (target === undefined || !this.space) return;
        event.preventDefault();
        this.moveTo(target);
        this.selectSoon(event.key === "Enter" ? 0 : 150);
    }

    private click(event: MouseEvent): void {
        const { space } = this;
        if (!space) return;
        const box = this.rows.getBoundingClientRect();
        const row = this.scroll.firstRow + Math.floor((event.clientY - box.top) / this.rowPixels);
        const letter = Math.floor((event.clientX - box.left - this.padPixels) / this.letterPixels) - 10;
        const column = columnAt(letter, this.perRow);
        const at = row * this.perRow + column;
        if (column < 0 || at >= space.length) return;
        this.moveTo(at);
        this.selectSoon(0);
    }

    /* Selects the field under the cursor, unless the cursor goes on before. */
    private selectSoon(delayMs: number): void {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => {
            const field = this.space?.field(this.cursor);
            const report = this.entry?.report ?? null;
            selectPlace(field ? placeOf(field) : { path: "", offset: this.cursor, length: 1, inner: null }, report, "bytes");
        }, delayMs);
    }

    private async follow(selected: Selection | null): Promise<void> {
        if (!selected || selected.by === "bytes") return this.paint();
        if (!this.file) return; /* open() comes back to it */
        const { place } = selected;
        if (place.inner) return this.unpack(place.offset, place.inner.offset);
        if (this.space !== this.file) this.show(this.file);
        this.moveTo(place.offset);
    }

    /* Shows what the packed bytes at `at` unpack to, with the cursor at `inner`. */
    private async unpack(at: number, inner: number): Promise<void> {
        const wanted = ++this.wanted;
        if (this.space?.packedAt === at) return this.moveTo(inner);
        const unpacked = await this.unpacked(at).catch(() => null);
        if (wanted !== this.wanted) return;
        this.show(unpacked ?? this.file);
        this.moveTo(unpacked ? inner : at);
    }

    private async unpacked(at: number): Promise<UnpackedSpace | null> {
        const bytes = await this.reader.call("unpacked", at);
        return bytes && new UnpackedSpace(bytes, at, await this.reader.call("fields", at, at + 1));
    }

    private async goTo(words: string): Promise<void> {
        const text = words.trim();
        const number = /^\+?(0x[0-9a-f]+|\d+)$/i.exec(text);
        if (number) {
            this.moveTo(Number(number[1]));
            return this.selectSoon(0);
        }
        const field = text.startsWith("/") ? await this.reader.call("fieldAt", text).catch(() => null) : null;
        if (field) selectPlace(placeOf(field), this.entry?.report ?? null, "findings");
    }
}

function placeOf(field: Field): Place {
    return { path: field.path, offset: field.offset, length: field.length, inner: field.inner };
}

function covers(space: Space, field: Field, at: number): boolean {
    const range = space.packedAt === null ? field : field.inner ?? field;
    return at >= range.offset && at < range.offset + range.length;
}

/* The field's name below its record: "connections/east/0". */
function nameIn(path: string): string {
    return path.slice(recordOf(path).length + 1);
}

/* Letters that the bytes of a row take: three each, and one more after eight. */
function columns(bytes: number): number {
    return bytes * 3 + Math.floor(bytes / 8);
}

/* The byte of a row that a letter stands for, in the left half or in the right one; -1 for neither. */
function columnAt(letter: number, perRow: number): number {
    const right = letter - columns(perRow);
    if (right >= 0) return right < perRow ? right : -1;
    if (letter < 0) return -1;
    const eight = Math.floor(letter / 25);
    return Math.min(perRow - 1, eight * 8 + Math.min(7, Math.floor((letter % 25) / 3)));
}

function byteText(byte: number | null): string {
    return byte === null ? "··" : hex(byte, 2);
}

function letterText(byte: number | null): string {
    return byte !== null && byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".";
}

/* One element for neighbours of the same class: 60 rows are some hundred elements, not two thousand. */
function appendRuns(row: HTMLElement, classes: string[], text: (i: number) => string): void {
    for (let from = 0; from < classes.length; ) {
        let to = from;
        let letters = "";
        while (to < classes.length && classes[to] === classes[from]) letters += text(to++);
        row.append(el("span", { class: classes[from]! }, letters));
        from = to;
    }
}

