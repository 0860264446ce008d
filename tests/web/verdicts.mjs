/* What the page says is what the command says. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import test from "node:test";
import { drop, judged, moodOf, navlint, openPage, reportOf, root, scratch, serveSite, verdict } from "./browser.mjs";

const largestBytes = 4 << 20;

/* A few files of each format: of the samples, where they are, and of what the builders wrote. */
function filesOf(room) {
    const own = ["seed", "witness"].flatMap((kind) => first(join(root, "corpus", room, kind), 2));
    const samples = process.env.NAVLINT_SAMPLES ?? join(root, "../shared/samples");
    return [...own, ...first(join(samples, room.replace("_navmesh", "").replace("_", "-")), 2)];
}

function first(folder, count) {
    if (!existsSync(folder)) return [];
    const files = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? first(path, count) : [path];
    });
    return files.filter((path) => /\.(nav|dat|path|nav2|esp|esm)$/i.test(path) && statSync(path).size < largestBytes).sort().slice(0, count);
}

for (const room of ["source_nav", "gta_nodes", "metroid_path", "mgs_nav2", "skyrim_navmesh"]) {
    test(`${room}: verdict and counts are the command's`, async () => {
        const files = filesOf(room);
        assert.ok(files.length >= 2);
        const { page, troubles, close } = await openPage();
        for (const file of files) {
            await page.click("#home");
            await drop(page, file);
            const { errors, warnings, infos } = reportOf(file).summary;
            const expected = { mood: moodOf(reportOf(file)), error: errors, warning: warnings, info: infos };
            const shown = await verdict(page);
            /* What follows from a cause is counted, and there is a bar to filter by only where findings are listed. */
            assert.deepEqual(shown, expected, basename(file));
        }
        assert.deepEqual(troubles, []);
        await close();
    });
}

/* What the command prints in a form, of a file of the scratch folder: there its name is as short as in the page. */
function printed(name, form) {
    return spawnSync(navlint, ["check", "--min-severity", "info", "--format", form, name], { cwd: scratch, encoding: "utf8" }).stdout;
}

/* A document as text is the command's to the byte; one of JSON but for the digest of the input, which the page leaves
 * out. */
function plain(text, form) {
    if (form === "markdown") return text;
    return JSON.parse(text, (key, value) => (key === "sha256" || key === "sha-256" || key === "hashes" ? undefined : value));
}

test("what is saved is what the command prints", async () => {
    writeFileSync(join(scratch, "bad.nav"), readFileSync(first(join(root, "corpus/source_nav/witness"), 1)[0]));
    const { page, close } = await openPage();
    await drop(page, join(scratch, "bad.nav"));
    for (const [label, form] of [["JSON", "json"], ["SARIF", "sarif"], ["Markdown", "markdown"]]) {
        const [download] = await Promise.all([page.waitForEvent("download"), page.click(`.downloads >> text=${label}`)]);
        const saved = readFileSync(await download.path(), "utf8");
        assert.deepEqual(plain(saved, form), plain(printed("bad.nav", form), form), form);
        assert.match(download.suggestedFilename(), /^bad\.nav-report\.(json|sarif|md)$/);
    }
    await close();
});

test("a folder is walked, and what is no navigation file is left alone", async () => {
    const folder = join(scratch, "walked");
    mkdirSync(join(folder, "maps"), { recursive: true });
    writeFileSync(join(folder, "maps", "bad.nav"), readFileSync(first(join(root, "corpus/source_nav/witness"), 1)[0]));
    writeFileSync(join(folder, "readme.txt"), "no navigation file");
    const { page, troubles, close } = await openPage();
    await page.setInputFiles("#folder-input", folder);
    await judged(page);
    assert.equal(await page.textContent("#verdict .file-name"), "walked/maps/bad.nav");
    assert.match(await page.textContent("#notes"), /One other file is of no kind that navlint knows/);
    assert.deepEqual(troubles, []);
    await close();
});

test("files of one folder are judged together", async () => {
    const folder = join(scratch, "map");
    mkdirSync(folder);
    const [seed] = first(join(root, "corpus/gta_nodes/seed"), 1);
    for (const name of ["nodes0.dat", "nodes1.dat"]) writeFileSync(join(folder, name), readFileSync(seed));
    const { page, close } = await openPage();
    await drop(page, join(folder, "nodes0.dat"), join(folder, "nodes1.dat"));
    assert.equal(await page.locator("button.file").count(), 3);
    assert.match(await page.textContent("button.file >> nth=0"), /all files together/);
    await close();
});

test("a master beside a plugin is read, and judged when that is asked for", async () => {
    const folder = join(scratch, "plugins");
    mkdirSync(folder);
    const [plugin] = first(join(root, "corpus/skyrim_navmesh/seed"), 1);
    for (const name of ["mod.esp", "Skyrim.esm"]) writeFileSync(join(folder, name), readFileSync(plugin));
    const { page, troubles, close } = await openPage();
    await drop(page, join(folder, "mod.esp"), join(folder, "Skyrim.esm"));
    const rows = () => page.locator("button.file").allTextContents();
    assert.ok((await rows()).some((row) => row.includes("Skyrim.esm") && row.includes("read, not judged")));
    assert.equal(await page.textContent("#verdict .file-name"), "mod.esp");
    await page.click("text=Judge it too");
    await judged(page);
    assert.ok(!(await rows()).some((row) => row.includes("read, not judged")));
    assert.deepEqual(troubles, []);
    await close();
});

/* A plugin whose references no master has, and masters: of an installer, which has one folder a choice. */
async function judgedOf(masters) {
    const folder = mkdtempSync(join(scratch, "installer"));
    const made = (code) => spawnSync(navlint, ["witness", code]).stdout;
    const files = { "mod/mod.esp": "SKYRIM_MASTERS_ABSENT", ...masters };
    for (const [name, code] of Object.entries(files)) {
        mkdirSync(join(folder, name, ".."), { recursive: true });
        writeFileSync(join(folder, name), made(code));
    }
    const { page, troubles, close } = await openPage();
    await page.setInputFiles("#folder-input", folder);
    await judged(page);
    const rows = await page.locator("button.file").allTextContents();
    assert.deepEqual(troubles, []);
    await close();
    return { rows, mod: rows.find((row) => row.includes("mod.esp")) };
}

test("between different masters of one name none is chosen", async () => {
    const [one, other] = ["SKYRIM_NVNM_DOOR_FLAG", "SKYRIM_NVNM_LENGTH"];
    assert.match((await judgedOf({ "a/Skyrim.esm": one })).mod, /2 errors/);
    assert.match((await judgedOf({ "a/Skyrim.esm": one, "b/skyrim.esm": one })).mod, /2 errors/);
    assert.match((await judgedOf({ "mod/Skyrim.esm": one, "b/Skyrim.esm": other })).mod, /2 errors/);
    const { rows, mod } = await judgedOf({ "a/Skyrim.esm": one, "b/Skyrim.esm": other });
    assert.doesNotMatch(mod, /error/);
    assert.ok(!rows.some((row) => row.includes("read, not judged")));
});

test("the folder for web servers does the same", async () => {
    const site = await serveSite();
    const { page, troubles, close } = await openPage({ url: site.url });
    const [file] = first(join(root, "corpus/source_nav/witness"), 1);
    await drop(page, file);
    assert.equal((await verdict(page)).mood, moodOf(reportOf(file)));
    assert.deepEqual(troubles, []);
    await close();
    site.stop();
});
