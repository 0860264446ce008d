/* The worker: has the library, and answers the page's calls one after the other. */
import { CheckOptions, createEngine, Engine, NavlintError } from "../../wasm/engine.js";
import { Look, lookAt } from "../../wasm/look.js";
import type { Report } from "../report/report";
import type { Answer, CallName, Calls, ExportForm, Input, Options, Request } from "./protocol";
import type { Loaded } from "./worker_start";

/* A worker's end, as much of it as is used: TypeScript knows the page's. */
interface Scope {
    postMessage(message: unknown): void;
    onmessage: ((event: MessageEvent) => void) | null;
}

type Handlers = { [Name in CallName]: (...values: Parameters<Calls[Name]>) => ReturnType<Calls[Name]> | Promise<ReturnType<Calls[Name]>> };

const scope = self as unknown as Scope;

/* FNV-1a. */
function digestOf(bytes: Uint8Array): number {
    let hash = 0x811c9dc5;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
    return hash >>> 0;
}

function handlers(engine: Engine, module: WebAssembly.Module): Handlers {
    let look: Look | null = null;
    return {
        catalogue: () => ({ formats: engine.catalogue("formats"), rules: engine.catalogue("rules"), version: engine.version }),
        survey: async (head, name) => {
            const bytes = await bytesOf(head);
            const { format, needs } = engine.recognise({ name, bytes });
            return { format, needed: needs, digest: digestOf(bytes) };
        },
        judge: async (inputs, options) => {
            const result = engine.check(await load(inputs), engineOptions(options));
            if (result.status !== "ok") throw new NavlintError(result.status, result.message);
            return result.report as Report;
        },
        render: async (groups, form) => {
            const texts = [];
            for (const { inputs, options } of groups) texts.push(engine.render(await load(inputs), engineOptions(options), form));
            return together(texts, form);
        },
        witness: (code) => engine.witness(code),
        open: async ({ name, blob }, options) => {
            look = null;
            look = lookAt(module, { name, bytes: await bytesOf(blob) }, engineOptions(options));
        },
        fields: (from, to) => look?.fields(from, to) ?? [],
        fieldAt: (path) => look?.fieldsOf(path)[0] ?? null,
        drawing: () => look?.drawing() ?? null,
        unpacked: (offset) => look?.unpacked(offset) ?? null,
    };
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
    return new Uint8Array(await blob.arrayBuffer());
}

async function load(inputs: Input[]): Promise<{ name: string; bytes: Uint8Array; context: boolean }[]> {
    const loaded = [];
    for (const { name, blob, isContext } of inputs) loaded.push({ name, bytes: await bytesOf(blob), context: isContext ?? false });
    return loaded;
}

function engineOptions({ format, ...options }: Options): CheckOptions {
    return format ? { ...options, inputFormat: format } : options;
}

/* Several documents as one: what a reader of the form takes. */
function together(texts: string[], form: ExportForm): string {
    if (texts.length === 1) return texts[0]!;
    if (form === "json") return `[${texts.join(",\n")}]\n`;
    if (form === "markdown") return texts.join("\n");
    const [first, ...others] = texts.map((text) => JSON.parse(text) as { runs: unknown[] });
    return JSON.stringify({ ...first!, runs: [first!, ...others].flatMap((log) => log.runs) }, null, 2);
}

/* ---- Calls ---- */

let calls: Handlers | null = null;
let last: Promise<void> = Promise.resolve();

scope.onmessage = (event: MessageEvent<Loaded | Request>) => {
    const { data } = event;
    last = last.then(() => ("module" in data ? begin(data) : answer(data)));
};

async function begin({ module }: Loaded): Promise<void> {
    calls = handlers(await createEngine(module), module);
}

async function answer(request: Request): Promise<void> {
    const { number } = request;
    try {
        const handler = calls![request.call] as (...values: unknown[]) => unknown;
        send({ number, result: await handler(...request.arguments) });
    } catch (error) {
        send({ number, error: { message: explain(error), isFatal: isFatal(error) } });
    }
}

function send(answer: Answer): void {
    scope.postMessage(answer);
}

/* After a trap, or with no memory left, the page gets a new worker. */
function isFatal(error: unknown): boolean {
    return error instanceof RangeError || (error instanceof NavlintError && ["crashed", "noMemory"].includes(error.status));
}

function explain(error: unknown): string {
    if (error instanceof RangeError || (error instanceof NavlintError && error.status === "noMemory")) {
        return "there is not enough memory for it in this browser; the command line has no such limit";
    }
    return error instanceof Error ? error.message : String(error);
}
