// The library in JavaScript: wraps the module of wasm/front.h. No dependencies; Node 18 and later, and a
// browser's worker (pages without one may not build instances of this size at once).

/** How a call ended; the words of navlint_status, and `crashed` for a trap. */
const STATUSES = [
    'ok', 'badArgument', 'unknownFormat', 'unknownRule', 'unknownGame', 'noMemory', 'notRecognised', 'unsupported',
    'notPacked',
];

/** What a report can be rendered as, by its number in wasm/front.h. */
export const FORMS = [
    'json', 'ndjson', 'text', 'sarif', 'sarif-github', 'github', 'gitlab', 'junit', 'markdown', 'csv',
];

const CATALOGUE = { version: 0, formats: 1, rules: 2, rule: 3, layout: 4, schema: 5 };

/** Memory of an instance only grows: a larger one is not kept for the next job. */
const KEPT_BYTES = 256 * 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Why a call did not do what it was asked. */
export class NavlintError extends Error {
    /** @param {string} status @param {string} message */
    constructor(status, message) {
        super(message);
        this.name = 'NavlintError';
        this.status = status;
    }
}

/** What check() gives back: data alone, so that a worker can post it; the getters parse on demand. */
export class CheckResult {
    constructor(status, message, outputs) {
        this.status = status;
        this.message = message;
        this.outputs = outputs;
    }

    /** A rendering as text; undefined if it was not asked for. */
    text(form) {
        return this.outputs[form] && decoder.decode(this.outputs[form]);
    }

    get json() {
        return this.text('json');
    }

    get report() {
        return this.outputs.json && JSON.parse(this.json);
    }
}

/**
 * @param {BufferSource | WebAssembly.Module} source navlint.wasm
 * @returns {Promise<Engine>}
 */
export async function createEngine(source) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    return new Engine(module);
}

class Engine {
    #module;
    #instance = null;
    #version;

    constructor(module) {
        this.#module = module;
        this.#version = this.#read(CATALOGUE.version);
    }

    get version() {
        return this.#version;
    }

    formats() {
        return JSON.parse(this.#read(CATALOGUE.formats)).formats;
    }

    rules(format = '') {
        return JSON.parse(this.#read(CATALOGUE.rules, format)).rules;
    }

    explain(code) {
        return JSON.parse(this.#read(CATALOGUE.rule, code));
    }

    layouts(format = '') {
        return JSON.parse(this.#read(CATALOGUE.layout, format)).layouts;
    }

    schema() {
        return JSON.parse(this.#read(CATALOGUE.schema));
    }

    /** The documents behind the above, as the command prints them. */
    catalogue(kind, subject = '') {
        return this.#read(CATALOGUE[kind], subject);
    }

    recognise(input, { found = false, ...options } = {}) {
        return this.#run((job) => {
            job.setAll(options);
            job.add(input);
            job.call('recognise', found);
            const [format, detectedBy, otherGame, ...needs] = decoder.decode(job.output()).split('\0').slice(0, -1);
            return { format: format || null, detectedBy: detectedBy || null, otherGame: otherGame || null, needs };
        });
    }

    check(inputs, options = {}) {
        try {
            return new CheckResult('ok', '', this.#run((job) => checkAndRender(job, inputs, options)));
        } catch (error) {
            if (!(error instanceof NavlintError)) throw error;
            return new CheckResult(error.status, error.message, {});
        }
    }

    render(inputs, options, form) {
        const outputs = this.#run((job) => checkAndRender(job, inputs, { ...options, forms: [form] }));
        return decoder.decode(outputs[form]);
    }

    witness(code) {
        return this.#run((job) => {
            job.put(encoder.encode(code));
            job.call('witness');
            return job.output();
        });
    }

    #read(kind, subject = '') {
        return this.#run((job) => {
            job.put(encoder.encode(subject));
            job.call('catalogue', kind);
            return decoder.decode(job.output());
        });
    }

    /** One job. After a trap nothing in the instance can be relied on: the next job gets a new one. */
    #run(work) {
        this.#instance ??= new WebAssembly.Instance(this.#module);
        const job = new Job(this.#instance.exports);
        try {
            return runWhole(job, work);
        } catch (error) {
            if (!(error instanceof WebAssembly.RuntimeError)) throw error;
            this.#instance = null;
            throw new NavlintError('crashed', `the engine crashed: ${error.message}`);
        } finally {
            if (job.memoryBytes > KEPT_BYTES) this.#instance = null;
        }
    }
}

/** Nothing of a job stays in memory, whether or not it did what it was asked. */
function runWhole(job, work) {
    job.begin();
    let hasTrapped = false;
    try {
        return work(job);
    } catch (error) {
        hasTrapped = error instanceof WebAssembly.RuntimeError;
        throw error;
    } finally {
        if (!hasTrapped) job.begin();
    }
}

function checkAndRender(job, inputs, { forms = ['json'], exitCode = 0, ...options }) {
    job.setAll(options);
    for (const input of inputs) job.add(input);
    job.call('check');
    return Object.fromEntries(forms.map((form) => [form, job.render(form, exitCode)]));
}

/** Calls of one job: texts and bytes go through blocks of the module's memory. */
export class Job {
    #exports;

    constructor(exports) {
        this.#exports = exports;
    }

    get memoryBytes() {
        return this.#exports.memory.buffer.byteLength;
    }

    begin() {
        this.#exports.navlint_wasm_begin();
    }

    call(name, ...values) {
        const status = STATUSES[this.#exports[`navlint_wasm_${name}`](...values)];
        if (status !== 'ok') throw new NavlintError(status, decoder.decode(this.output()));
    }

    /** Puts parts into one block, one behind the other. */
    put(...parts) {
        const size = parts.reduce((sum, part) => sum + part.length, 0);
        let at = this.#exports.navlint_wasm_block(size) >>> 0;
        if (at === 0) throw new NavlintError('noMemory', `no memory for ${size} bytes`);
        const memory = new Uint8Array(this.#exports.memory.buffer);
        for (const part of parts) {
            memory.set(part, at);
            at += part.length;
        }
    }

    /** A copy. */
    output() {
        const at = this.#exports.navlint_wasm_output() >>> 0;
        const size = this.#exports.navlint_wasm_output_bytes() >>> 0;
        return new Uint8Array(this.#exports.memory.buffer, at, size).slice();
    }

    /** A list sets an option once for each of its values, an object once for each NAME=VALUE. */
    setAll(options) {
        for (const [name, value] of Object.entries(options)) {
            for (const text of valuesOf(value)) {
                this.put(encoder.encode(`${name}\0${text}`));
                this.call('option');
            }
        }
    }

    add({ name = '-', bytes, sha256 = '', context = false }) {
        const nameBytes = bytesOf(name);
        this.put(nameBytes, encoder.encode(`\0${sha256}\0`), bytesOf(bytes));
        this.call('input', nameBytes.length, context);
    }

    render(form, exitCode) {
        const number = FORMS.indexOf(form);
        if (number < 0) throw new NavlintError('badArgument', `${form} is no form of a report`);
        this.call('report', number, exitCode);
        return this.output();
    }
}

function valuesOf(value) {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value;
    if (typeof value === 'object') return Object.entries(value).map(([key, each]) => `${key}=${each}`);
    return [value];
}

function bytesOf(value) {
    if (typeof value === 'string') return encoder.encode(value);
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return new Uint8Array(value);
}
