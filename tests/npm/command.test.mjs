// The command of the package beside the native one: equal to the byte.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
    chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { COMMAND, CORPUS, finish, hasNative, NATIVE, PACKAGE, runNative, runPackage, SAMPLES } from './places.mjs';

const folder = mkdtempSync(join(tmpdir(), 'navlint-npm-'));
after(() => rmSync(folder, { recursive: true }));

const FORMS = ['text', 'json', 'ndjson', 'sarif', 'sarif-github', 'github', 'gitlab', 'junit', 'markdown', 'csv'];

const ROOMS = ['source_nav', 'gta_nodes', 'metroid_path', 'mgs_nav2', 'skyrim_navmesh'];

const DRAWINGS = ['svg', 'obj', 'gltf', 'geojson'];

/** What reads one file or two, for three files. */
function readingsOf(folder) {
    const files = readdirSync(folder).filter((name) => !/\.(json|tar)$/.test(name)).slice(0, 3);
    const [first, ...others] = files.map((name) => join(folder, name));
    return [
        ...files.flatMap((name) => [['dump', join(folder, name)], ['dump', '--format', 'json', join(folder, name)]]),
        ...DRAWINGS.map((form) => ['draw', '--format', form, first]),
        ...others.map((other) => ['diff', first, other]),
        ['fix', '--dry-run', first],
    ];
}

const COMMAND_LINES = [
    ...FORMS.map((form) => ['check', '--format', form, join(CORPUS, 'gta_nodes')]),
    ['check', '--all', '--pedantic', join(CORPUS, 'source_nav')],
    ['check', '--statistics', '--exclude', 'metroid_pak', CORPUS], // the package has no liblzo2
    ['check', '-', '--stdin-filename', 'a.nav'],
    ['check', join(CORPUS, 'absent.nav')],
    ['check', ''],
    ['check', '--max-findings', 'many', CORPUS],
    ['chek', CORPUS],
    ['help'], ['help', '--format', 'json'], ['help', 'check'], ['version'], [],
    ['rules'], ['rules', '--format', 'json'], ['formats'], ['formats', '--format', 'json'],
    ['explain', 'NAV_CONN_UNRESOLVED'], ['explain', 'nav_con_unresolved'],
    ['layout'], ['layout', 'source-nav', '--format', 'json'],
    ['config', '--show', CORPUS], ['config', '--schema'],
    ['witness', 'NAV_CONN_UNRESOLVED'],
    ...ROOMS.flatMap((room) => readingsOf(join(CORPUS, room, 'witness'))),
];

function linesOf({ status, signal, stdout, stderr }) {
    return [`exit ${status} ${signal}`, ...stderr.split('\n'), '----', ...stdout.split('\n')];
}

/** Says of a difference the first line alone: outputs have megabytes. */
function assertSame(words, more) {
    const ours = linesOf(runPackage(words, more));
    const theirs = linesOf(runNative(words, more));
    const at = ours.findIndex((line, i) => line !== theirs[i]);
    assert.equal(ours[at], theirs[at], `navlint ${words.join(' ')}`);
    assert.equal(ours.length, theirs.length, `navlint ${words.join(' ')}`);
}

/** A folder with what the corpus has not: names that are not UTF-8, links, an archive's start, a configuration. */
function makeFolder() {
    const { stdout } = runPackage(['witness', 'NAV_CONN_UNRESOLVED']);
    const bytes = Buffer.from(stdout, 'latin1');
    mkdirSync(join(folder, 'maps', '.git'), { recursive: true });
    writeFileSync(Buffer.concat([Buffer.from(join(folder, 'maps/')), Buffer.from([0x62, 0xff, 0x2e]), Buffer.from('nav')]), bytes);
    writeFileSync(join(folder, 'maps', 'broken.zip'), 'PK\x03\x04 and no more');
    writeFileSync(join(folder, 'maps', '.git', 'hidden.nav'), bytes);
    writeFileSync(join(folder, '.navlint.json'), '{"ignore": ["NAV_PLACE_*"], "minSeverity": "info"}');
    return bytes;
}

test('every verb and form, over the corpus', { skip: !hasNative && 'build/bin/navlint is not built' }, () => {
    for (const words of COMMAND_LINES)
        assertSame(words, { input: words.includes('-') ? 'none' : '' });
});

test('names of any bytes, configuration, archives', { skip: !hasNative && 'build/bin/navlint is not built' }, () => {
    makeFolder();
    for (const words of [['check', 'maps'], ['check', './maps//', '--no-config'], ['config', '--show', 'maps/a.nav'], ['check', '../nothing']])
        assertSame(words, { cwd: folder });
});

/** The package's own code takes this system for Windows; folders called "C:" are drives to it. */
const AS_WINDOWS = ['--import', 'data:text/javascript,Object.defineProperty(process,"platform",{value:"win32"})'];

test('drives of Windows are absolute, on the command line and in a configuration', () => {
    makeFolder();
    for (const drive of ['masters', 'maps/here']) mkdirSync(join(folder, 'C:', drive), { recursive: true });
    writeFileSync(join(folder, 'C:', 'maps', '.navlint.json'), '{"masters": ["C:/masters", "here"]}');
    const words = ['config', '--show', '--format', 'json', 'C:\\maps\\a.nav'];
    const { status, stdout, stderr } = finish(process.execPath, [...AS_WINDOWS, COMMAND, ...words], { cwd: folder });
    assert.equal(status, 0, stderr);
    const { config, settings } = JSON.parse(stdout);
    assert.deepEqual([config, settings.masters], ['/C:/maps/.navlint.json', ['C:/masters', '/C:/maps/here']]);
});

