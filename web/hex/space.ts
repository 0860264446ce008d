/* Bytes that can be looked at: those of a file, or what a packed record of it unpacks to. They come in
 * pages when they are asked for; until then they are null, and `arrived` says when to ask again. */
import type { Client } from "../judge/client";
import type { Field } from "../judge/protocol";

const bytePage = 1 << 16;
const fieldPage = 1 << 12;
const mostPages = 64;

/* Pages that were asked for; the oldest go when there are too many. */
class Pages<T> {
    private readonly pages = new Map<number, T | null>();

    constructor(private readonly load: (page: number) => Promise<T>, private readonly arrived: () => void) {}

    at(page: number): T | null {
        const there = this.pages.get(page);
        if (there !== undefined) return there;
        this.pages.set(page, null);
        /* What cannot be had stays null: asking again for each byte would help nobody. */
        this.load(page).then(
            (value) => this.keep(page, value),
            () => undefined,
        );
        return null;
    }

    private keep(page: number, value: T): void {
        this.pages.delete(page);
        this.pages.set(page, value);
        for (const oldest of this.pages.keys()) {
            if (this.pages.size <= mostPages) break;
            this.pages.delete(oldest);
        }
        this.arrived();
    }
}

export interface Space {
    readonly length: number;
    readonly packedAt: number | null; /* of unpacked bytes: where the packed ones are in the file */
    byte(at: number): number | null;
    /* The field that a byte belongs to; null if there is none, or none yet. */
    field(at: number): Field | null;
}

export class FileSpace implements Space {
    readonly packedAt = null;
    private readonly bytes: Pages<Uint8Array>;
    private readonly fields: Pages<Field[]>;

    constructor(private readonly blob: Blob, client: Client, arrived: () => void) {
        const slice = (page: number) => blob.slice(page * bytePage, (page + 1) * bytePage).arrayBuffer();
        this.bytes = new Pages(async (page) => new Uint8Array(await slice(page)), arrived);
        this.fields = new Pages((page) => client.call("fields", page * fieldPage, (page + 1) * fieldPage), arrived);
    }

    get length(): number {
        return this.blob.size;
    }

    byte(at: number): number | null {
        return this.bytes.at(Math.floor(at / bytePage))?.[at % bytePage] ?? null;
    }

    field(at: number): Field | null {
        const fields = this.fields.at(Math.floor(at / fieldPage));
        return fields ? fieldIn(fields, at, (field) => field) : null;
    }
}

export class UnpackedSpace implements Space {
    private readonly fields: Field[];

    constructor(private readonly bytes: Uint8Array, readonly packedAt: number, fields: Field[]) {
        this.fields = fields.filter((field) => field.inner !== null).sort((a, b) => a.inner!.offset - b.inner!.offset);
    }

    get length(): number {
        return this.bytes.length;
    }

    byte(at: number): number | null {
        return this.bytes[at] ?? null;
    }

    field(at: number): Field | null {
        return fieldIn(this.fields, at, (field) => field.inner!);
    }
}

/* The last of the sorted fields that begins at or before a byte, if it reaches it; of packed fields that all
 * stand at one place in the file the first. */
function fieldIn(fields: Field[], at: number, range: (field: Field) => { offset: number; length: number }): Field | null {
    let low = 0;
    let high = fields.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (range(fields[middle]!).offset <= at) low = middle + 1;
        else high = middle;
    }
    for (let i = low - 1; i >= 0 && i >= low - 8; i--) {
        const { offset, length } = range(fields[i]!);
        if (at < offset + length) return fields[i]!;
    }
    return null;
}
