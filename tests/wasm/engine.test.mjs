// What the engine promises beyond equal reports: node --test tests/wasm/*.test.mjs
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { createEngine, FORMS, NavlintError } from '../../wasm/engine.js';

const bytesOfModule = readFileSync(new URL('../../build-wasm/bin/navlint.wasm', import.meta.url));
const module = new WebAssembly.Module(bytesOfModule);
const CODE = 'NAV_CONN_UNRESOLVED';

// Instances as they are made: the tests below damage them.
const instances = [];
const Instance = WebAssembly.Instance;
WebAssembly.Instance = class extends Instance {
    constructor(...parts) {
        super(...parts);
        instances.push(this);
    }
};
after(() => {
    WebAssembly.Instance = Instance;
});

async function withInstance() {
    const engine = await createEngine(module);
    return { engine, exports: instances.at(-1).exports };
}

function put(exports, bytes) {
    new Uint8Array(exports.memory.buffer).set(bytes, exports.navlint_wasm_block(bytes.length) >>> 0);
}

test('what a page has to fetch has no functions that fix', async () => {
    const { engine } = await withInstance();
    assert.ok(gzipSync(bytesOfModule, { level: 9 }).length < 480 * 1024);
    assert.ok(engine.rules().some(({ fix }) => fix)); // but it says what can be fixed
});

test('nothing is imported, and all that is exported has the prefix', () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    assert.deepEqual(names.filter((name) => name !== 'memory' && !name.startsWith('navlint_wasm_')), []);
});

test('bytes, a view of them and a module make an engine', async () => {
    const bytes = readFileSync(new URL('../../build-wasm/bin/navlint.wasm', import.meta.url));
    for (const source of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), module])
        assert.match((await createEngine(source)).version, /^\d+\.\d+\.\d+$/);
});

test('the catalogue', async () => {
    const engine = await createEngine(module);
    const formats = engine.formats().map(({ id }) => id);
    assert.ok(formats.includes('source-nav'));
    assert.equal(engine.explain(CODE).code, CODE);
    assert.ok(engine.rules('source-nav').length < engine.rules().length);
    assert.ok(engine.layouts('source-nav').length > 0);
    assert.equal(engine.schema().$schema, 'https://json-schema.org/draft/2020-12/schema');
    assert.throws(() => engine.explain('NO_SUCH'), { name: 'NavlintError', status: 'unknownRule' });
    assert.throws(() => engine.rules('no-such'), { status: 'unknownFormat' });
});

test('a witness breaks its rule', async () => {
    const engine = await createEngine(module);
    const bytes = engine.witness(CODE);
    const { report, status } = engine.check([{ name: 'w.nav', bytes }]);
    assert.equal(status, 'ok');
    assert.deepEqual(report.findings.map(({ code }) => code), [CODE]);
    assert.equal(engine.recognise({ name: 'w.nav', bytes }).format, 'source-nav');
    assert.throws(() => engine.witness('NO_SUCH'), { status: 'unknownRule' });
});

test('options do what they do on the command line', async () => {
    const engine = await createEngine(module);
    const inputs = [{ name: 'w.nav', bytes: engine.witness(CODE) }];
    const verdict = (options) => engine.check(inputs, options).report.verdict;
    assert.equal(verdict({}), 'invalid');
    assert.equal(verdict({ ignore: [CODE] }), 'valid');
    assert.equal(verdict({ severity: { [CODE]: 'warning' } }), 'valid');
    assert.equal(verdict({ only: ['NAV_MAGIC'] }), 'valid');
    assert.equal(verdict({ maxInputBytes: 10 }), 'indeterminate');
    assert.equal(verdict({ maxSteps: 1n }), 'indeterminate');
    assert.equal(verdict({ inputFormat: 'gta-nodes' }) === 'valid', false);
    assert.deepEqual(engine.check(inputs, { maxFindings: 0 }).report.findings, []);
});

test('options that are wrong are named', async () => {
    const engine = await createEngine(module);
    const wrong = (options) => engine.check([{ bytes: 'x' }], options);
    for (const options of [{ noSuch: 1 }, { pedantic: 'maybe' }, { maxFindings: -1 }, { maxFindings: 2 ** 32 },
        { minSeverity: 'bad' }, { scope: 'half' }, { severity: ['NAV_MAGIC'] }]) {
        const { status, message } = wrong(options);
        assert.equal(status, 'badArgument');
        assert.match(message, new RegExp(Object.keys(options)[0]));
    }
    assert.equal(wrong({ only: ['NO_SUCH'] }).status, 'unknownRule');
    assert.match(wrong({ only: ['NO_SUCH'] }).message, /NO_SUCH/);
    assert.equal(wrong({ game: 'no-such' }).status, 'unknownGame');
    assert.equal(wrong({ forms: ['pdf'] }).status, 'badArgument');
});

test('an option holds for one job', async () => {
    const engine = await createEngine(module);
    const inputs = [{ name: 'w.nav', bytes: engine.witness(CODE) }];
    engine.check(inputs, { ignore: [CODE], pedantic: true, maxFindings: 0 });
    assert.equal(engine.check(inputs).report.findings.length, 1);
});

test('every form is rendered', async () => {
    const engine = await createEngine(module);
    const { outputs } = engine.check([{ name: 'w.nav', bytes: engine.witness(CODE) }], { forms: [...FORMS] });
    for (const form of FORMS) assert.match(new TextDecoder().decode(outputs[form]), /NAV_CONN_UNRESOLVED/, form);
});