/** Root may look into every folder. */
const ORDINARY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const canBeOrdinary = () => spawnSync(process.execPath, [COMMAND, 'version'], { cwd: '/', ...ORDINARY }).status === 0;

test('a folder that nobody may look into has no configuration', { skip: !(hasNative && canBeOrdinary()) && 'needs another user' }, () => {
    const place = join(folder, 'places');
    for (const name of ['shut', 'open']) mkdirSync(join(place, name), { recursive: true });
    writeFileSync(join(place, 'open', '.navlint.json'), '{}', { mode: 0 });
    chmodSync(join(place, 'shut'), 0o644);
    chmodSync(folder, 0o755);
    for (const name of ['shut', 'open']) assertSame(['check', `${name}/a.nav`], { cwd: place, ...ORDINARY });
});

/** Says of each file that is made at once, and only then, who may use it. */
const SAYS_MODES = ['--import', `data:text/javascript,
    import fs from 'node:fs';
    const { openSync } = fs;
    fs.openSync = (path, how, mode) => {
        if (how & fs.constants.O_EXCL) fs.writeSync(2, (mode & ~process.umask()).toString(8) + ' ');
        return openSync(path, how, mode);
    };`.replace(/\s+/g, ' ')];

test('a temporary file is nobody else\'s from the start', () => {
    makeFolder();
    const words = ['check', '-q', 'maps', '--no-config', '--suppressions', 'known.json', '--suppress-all'];
    const { stderr } = finish('sh', ['-c', 'umask 0; exec "$@"', 'sh', process.execPath, ...SAYS_MODES, COMMAND, ...words], { cwd: folder });
    assert.match(stderr, /(^|\n)600 $/);
    assert.equal(statSync(join(folder, 'known.json')).mode & 0o777, 0o666);
});

test('suppressions are written and read', { skip: !hasNative && 'build/bin/navlint is not built' }, () => {
    makeFolder();
    const words = (file) => ['check', 'maps', '--no-config', '--suppressions', file, '--suppress-all'];
    const theirs = runNative(words('a.json'), { cwd: folder });
    const ours = runPackage(words('b.json'), { cwd: folder });
    assert.equal(ours.stderr.replaceAll('b.json', 'a.json'), theirs.stderr);
    assert.equal(ours.status, theirs.status);
    assert.equal(readFileSync(join(folder, 'b.json'), 'utf8'), readFileSync(join(folder, 'a.json'), 'utf8'));
    assert.equal(statSync(join(folder, 'b.json')).mode, statSync(join(folder, 'a.json')).mode);
    const later = ['check', 'maps', '--no-config', '--suppressions', 'b.json'];
    assertSame(later, { cwd: folder });
    assert.equal(runPackage(later, { cwd: folder }).stdout, '');
});

test('all samples', { skip: !(hasNative && existsSync(SAMPLES)) && 'no samples here' }, () => {
    for (const form of ['text', 'ndjson'])
        assertSame(['check', '--format', form, '--exclude', '*.rar', SAMPLES]); // nor RAR
});

test('standard input that somebody has read from', { skip: !hasNative && 'build/bin/navlint is not built' }, () => {
    const { stdout } = runPackage(['witness', 'NAV_CONN_UNRESOLVED']);
    writeFileSync(join(folder, 'whole'), `12345678${stdout}`, 'latin1');
    const script = 'dd bs=8 count=1 of=/dev/null 2>/dev/null; exec "$@" check -';
    const judge = (...program) => {
        const stdin = openSync(join(folder, 'whole'), 'r');
        return finish('sh', ['-c', script, 'sh', ...program], { stdio: [stdin, 'pipe', 'pipe'] });
    };
    const theirs = judge(NATIVE);
    assert.match(theirs.stdout, /NAV_CONN_UNRESOLVED/);
    assert.deepEqual(judge(process.execPath, COMMAND), theirs);
});

test('a broken package is an internal error', () => {
    const broken = join(folder, 'broken');
    const module = join(broken, 'navlint-command.wasm');
    cpSync(PACKAGE, broken, { recursive: true });
    const judge = () => finish(process.execPath, [join(broken, 'bin', 'navlint.js'), 'check', CORPUS]);
    for (const damage of [() => truncateSync(module, 1000), () => rmSync(module)]) {
        damage();
        const { status, signal, stdout, stderr } = judge();
        assert.deepEqual([status, signal, stdout], [4, null, '']);
        assert.match(stderr, /^navlint: internal error: [^\n]+\n$/);
    }
});

test('watch is refused', () => {
    const { status, stderr } = runPackage(['watch', CORPUS]);
    assert.equal(status, 2);
    assert.match(stderr, /^navlint: watch: not on this system/);
});

test('a reader that has gone is no error', async () => {
    const child = spawn(process.execPath, [COMMAND, 'layout'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let complaints = '';
    child.stderr.on('data', (part) => { complaints += part; });
    const [code] = await once(child, 'close');
    assert.deepEqual([code, complaints], [0, '']);
});

test('SIGINT ends it', { skip: process.platform === 'win32' && 'no signals' }, async () => {
    const child = spawn(process.execPath, [COMMAND, 'check', '-'], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.write(Buffer.alloc(4 << 20)); // more than a pipe holds: once it is gone, the command is reading
    await once(child.stdin, 'drain');
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    assert.deepEqual([code, signal], [null, 'SIGINT']);
});
