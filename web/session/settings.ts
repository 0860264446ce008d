/* What the reader has set, kept in the address behind # so that a link carries it. */
import type { Options } from "../judge/protocol";
import type { Severity } from "../report/report";

export interface Settings {
    format: string; /* "": told from the bytes */
    game: string;   /* "": told from the bytes */
    scope: string;  /* "", "navmesh" */
    pedantic: boolean;
    ignore: string[];
    hidden: Severity[]; /* severities that are not shown */
    search: string;
    theme: string; /* "": as the system has it, "light", "dark" */
}

export const severities: Severity[] = ["error", "warning", "info"];

export const plainSettings: Settings = {
    format: "",
    game: "",
    scope: "",
    pedantic: false,
    ignore: [],
    hidden: [],
    search: "",
    theme: "",
};

/* Reads what stands behind # of an address; what it does not know or cannot be is left out. */
export function readSettings(hash: string): Settings {
    const given = new URLSearchParams(hash.replace(/^#/, ""));
    const word = (name: string) => (given.get(name) ?? "").slice(0, 200);
    const words = (name: string) => word(name).split(",").filter((part) => part !== "");
    return {
        format: word("format"),
        game: word("game"),
        scope: word("scope") === "navmesh" ? "navmesh" : "",
        pedantic: word("pedantic") === "1",
        ignore: (given.get("ignore") ?? "").split(",").filter((code) => /^[A-Z0-9_]{1,80}$/.test(code)),
        hidden: severities.filter((severity) => words("hide").includes(severity)),
        search: word("search"),
        theme: ["light", "dark"].includes(word("theme")) ? word("theme") : "",
    };
}

/* The opposite: "" where nothing is set. */
export function writeSettings(settings: Settings): string {
    const words: [string, string][] = [
        ["format", settings.format],
        ["game", settings.game],
        ["scope", settings.scope],
        ["pedantic", settings.pedantic ? "1" : ""],
        ["ignore", settings.ignore.join(",")],
        ["hide", settings.hidden.join(",")],
        ["search", settings.search],
        ["theme", settings.theme],
    ];
    const given = new URLSearchParams(words.filter(([, value]) => value !== ""));
    return given.toString().replace(/%2C/g, ",");
}

/* What of the settings changes what is found; the rest changes what is shown of it. */
export function optionsFrom(settings: Settings): Options {
    const options: Options = {};
    if (settings.format) options.format = settings.format;
    if (settings.game) options.game = settings.game;
    if (settings.scope === "navmesh") options.scope = settings.scope;
    if (settings.pedantic) options.pedantic = true;
    if (settings.ignore.length > 0) options.ignore = settings.ignore;
    return options;
}
