// The words of the command line as bytes.

import { readFileSync } from 'node:fs';

import { wordsOf } from './paths.js';

const REPLACEMENT = '\ufffd';

/** What Linux kept of the command line; Node's copy has lost the bytes that are not UTF-8. */
function rawWords(count) {
    const words = [];
    const line = readFileSync('/proc/self/cmdline');
    for (let at = 0, end; (end = line.indexOf(0, at)) >= 0; at = end + 1) words.push(line.subarray(at, end));
    return words.slice(words.length - count);
}

/**
 * @param {string[]} words process.argv without Node and the script
 * @returns {Buffer[]}
 */
export function bytesOf(words) {
    if (process.platform === 'linux' && words.some((word) => word.includes(REPLACEMENT))) {
        try {
            return rawWords(words.length);
        } catch {
            // no /proc: what Node has will do
        }
    }
    return wordsOf(words).map((word) => Buffer.from(word));
}
