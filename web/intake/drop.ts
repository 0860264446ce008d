/* What is dropped, chosen or pasted becomes sources: folders are walked, archives of the kind that a
 * browser can unpack are looked into. */
import { fileSource, Source } from "./source";
import { isZip, zipMembers } from "./zip";

/* What came in, and what of it could not be taken, in sentences for the reader. */
export interface Intake {
    sources: Source[];
    refusals: string[];
    isFound: boolean; /* lay in a folder or an archive, among others of whatever kind */
}

/* More files than this are no map: the rest is named and left out. */
const mostFiles = 20000;

/* Must be called before the event's handler first waits: a DataTransfer empties then. */
export function dropped(transfer: DataTransfer): Promise<Intake> {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
    const files = [...transfer.files];
    return entries.length > 0 ? walk(entries as FileSystemEntry[]) : chosen(files);
}

export async function chosen(files: File[]): Promise<Intake> {
    const intake: Intake = { sources: [], refusals: [], isFound: false };
    for (const file of files) await take(file, folderOf(file.webkitRelativePath), intake);
    return intake;
}

function folderOf(path: string): string {
    return path.slice(0, path.lastIndexOf("/") + 1);
}

async function walk(entries: FileSystemEntry[]): Promise<Intake> {
    const intake: Intake = { sources: [], refusals: [], isFound: false };
    const waiting = entries.map((entry) => ({ entry, folder: "" }));
    for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (intake.sources.length >= mostFiles) {
            intake.refusals.push(`More than ${mostFiles} files were dropped; the rest was left out.`);
            break;
        }
        if (next.entry.isDirectory) {
            intake.isFound = true;
            const folder = `${next.folder}${next.entry.name}/`;
            for (const entry of await children(next.entry as FileSystemDirectoryEntry)) waiting.push({ entry, folder });
        } else {
            await take(await fileOf(next.entry as FileSystemFileEntry), next.folder, intake);
        }
    }
    return intake;
}

/* A directory is read in portions of 100 until an empty one comes. */
async function children(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
    const reader = directory.createReader();
    const all: FileSystemEntry[] = [];
    for (;;) {
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) return all.sort((a, b) => (a.name < b.name ? -1 : 1));
        all.push(...some);
    }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
    return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/* Archives that need a program of their own, by how they begin (and where). */
const otherArchives: [string, number, number[]][] = [
    ["a 7z archive", 0, [0x37, 0x7a, 0xbc, 0xaf]],
    ["a RAR archive", 0, [0x52, 0x61, 0x72, 0x21]],
    ["a gzip file", 0, [0x1f, 0x8b, 0x08]],
    ["an xz file", 0, [0xfd, 0x37, 0x7a, 0x58]],
    ["a tar archive", 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
];

async function take(file: File, folder: string, intake: Intake): Promise<void> {
    try {
        const start = new Uint8Array(await file.slice(0, 512).arrayBuffer());
        if (isZip(start)) await takeZip(file, folder, intake);
        else if (!refuse(file, start, intake)) intake.sources.push(fileSource(file, folder));
    } catch (error) {
        intake.refusals.push(`${file.name} could not be read: ${(error as Error).message}`);
    }
}

function refuse(file: File, start: Uint8Array, intake: Intake): boolean {
    const kind = otherArchives.find(([, at, magic]) => magic.every((byte, i) => start[at + i] === byte));
    if (!kind) return false;
    intake.refusals.push(`${file.name} is ${kind[0]}: unpack it first, then drop the folder here. A zip can be dropped as it is.`);
    return true;
}

async function takeZip(file: File, folder: string, intake: Intake): Promise<void> {
    const members = await zipMembers(file, `${folder}${file.name}!`);
    intake.isFound = true;
    intake.sources.push(...members.sources.slice(0, mostFiles));
    intake.refusals.push(...members.refusals);
}
