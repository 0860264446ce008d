/* The file that is looked at: handed to the worker that reads it, for the map and the bytes. */
import type { Client } from "../judge/client";
import { fullName } from "../judge/plan";
import type { Options } from "../judge/protocol";
import { Signal } from "../page/signal";
import type { Entry } from "./entry";

export interface Opened {
    entry: Entry;
    blob: Blob | null; /* null: there is none, of a set, or it could not be read */
}

/* Follows the current entry; the signal has null until the file is there. */
export function openCurrent(current: Signal<Entry | null>, reader: Client, options: () => Options): Signal<Opened | null> {
    const opened = new Signal<Opened | null>(null);
    let wanted: Entry | null = null;
    const open = async (entry: Entry) => {
        const blob = entry.file ? await read(entry, reader, options()) : null;
        if (entry === wanted) opened.set({ entry, blob });
    };
    current.watch((entry) => {
        if (entry === wanted) return;
        wanted = entry;
        opened.set(null);
        if (entry) void open(entry);
    });
    return opened;
}

/* What does not open can still be looked at as plain bytes. */
async function read(entry: Entry, reader: Client, options: Options): Promise<Blob | null> {
    try {
        const blob = await entry.file!.source.whole();
        await reader.call("open", { name: fullName(entry.file!.source), blob }, options).catch(() => undefined);
        return blob;
    } catch {
        return null;
    }
}
