// WASI preview 1, as far as the command asks for it. Each call answers with a number of errno.js.

import { randomFillSync } from 'node:crypto';
import fs from 'node:fs';

import { Descriptors, File, Folder, typeOf } from './descriptors.js';
import { ERRNO, numberOf, SystemError } from './errno.js';
import { toNode } from './paths.js';

const FOLLOW = 1;
const OPEN = { create: 1, folder: 2, exclusive: 4, cut: 8 };
const FLAG = { append: 1, nonblock: 4 };
const RIGHT = { read: 1n << 1n, seek: 1n << 2n, tell: 1n << 5n, write: 1n << 6n };
const ALL_RIGHTS = (1n << 30n) - 1n;
const ENTRY_BYTES = 24;
const HERE_NAME = Buffer.from('.');

/** What a module throws to end: not an error. */
export class Exit {
    /** @param {number} code */
    constructor(code) {
        this.code = code;
    }
}

/** Answers for what a call throws. */
function answering(call) {
    return (...values) => {
        try {
            return call(...values) ?? ERRNO.SUCCESS;
        } catch (error) {
            if (error instanceof Exit) throw error;
            return numberOf(error);
        }
    };
}

/** Texts of the command line or the environment: how many, and all of them. */
function textCalls(memory, texts) {
    return {
        sizes: (countAt, bytesAt) => {
            memory.setNumber(countAt, texts.length);
            memory.setNumber(bytesAt, texts.reduce((sum, text) => sum + text.length + 1, 0));
        },
        get: (pointersAt, textsAt) => {
            let at = textsAt >>> 0;
            texts.forEach((text, i) => {
                memory.setNumber((pointersAt >>> 0) + 4 * i, at);
                memory.put(at, text);
                memory.put(at + text.length, [0]);
                at += text.length + 1;
            });
        },
    };
}

function putStatus(memory, at, status, type) {
    memory.bytes(at, 64).fill(0);
    memory.setLong(at, status.dev);
    memory.setLong(at + 8, status.ino);
    memory.view.setUint8((at >>> 0) + 16, type);
    memory.setLong(at + 24, status.nlink);
    memory.setLong(at + 32, status.size);
    memory.setLong(at + 40, status.atimeNs);
    memory.setLong(at + 48, status.mtimeNs);
    memory.setLong(at + 56, status.ctimeNs);
}

function descriptorCalls(memory, descriptors) {
    return {
        fd_prestat_get: (number, at) => {
            if (number !== Descriptors.HERE) return ERRNO.EBADF;
            memory.setNumber(at, 0);
            memory.setNumber(at + 4, HERE_NAME.length);
        },
        fd_prestat_dir_name: (_number, at) => memory.put(at, HERE_NAME),
        fd_fdstat_get: (number, at) => {
            const { type, isTerminal } = descriptors.get(number);
            // A terminal is to wasi-libc what is a device and cannot seek.
            const rights = isTerminal ? ALL_RIGHTS & ~(RIGHT.seek | RIGHT.tell) : ALL_RIGHTS;
            memory.bytes(at, ENTRY_BYTES).fill(0);
            memory.view.setUint8(at >>> 0, type);
            memory.setLong(at + 8, rights);
            memory.setLong(at + 16, ALL_RIGHTS);
        },
        fd_fdstat_set_flags: (number) => void descriptors.get(number),
        fd_filestat_get: (number, at) => {
            const file = descriptors.get(number);
            putStatus(memory, at, file.status(), file.type);
        },
        fd_close: (number) => descriptors.close(number),
        fd_sync: (number) => descriptors.get(number).sync(),
    };
}

/** The bytes of all parts, until one is not filled. */
function transfer(parts, call) {
    let total = 0;
    for (const part of parts) {
        if (part.length === 0) continue;
        const count = call(part);
        total += count;
        if (count < part.length) break;
    }
    return total;
}

function dataCalls(memory, descriptors) {
    const seek = (number, offset, whence, at) => {
        memory.setLong(at, descriptors.get(number).seek(Number(offset), whence));
    };
    return {
        fd_read: (number, partsAt, count, at) => {
            const file = descriptors.get(number);
            memory.setNumber(at, transfer(memory.parts(partsAt, count), (part) => file.read(part)));
        },
        fd_write: (number, partsAt, count, at) => {
            const file = descriptors.get(number);
            memory.setNumber(at, transfer(memory.parts(partsAt, count), (part) => file.write(part)));
        },
        fd_seek: seek,
        fd_tell: (number, at) => seek(number, 0n, 1, at),
    };
}

