// The system that the command sees, where Linux alone would not show it.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { mock, test } from 'node:test';

import { PACKAGE } from './places.mjs';

const host = (name) => import(join(PACKAGE, 'host', name));
const { File } = await host('descriptors.js');

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
