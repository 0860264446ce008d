import type { CheckOptions, Input } from './engine.js';

/**
 * The geometry of a file, as navlint_draw of navlint.h has it. A shape is a face (three corners and more), a line
 * (two) or a point (one: a mark, or the node of a graph): shape i has corners[starts[i] .. starts[i + 1]), numbers of positions.
 */
export interface Drawing {
    /** x, y, z of each, in the game's units and axes. */
    positions: Float64Array;
    starts: Uint32Array;
    corners: Uint32Array;
    flags: Float64Array;
    /** Of the records that shapes are drawn from, in bytes from the start of the file. */
    offsets: Float64Array;
    lengths: Float64Array;
    /** Two for each shape: of packed records the place in what they unpack to; else -1 and 0. */
    inner: Float64Array;
    paths: string[];
    subjects: string[];
    /** In their order; the first shape of each. */
    parts: { name: string; first: number }[];
}

/** navlint_field of navlint.h. */
export interface Field {
    path: string;
    type: string;
    role: 'plain' | 'count' | 'reference' | 'identity';
    /** As text; words of the file in quotation marks. */
    value: string;
    offset: number;
    length: number;
    /** Packed: offset and length are those of the packed bytes, and this is the place in what they unpack to. */
    inner: { offset: number; length: number } | null;
}

/** All throw a NavlintError; after `crashed` the file must be opened again. */
export interface Look {
    drawing(): Drawing;
    /** Those that have bytes in [from, to), in the order of the file; to 0: up to its end. */
    fields(from: number, to: number): Field[];
    /** Those of a record, or the one field with this path. */
    fieldsOf(path: string): Field[];
    /** What the packed record at a byte unpacks to; null: there is none, or it cannot be unpacked. */
    unpacked(offset: number): Uint8Array | null;
}

/** Opens a file in an instance of its own, which goes when nothing refers to it. */
export function lookAt(module: WebAssembly.Module, input: Input, options?: CheckOptions): Look;
