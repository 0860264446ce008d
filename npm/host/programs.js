// Which program a name stands for.

import fs from 'node:fs';
import { win32 } from 'node:path';

import { SystemError } from './errno.js';

const isFileHere = (path) => fs.statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const unquoted = (folder) => folder.replace(/^"(.*)"$/, '$1');

/** A folder without a drive depends on where we run. A path that starts with one backslash does as well, for the drive. */
const isFixed = (folder) => win32.isAbsolute(folder) && /^(?:[A-Za-z]:|[\\/]{2})/.test(folder);

/**
 * Windows looks into the current folder first, and that folder may be the repository to judge: a git.exe in it must not run.
 * @param {string} name without a folder
 * @returns {string} what to start
 */
export function programOf(name, { path = process.env.PATH ?? '', isWindows = process.platform === 'win32', isFile = isFileHere } = {}) {
    if (!isWindows) return name;
    const files = path.split(';').map(unquoted).filter(isFixed).map((folder) => win32.join(folder, `${name}.exe`));
    const found = files.find(isFile);
    if (!found) throw new SystemError('ENOENT');
    return found;
}
