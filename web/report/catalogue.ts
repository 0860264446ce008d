/* What the library says that it knows. */
import type { Catalogue, Format, Rule } from "./report";

export function readCatalogue(texts: { formats: string; rules: string; version: string }): Catalogue {
    const formats = (JSON.parse(texts.formats) as { formats: Format[] }).formats;
    const rules = (JSON.parse(texts.rules) as { rules: Rule[] }).rules;
    return { version: texts.version, formats, rules: new Map(rules.map((rule) => [rule.code, rule])) };
}
