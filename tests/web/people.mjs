/* For everybody: by keyboard, with a screen reader, enlarged, on a telephone, in the dark. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { axeSource, drop, dropMade, judged, openPage, scratch, until, witness } from "./browser.mjs";

const file = join(scratch, "people.nav");
writeFileSync(file, witness("NAV_CONN_UNRESOLVED"));

async function violations(page) {
    await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
    await page.evaluate(axeSource);
    const { violations: found } = await page.evaluate(() => globalThis.axe.run());
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}

for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing, ${colorScheme}`, async () => {
        const { page, close } = await openPage({ colorScheme, bypassCSP: true });
        assert.deepEqual(await violations(page), []);
        await page.click("#settings-button");
        await drop(page, file);
        await page.click("button.finding");
        await page.waitForSelector(".bytes-row .picked");
        assert.deepEqual(await violations(page), []);
        await close();
    });
}

test("axe finds nothing: a list of files, one of them of no known kind, on a telephone", async () => {
    const { page, close } = await openPage({ viewport: { width: 360, height: 740 }, bypassCSP: true });
    await dropMade(page, [{ name: "bad.nav", bytes: witness("NAV_CONN_UNRESOLVED") }, { name: "notes.txt", bytes: Buffer.from("no mesh") }, { name: "maps.7z", bytes: [0x37, 0x7a, 0xbc, 0xaf] }]);
    await judged(page);
    assert.deepEqual(await violations(page), []);
    await page.click("button.file >> text=notes.txt");
    assert.equal(await page.getAttribute("#verdict", "data-mood"), "unknown");
    assert.deepEqual(await violations(page), []);
    await page.click("#tabs >> text=Bytes");
    await page.waitForSelector(".bytes-row");
    assert.deepEqual(await violations(page), []);
    await close();
});

/* Presses Tab until the element has the focus. */
async function tabTo(page, selector) {
    for (let i = 0; i < 80; i++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    assert.fail(`Tab does not reach ${selector}`);
}

test("by keyboard alone: an example, its finding, its bytes, its map", async () => {
    const { page, troubles, close } = await openPage();
    await tabTo(page, "#formats button");
    await page.keyboard.press("Enter");
    await judged(page);
    await page.waitForSelector("button.finding");
    await tabTo(page, "button.finding");
    await page.keyboard.press("Enter");
    await page.waitForSelector("button.finding[aria-expanded=true]");
    await tabTo(page, "#map canvas");
    await page.keyboard.press("+");
    await page.keyboard.press("Enter");
    await tabTo(page, ".bytes-scroll");
    await until(page, () => !document.querySelector("#byte-field").textContent.includes("+0x0 ")); /* the finding's bytes */
    const before = await page.textContent("#byte-field");
    await page.keyboard.press("Control+Home");
    await until(page, (text) => document.querySelector("#byte-field").textContent !== text, before);
    await page.keyboard.press("ArrowDown");
    await until(page, () => document.querySelector("#byte-field").textContent.includes("+0x10"));
    assert.deepEqual(troubles, []);
    await close();
});

for (const [what, viewport] of [["at 400 %", { width: 320, height: 256 }], ["on a telephone", { width: 360, height: 740 }]]) {
    test(`${what} nothing is cut off, and one view is shown at a time`, async () => {
        const { page, close } = await openPage({ viewport });
        const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
        assert.equal(await isWide(), false);
        await drop(page, file);
        await page.click("button.finding");
        assert.equal(await isWide(), false);
        await page.click("#tabs >> text=Map");
        assert.ok(await page.isVisible("#map canvas"));
        await page.click("#tabs >> text=Bytes");
        await page.waitForSelector(".bytes-row .picked");
        assert.ok(await page.isHidden("#map canvas"));
        assert.equal(await isWide(), false);
        await close();
    });
}
