// The command: one run of navlint-command.wasm.

import { Descriptors } from './descriptors.js';
import { Memory } from './memory.js';
import { makeMore } from './more.js';
import { Exit, makeWasi } from './wasi.js';

const INTERNAL = 4; // cli/terms.h: CLI_INTERNAL

function environmentOf(variables) {
    return Object.entries(variables).map(([name, value]) => Buffer.from(`${name}=${value}`));
}

function exitCodeOf(start) {
    try {
        start();
        return 0;
    } catch (error) {
        if (error instanceof Exit) return error.code;
        if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
        process.stderr.write(`navlint: internal error: ${error.message}\n`);
        return INTERNAL;
    }
}

/**
 * Runs the command to its end: with this process's folder, environment and standard streams.
 * @param {WebAssembly.Module} module
 * @param {Buffer[]} words without the program's name
 * @returns {number} its exit code
 */
export function runCommand(module, words) {
    const memory = new Memory();
    const descriptors = new Descriptors();
    const instance = new WebAssembly.Instance(module, {
        wasi_snapshot_preview1: makeWasi(memory, descriptors, [Buffer.from('navlint'), ...words], environmentOf(process.env)),
        navlint_host: makeMore(memory, descriptors),
    });
    memory.attach(instance.exports.memory);
    return exitCodeOf(instance.exports._start);
}
