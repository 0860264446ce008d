/* The page in Debian's Chromium, and what the tests do with it. */
import { execFileSync, spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = resolve(fileURLToPath(import.meta.url), "../../..");
const modules = createRequire(join(root, "build/web-tests/"));
const { chromium } = modules("playwright-core");
export const axeSource = readFileSync(modules.resolve("axe-core/axe.min.js"), "utf8");

export const navlint = process.env.NAVLINT_BIN ?? join(root, "build/bin/navlint");
export const pageUrl = pathToFileURL(join(root, "build/web/navlint.html")).href;

/* A folder that goes with the process. */
export const scratch = mkdtempSync(join(tmpdir(), "navlint-web-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/* No sandbox: tests run as root in containers. SwiftShader: WebGL2 without a graphics card. */
const flags = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage"];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });

export function closeBrowser() {
    return browser.close();
}

/* A page that is ready. troubles: what it complained about and what it asked the network for; each test ends
 * with none. */
export async function openPage({ url = pageUrl, prepare = async () => undefined, ...settings } = {}) {
    const context = await browser.newContext({ viewport: { width: 1360, height: 900 }, acceptDownloads: true, offline: url.startsWith("file:"), ...settings });
    const page = await context.newPage();
    const troubles = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && !isOfDriver(message.text()) && troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("request", (request) => !isOwn(request.url(), url) && troubles.push(`asks for ${request.url()}`));
    await page.addInitScript(() => addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)));
    await prepare(page);
    await page.goto(url);
    await page.waitForSelector("html[data-ready]");
    return { page, troubles, close: () => context.close() };
}

/* Reading pixels back is slow without a graphics card, and says so. */
function isOfDriver(text) {
    return text.includes("GL Driver Message") || text.includes("swiftshader");
}

function isOwn(address, url) {
    return address.startsWith("data:") || address.startsWith("blob:") || new URL(address).origin === new URL(url).origin;
}

/* Gives the page files of the disk and waits for their verdicts. */
export async function drop(page, ...files) {
    await page.setInputFiles("#files-input", files);
    await judged(page);
}

/* Drops files made of texts or numbers, by an event as a browser sends it. */
export async function dropMade(page, files) {
    await page.evaluate((made) => {
        const transfer = new DataTransfer();
        for (const { name, bytes } of made) transfer.items.add(new File([Uint8Array.from(bytes)], name));
        dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })));
}

/* Waits until a question that is asked in the page is answered with yes. (Playwright's own way asks again by
 * eval, which the page's policy forbids.) */
export async function until(page, question, value) {
    for (let tries = 0; tries < 1200; tries++) {
        if (await page.evaluate(question, value)) return;
        await page.waitForTimeout(50);
    }
    throw new Error(`never: ${question} ${value ?? ""}`);
}

export async function judged(page) {
    await page.waitForSelector("#verdict h2", { timeout: 60_000 });
    await until(page, () => document.querySelector("#progress").hidden);
}

/* What the page says of the file that is shown. */
export async function verdict(page) {
    const counts = {};
    for (const severity of ["error", "warning", "info"]) {
        const toggle = await page.$(`.toggle[data-severity="${severity}"]`);
        counts[severity] = toggle ? Number((await toggle.textContent()).replace(/\D/g, "")) : 0;
    }
    return { mood: await page.getAttribute("#verdict", "data-mood"), ...counts };
}

export function moodOf(report) {
    if (report.verdict !== "valid") return report.verdict === "invalid" ? "error" : "unknown";
    return report.summary.warnings > 0 ? "warning" : "good";
}

/* The command's report of a file. */
export function reportOf(file) {
    const { stdout } = spawnSync(navlint, ["check", "--format", "json", file], { encoding: "utf8", maxBuffer: 1 << 28 });
    const parsed = JSON.parse(stdout);
    return Array.isArray(parsed) ? parsed[0] : parsed;
}

export function witness(code) {
    return execFileSync(navlint, ["witness", code], { maxBuffer: 1 << 24 });
}

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/* The folder for web servers, served. Returns its address and how to stop. */
export async function serveSite() {
    const server = createServer((request, response) => {
        const name = request.url === "/" ? "index.html" : request.url.slice(1);
        const body = /^[\w.]+$/.test(name) && readFileSync(join(root, "build/web/site", name));
        response.writeHead(body ? 200 : 404, { "content-type": types[extname(name)] ?? "text/plain" });
        response.end(body || "");
    });
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}
