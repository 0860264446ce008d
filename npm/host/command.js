// The command: one run of navlint-command.wasm.

import { Descriptors } from './descriptors.js';
import { Memory } from './memory.js';
import { makeMore } from './more.js';
import { Exit, makeWasi } from './wasi.js';

const INTERNAL = 4; // cli/output.h: CLI_INTERNAL

function environmentOf(variables) {
    return Object.entries(variables).map(([name, value]) => Buffer.from(`${name}=${value}`));
}

/** At once: what process.stderr has taken may not be written yet when the process ends. */
function complain(descriptors, error) {
    try {
        descriptors.get(2).write(Buffer.from(`navlint: internal error: ${error.message}\n`));
    } catch {
        // nobody reads it: the exit code says it
    }
}

function start(module, descriptors, words) {
    const memory = new Memory();
    const instance = new WebAssembly.Instance(module, {
        wasi_snapshot_preview1: makeWasi(memory, descriptors, [Buffer.from('navlint'), ...words], environmentOf(process.env)),
        navlint_host: makeMore(memory, descriptors),
    });
    memory.attach(instance.exports.memory);
    instance.exports._start();
}

/**
 * Runs the command to its end: with this process's folder, environment and standard streams.
 * @param {() => Uint8Array} load reads navlint-command.wasm
 * @param {Buffer[]} words without the program's name
 * @returns {number} its exit code; for whatever goes wrong around the command that of an internal error
 */
export function runCommand(load, words) {
    const descriptors = new Descriptors();
    try {
        start(new WebAssembly.Module(load()), descriptors, words);
        return 0;
    } catch (error) {
        if (error instanceof Exit) return error.code;
        complain(descriptors, error);
        return INTERNAL;
    }
}
