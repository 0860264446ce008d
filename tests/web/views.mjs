/* Findings, bytes and map are one: what is selected in one is selected in the others. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { drop, judged, navlint, openPage, reportOf, root, scratch, until, witness } from "./browser.mjs";

const file = join(scratch, "broken.nav");
writeFileSync(file, witness("NAV_CONN_UNRESOLVED"));
const [finding] = reportOf(file).findings;

async function ready() {
    const opened = await openPage();
    await drop(opened.page, file);
    await opened.page.waitForSelector("#map[data-shapes='3']");
    await opened.page.waitForSelector(".bytes-row .tint");
    return opened;
}

/* Bytes and map are painted with the browser's next picture, which a loaded machine makes when it can: what they show
 * is waited for, never read at once. */
const fieldHas = (page, text) => until(page, (wanted) => document.querySelector("#byte-field").textContent.includes(wanted), text);
const captionHas = (page, text) => until(page, (wanted) => document.querySelector("#map .caption").textContent.includes(wanted), text);

test("a finding shows its byte and its area", async () => {
    const { page, troubles, close } = await ready();
    await page.click("button.finding");
    await fieldHas(page, finding.path);
    await fieldHas(page, `+0x${finding.offset.toString(16)}`);
    await fieldHas(page, "= 99");
    await captionHas(page, "area 1");
    assert.equal(await page.textContent(".bytes-row .picked >> nth=0"), "63 ");
    assert.deepEqual(troubles, []);
    await close();
});

test("a byte shows its finding and its area", async () => {
    const { page, close } = await ready();
    const row = await page.locator(".bytes-row").nth(finding.offset >> 4).boundingBox();
    const letter = (await page.locator(".bytes-row .at").first().boundingBox()).width / 10;
    const column = 10 + 3 * (finding.offset % 16) + (finding.offset % 16 >= 8 ? 1 : 0);
    const left = (await page.locator(".bytes-row .at").first().boundingBox()).x;
    await page.mouse.click(left + (column + 1) * letter, row.y + row.height / 2);
    await page.waitForSelector("button.finding[aria-expanded=true]");
    await fieldHas(page, finding.path);
    await captionHas(page, "area 1");
    await close();
});

test("an area shows its bytes and its finding", async () => {
    const { page, close } = await ready();
    const box = await page.locator("#map canvas").boundingBox();
    await page.mouse.click(box.x + box.width * 0.35, box.y + box.height * 0.6);
    await page.waitForSelector("button.finding[aria-expanded=true]");
    await captionHas(page, "area 1");
    await fieldHas(page, "/areas/0");
    await close();
});

test("a search and a severity narrow the findings, and the address carries them", async () => {
    const { page, close } = await ready();
    await page.fill("input[aria-label='Search findings']", "nothing of this kind");
    assert.equal(await page.locator("button.finding").count(), 0);
    assert.match(page.url(), /#search=nothing/);
    await page.fill("input[aria-label='Search findings']", "area 99");
    assert.equal(await page.locator("button.finding").count(), 1);
    await page.click(".toggle[data-severity=error]");
    assert.equal(await page.locator("button.finding").count(), 0);
    assert.match(page.url(), /hide=error/);
    await close();
});

test("an ignored rule is judged away, and a link brings that back", async () => {
    const { page, close } = await ready();
    await page.click("text=Ignore this rule");
    await page.waitForSelector("#verdict[data-mood=good]");
    const again = await openPage({ url: page.url() });
    await drop(again.page, file);
    assert.equal(await again.page.getAttribute("#verdict", "data-mood"), "good");
    await again.close();
    await close();
});

test("without WebGL2 the map is drawn all the same", async () => {
    const withoutGl = () => {
        const original = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
            return kind === "webgl2" ? null : original.call(this, kind, ...rest);
        };
    };
    const { page, troubles, close } = await openPage({ prepare: (made) => made.addInitScript(withoutGl) });
    await drop(page, file);
    await page.waitForSelector("#map[data-shapes='3']");
    await page.click("button.finding");
    await until(page, () => {
        const canvas = document.querySelector("#map canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size > 3;
    });
    assert.deepEqual(troubles, []);
    await close();
});

/* Of the corpus the first file with a finding in packed bytes. */
function packedFile() {
    const folder = join(root, "corpus/skyrim_navmesh/fuzz");
    const files = readdirSync(folder).slice(0, 400).map((name) => join(folder, name));
    const { stdout } = spawnSync(navlint, ["check", "--format", "ndjson", ...files], { encoding: "utf8", maxBuffer: 1 << 28 });
    const reports = stdout.trim().split("\n").map((line) => JSON.parse(line));
    return reports.flatMap((report) => report.findings.filter((finding) => finding.inner).map((finding) => ({ name: report.input?.name, finding })))[0];
}

test("what is packed is shown unpacked", async () => {
    const packed = packedFile();
    const { page, troubles, close } = await openPage();
    await drop(page, packed.name);
    await page.evaluate(() => document.querySelectorAll("details.rule").forEach((rule) => (rule.open = true)));
    const place = `unpacked +0x${packed.finding.inner.offset.toString(16)}`;
    await page.locator("button.finding", { hasText: place }).first().click();
    await page.waitForSelector("text=Back to the file");
    await fieldHas(page, `Byte +0x${packed.finding.inner.offset.toString(16)} `);
    await page.click("text=Back to the file");
    await fieldHas(page, `Byte +0x${packed.finding.offset.toString(16)} `);
    await page.waitForTimeout(300); /* nothing that comes later leads back */
    assert.equal(await page.locator("text=Back to the file").count(), 0);
    assert.deepEqual(troubles, []);
    await close();
});

test("what was asked for last is shown, however late the answer to what came before it", async () => {
    const packed = packedFile();
    const { page, troubles, close } = await openPage();
    await drop(page, packed.name);
    await page.waitForSelector(".bytes-row .tint");
    await page.evaluate((place) => {
        const rows = [...document.querySelectorAll("button.finding")];
        rows.find((row) => row.textContent.includes(place)).click();
        const goTo = document.querySelector("input[aria-label='Go to an offset or a path']");
        goTo.value = "0x4";
        goTo.dispatchEvent(new Event("change"));
    }, `unpacked +0x${packed.finding.inner.offset.toString(16)}`);
    await fieldHas(page, "Byte +0x4 ");
    await page.waitForTimeout(300);
    assert.match(await page.textContent("#byte-field"), /Byte \+0x4 /);
    assert.equal(await page.locator("text=Back to the file").count(), 0);
    assert.deepEqual(troubles, []);
    await close();
});

test("the map marks what a second judgement finds", async () => {
    const { page, close } = await ready();
    const marks = String(reportOf(file).findings.filter(({ position }) => position).length);
    assert.notEqual(marks, "0");
    const marked = (count) => page.waitForSelector(`#map[data-marks='${count}']`);
    await marked(marks);
    await page.click("#settings-button");
    await page.click("text=Also what is odd but needs no repair");
    await judged(page);
    await page.waitForSelector("#map[data-shapes='3']");
    await marked(marks);
    await page.click("text=Ignore this rule");
    await page.waitForSelector("#verdict[data-mood=good]");
    await marked(0);
    await close();
});
