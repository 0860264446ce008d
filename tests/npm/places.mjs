// Where what is tested lies.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const PACKAGE = join(ROOT, 'build', 'npm', 'navlint');
export const COMMAND = join(PACKAGE, 'bin', 'navlint.js');
export const NATIVE = join(ROOT, 'build', 'bin', 'navlint');
export const CORPUS = join(ROOT, 'corpus');
export const SAMPLES = process.env.NAVLINT_SAMPLES ?? join(dirname(ROOT), 'shared', 'samples');
export const hasNative = existsSync(NATIVE);

const plain = { ...process.env, LC_ALL: 'C', TERM: 'dumb' };

/** Runs a program to its end; what it leaves behind. */
export function finish(program, words, more = {}) {
    const { status, signal, stdout, stderr, error } = spawnSync(program, words, { env: plain, maxBuffer: 1 << 30, ...more });
    if (error) throw error;
    return { status, signal, stdout: stdout.toString('latin1'), stderr: stderr.toString('latin1') };
}

export const runPackage = (words, more) => finish(process.execPath, [COMMAND, ...words], more);
export const runNative = (words, more) => finish(NATIVE, words, more);
