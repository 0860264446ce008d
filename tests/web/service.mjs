/* The page from a running navlintd: the browser gets one document from it, and sends it nothing. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";
import { drop, moodOf, openPage, reportOf, root, scratch, until, verdict, witness } from "./browser.mjs";

const navlintd = process.env.NAVLINTD_BIN ?? join(root, "build/bin/navlintd");

/* A service on a port of the kernel's choice. log: the lines that it has written. */
async function startService() {
    const flags = ["--port", "0", "--page", join(root, "build/web/navlint.html")];
    const service = spawn(navlintd, flags, { env: { ...process.env, NAVLINTD_ALLOW_ROOT: "on" } });
    const log = [];
    createInterface({ input: service.stderr }).on("line", (line) => log.push(JSON.parse(line)));
    const ready = await new Promise((resolve) => createInterface({ input: service.stdout }).once("line", resolve));
    const stop = async () => {
        service.kill("SIGTERM");
        await new Promise((ended) => service.on("close", ended));
        return log;
    };
    return { url: `${ready.split(" ").pop()}/`, stop };
}

test("navlintd hands the page out, and judging a file there sends nothing", async () => {
    const file = join(scratch, "served.nav");
    writeFileSync(file, witness("NAV_CONN_UNRESOLVED"));
    const service = await startService();
    const asked = [];
    const prepare = (page) => page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).protocol}`));
    const { page, troubles, close } = await openPage({ url: service.url, prepare });
    await drop(page, file);
    assert.equal((await verdict(page)).mood, moodOf(reportOf(file)));
    await page.click("button.finding");
    await until(page, () => document.querySelector("#byte-field").textContent.includes("= 99"));
    await page.waitForSelector("#map[data-shapes='3']");
    assert.deepEqual(asked.filter((what) => !what.endsWith(" data:") && !what.endsWith(" blob:")), ["GET http:"]);
    assert.deepEqual(troubles, []);
    await close();
    const requests = (await service.stop()).filter((line) => !("event" in line));
    assert.deepEqual(requests.map(({ method, path, status }) => [method, path, status]), [["GET", "/", 200]]);
});

test("no other page may show it in a frame, and what the browser has is not sent again", async () => {
    const service = await startService();
    const first = await fetch(service.url);
    assert.match(first.headers.get("content-security-policy"), /^default-src 'none';.*frame-ancestors 'none'$/);
    const again = await fetch(service.url, { headers: { "if-none-match": first.headers.get("etag") }, cache: "no-store" });
    assert.equal(again.status, 304);
    await first.arrayBuffer();
    await service.stop();
});
