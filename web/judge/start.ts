/* Starts a worker and hands it the library. In the one file both stand in the page, for file:// lets
 * nothing be fetched; in the folder they are files of their own. */
import type { Loaded } from "./worker_start";

export async function startWorker(): Promise<Worker> {
    const inside = document.getElementById("worker-source");
    const url = inside ? URL.createObjectURL(new Blob([inside.textContent ?? ""], { type: "text/javascript" })) : "worker.js";
    const worker = new Worker(url);
    if (inside) URL.revokeObjectURL(url);
    const loaded: Loaded = { module: await library() };
    worker.postMessage(loaded);
    return worker;
}

let compiled: Promise<WebAssembly.Module> | null = null;

/* Compiled once; every worker makes an instance of its own. */
function library(): Promise<WebAssembly.Module> {
    compiled ??= libraryBytes().then((bytes) => WebAssembly.compile(bytes));
    compiled.catch(() => (compiled = null));
    return compiled;
}

async function libraryBytes(): Promise<ArrayBuffer> {
    const inside = document.getElementById("library");
    if (!inside) return (await fetch("navlint.wasm")).arrayBuffer();
    const packed = Uint8Array.from(atob((inside.textContent ?? "").trim()), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
