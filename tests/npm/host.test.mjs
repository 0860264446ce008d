// The system that the command sees, where Linux alone would not show it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { mock, test } from 'node:test';

import { PACKAGE } from './places.mjs';

const host = (name) => import(join(PACKAGE, 'host', name));
const { File } = await host('descriptors.js');
const { isAbsolute } = await host('paths.js');
const { programOf } = await host('programs.js');

/** What a call of node:fs throws, and the test that sees it. */
function whenThrows(name, code, look) {
    const call = mock.method(fs, name, () => { throw Object.assign(new Error(code), { code }); });
    try {
        look();
    } finally {
        call.mock.restore();
    }
}

test('a pipe that is closed on Windows: an end to whoever reads, an error to whoever writes', () => {
    const file = new File(2);
    whenThrows('readSync', 'EOF', () => assert.equal(file.read(new Uint8Array(4)), 0));
    whenThrows('writeSync', 'EOF', () => assert.throws(() => file.write(new Uint8Array(4)), { code: 'EPIPE' }));
    whenThrows('writeSync', 'ENOSPC', () => assert.throws(() => file.write(new Uint8Array(4)), { code: 'ENOSPC' }));
});

test('on Windows a program is looked for in absolute folders alone', () => {
    const there = ['git.exe', 'tools\\git.exe', 'D:tools\\git.exe', 'C:\\Program Files\\Git\\git.exe'];
    const find = (path) => programOf('git', { path, isWindows: true, isFile: (file) => there.includes(file) });
    assert.equal(find('.;;tools;D:tools;"C:\\Program Files\\Git"'), 'C:\\Program Files\\Git\\git.exe');
    assert.throws(() => find('.;;tools;D:tools;C:\\Windows'), { code: 'ENOENT' });
    assert.throws(() => find(''), { code: 'ENOENT' });
    assert.equal(programOf('git', { path: '.', isWindows: false }), 'git');
});

test('where paths start', () => {
    const absolute = (path, isWindows) => isAbsolute(Buffer.from(path), isWindows);
    for (const path of ['/maps', '/C:/maps', 'C:/maps', 'c:\\maps', '\\\\server\\maps']) assert.ok(absolute(path, true), path);
    for (const path of ['', 'maps', './C:/maps', 'C:maps', 'CD:/maps']) assert.ok(!absolute(path, true), path);
    assert.deepEqual(['/maps', 'C:/maps', '\\maps', ''].map((path) => absolute(path, false)), [true, false, false, false]);
});
