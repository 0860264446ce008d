/* Large files: a map of 4,096 areas, and 200 MB of bytes to scroll through. Times are printed, not judged. */
import assert from "node:assert/strict";
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { drop, moodOf, openPage, reportOf, scratch, until, verdict } from "./browser.mjs";

/* A square of areas that lead to their neighbours: version 5 of the format of Source games. */
function map(side) {
    const parts = [];
    const u8 = (value) => parts.push(Buffer.from([value]));
    const u16 = (value) => parts.push(Buffer.from(Uint16Array.of(value).buffer));
    const u32 = (value) => parts.push(Buffer.from(Uint32Array.of(value).buffer));
    const f32 = (value) => parts.push(Buffer.from(Float32Array.of(value).buffer));
    const height = (x, y) => 40 * Math.sin(x / 6) * Math.cos(y / 9);
    u32(0xfeedface), u32(5), u32(1000000), u16(0), u32(side * side);
    for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) {
            u32(1 + y * side + x), u8(0);
            f32(50 * x), f32(50 * y), f32(height(x, y)), f32(50 * x + 50), f32(50 * y + 50), f32(height(x + 1, y + 1));
            f32(height(x + 1, y)), f32(height(x, y + 1));
            const neighbours = [[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]];
            for (const [nx, ny] of neighbours) {
                const isThere = nx >= 0 && ny >= 0 && nx < side && ny < side;
                u32(isThere ? 1 : 0);
                if (isThere) u32(1 + ny * side + nx);
            }
            u8(0), u8(0), u32(0), u16(0);
        }
    }
    return Buffer.concat(parts);
}

test("a map of 4,096 areas", async (context) => {
    const file = join(scratch, "large.nav");
    writeFileSync(file, map(64));
    const { page, troubles, close } = await openPage();
    const started = Date.now();
    await drop(page, file);
    const judgedMs = Date.now() - started;
    await until(page, () => Number(document.querySelector("#map").dataset.shapes) > 4096); // connections, too
    context.diagnostic(`judged after ${judgedMs} ms, drawn after ${Date.now() - started} ms`);
    assert.equal((await verdict(page)).mood, moodOf(reportOf(file)));
    const box = await page.locator("#map canvas").boundingBox();
    await page.mouse.click(box.x + box.width / 2 + 3, box.y + box.height / 2 + 3);
    await until(page, () => /area \d+/.test(document.querySelector("#map .caption").textContent));
    assert.deepEqual(troubles, []);
    await close();
});

const hugeBytes = 200 << 20;

/* Every eight bytes say where they are. */
function writeHuge(file) {
    const descriptor = openSync(file, "w");
    const chunk = new Uint32Array(1 << 18);
    for (let at = 0; at < hugeBytes; at += chunk.byteLength) {
        for (let i = 0; i < chunk.length; i += 2) chunk[i] = at + 4 * i;
        writeSync(descriptor, new Uint8Array(chunk.buffer));
    }
    closeSync(descriptor);
}

/* The offset that stands in front of the first row that is shown, and the one that its bytes say. */
function firstRow(page) {
    return page.evaluate(() => {
        const text = document.querySelector(".bytes-row").textContent;
        const bytes = text.slice(10, 33).split(" ").map((byte) => parseInt(byte, 16));
        return { at: parseInt(text.slice(0, 8), 16), says: bytes.reverse().reduce((sum, byte) => sum * 256 + byte, 0) };
    });
}

/* Scrolls in steps of one picture each; returns the milliseconds of the page's own thread for one. (How long a
 * picture takes to come is the machine's: this browser paints without a graphics card.) */
async function scrollThrough(page, pixels, steps) {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    const taskMs = async () => 1000 * (await cdp.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
    const before = await taskMs();
    await page.evaluate(async ([by, count]) => {
        const frame = document.querySelector(".bytes-scroll");
        for (let i = 0; i < count; i++) {
            frame.scrollTop += by;
            await new Promise((next) => requestAnimationFrame(next));
        }
    }, [pixels, steps]);
    return ((await taskMs()) - before) / steps;
}

test("200 MB of bytes: every row can be reached", async (context) => {
    const file = join(scratch, "huge.nav");
    writeHuge(file);
    const { page, troubles, close } = await openPage({ viewport: { width: 1360, height: 3300 } });
    await drop(page, file);
    await page.waitForSelector(".bytes-row");
    for (const pixels of [72, 100000]) {
        const ms = await scrollThrough(page, pixels, 12);
        const rows = await page.locator(".bytes-row").count();
        assert.ok(rows >= 60, `${rows} rows`);
        context.diagnostic(`${rows} rows, steps of ${pixels} pixels: ${ms.toFixed(1)} ms each`);
    }
    await until(page, () => !document.querySelector(".bytes-row").textContent.includes("··"));
    const middle = await firstRow(page);
    assert.ok(middle.at > 0 && middle.at === middle.says, `row ${middle.at} shows ${middle.says}`);
    await page.focus(".bytes-scroll");
    await page.keyboard.press("Control+End");
    await until(page, (last) => document.querySelector("#byte-field").textContent.includes(last), `+0x${(hugeBytes - 1).toString(16)}`);
    await page.fill("input[aria-label='Go to an offset or a path']", "0x5000000");
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelector("#byte-field").textContent.includes("+0x5000000"));
    assert.deepEqual(troubles, []);
    await close();
});
