// navlint for programs: judges bytes in this process, files and folders as the command does.

import { readFile } from 'node:fs/promises';

import { createEngine, NavlintError } from './engine.js';
import { optionWords, run } from './host/child.js';

export { FORMS, NavlintError } from './engine.js';
export { run };

const USAGE = 2; // cli/output.h: the exit codes
const UNJUDGED = 3;

/** @type {Promise<import('./engine.js').Engine> | undefined} */
let engine;

/** The library itself: compiled once, when it is first asked for. */
export function loadEngine() {
    engine ??= readEngine().catch((error) => {
        engine = undefined; // the next call tries again
        throw error;
    });
    return engine;
}

const readEngine = async () => createEngine(await readFile(new URL('./navlint.wasm', import.meta.url)));

/** Runs the command; throws for exit codes with which it has not done what it was asked. */
async function runWhole(words, options, statuses) {
    const { code, stdout, stderr } = await run(words, options);
    const status = code in statuses ? statuses[code] : 'crashed'; // null: a signal ended it
    if (status !== 'ok') throw new NavlintError(status, stderr.toString().trimEnd());
    return { code, text: stdout.toString(), messages: stderr.toString() };
}

function reportOf(result) {
    if (result.status !== 'ok') throw new NavlintError(result.status, result.message);
    return result.report;
}

/** Judges one file that is in memory. */
export async function check(bytes, { name, ...options } = {}) {
    return reportOf((await loadEngine()).check([{ name, bytes }], options));
}

/** Judges files that are in memory together: what one refers to in another is looked up. */
export async function checkSet(inputs, options = {}) {
    return reportOf((await loadEngine()).check(inputs, options));
}

/** Judges files, folders and archives as `navlint check` does, in a process of its own. */
export async function checkFiles(paths, { cwd, ...options } = {}) {
    const words = ['check', ...optionWords(options), '--format', 'ndjson', '--', ...paths];
    const { code, text, messages } = await runWhole(words, { cwd }, { 0: 'ok', 1: 'ok', [USAGE]: 'badArgument', [UNJUDGED]: 'ok' });
    return { code, reports: text.split('\n').filter(Boolean).map((line) => JSON.parse(line)), messages };
}

/** What is known of each format. */
export const formats = async () => (await loadEngine()).formats();

/** The rules of a format, or all. */
export const rules = async (format) => (await loadEngine()).rules(format);

/** One rule: what it is about, why it matters, how to repair. */
export const explain = async (code) => (await loadEngine()).explain(code);

/** Where the fields of a format lie. */
export const layouts = async (format) => (await loadEngine()).layouts(format);

/** A smallest file that breaks the rule. */
export const witness = async (code) => (await loadEngine()).witness(code);

/** What format the bytes are of. */
export const recognise = async (bytes, { name, ...options } = {}) =>
    (await loadEngine()).recognise({ name, bytes }, options);

/** What a file holds, field for field, as `navlint dump --format json` shows it. */
export async function dump(bytes, options = {}) {
    const words = ['dump', ...optionWords(options), '--format', 'json', '-'];
    const { text } = await runWhole(words, { stdin: bytes }, { 0: 'ok', [USAGE]: 'badArgument', [UNJUDGED]: 'notRecognised' });
    return JSON.parse(text);
}

export const version = async () => (await loadEngine()).version;
