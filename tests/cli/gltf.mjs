/* Judges glTF files with Khronos' validator. Usage: gltf.mjs NODE_MODULES FILE...; a line for each file, exit status
 * 1 if one of them has an error, a warning or anything else worth saying. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, ...files] = process.argv.slice(2);
const validator = createRequire(modules + "/")("gltf-validator");

let worst = 0;
for (const file of files) {
    const { issues } = await validator.validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 10 });
    const count = issues.numErrors + issues.numWarnings + issues.numInfos + issues.numHints;
    console.log(file, count === 0 ? "valid" : JSON.stringify(issues.messages));
    worst = Math.max(worst, count);
}
process.exitCode = worst > 0 ? 1 : 0;
