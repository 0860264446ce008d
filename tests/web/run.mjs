/* Every test of the page, in one browser: node tests/web/run.mjs, after `./dev web` and what
 * `./dev test web` installs. */
import { after } from "node:test";
import { closeBrowser } from "./browser.mjs";

await import("./verdicts.mjs");
await import("./views.mjs");
await import("./hostile.mjs");
await import("./service.mjs");
await import("./people.mjs");
await import("./large.mjs");
after(closeBrowser);
