// wasm/command/host.h: what the command asks for beyond WASI.

import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';

import { File } from './descriptors.js';
import { ERRNO, numberOf } from './errno.js';
import { fromNode, isAbsolute, toNode } from './paths.js';
import { programOf } from './programs.js';

const load = createRequire(import.meta.url); // for what few runs need

/** What is thrown is answered with its negative number. */
function answering(call) {
    return (...values) => {
        try {
            return call(...values) ?? 0;
        } catch (error) {
            return -numberOf(error);
        }
    };
}

function removeIfPossible(path) {
    try {
        fs.rmSync(path, { force: true });
    } catch {
        // it stays where such files lie; the exit code is that of the run
    }
}

/** A file on Windows cannot be removed while it is open: there it goes when the program ends. */
function remove(path) {
    try {
        fs.unlinkSync(path);
    } catch {
        process.once('exit', () => removeIfPossible(path));
    }
}

function openTemporary() {
    const path = load('node:path').join(load('node:os').tmpdir(), `navlint-${randomBytes(12).toString('hex')}`);
    const descriptor = fs.openSync(path, 'wx+', 0o600);
    remove(path);
    return new File(descriptor);
}

function splitWords(bytes) {
    return Buffer.from(bytes).toString().split('\0').slice(0, -1);
}

/** No shell: the words arrive as they are. */
function runProgram([program, ...words], input, output) {
    const ended = load('node:child_process').spawnSync(programOf(program), words, { stdio: [input, output, 'inherit'], windowsHide: true });
    if (ended.error) throw ended.error;
    if (ended.signal) return 256 + load('node:os').constants.signals[ended.signal];
    return ended.status;
}

/** Bits that say what a file is: wasi-libc has the same ones, but for pipes those of sockets. */
const KIND = { all: 0o170000, pipe: 0o010000, socket: 0o140000 };

function modeOf(mode) {
    return (mode & KIND.all) === KIND.pipe ? KIND.socket | (mode & ~KIND.all) : mode;
}

/** As the host_status of host.h. */
function putStatus(memory, at, status) {
    const { dev, ino, nlink, size, atimeNs, mtimeNs, ctimeNs, mode, uid, gid } = status;
    [dev, ino, nlink, size, atimeNs, mtimeNs, ctimeNs].forEach((value, i) => memory.setLong(at + 8 * i, value));
    [modeOf(Number(mode)), Number(uid), Number(gid), 0].forEach((value, i) => memory.setNumber(at + 56 + 4 * i, value));
}

/**
 * @param {import('./memory.js').Memory} memory
 * @param {import('./descriptors.js').Descriptors} descriptors
 */
export function makeMore(memory, descriptors) {
    const nodeDescriptor = (number) => (number < 0 ? 'ignore' : descriptors.get(number).descriptor);
    const idOf = (number) => (number === -1 ? -1 : number >>> 0); // -1: stays
    const pathAt = (at) => toNode(memory.text(at));
    const calls = {
        real_path: (at, realAt, capacity) => {
            const real = fromNode(fs.realpathSync.native(pathAt(at), { encoding: 'buffer' }));
            if (real.length >= capacity) return -ERRNO.ENAMETOOLONG;
            memory.put(realAt, real);
            memory.put(realAt + real.length, [0]);
        },
        is_absolute: (at) => Number(isAbsolute(memory.text(at))),
        temporary_file: () => descriptors.add(openTemporary()),
        status_of: (at, statusAt) => putStatus(memory, statusAt >>> 0, fs.statSync(pathAt(at), { bigint: true })),
        may: (at, ways) => fs.accessSync(pathAt(at), ways),
        change_owner: (number, user, group) => fs.fchownSync(descriptors.get(number).descriptor, idOf(user), idOf(group)),
        change_mode: (number, mode) => fs.fchmodSync(descriptors.get(number).descriptor, mode),
        mask_modes: (mask) => process.umask(mask),
        run: (at, length, input, output) =>
            runProgram(splitWords(memory.bytes(at, length)), nodeDescriptor(input), nodeDescriptor(output)),
        columns: (number) => (number === 2 ? process.stderr.columns : process.stdout.columns) ?? 0,
        sha256: (at, length, digestAt) => {
            memory.put(digestAt, createHash('sha256').update(memory.bytes(at, length)).digest());
        },
    };
    return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, answering(call)]));
}
