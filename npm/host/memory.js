// The memory of the module. It moves when it grows, so that every access asks for it.

export class Memory {
    #memory = null;
    #view = null;

    /** @param {WebAssembly.Memory} memory */
    attach(memory) {
        this.#memory = memory;
    }

    /** @returns {DataView} */
    get view() {
        const buffer = this.#memory.buffer;
        if (this.#view?.buffer !== buffer) this.#view = new DataView(buffer);
        return this.#view;
    }

    /** In place. @returns {Uint8Array} */
    bytes(at, length) {
        return new Uint8Array(this.#memory.buffer, at >>> 0, length >>> 0);
    }

    /** Up to the NUL. @returns {Uint8Array} */
    text(at) {
        const all = new Uint8Array(this.#memory.buffer, at >>> 0);
        return all.subarray(0, all.indexOf(0));
    }

    put(at, bytes) {
        this.bytes(at, bytes.length).set(bytes);
    }

    setNumber(at, value) {
        this.view.setUint32(at >>> 0, value, true);
    }

    setLong(at, value) {
        this.view.setBigUint64(at >>> 0, BigInt.asUintN(64, BigInt(value)), true);
    }

    /** The parts that one call reads or writes. */
    * parts(at, count) {
        for (let i = 0; i < count; i++) {
            const part = (at >>> 0) + 8 * i;
            yield this.bytes(this.view.getUint32(part, true), this.view.getUint32(part + 4, true));
        }
    }
}
