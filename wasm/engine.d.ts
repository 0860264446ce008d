/** Why a call did not do what it was asked; `crashed`: the engine trapped, and the next call has a new one. */
export type Status =
    | 'ok'
    | 'badArgument'
    | 'unknownFormat'
    | 'unknownRule'
    | 'unknownGame'
    | 'noMemory'
    | 'notRecognised'
    | 'unsupported'
    | 'notPacked'
    | 'crashed';

export type Form =
    | 'json'
    | 'ndjson'
    | 'text'
    | 'sarif'
    | 'sarif-github'
    | 'github'
    | 'gitlab'
    | 'junit'
    | 'markdown'
    | 'csv';

export const FORMS: readonly Form[];

export type Severity = 'error' | 'warning' | 'info' | 'off';

/** What the library for pages calls BufferSource: programs need not have that library. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** What that library calls WebAssembly.Module, and declares as empty. */
export type CompiledModule = object;

export interface Input {
    /** As reports show it: a text, or bytes of any kind but NUL. `-` if there is none. */
    name?: string | Uint8Array;
    bytes: Bytes | string;
    /** 64 hexadecimal digits, shown in reports. */
    sha256?: string;
    /** Read for what the others refer to, and not reported: a master of a plugin. */
    context?: boolean;
}

/** Of what is judged: navlint_options of navlint.h, which says what each of them does. */
export interface CheckOptions {
    inputFormat?: string;
    game?: string;
    setName?: string;
    ignore?: string[];
    only?: string[];
    severity?: Record<string, Severity>;
    pedantic?: boolean;
    scope?: 'all' | 'navmesh';
    minSeverity?: Severity;
    maxFindings?: number;
    maxFindingsPerRule?: number;
    maxInputBytes?: number | bigint;
    maxSteps?: number | bigint;
}

/** Of what is shown: navlint_text_style and navlint_export_style. */
export interface RenderOptions extends CheckOptions {
    /** `text`: less severe findings are left out; `info` if it is not given. */
    textSeverity?: Severity;
    /** `text`: so many of one rule in one input; all if it is not given. */
    shownPerRule?: number;
    /** `text`: said where findings are left out, `--all`. */
    more?: string;
    /** `text`: of a finding's notes those alone that say what its message does not. */
    hintsOnly?: boolean;
    /** The other forms but JSON: less severe findings are left out. */
    exportSeverity?: Severity;
    /** The same: as what an input without a verdict is shown; `error` if it is not given. */
    unjudged?: Severity;
    /** The same: name of the archive that holds the inputs. */
    archive?: string;
    /** The same: as SARIF shows it; 0 if it is not given. */
    exitCode?: number;
}

/** Data alone: a worker can post it. The getters parse on demand. */
export class CheckResult {
    readonly status: Status;
    /** Why the status is not `ok`. */
    readonly message: string;
    /** Each form that was asked for, in the bytes that the command prints. */
    readonly outputs: Partial<Record<Form, Uint8Array>>;
    text(form: Form): string | undefined;
    get json(): string | undefined;
    /** schemas/report.schema.json */
    get report(): any;
}

export class NavlintError extends Error {
    constructor(status: Status, message: string);
    readonly status: Status;
}

export interface Recognised {
    /** As what the input is to be checked; null: it is none of the formats. */
    format: string | null;
    detectedBy: 'magic' | 'content' | 'name' | null;
    /** A game whose files have this form, but are laid out otherwise. */
    otherGame: string | null;
    /** Files that it refers to: the masters of a plugin. */
    needs: string[];
}

/** All but check() throw a NavlintError. */
export interface Engine {
    readonly version: string;
    /** schemas/formats.schema.json */
    formats(): any[];
    /** schemas/rules.schema.json */
    rules(format?: string): any[];
    explain(code: string): any;
    /** schemas/layout.schema.json */
    layouts(format?: string): any[];
    schema(): any;
    /** The documents that the above parse, as the library writes them. */
    catalogue(kind: 'version' | 'formats' | 'rules' | 'rule' | 'layout' | 'schema', subject?: string): string;
    /** found: the input lies among others, and nobody named it. The first megabyte of it suffices. */
    recognise(input: Input, options?: { found?: boolean; inputFormat?: string }): Recognised;
    /** Judges one input, or several as a set. forms: what of the report is rendered; `json` if it is not given. */
    check(inputs: Input[], options?: RenderOptions & { forms?: Form[] }): CheckResult;
    render(inputs: Input[], options: RenderOptions, form: Form): string;
    /** A smallest file that breaks the rule. */
    witness(code: string): Uint8Array;
}

/** source: the bytes of navlint.wasm, or the WebAssembly.Module that was made of them. */
export function createEngine(source: Bytes | CompiledModule): Promise<Engine>;
