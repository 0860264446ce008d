// What a front shows of a file besides its report: its geometry, its fields, what is packed in it. The file
// stays in an instance of its own as long as it is looked at.

import { Job, NavlintError } from './engine.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** navlint_shape_kind */
const OBJECT = 0;
const VERTEX = 1;
const FACE = 2;
const MARK = 4;

/** navlint_value_kind */
const REAL = 3;
const TEXT = 4;

/**
 * @param {WebAssembly.Module} module
 * @param {import('./engine').Input} input
 * @returns {Look}
 */
export function lookAt(module, input, options = {}) {
    const job = new Job(new WebAssembly.Instance(module).exports);
    job.begin();
    job.setAll(options);
    job.add(input);
    return new Look(job);
}

class Look {
    #job;

    constructor(job) {
        this.#job = job;
    }

    drawing() {
        this.#ask('draw');
        const rows = [...rowsOf(this.#job.output())];
        const collector = new Collector(ownedBy(rows));
        for (const row of rows) collector.take(row);
        return collector.drawing();
    }

    fields(from, to) {
        this.#ask('fields', from, to);
        return [...rowsOf(this.#job.output())].map(fieldOf);
    }

    fieldsOf(path) {
        this.#job.put(encoder.encode(path));
        return this.fields(0, 0);
    }

    unpacked(offset) {
        try {
            this.#ask('unpack', offset);
            return this.#job.output();
        } catch (error) {
            if (error.status === 'notPacked' || error.status === 'unsupported') return null;
            throw error;
        }
    }

    /** A trap ends the instance: the file must be opened again. */
    #ask(name, ...values) {
        try {
            this.#job.call(name, ...values);
        } catch (error) {
            if (!(error instanceof WebAssembly.RuntimeError)) throw error;
            throw new NavlintError('crashed', `the engine crashed: ${error.message}`);
        }
    }
}

function fieldOf({ numbers: [offset, length, innerOffset, innerLength, real, kind], texts: [type, role, path, text] }) {
    const inner = innerOffset < 0 ? null : { offset: innerOffset, length: innerLength };
    return { offset, length, inner, type, role, path, value: valueText(kind, real, text, type) };
}

/** As reports show it; a number of four bytes with as many digits as tell it from its neighbours. */
function valueText(kind, real, text, type) {
    if (kind === REAL) return String(type.startsWith('f32') ? shortest(real) : real);
    return kind === TEXT ? `"${text}"` : text;
}

function shortest(real) {
    for (let digits = 6; digits < 9; digits++) {
        const short = Number(real.toPrecision(digits));
        if (Math.fround(short) === real) return short;
    }
    return real;
}

/** Which vertices only carry a face, and which records are drawn as a face, a line or a mark anyway. */
function ownedBy(rows) {
    const vertices = new Set();
    const paths = new Set();
    for (const { numbers, texts } of rows) {
        if (numbers[0] === FACE) numbers.subarray(6).forEach((vertex) => vertices.add(vertex));
        if (numbers[0] !== VERTEX && numbers[0] !== OBJECT) paths.add(texts[0]);
    }
    return { vertices, paths };
}

/**
 * Shapes as arrays: a vertex for each point, a list of corners for each face, line and mark. A vertex that is a
 * record of its own, the node of a graph, is a point, too.
 */
class Collector {
    #owned;
    #positions = [];
    #vertices = [];
    #starts = [0];
    #corners = [];
    #columns = { flags: [], offsets: [], lengths: [], inner: [] };
    #paths = [];
    #subjects = [];
    #parts = [];

    constructor(owned) {
        this.#owned = owned;
    }

    take({ numbers, texts }) {
        const [kind] = numbers;
        if (kind === OBJECT) this.#parts.push({ name: texts[0], first: this.#paths.length });
        else if (kind === VERTEX) this.#vertex(numbers, texts);
        else this.#shape(numbers, texts, kind === MARK ? [this.#position(numbers)] : this.#cornersOf(numbers));
    }

    drawing() {
        const { flags, offsets, lengths, inner } = this.#columns;
        return {
            positions: Float64Array.from(this.#positions),
            starts: Uint32Array.from(this.#starts),
            corners: Uint32Array.from(this.#corners),
            flags: Float64Array.from(flags),
            offsets: Float64Array.from(offsets),
            lengths: Float64Array.from(lengths),
            inner: Float64Array.from(inner),
            paths: this.#paths,
            subjects: this.#subjects,
            parts: this.#parts,
        };
    }

    #vertex(numbers, texts) {
        const isNode = !this.#owned.vertices.has(this.#vertices.length) && !this.#owned.paths.has(texts[0]);
        const at = this.#position(numbers);
        this.#vertices.push(at);
        if (isNode) this.#shape(numbers, texts, [at]);
    }

    /** Marks are no vertices to the library: they do not count in the numbers that corners have. */
    #position(numbers) {
        this.#positions.push(...numbers.subarray(6, 9));
        return this.#positions.length / 3 - 1;
    }

    #cornersOf(numbers) {
        return [...numbers.subarray(6)].map((vertex) => this.#vertices[vertex]);
    }

    #shape([, offset, length, innerOffset, innerLength, flags], [path, kind, id, record], corners) {
        for (const corner of corners) this.#corners.push(corner);
        this.#starts.push(this.#corners.length);
        this.#columns.flags.push(flags);
        this.#columns.offsets.push(offset);
        this.#columns.lengths.push(length);
        this.#columns.inner.push(innerOffset, innerLength);
        this.#paths.push(path);
        this.#subjects.push([kind, id, record].filter((word) => word !== '').join(' '));
    }
}

/** The rows of wasm/look.c. */
function* rowsOf(bytes) {
    const words = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
    for (let at = 0; at < words.length;) {
        const numbersAt = at + 2;
        const textAt = numbersAt + words[at];
        const text = bytes.subarray(textAt * 8, textAt * 8 + words[at + 1]);
        yield { numbers: words.subarray(numbersAt, textAt), texts: decoder.decode(text).split('\0') };
        at = textAt + Math.ceil(words[at + 1] / 8);
    }
}
