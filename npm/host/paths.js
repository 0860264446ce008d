// Paths of the command, which are bytes with slashes, and paths of Node.

const IS_WINDOWS = process.platform === 'win32';

/**
 * A path of the command as Node takes it: bytes, so that names that are not UTF-8 reach the disk unchanged. Windows has
 * texts.
 * @param {Uint8Array} bytes
 * @returns {Buffer | string}
 */
export function toNode(bytes, isWindows = IS_WINDOWS) {
    const path = Buffer.from(bytes);
    if (!isWindows) return path;
    return path.toString().replace(/^\/([A-Za-z]:)/, '$1');
}

/**
 * An absolute path of Node as the command takes it. On Windows "C:\maps" becomes "/C:/maps": absolute is what starts with a
 * slash.
 * @param {Buffer | string} path
 * @returns {Buffer}
 */
export function fromNode(path, isWindows = IS_WINDOWS) {
    const bytes = Buffer.from(path);
    if (!isWindows) return bytes;
    const text = bytes.toString().replace(/^\\\\\?\\(?=[A-Za-z]:)/, '').replaceAll('\\', '/');
    return Buffer.from(text.replace(/^(?=[A-Za-z]:)/, '/'));
}

/**
 * Whether a path of the command does not depend on the folder that it is read in.
 * @param {Uint8Array} bytes
 * @returns {boolean}
 */
export function isAbsolute(bytes, isWindows = IS_WINDOWS) {
    const start = Buffer.from(bytes.subarray(0, 3)).toString('latin1');
    return isWindows ? /^(?:[A-Za-z]:)?[\\/]/.test(start) : start.startsWith('/');
}

/**
 * The words of the command line. Windows separates folders by "\" as well, the command by "/" alone: what is an option's name
 * has none, so all are turned.
 * @param {string[]} words
 * @returns {string[]}
 */
export function wordsOf(words, isWindows = IS_WINDOWS) {
    return isWindows ? words.map((word) => word.replaceAll('\\', '/')) : words;
}