function entryOf(name, next) {
    const entry = Buffer.alloc(ENTRY_BYTES + name.length);
    entry.writeBigUInt64LE(BigInt(next), 0);
    entry.writeUInt32LE(name.length, 16);
    entry.set(name, ENTRY_BYTES);
    return entry;
}

/** Entries as far as there is room; the last one may be cut, and comes again. */
function folderCalls(memory, descriptors) {
    return {
        fd_readdir: (number, at, room, cookie, usedAt) => {
            const folder = descriptors.get(number);
            if (!(folder instanceof Folder)) return ERRNO.ENOTDIR;
            const names = folder.entries();
            let used = 0;
            for (let i = Number(cookie); i < names.length && used < room; i++) {
                const entry = entryOf(names[i], i + 1).subarray(0, room - used);
                memory.put(at + used, entry);
                used += entry.length;
            }
            memory.setNumber(usedAt, used);
        },
    };
}

/** How Node opens what WASI names so. */
function flagsOf(openFlags, rights, flags) {
    const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NONBLOCK, O_NOCTTY } = fs.constants;
    const writes = (rights & RIGHT.write) !== 0n;
    const reads = (rights & RIGHT.read) !== 0n;
    return (writes ? (reads ? O_RDWR : O_WRONLY) : O_RDONLY) |
        (openFlags & OPEN.create ? O_CREAT : 0) | (openFlags & OPEN.exclusive ? O_EXCL : 0) |
        (openFlags & OPEN.cut ? O_TRUNC : 0) | (flags & FLAG.append ? O_APPEND : 0) |
        (flags & FLAG.nonblock ? O_NONBLOCK ?? 0 : 0) | (O_NOCTTY ?? 0);
}

function open(path, openFlags, rights, flags) {
    const how = flagsOf(openFlags, rights, flags);
    const isRead = (how & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) === 0;
    // Node on Windows opens no folder; elsewhere opening one to read is no error before it is read.
    if (isRead && fs.statSync(path).isDirectory()) return new Folder(path);
    if (openFlags & OPEN.folder) throw new SystemError('ENOTDIR');
    return new File(fs.openSync(path, how, 0o666));
}

/** Every path comes whole: wasm/command/paths.c. */
function pathCalls(memory, descriptors) {
    const pathOf = (at, length) => toNode(memory.bytes(at, length));
    return {
        path_open: (_folder, _follow, at, length, openFlags, rights, _inherited, flags, openedAt) => {
            const file = open(pathOf(at, length), openFlags, rights, flags);
            memory.setNumber(openedAt, descriptors.add(file));
        },
        path_filestat_get: (_folder, lookup, at, length, statusAt) => {
            const look = lookup & FOLLOW ? fs.statSync : fs.lstatSync;
            const status = look(pathOf(at, length), { bigint: true });
            putStatus(memory, statusAt, status, typeOf(status));
        },
        path_rename: (_folder, at, length, _newFolder, newAt, newLength) =>
            fs.renameSync(pathOf(at, length), pathOf(newAt, newLength)),
        path_unlink_file: (_folder, at, length) => fs.unlinkSync(pathOf(at, length)),
    };
}

function otherCalls(memory) {
    return {
        clock_time_get: (clock, _precision, at) => {
            memory.setLong(at, clock === 0 ? BigInt(Date.now()) * 1000000n : process.hrtime.bigint());
        },
        random_get: (at, length) => void randomFillSync(memory.bytes(at, length)),
        proc_exit: (code) => {
            throw new Exit(code);
        },
    };
}

/**
 * @param {import('./memory.js').Memory} memory
 * @param {Descriptors} descriptors
 * @param {Buffer[]} words the program's name first
 * @param {Buffer[]} environment NAME=VALUE
 */
export function makeWasi(memory, descriptors, words, environment) {
    const args = textCalls(memory, words);
    const variables = textCalls(memory, environment);
    const calls = {
        args_sizes_get: args.sizes,
        args_get: args.get,
        environ_sizes_get: variables.sizes,
        environ_get: variables.get,
        ...descriptorCalls(memory, descriptors),
        ...dataCalls(memory, descriptors),
        ...folderCalls(memory, descriptors),
        ...pathCalls(memory, descriptors),
        ...otherCalls(memory),
    };
    return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, answering(call)]));
}
