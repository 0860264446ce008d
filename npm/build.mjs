// build.mjs MODULES FOLDER: puts the package together. MODULES has navlint.wasm and navlint-command.wasm.

import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const sources = join(root, 'build-sources');

/** What is linked into the modules, and where its terms are. */
const LICENSES = {
    jansson: join(sources, 'jansson/LICENSE'),
    libdeflate: join(sources, 'libdeflate/COPYING'),
    libarchive: join(sources, 'libarchive/COPYING'),
    zlib: join(sources, 'tcl8.6/compat/zlib/README'),
    bzip2: join(sources, 'bzip2/LICENSE'),
    liblzma: join(sources, 'xz-utils/COPYING'),
    zstd: join(sources, 'libzstd/LICENSE'),
    'wasi-libc': '/usr/share/doc/wasi-libc/copyright',
    'compiler-rt': '/usr/share/doc/libclang-rt-19-dev-wasm32/copyright',
};

const [modules, folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: build.mjs MODULES FOLDER');

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'licenses'), { recursive: true });
for (const name of ['bin', 'host']) cpSync(join(here, name), join(folder, name), { recursive: true });
for (const name of ['package.json', 'README.md', 'index.js', 'index.d.ts']) copyFileSync(join(here, name), join(folder, name));
for (const name of ['engine.js', 'engine.d.ts']) copyFileSync(join(root, 'wasm', name), join(folder, name));
for (const name of ['navlint.wasm', 'navlint-command.wasm']) {
    copyFileSync(join(modules, name), join(folder, name));
    chmodSync(join(folder, name), 0o644);
}
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
for (const [name, file] of Object.entries(LICENSES)) copyFileSync(file, join(folder, 'licenses', `${name}.txt`));
chmodSync(join(folder, 'bin', 'navlint.js'), 0o755);

// The name that npm gives it where it installs it: what tests of the command start.
const links = join(folder, '..', 'bin');
mkdirSync(links, { recursive: true });
rmSync(join(links, 'navlint'), { force: true });
symlinkSync(relative(links, join(folder, 'bin', 'navlint.js')), join(links, 'navlint'));
