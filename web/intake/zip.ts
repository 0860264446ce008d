/* Reads the directory of a zip archive, and its members when they are asked for. Every number of
 * the archive is compared before it is believed; what is unpacked is counted on the way.
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (end). */
import { Source } from "./source";

export interface Members {
    sources: Source[];
    refusals: string[];
}

const endBytes = 22;
const longestComment = 0xffff;
const directoryLimitBytes = 64 << 20;
const memberLimitBytes = 1 << 30;
/* What deflate can gain at most is 1032 to 1. */
const mostGain = 1040;

const stored = 0;
const deflated = 8;

interface Member {
    name: string;
    method: number;
    isEncrypted: boolean;
    packedBytes: number;
    bytes: number;
    headerAt: number;
}

export function isZip(start: Uint8Array): boolean {
    return start[0] === 0x50 && start[1] === 0x4b && ((start[2] === 3 && start[3] === 4) || (start[2] === 5 && start[3] === 6));
}

/* prefix: stands in front of the folders of members, "maps.zip!". Rejects if it is no zip after all. */
export async function zipMembers(archive: Blob, prefix: string): Promise<Members> {
    const directory = await readDirectory(archive);
    const result: Members = { sources: [], refusals: [] };
    for (const member of membersOf(directory)) {
        const why = refusal(member, archive.size);
        if (why) result.refusals.push(`${prefix}${member.name} ${why}.`);
        else if (member.bytes > 0) result.sources.push(memberSource(archive, member, prefix));
    }
    return result;
}

async function readDirectory(archive: Blob): Promise<DataView> {
    const tailAt = Math.max(0, archive.size - endBytes - longestComment);
    const tail = await view(archive, tailAt, archive.size);
    const end = findEnd(tail);
    const bytes = tail.getUint32(end + 12, true);
    const at = tail.getUint32(end + 16, true);
    if (at === 0xffffffff) throw new Error("it is a zip64 archive; unpack it and drop the folder");
    if (bytes > directoryLimitBytes || at + bytes > tailAt + end) throw new Error("its directory is damaged");
    return view(archive, at, at + bytes);
}

/* The last place that has the signature and whose comment ends where the archive does. */
function findEnd(tail: DataView): number {
    for (let at = tail.byteLength - endBytes; at >= 0; at--) {
        if (tail.getUint32(at, true) !== 0x06054b50) continue;
        if (at + endBytes + tail.getUint16(at + 20, true) === tail.byteLength) return at;
    }
    throw new Error("the end of the archive is missing");
}

function* membersOf(directory: DataView): Generator<Member> {
    for (let at = 0; at + 46 <= directory.byteLength; ) {
        if (directory.getUint32(at, true) !== 0x02014b50) return;
        const nameBytes = directory.getUint16(at + 28, true);
        const next = at + 46 + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
        if (next > directory.byteLength) return;
        yield {
            name: new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameBytes)),
            method: directory.getUint16(at + 10, true),
            isEncrypted: (directory.getUint16(at + 8, true) & 1) !== 0,
            packedBytes: directory.getUint32(at + 20, true),
            bytes: directory.getUint32(at + 24, true),
            headerAt: directory.getUint32(at + 42, true),
        };
        at = next;
    }
}

/* Why a member is not read; null if it can be. */
function refusal(member: Member, archiveBytes: number): string | null {
    if (member.isEncrypted) return "is encrypted";
    if (member.method !== stored && member.method !== deflated) return "is packed in a way that browsers cannot unpack";
    if (member.bytes > memberLimitBytes) return "is larger than 1 GB";
    if (member.headerAt + member.packedBytes > archiveBytes) return "lies outside of the archive";
    if (member.method === stored && member.packedBytes !== member.bytes) return "has two sizes";
    if (member.bytes > member.packedBytes * mostGain + 64) return "claims to unpack to more than it can";
    return null;
}

function memberSource(archive: Blob, member: Member, prefix: string): Source {
    const cut = member.name.lastIndexOf("/") + 1;
    return {
        name: member.name.slice(cut),
        folder: prefix + member.name.slice(0, cut),
        bytes: member.bytes,
        head: (limitBytes) => unpack(archive, member, Math.min(limitBytes, member.bytes)),
        whole: async () => {
            const blob = await unpack(archive, member, member.bytes + 1);
            if (blob.size !== member.bytes) throw new Error("it does not unpack to the size that the archive says");
            return blob;
        },
    };
}

async function unpack(archive: Blob, member: Member, limitBytes: number): Promise<Blob> {
    const header = await view(archive, member.headerAt, member.headerAt + 30);
    if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50) throw new Error("its header in the archive is damaged");
    const at = member.headerAt + 30 + header.getUint16(26, true) + header.getUint16(28, true);
    const packed = archive.slice(at, at + member.packedBytes);
    if (member.method === stored) return packed.slice(0, limitBytes);
    return take(packed.stream().pipeThrough(new DecompressionStream("deflate-raw")), limitBytes);
}

/* The first bytes of a stream, at most limitBytes; what is behind them is not unpacked. */
async function take(stream: ReadableStream<Uint8Array>, limitBytes: number): Promise<Blob> {
    const reader = stream.getReader();
    const parts: Uint8Array[] = [];
    let left = limitBytes;
    while (left > 0) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value.subarray(0, left));
        left -= value.byteLength;
    }
    reader.cancel().catch(() => undefined);
    return new Blob(parts);
}

async function view(blob: Blob, from: number, to: number): Promise<DataView> {
    return new DataView(await blob.slice(from, to).arrayBuffer());
}
