// What the package gives programs.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { CORPUS, PACKAGE } from './places.mjs';

const navlint = await import(join(PACKAGE, 'index.js'));
const { fromNode, toNode, wordsOf } = await import(join(PACKAGE, 'host', 'paths.js'));
const { optionWords } = await import(join(PACKAGE, 'host', 'child.js'));

const CODE = 'NAV_CONN_UNRESOLVED';
const folder = mkdtempSync(join(tmpdir(), 'navlint-api-'));
after(() => rmSync(folder, { recursive: true }));

test('check: a witness breaks its rule, and options reach the library', async () => {
    const bytes = await navlint.witness(CODE);
    const report = await navlint.check(bytes, { name: 'a.nav' });
    assert.equal(report.verdict, 'invalid');
    assert.ok(report.findings.some(({ code }) => code === CODE));
    assert.equal(report.input.name, 'a.nav');
    assert.equal((await navlint.check(bytes, { ignore: [CODE] })).findings.some(({ code }) => code === CODE), false);
    await assert.rejects(navlint.check(bytes, { game: 'none' }), { name: 'NavlintError', status: 'unknownGame' });
});

test('checkFiles: a folder, with the options of the command', async () => {
    writeFileSync(join(folder, 'a.nav'), await navlint.witness(CODE));
    const { code, reports, messages } = await navlint.checkFiles(['a.nav', 'absent.nav'], { cwd: folder });
    assert.equal(code, 3);
    assert.deepEqual(reports.map(({ verdict }) => verdict), ['invalid']);
    assert.match(messages, /^navlint: cannot read absent.nav: No such file or directory\n/);
    assert.equal((await navlint.checkFiles(['.'], { cwd: folder, failOn: 'never' })).code, 0);
    assert.equal((await navlint.checkFiles(['.'], { cwd: folder })).code, 1);
    await assert.rejects(navlint.checkFiles(['.'], { cwd: folder, noSuchOption: true }), /unknown option '--no-such-option'/);
    await assert.rejects(navlint.checkFiles(['.'], { cwd: folder, game: 'none' }), { status: 'badArgument' });
});

/** The package, but with a module that is cut: what it is, and what makes it whole again. */
async function brokenPackage(module) {
    const broken = join(folder, `broken-${module}`);
    cpSync(PACKAGE, broken, { recursive: true });
    truncateSync(join(broken, module), 1000);
    return [await import(join(broken, 'index.js')), () => cpSync(join(PACKAGE, module), join(broken, module))];
}

test('an engine that could not be loaded is loaded when it is asked for again', async () => {
    const [broken, repair] = await brokenPackage('navlint.wasm');
    await assert.rejects(broken.version(), WebAssembly.CompileError);
    repair();
    assert.equal(await broken.version(), await navlint.version());
});

test('a command that breaks down is no mistake of who called it', async () => {
    const [broken] = await brokenPackage('navlint-command.wasm');
    await assert.rejects(broken.checkFiles(['.'], { cwd: folder }), { status: 'crashed', message: /internal error/ });
    await assert.rejects(broken.dump(await navlint.witness(CODE)), { status: 'crashed', message: /internal error/ });
});

test('checkSet: two files', async () => {
    const bytes = await navlint.witness(CODE);
    const report = await navlint.checkSet([{ name: 'a.nav', bytes }, { name: 'b.nav', bytes }]);
    assert.equal(report.members.length, 2);
});

test('what is known', async () => {
    const ids = (await navlint.formats()).map(({ id }) => id);
    assert.ok(ids.includes('source-nav'));
    assert.ok((await navlint.rules('source-nav')).length < (await navlint.rules()).length);
    assert.equal((await navlint.explain(CODE)).code, CODE);
    await assert.rejects(navlint.explain('NONE'), { status: 'unknownRule' });
    assert.equal((await navlint.layouts('source-nav')).length > 0, true);
    assert.equal((await navlint.recognise(await navlint.witness(CODE))).format, 'source-nav');
});

test('dump', async () => {
    assert.equal(typeof await navlint.dump(await navlint.witness(CODE)), 'object');
    assert.equal(typeof await navlint.dump(await navlint.witness(CODE), { format: 'text' }), 'object');
    await assert.rejects(navlint.dump(Buffer.from('nothing')), { name: 'NavlintError', status: 'notRecognised' });
    await assert.rejects(navlint.dump(Buffer.from('nothing'), { at: 'none' }), { status: 'badArgument' });
});

test('run', async () => {
    const { code, stdout } = await navlint.run(['check', '-', '--format', 'ndjson'], { stdin: await navlint.witness(CODE) });
    assert.equal(code, 1);
    assert.equal(JSON.parse(stdout.toString()).verdict, 'invalid');
    assert.equal((await navlint.run(['check', CORPUS, '--format', 'none'])).code, 2);
});

test('options of the command under names of JavaScript', () => {
    const options = { failOn: 'never', pedantic: true, noConfig: false, ignore: ['A', 'B'], severity: { C: 'off' }, maxFindings: 5 };
    assert.deepEqual(optionWords(options), ['--fail-on', 'never', '--pedantic', '--ignore', 'A', '--ignore', 'B',
        '--severity', 'C=off', '--max-findings', '5']);
});

test('paths of Windows', () => {
    assert.equal(toNode(Buffer.from('/C:/maps/a.nav'), true), 'C:/maps/a.nav');
    assert.equal(toNode(Buffer.from('maps/a.nav'), true), 'maps/a.nav');
    assert.equal(fromNode('C:\\maps\\a.nav', true).toString(), '/C:/maps/a.nav');
    assert.equal(fromNode('\\\\?\\C:\\maps', true).toString(), '/C:/maps');
    assert.deepEqual(wordsOf(['maps\\a.nav', '--output=out\\a'], true), ['maps/a.nav', '--output=out/a']);
    assert.deepEqual(wordsOf(['maps\\a.nav'], false), ['maps\\a.nav']);
    assert.deepEqual(toNode(Buffer.from([0x61, 0xff]), false), Buffer.from([0x61, 0xff]));
});