test('names of any bytes but NUL', async () => {
    const engine = await createEngine(module);
    const bytes = engine.witness(CODE);
    for (const name of ['<script>', 'a\nb', 'ä\u{1F600}', '', Uint8Array.of(0xff, 0xfe, 0x80)])
        assert.equal(engine.check([{ name, bytes }]).report.verdict, 'invalid');
    for (const name of ['a\0b', '\0', 'a\0\0b']) assert.equal(engine.check([{ name, bytes }]).status, 'badArgument');
    assert.equal(engine.check([{ name: 'a', sha256: 'zz', bytes }]).status, 'badArgument');
    assert.equal(engine.check([{ name: 'a', sha256: 'a'.repeat(64), bytes }]).report.input.sha256, 'a'.repeat(64));
});

test('a set, and context beside one that is judged', async () => {
    const engine = await createEngine(module);
    const bytes = engine.witness(CODE);
    const [a, b] = ['a', 'b'].map((name) => ({ name, bytes, sha256: name.repeat(64) }));
    const set = engine.check([a, b], { setName: 'two', forms: ['json', 'ndjson'] });
    assert.equal(set.report.set.name, 'two');
    assert.deepEqual(set.report.members.map(({ input }) => input.sha256), [a.sha256, b.sha256]);
    assert.equal(set.text('ndjson').trimEnd().split('\n').length, 3);
    const alone = engine.check([{ ...a, context: true }, b]);
    assert.equal(alone.report.input.sha256, b.sha256);
});

test('nothing, and nothing but context, is no job', async () => {
    const engine = await createEngine(module);
    assert.equal(engine.check([]).status, 'badArgument');
    assert.equal(engine.check([{ bytes: 'x', context: true }]).status, 'badArgument');
    assert.equal(engine.check([{ bytes: '' }]).status, 'ok');
});

test('after a trap the next call has a new instance', async () => {
    const { engine, exports } = await withInstance();
    const bytes = engine.witness(CODE);
    new Uint8Array(exports.memory.buffer).fill(0xff, 0, exports.memory.buffer.byteLength);
    const count = instances.length;
    assert.equal(engine.check([{ name: 'w', bytes }]).status, 'crashed');
    assert.equal(engine.check([{ name: 'w', bytes }]).report.verdict, 'invalid');
    assert.equal(instances.length, count + 1);
});

test('no memory is a status, and the engine goes on', async () => {
    const { engine, exports } = await withInstance();
    const bytes = engine.witness(CODE);
    exports.memory.grow(65536 - exports.memory.buffer.byteLength / 65536); // all of it, so that none is left to take
    const { status } = engine.check([{ name: 'w', bytes: new Uint8Array(64 << 20) }]);
    assert.equal(status, 'noMemory');
    assert.equal(engine.check([{ name: 'w', bytes }]).report.verdict, 'invalid');
});

test('an instance that has grown large is not kept', async () => {
    const { engine, exports } = await withInstance();
    exports.memory.grow(8192);
    engine.check([{ bytes: 'x' }]);
    const count = instances.length;
    engine.check([{ bytes: 'x' }]);
    assert.equal(instances.length, count + 1);
});

test('calls in any order are answered with a status', async () => {
    const { exports } = await withInstance();
    const BAD_ARGUMENT = 1;
    exports.navlint_wasm_begin();
    for (const call of ['check', 'option', 'witness', 'recognise', 'draw'])
        assert.equal(exports[`navlint_wasm_${call}`](0, 0), BAD_ARGUMENT, call);
    assert.equal(exports.navlint_wasm_input(0, 0), BAD_ARGUMENT);
    for (const form of [0, 9, 10, 0x7fffffff, -1]) assert.equal(exports.navlint_wasm_report(form, 0), BAD_ARGUMENT);
    for (const kind of [6, 99, -1]) assert.equal(exports.navlint_wasm_catalogue(kind), BAD_ARGUMENT);
    put(exports, new TextEncoder().encode('w\0\0abc'));
    assert.equal(exports.navlint_wasm_input(5, 0), BAD_ARGUMENT);
    assert.equal(exports.navlint_wasm_input(1, 0), BAD_ARGUMENT); // the block was taken
    put(exports, new TextEncoder().encode('w\0\0abc'));
    assert.equal(exports.navlint_wasm_input(1, 0), 0);
    assert.equal(exports.navlint_wasm_check(), 0);
    put(exports, new Uint8Array());
    assert.equal(exports.navlint_wasm_input(0, 1), 0);
    assert.equal(exports.navlint_wasm_report(0, 0), BAD_ARGUMENT); // there is none of these two
    assert.equal(exports.navlint_wasm_block(-1), 0);
    assert.equal(exports.navlint_wasm_block(0xfffffff0 | 0), 0);
});

test('many jobs take no more memory than one', async () => {
    const { engine, exports } = await withInstance();
    const bytes = engine.witness(CODE);
    const work = () => engine.check([{ name: 'w', bytes }], { forms: [...FORMS], ignore: [CODE, CODE] });
    work();
    const before = exports.memory.buffer.byteLength;
    for (let i = 0; i < 200; i++) work();
    assert.equal(exports.memory.buffer.byteLength, before);
});

test('errors are errors', () => {
    assert.ok(new NavlintError('crashed', 'x') instanceof Error);
});
