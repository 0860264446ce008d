// What the library is compared with itself on: every file of the folders by itself, and the files of a
// folder as one set.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** More than this many files are no set that anybody has. */
const MOST_OF_SET = 128;

/** Reports of witnesses and lists are no inputs; a name with a newline or a tab has no place in a list. */
const isInput = (name) => !/\.report\.json$|\.tsv$|[\t\n]/.test(name);

/** Each job is a list of paths. */
export function jobsOf(folder) {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const files = entries.filter((entry) => entry.isFile() && isInput(entry.name)).map(({ name }) => join(folder, name));
    const jobs = files.map((file) => [file]);
    if (files.length > 1 && files.length <= MOST_OF_SET) jobs.push(files);
    const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => jobsOf(join(folder, name)));
    return [...jobs, ...below];
}

/** As wasm_twin takes them. */
export function listOf(jobs) {
    return jobs.map((files) => `${files.join('\t')}\n`).join('');
}
