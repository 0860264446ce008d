// Open files. Node has no lseek: what can be read at any place keeps its place here; of all else the system keeps it.

import fs from 'node:fs';
import tty from 'node:tty';

import { SystemError } from './errno.js';

export const TYPE = { unknown: 0, block: 1, character: 2, folder: 3, regular: 4, socket: 6, link: 7 };

const RETRY_MS = 5;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** @param {import('node:fs').BigIntStats} status */
export function typeOf(status) {
    if (status.isFile()) return TYPE.regular;
    if (status.isDirectory()) return TYPE.folder;
    if (status.isSymbolicLink()) return TYPE.link;
    if (status.isCharacterDevice()) return TYPE.character;
    if (status.isBlockDevice()) return TYPE.block;
    return status.isSocket() ? TYPE.socket : TYPE.unknown;
}

/**
 * Standard streams may have been made non-blocking by whoever shares them: then the call is made again.
 * @param {() => number} call
 * @param {() => number} whenClosed the answer where Windows says that nobody is at the other end of a pipe
 */
function insist(call, whenClosed) {
    for (;;) {
        try {
            return call();
        } catch (error) {
            if (error.code === 'EOF') return whenClosed();
            if (error.code !== 'EAGAIN') throw error;
            Atomics.wait(pause, 0, 0, RETRY_MS);
        }
    }
}

const atEnd = () => 0;

function brokenPipe() {
    throw new SystemError('EPIPE');
}

/** A folder: Windows opens none, so a path must do. */
export class Folder {
    type = TYPE.folder;

    constructor(path) {
        this.path = path;
        this.names = null;
    }

    status() {
        return fs.statSync(this.path, { bigint: true });
    }

    /** Of names, once they are read, the order stays. */
    entries() {
        this.names ??= fs.readdirSync(this.path, { encoding: 'buffer' });
        return this.names;
    }

    read() {
        throw new SystemError('EISDIR');
    }

    write() {
        throw new SystemError('EISDIR');
    }

    seek() {
        throw new SystemError('EISDIR');
    }

    sync() {
        if (process.platform === 'win32') return;
        const descriptor = fs.openSync(this.path, fs.constants.O_RDONLY);
        try {
            fs.fsyncSync(descriptor);
        } finally {
            fs.closeSync(descriptor);
        }
    }

    close() {}
}

/** How far a stream that was handed to us has been read: Linux alone tells. */
function placeOf(descriptor) {
    try {
        return Number(/^pos:\s*(\d+)/.exec(fs.readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1'))[1]);
    } catch {
        return 0;
    }
}

/** All but folders. */
export class File {
    /** @param {number} descriptor Node's */
    constructor(descriptor) {
        this.descriptor = descriptor;
        this.isTerminal = tty.isatty(descriptor);
        this.type = this.isTerminal ? TYPE.character : typeOf(this.status());
        this.place = this.type === TYPE.regular ? 0 : null;
    }

    status() {
        return fs.fstatSync(this.descriptor, { bigint: true });
    }

    read(bytes) {
        const count = insist(() => fs.readSync(this.descriptor, bytes, 0, bytes.length, this.place), atEnd);
        if (this.place !== null) this.place += count;
        return count;
    }

    write(bytes) {
        const count = insist(() => fs.writeSync(this.descriptor, bytes, 0, bytes.length, this.place), brokenPipe);
        if (this.place !== null) this.place += count;
        return count;
    }

    /** whence: 0 from the start, 1 from here, 2 from the end. */
    seek(offset, whence) {
        if (this.place === null) throw new SystemError('ESPIPE');
        const from = [0, this.place, whence === 2 ? Number(this.status().size) : 0][whence];
        if (from + offset < 0) throw new SystemError('EINVAL');
        this.place = from + offset;
        return this.place;
    }

    sync() {
        fs.fsyncSync(this.descriptor);
    }

    close() {
        fs.closeSync(this.descriptor);
    }
}

/** Standard streams: not looked at before they are used, and never closed. */
class Standard extends File {
    constructor(descriptor) {
        super(descriptor);
        if (descriptor === 0 && this.place !== null) this.place = placeOf(descriptor);
        if (descriptor !== 0) this.place = null; // others write there as well
    }

    close() {}
}

/** The table; numbers are the command's. */
export class Descriptors {
    /** The folder that the program runs in: wasm/command/paths.c. */
    static HERE = 3;

    #open = new Map([[Descriptors.HERE, new Folder('.')]]);

    /** @param {number} number @returns {File | Folder} */
    get(number) {
        if (number >= 0 && number <= 2 && !this.#open.has(number)) this.#open.set(number, new Standard(number));
        const found = this.#open.get(number);
        if (!found) throw new SystemError('EBADF');
        return found;
    }

    add(file) {
        let number = Descriptors.HERE + 1;
        while (this.#open.has(number)) number++;
        this.#open.set(number, file);
        return number;
    }

    close(number) {
        const file = this.get(number);
        this.#open.delete(number);
        file.close();
    }
}

