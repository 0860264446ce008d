/* Names and bytes of strangers: no markup from a file becomes markup, no archive fills the memory, and what
 * stops the library stops one file. */
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import test from "node:test";
import { dropMade, judged, openPage, serveSite, until, witness } from "./browser.mjs";

const script = "<img src=x onerror=\"document.title='hit'\"><script>document.title='hit'</script>";

test("a name of markup is a name", async () => {
    const { page, troubles, close } = await openPage();
    await dropMade(page, [{ name: `${script}.nav`, bytes: witness("NAV_CONN_UNRESOLVED") }, { name: "</textarea>&amp;.nav", bytes: witness("NAV_MAGIC") }]);
    await judged(page);
    assert.ok((await page.textContent("#files")).includes(script));
    assert.ok((await page.textContent("#verdict .file-name")).includes(script));
    assert.equal(await page.locator("main img, main script, main textarea").count(), 0);
    assert.ok(!(await page.title()).startsWith("hit"));
    assert.deepEqual(troubles, []);
    await close();
});

test("a text of markup in a file is a text", async () => {
    const bytes = Buffer.from(witness("NAV_CONN_UNRESOLVED"));
    const { page, troubles, close } = await openPage();
    await dropMade(page, [{ name: "not-a-mesh.nav", bytes: Buffer.concat([Buffer.from(script), bytes]) }]);
    await judged(page);
    assert.equal(await page.getAttribute("#verdict", "data-mood"), "error");
    assert.equal(await page.locator("main img, main script").count(), 0);
    assert.deepEqual(troubles, []);
    await close();
});

/* A zip of one deflated member; `claimed`: the size that its directory says. */
function zip(name, content, claimed = content.length) {
    const packed = deflateRawSync(content);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(8, 8);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(claimed, 24);
    entry.writeUInt16LE(name.length, 28);
    const body = Buffer.concat([header, Buffer.from(name), packed]);
    const directory = Buffer.concat([entry, Buffer.from(name)]);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(body.length, 16);
    return Buffer.concat([body, directory, end]);
}

test("a zip is looked into, and nothing of it is believed", async () => {
    const { page, troubles, close } = await openPage();
    await dropMade(page, [{ name: "maps.zip", bytes: zip("cs/bad.nav", witness("NAV_CONN_UNRESOLVED")) }]);
    await judged(page);
    assert.equal(await page.textContent("#verdict .file-name"), "maps.zip!cs/bad.nav");
    assert.equal(await page.getAttribute("#verdict", "data-mood"), "error");

    await page.click("#home");
    await dropMade(page, [{ name: "bomb.zip", bytes: zip("bomb.nav", Buffer.alloc(1 << 20), 0x3fffffff) }]);
    await page.waitForSelector("#notes >> text=claims to unpack to more than it can");
    await dropMade(page, [{ name: "short.zip", bytes: zip("short.nav", witness("NAV_CONN_UNRESOLVED"), 4) }]);
    await page.waitForSelector("text=does not unpack to the size");
    await dropMade(page, [{ name: "cut.zip", bytes: zip("a.nav", witness("NAV_MAGIC")).subarray(0, 60) }]);
    await page.waitForSelector("#notes >> text=the end of the archive is missing");
    await dropMade(page, [{ name: "maps.7z", bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] }]);
    await page.waitForSelector("#notes >> text=unpack it first");
    assert.deepEqual(troubles, []);
    await close();
});

/* Puts a library that fails for files of more than 100,000 bytes in the place of the right one. */
const worseLibrary = (fault) => `
    const Right = WebAssembly.Instance;
    WebAssembly.Instance = function (module, imports) {
        const { exports } = new Right(module, imports);
        let isLarge = false;
        return { exports: { ...exports,
            navlint_wasm_block: (size) => { isLarge = size > 100000; return exports.navlint_wasm_block(size); },
            navlint_wasm_check: () => { if (isLarge) { ${fault} } return exports.navlint_wasm_check(); },
        } };
    };`;

const faults = [
    ["a trap", 'throw new WebAssembly.RuntimeError("unreachable");', /crashed: unreachable/],
    ["no memory", "return 5;", /not enough memory/], /* NAVLINT_NO_MEMORY */
];

for (const [what, fault, words] of faults) {
    test(`${what} in the library: the file is named, the next one is judged`, async () => {
        const site = await serveSite();
        const prepare = (page) =>
            page.route("**/worker.js", async (route) => {
                const response = await route.fetch();
                await route.fulfill({ response, body: worseLibrary(fault) + (await response.text()) });
            });
        const { page, close } = await openPage({ url: site.url, prepare });
        const bytes = witness("NAV_CONN_UNRESOLVED");
        await dropMade(page, [{ name: "1.nav", bytes: Buffer.concat([bytes, Buffer.alloc(200000)]) }, { name: "2.nav", bytes }]);
        await judged(page);
        await page.click("button.file >> text=2.nav");
        assert.equal(await page.getAttribute("#verdict", "data-mood"), "error");
        await page.click("button.file >> text=1.nav");
        assert.match(await page.textContent("#verdict"), words);
        await close();
        site.stop();
    });
}

test("a cancel stops what goes on, and the rest can be judged later", async () => {
    const { page, troubles, close } = await openPage();
    const bytes = witness("NAV_CONN_UNRESOLVED");
    const judgedOf = () => page.locator("button.file[data-mood=error]").count();
    await page.evaluate((content) => {
        const transfer = new DataTransfer();
        for (let i = 0; i < 300; i++) transfer.items.add(new File([Uint8Array.from(content)], `${i}.nav`));
        const observer = new MutationObserver(() => {
            if (!document.querySelector("button.file[data-mood=error]")) return;
            document.querySelector("#progress button")?.click();
            observer.disconnect();
        });
        observer.observe(document.body, { childList: true, subtree: true });
        dispatchEvent(new DragEvent("drop", { dataTransfer: transfer }));
    }, [...bytes]);
    await page.waitForSelector("button.file >> text=cancelled");
    assert.ok((await judgedOf()) < 300);
    await page.click("button.file >> text=cancelled");
    await page.click("text=Judge what is left");
    await until(page, () => document.querySelector("#progress").hidden);
    assert.equal(await judgedOf(), 300);
    assert.deepEqual(troubles, []);
    await close();
});

test("the only file, cancelled: the page says so, and judges it when asked", async () => {
    const { page, troubles, close } = await openPage();
    await page.evaluate(() => {
        const observer = new MutationObserver(() => {
            if (!document.querySelector("#progress").textContent.includes("Judging")) return;
            document.querySelector("#progress button").click();
            observer.disconnect();
        });
        observer.observe(document.body, { childList: true, subtree: true });
    });
    await dropMade(page, [{ name: "only.nav", bytes: witness("NAV_CONN_UNRESOLVED") }]);
    await page.waitForSelector("#verdict >> text=This file was not judged");
    await page.click("text=Judge what is left");
    await page.waitForSelector("#verdict[data-mood=error]");
    assert.deepEqual(troubles, []);
    await close();
});
