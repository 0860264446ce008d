/* The first thing a worker is told: the library, compiled. */
export interface Loaded {
    module: WebAssembly.Module;
}
