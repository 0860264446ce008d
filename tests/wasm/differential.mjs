// differential.mjs TWIN MODULE FOLDER...: judges every file of the folders natively (wasm_twin) and with the
// engine. All renderings must be equal to the byte. A folder that is missing is named and passed over.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { createEngine, FORMS } from '../../wasm/engine.js';
import { jobsOf, listOf } from './jobs.mjs';

const [twin, module, ...folders] = process.argv.slice(2);
const SHOWN = 10;

/** FNV-1a with two starts, as wasm_twin prints it. */
function hash(bytes) {
    let a = 2166136261;
    let b = 84696351;
    for (let i = 0; i < bytes.length; i++) {
        a = Math.imul(a ^ bytes[i], 16777619);
        b = Math.imul(b ^ bytes[i], 16777619);
    }
    const hex = (value) => (value >>> 0).toString(16).padStart(8, '0');
    return `${bytes.length}:${hex(a)}${hex(b)}`;
}

/** Everything that the native program prints; it runs beside the engine. */
function native(...words) {
    const child = spawn(twin, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    return new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (status) =>
            status === 0 ? resolve(Buffer.concat(parts)) : reject(new Error(`${twin} ended with ${status}`)));
    });
}

function judge(engine, files) {
    const inputs = files.map((name) => ({ name, bytes: readFileSync(name) }));
    const result = engine.check(inputs, { forms: FORMS });
    if (result.status !== 'ok') throw new Error(`${files[0]}: ${result.status}: ${result.message}`);
    return result.outputs;
}

async function show(list, { job, files, form, got }) {
    const expected = await native(list, String(job), String(FORMS.indexOf(form)));
    let at = 0;
    while (at < got.length && got[at] === expected[at]) at++;
    const around = (bytes) => JSON.stringify(Buffer.from(bytes).toString('latin1', Math.max(0, at - 60), at + 60));
    console.error(`${files.join(' ')}: ${form} differs at byte ${at}\n  native ${around(expected)}\n  wasm   ${around(got)}`);
}

function judgeAll(engine, jobs) {
    return jobs.map((files) => {
        const outputs = judge(engine, files);
        return FORMS.map((form) => hash(outputs[form])).join(' ');
    });
}

/** The forms in which a line of hashes differs. */
function differing(line, expected) {
    const [got, wanted] = [line.split(' '), expected.split(' ')];
    return FORMS.filter((_, i) => got[i] !== wanted[i]);
}

async function compare(list, jobs) {
    const engine = await createEngine(readFileSync(module));
    const promised = native(list);
    const lines = judgeAll(engine, jobs);
    const expected = (await promised).toString().trimEnd().split('\n');
    if (expected.length !== jobs.length) throw new Error(`${expected.length} native reports of ${jobs.length} jobs`);
    const differences = jobs.flatMap((files, job) =>
        differing(lines[job], expected[job]).map((form) => ({ job, files, form })));
    for (const one of differences.slice(0, SHOWN)) await show(list, { ...one, got: judge(engine, one.files)[one.form] });
    return differences.length;
}

for (const folder of folders.filter((each) => !existsSync(each))) console.log(`${folder} is not there: passed over`);
const jobs = folders.filter((each) => existsSync(each)).flatMap(jobsOf);
const place = mkdtempSync(join(tmpdir(), 'navlint-wasm-'));
const started = performance.now();
try {
    const list = join(place, 'jobs');
    writeFileSync(list, listOf(jobs));
    const count = await compare(list, jobs);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${jobs.length} jobs in ${FORMS.length} forms, ${count} differ (${seconds} s)`);
    process.exitCode = count === 0 ? 0 : 1;
} finally {
    rmSync(place, { recursive: true });
}
