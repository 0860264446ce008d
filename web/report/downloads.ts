/* The report as a document to save: the library writes it, as it does for the command line. */
import { button, el } from "../page/dom";
import type { Client } from "../judge/client";
import type { ExportForm } from "../judge/protocol";
import type { Entry } from "../session/entry";
import type { Session } from "../session/session";

const forms: [ExportForm, string, string, string][] = [
    ["json", "JSON", ".json", "application/json"],
    ["sarif", "SARIF", ".sarif", "application/sarif+json"],
    ["markdown", "Markdown", ".md", "text/markdown"],
];

export function showDownloads(session: Session, client: Client, entry: Entry): HTMLElement {
    const status = el("span", { role: "status" });
    const save = async (form: ExportForm, extension: string, type: string) => {
        status.textContent = "Writing it…";
        try {
            offer(await client.call("render", await session.everything(), form), nameFor(session, entry) + extension, type);
            status.textContent = "";
        } catch (error) {
            status.textContent = `That failed: ${(error as Error).message}`;
        }
    };
    const links = forms.map(([form, label, extension, type]) => button(label, () => void save(form, extension, type), { class: "link", "aria-label": `Download the report as ${label}` }));
    return el("p", { class: "downloads" }, "Download the report:", ...links, status);
}

function nameFor(session: Session, entry: Entry): string {
    const name = session.entries.value.length > 1 ? "navlint" : entry.name;
    return `${name.replace(/[^\w.-]+/g, "_").slice(0, 100)}-report`;
}

function offer(text: string, name: string, type: string): void {
    const url = URL.createObjectURL(new Blob([text], { type }));
    el("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
