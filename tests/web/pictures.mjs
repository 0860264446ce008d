/* Takes the pictures of docs/page, one of each format, from the library's own broken examples:
 * node tests/web/pictures.mjs */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeBrowser, judged, openPage, root } from "./browser.mjs";

const formats = ["source-nav", "gta-nodes", "metroid-path", "mgs-nav2", "skyrim-navmesh"];

/* A picture as WebP, which the browser itself makes: a third of a PNG. */
async function small(page, png) {
    await page.goto("about:blank");
    const url = await page.evaluate(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
        canvas.getContext("2d").drawImage(image, 0, 0);
        return canvas.toDataURL("image/webp", 0.82);
    }, `data:image/png;base64,${png.toString("base64")}`);
    return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}

for (const [i, format] of formats.entries()) {
    const { page, close } = await openPage({ viewport: { width: 1240, height: 820 } });
    await page.locator("#formats button").nth(i).click();
    await judged(page);
    await page.evaluate(() => document.querySelector("details.rule").setAttribute("open", ""));
    await page.click("button.finding");
    await page.waitForSelector(".bytes-row .picked");
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(1000);
    const png = await page.screenshot();
    writeFileSync(join(root, "docs/page", `${format}.webp`), await small(page, png));
    await close();
}
await closeBrowser();
