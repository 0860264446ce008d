/* Which record a field belongs to, told from its path alone, and the tint that the record has. */

/* The path of the record: up to the last number that is not the field itself, "/areas/1" of
 * "/areas/1/connections/west/0"; without a number the first word, "/header". */
export function recordOf(path: string): string {
    const words = path.split("/").slice(1, -1);
    let last = words.length;
    while (last > 0 && !/^\d+$/.test(words[last - 1]!)) last--;
    const kept = last > 0 ? words.slice(0, last) : words.slice(0, 1);
    return kept.map((word) => `/${word}`).join("");
}

const mostKnown = 20000;

/* Neighbours differ: each kind of record has a hue, records of a kind are light and deep by turns. */
export class Tints {
    private readonly hues = new Map<string, number>();
    private readonly known = new Map<string, string>();

    of(path: string): string {
        const known = this.known.get(path);
        if (known !== undefined) return known;
        if (this.known.size > mostKnown) this.known.clear();
        const tint = this.make(path);
        this.known.set(path, tint);
        return tint;
    }

    private make(path: string): string {
        const record = recordOf(path);
        const kind = record.replace(/\d+/g, "N");
        const hue = this.hues.get(kind) ?? this.hues.size % 8;
        this.hues.set(kind, hue);
        const number = Number(/(\d+)$/.exec(record)?.[1] ?? 0);
        return `tint hue${hue}${number % 2 === 1 ? " deep" : ""}`;
    }
}
