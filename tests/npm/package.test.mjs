// What the package holds, and that it installs and runs from its tarball without a network.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { finish, PACKAGE, ROOT } from './places.mjs';

const folder = mkdtempSync(join(tmpdir(), 'navlint-pack-'));
after(() => rmSync(folder, { recursive: true }));

const NO_NPM = spawnSync('npm', ['--version']).status !== 0 && 'npm is not installed';
const offline = { cwd: folder, env: { ...process.env, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') } };

const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));

function npm(...words) {
    const { status, stdout, stderr } = finish('npm', words, offline);
    assert.equal(status, 0, stderr);
    return stdout;
}

test('nothing runs at installation, nothing else is installed', () => {
    assert.equal(manifest.scripts, undefined);
    assert.equal(manifest.dependencies, undefined);
});

test('provenance names the repository, as npm compares them', () => {
    assert.equal(manifest.publishConfig.provenance, true);
    assert.deepEqual(manifest.repository, { type: 'git', url: 'git+https://github.com/OWNER/navlint.git', directory: 'npm' });
});

test('the terms of every library in the modules are there', () => {
    const names = ['bzip2', 'compiler-rt', 'jansson', 'libarchive', 'libdeflate', 'liblzma', 'wasi-libc', 'zlib', 'zstd'];
    assert.deepEqual(readdirSync(join(PACKAGE, 'licenses')).sort(), names.map((name) => `${name}.txt`));
    assert.match(readFileSync(join(PACKAGE, 'LICENSE'), 'utf8'), /^MIT License/);
});

test('packs, installs and runs offline', { skip: NO_NPM }, () => {
    const [{ filename, files }] = JSON.parse(npm('pack', PACKAGE, '--json'));
    const outside = files.map(({ path }) => path).filter((path) => !/^(bin|host|licenses)\//.test(path)).sort();
    assert.deepEqual(outside, ['LICENSE', 'README.md', 'engine.d.ts', 'engine.js', 'index.d.ts', 'index.js',
        'navlint-command.wasm', 'navlint.wasm', 'package.json']);
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    npm('install', '--no-audit', '--no-fund', join(folder, filename));
    assert.match(npm('exec', '--', 'navlint', 'version'), new RegExp(`^navlint ${manifest.version}\n`));
    const script = "import { version } from 'navlint'; console.log(await version());";
    const { stdout } = finish(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
    assert.equal(stdout, `${manifest.version}\n`);
});

test('the types are right', { skip: spawnSync('tsc', ['--version']).status !== 0 && 'tsc is not installed' }, () => {
    const words = ['--noEmit', '--strict', '--target', 'ES2021', '--module', 'ES2020', '--moduleResolution', 'node',
        '--lib', 'ES2021', '--typeRoots', join(folder, 'none'), join(ROOT, 'tests/npm/types.ts')];
    const { status, stdout } = finish('tsc', words);
    assert.equal(status, 0, stdout);
});
