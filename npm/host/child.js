// The command in a process of its own, for programs.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../bin/navlint.js', import.meta.url));

function wordsOf(name, value) {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === null || value === false) return [];
    if (value === true) return [flag];
    if (Array.isArray(value)) return value.flatMap((each) => wordsOf(name, each));
    if (typeof value === 'object') return Object.entries(value).flatMap(([key, each]) => [flag, `${key}=${each}`]);
    return [flag, String(value)];
}

/**
 * Options of the command under JavaScript's names: `{ maxFindings: 5 }` is `--max-findings 5`.
 * @param {Record<string, unknown>} options
 * @returns {string[]}
 */
export function optionWords(options) {
    return Object.entries(options).flatMap(([name, value]) => wordsOf(name, value));
}

function collect(stream) {
    const parts = [];
    stream.on('data', (part) => parts.push(part));
    return () => Buffer.concat(parts);
}

/**
 * Runs the command; no shell reads the words.
 * @param {string[]} words as on the command line
 */
export function run(words, { cwd, env, stdin } = {}) {
    return new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [COMMAND, ...words], { cwd, env, windowsHide: true });
        const stdout = collect(child.stdout);
        const stderr = collect(child.stderr);
        child.on('error', reject);
        child.on('close', (code, signal) => resolve({ code, signal, stdout: stdout(), stderr: stderr() }));
        child.stdin.on('error', () => {}); // it may end without reading all
        child.stdin.end(stdin);
    });
}
