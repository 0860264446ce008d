/* A broken file to look at, for those who have none at hand: one of the library's own witnesses. */
import type { Client } from "../judge/client";
import type { Catalogue, Format, Rule } from "./report";

export interface Example {
    name: string;
    bytes: Uint8Array;
}

/* How many witnesses are looked at, and how much there must be on a map to look no further. */
const mostTried = 60;
const richShapes = 6;

/* Of the format's witnesses that can do harm in the game one that shows much: its place in the world is known,
 * and there is something around it. */
export async function findExample(client: Client, catalogue: Catalogue, format: Format): Promise<Example | null> {
    let best: { example: Example; score: number } | null = null;
    for (const rule of harmful(catalogue, format).slice(0, mostTried)) {
        const example = { name: `broken-example${format.extensions[0] ?? ""}`, bytes: await client.call("witness", rule.code) };
        const score = await scoreOf(client, format, example);
        if (!best || score > best.score) best = { example, score };
        if (best.score >= richShapes) break;
    }
    return best?.example ?? null;
}

/* How many shapes are drawn around a place that is known. */
async function scoreOf(client: Client, format: Format, { name, bytes }: Example): Promise<number> {
    const input = { name, blob: new Blob([bytes]) };
    const report = await client.call("judge", [input], {});
    if (report.format?.id !== format.id || !report.findings[0]?.position) return 0;
    await client.call("open", input, {});
    return ((await client.call("drawing"))?.starts.length ?? 1) - 1;
}

function harmful(catalogue: Catalogue, format: Format): Rule[] {
    const rules = [...catalogue.rules.values()].filter((rule) => rule.format === format.id && rule.severity === "error");
    return rules.filter((rule) => rule.impact === "crash" || rule.impact === "broken");
}
