/* Puts the page together: one file that holds everything, and a folder for web servers.
 *
 *     node web/build.mjs navlint.wasm OUTPUT
 *
 * writes OUTPUT/navlint.html and OUTPUT/site/. esbuild is Debian's program. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const room = dirname(fileURLToPath(import.meta.url));
const [libraryFile, output] = process.argv.slice(2);

function bundle(entry) {
    const flags = ["--bundle", "--minify", "--target=es2020", "--format=iife", "--charset=ascii", "--log-level=warning"];
    return execFileSync("esbuild", [join(room, entry), ...flags], { encoding: "utf8", maxBuffer: 1 << 26 });
}

function minifiedStyle() {
    return execFileSync("esbuild", [join(room, "style.css"), "--minify", "--log-level=warning"], { encoding: "utf8" });
}

/* The text of an element ends at the first "</script": none may stand in it. */
function embeddable(text) {
    return text.replace(/<\/(script|style)/gi, "<\\/$1").trim();
}

function hashOf(text) {
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/* Nothing but what the page brings along: no inline code but its own, by its hash, and no other address. */
function policy(parts) {
    return Object.entries({ "default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", "img-src": "data:", ...parts })
        .map(([name, value]) => `${name} ${value}`)
        .join("; ");
}

function fill(template, values) {
    return template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

const template = readFileSync(join(room, "page.html"), "utf8");
const library = readFileSync(libraryFile);
const script = embeddable(bundle("main.ts"));
const worker = embeddable(bundle("judge/worker.ts"));
const style = embeddable(minifiedStyle());

function oneFile() {
    const packed = gzipSync(library, { level: 9 }).toString("base64");
    return fill(template, {
        policy: policy({ "script-src": `${hashOf(script)} 'wasm-unsafe-eval'`, "style-src": hashOf(style), "worker-src": "blob:" }),
        style: `<style>${style}</style>`,
        payload: `<script type="text/plain" id="worker-source">${worker}</script>\n<script type="text/plain" id="library">${packed}</script>`,
        script: `<script>${script}</script>`,
    });
}

function folder() {
    const index = fill(template, {
        policy: policy({ "script-src": "'self' 'wasm-unsafe-eval'", "style-src": "'self'", "worker-src": "'self'", "connect-src": "'self'" }),
        style: '<link rel="stylesheet" href="style.css">',
        payload: "",
        script: '<script src="page.js"></script>',
    });
    return { "index.html": index, "style.css": style, "page.js": script, "worker.js": worker, "navlint.wasm": library };
}

mkdirSync(join(output, "site"), { recursive: true });
writeFileSync(join(output, "navlint.html"), oneFile());
for (const [name, content] of Object.entries(folder())) writeFileSync(join(output, "site", name), content);
