// navlint for programs: judges bytes in this process, files and folders as the command does.

import { readFile } from 'node:fs/promises';

import { createEngine, NavlintError } from './engine.js';
import { optionWords, run } from './host/child.js';

export { FORMS, NavlintError } from './engine.js';
export { run };

const VERDICTS = new Set([0, 1]); // exit codes with which every file has its verdict, or says in its report why not
const UNREAD = 3;

/** @type {Promise<import('./engine.js').Engine> | undefined} */
let engine;

/** The library itself: compiled once, when it is first asked for. */
export function loadEngine() {
    engine ??= readFile(new URL('./navlint.wasm', import.meta.url)).then(createEngine);
    return engine;
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
    const words = ['check', '--format', 'ndjson', ...optionWords(options), '--', ...paths];
    const { code, stdout, stderr } = await run(words, { cwd });
    if (!VERDICTS.has(code) && code !== UNREAD) throw new NavlintError('badArgument', stderr.toString().trimEnd());
    const reports = stdout.toString().split('\n').filter(Boolean).map((line) => JSON.parse(line));
    return { code, reports, messages: stderr.toString() };
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
    const { code, stdout, stderr } = await run(['dump', '--format', 'json', ...optionWords(options), '-'], { stdin: bytes });
    if (code !== 0) throw new NavlintError(code === 2 ? 'badArgument' : 'notRecognised', stderr.toString().trimEnd());
    return JSON.parse(stdout.toString());
}

export const version = async () => (await loadEngine()).version;
