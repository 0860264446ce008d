/* What the page and its worker say to each other: calls with answers. */
import type { Drawing, Field } from "../../wasm/look.js";
import type { Report } from "../report/report";

export type { Drawing, Field };

/* Of navlint_options, by the words of the command line. */
export interface Options {
    format?: string;
    game?: string;
    pedantic?: boolean;
    ignore?: string[];
    scope?: "navmesh";
    setName?: string;
}

export interface Input {
    name: string;
    blob: Blob;
    isContext?: boolean;
}

/* What the head of a file tells. */
export interface Survey {
    format: string | null; /* null: of no known format */
    needed: string[];      /* names of the files that it refers to */
    digest: number;        /* of the head: 32 bits that tell files apart */
}

export type ExportForm = "json" | "sarif" | "markdown";

export interface Calls {
    catalogue(): { formats: string; rules: string; version: string };
    survey(head: Blob, name: string): Survey;
    judge(inputs: Input[], options: Options): Report;
    /* The same, as a document to save. */
    render(groups: { inputs: Input[]; options: Options }[], form: ExportForm): string;
    witness(code: string): Uint8Array;
    /* The calls below are about the file that was opened last. */
    open(file: Input, options: Options): void;
    fields(from: number, to: number): Field[];
    fieldAt(path: string): Field | null;
    drawing(): Drawing | null;
    unpacked(offset: number): Uint8Array | null;
}

export type CallName = keyof Calls;

export interface Request {
    number: number;
    call: CallName;
    arguments: unknown[];
}

/* isFatal: the engine stopped in the middle of something and cannot be used again. */
export interface Answer {
    number: number;
    result?: unknown;
    error?: { message: string; isFatal: boolean };
}
