/* A broken file to look at, for those who have none at hand: one of the library's own witnesses. */
import type { Client } from "../judge/client";
import type { Catalogue, Format, Rule } from "./report";

export interface Example {
    name: string;
    bytes: Uint8Array;
}

/* How many witnesses are tried before the best so far is taken. */
const mostTried = 60;

/* The first witness of the format that can do harm in the game and whose place in the world is known:
 * it shows on the map. Else the first that can do harm. */
export async function findExample(client: Client, catalogue: Catalogue, format: Format): Promise<Example | null> {
    let fallback: Example | null = null;
    for (const rule of harmful(catalogue, format).slice(0, mostTried)) {
        const bytes = await client.call("witness", rule.code);
        const example = { name: `broken-example${format.extensions[0] ?? ""}`, bytes };
        fallback ??= example;
        const report = await client.call("judge", [{ name: example.name, blob: new Blob([bytes]) }], {});
        const finding = report.findings[0];
        if (report.format?.id === format.id && finding?.position && finding.related) return example;
        if (report.format?.id === format.id && finding?.position) fallback = example;
    }
    return fallback;
}

function harmful(catalogue: Catalogue, format: Format): Rule[] {
    const rules = [...catalogue.rules.values()].filter((rule) => rule.format === format.id && rule.severity === "error");
    return rules.filter((rule) => rule.impact === "crash" || rule.impact === "broken");
}
