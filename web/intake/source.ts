/* Something that was dropped and can be read: a file of the disk, or a member of an archive, which
 * is unpacked when it is asked for. */

export interface Source {
    readonly name: string;   /* without its folder */
    readonly folder: string; /* "maps/", "maps.zip!cs/", "" */
    readonly bytes: number;
    /* The first bytes, at most this many. */
    head(limitBytes: number): Promise<Blob>;
    /* All of it. */
    whole(): Promise<Blob>;
}

/* How much of a file tells its format: what the library asks for. */
export const headBytes = 1 << 20;

export function fileSource(file: File, folder: string): Source {
    return {
        name: file.name,
        folder,
        bytes: file.size,
        head: async (limitBytes) => file.slice(0, limitBytes),
        whole: async () => file,
    };
}

export function bytesSource(name: string, bytes: Uint8Array): Source {
    return fileSource(new File([bytes], name), "");
}
