import type { Bytes, CheckOptions, Engine, Input, Recognised, Severity } from './engine.js';

export { FORMS, NavlintError } from './engine.js';
export type { Bytes, CheckOptions, Engine, Form, Input, Recognised, Severity, Status } from './engine.js';

export type Verdict = 'valid' | 'invalid' | 'indeterminate';

export interface Finding {
    /** The rule: `explain(code)`. */
    code: string;
    severity: 'error' | 'warning' | 'info';
    message: string;
    [more: string]: unknown;
}

/** What all reports have. The whole is in schemas/report.schema.json. */
export interface Report {
    verdict: Verdict;
    summary: Record<string, unknown>;
    findings: Finding[];
    [more: string]: unknown;
}

/** Judges one file that is in memory. Blocks while it does; rejects with a NavlintError. */
export function check(bytes: Bytes, options?: CheckOptions & { name?: string | Uint8Array }): Promise<Report>;

/** Judges files that are in memory together: what one refers to in another is looked up. */
export function checkSet(inputs: Input[], options?: CheckOptions): Promise<Report>;

/** Options of `navlint check` under JavaScript's names: `{ failOn: 'warning' }` is `--fail-on warning`. */
export interface FileOptions {
    /** The folder that paths start from, and below which configurations are looked for. */
    cwd?: string;
    inputFormat?: string;
    game?: string;
    scope?: 'all' | 'navmesh';
    ignore?: string[];
    only?: string[];
    severity?: Record<string, Severity>;
    minSeverity?: Exclude<Severity, 'off'>;
    pedantic?: boolean;
    failOn?: Exclude<Severity, 'off'> | 'never';
    masters?: string[];
    exclude?: string[];
    respectGitignore?: boolean;
    config?: string;
    noConfig?: boolean;
    maxFindings?: number;
    maxBytes?: number;
    [option: string]: unknown;
}

export interface FilesResult {
    /** The command's exit code: 0, 1, or 3 if something could not be read or has no verdict. */
    code: number;
    reports: Report[];
    /** What the command says on standard error. */
    messages: string;
}

/** Judges files, folders and archives as `navlint check` does, in a process of its own. */
export function checkFiles(paths: string[], options?: FileOptions): Promise<FilesResult>;

/** schemas/formats.schema.json */
export function formats(): Promise<any[]>;
/** schemas/rules.schema.json */
export function rules(format?: string): Promise<any[]>;
export function explain(code: string): Promise<any>;
/** schemas/layout.schema.json */
export function layouts(format?: string): Promise<any[]>;
/** A smallest file that breaks the rule. */
export function witness(code: string): Promise<Uint8Array>;
export function recognise(
    bytes: Bytes,
    options?: { name?: string; found?: boolean; inputFormat?: string },
): Promise<Recognised>;
/** What a file holds, field for field, as `navlint dump --format json` shows it. */
export function dump(bytes: Uint8Array, options?: Record<string, unknown>): Promise<any>;
export function version(): Promise<string>;

export interface RunOptions {
    cwd?: string;
    env?: Record<string, string | undefined>;
    stdin?: Uint8Array | string;
}

export interface RunResult {
    code: number | null;
    signal: string | null;
    stdout: Uint8Array;
    stderr: Uint8Array;
}

/** Runs the command in a process of its own; no shell reads the words. */
export function run(words: string[], options?: RunOptions): Promise<RunResult>;

/** The library itself: compiled once, when it is first asked for. */
export function loadEngine(): Promise<Engine>;
