/* A drawing made ready to be seen from above: positions on the ground and heights from 0 to 1. Which axis
 * points up is told from the drawing: faces lie flat, graphs are lower than they are wide. */
import type { Drawing } from "../judge/protocol";

export interface Box {
    left: number;
    bottom: number;
    right: number;
    top: number;
}

export interface Scene {
    drawing: Drawing;
    ground: Float32Array;  /* two of each vertex, from the middle of the drawing */
    heights: Float32Array; /* of each vertex, 0 lowest, 1 highest */
    box: Box;
    shapeCount: number;
    cornerCount(shape: number): number;
    corner(shape: number, i: number): number;
    partOf: Uint16Array; /* of each shape */
    project(position: { x: number; y: number; z: number }): [number, number];
}

export function makeScene(drawing: Drawing): Scene {
    const { positions, starts, corners } = drawing;
    const up = upAxis(drawing);
    const flat = (x: number, y: number, z: number): [number, number] => (up === 2 ? [x, y] : up === 1 ? [x, -z] : [y, z]);
    const count = positions.length / 3;
    const middle = middleOf(positions, count, flat);
    const ground = new Float32Array(count * 2);
    for (let i = 0; i < count; i++) {
        const [u, v] = flat(positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!);
        ground[2 * i] = u - middle[0];
        ground[2 * i + 1] = v - middle[1];
    }
    return {
        drawing,
        ground,
        heights: heightsOf(positions, count, up),
        box: boxOf(ground),
        shapeCount: Math.max(0, starts.length - 1),
        cornerCount: (shape) => starts[shape + 1]! - starts[shape]!,
        corner: (shape, i) => corners[starts[shape]! + i]!,
        partOf: partsOf(drawing),
        project: ({ x, y, z }) => {
            const [u, v] = flat(x, y, z);
            return [u - middle[0], v - middle[1]];
        },
    };
}

/* The axis along which the faces' normals are longest in sum; without faces the narrowest one. */
function upAxis(drawing: Drawing): number {
    const sums = [0, 0, 0];
    const { starts } = drawing;
    for (let shape = 0; shape + 1 < starts.length; shape++) {
        if (starts[shape + 1]! - starts[shape]! < 3) continue;
        normalOf(drawing, starts[shape]!).forEach((part, axis) => (sums[axis] += Math.abs(part)));
    }
    if (Math.max(...sums) > 0) return largest(sums);
    return largest([0, 1, 2].map((axis) => -extentOf(drawing.positions, axis)));
}

/* Of numbers that are equal the last one counts: most games have z up. */
function largest(numbers: number[]): number {
    return numbers.reduce((best, number, i) => (number >= numbers[best]! ? i : best), 0);
}

function normalOf({ positions, corners }: Drawing, start: number): [number, number, number] {
    const at = (corner: number, axis: number) => positions[3 * corners[start + corner]! + axis]!;
    const edge = (corner: number) => [0, 1, 2].map((axis) => at(corner, axis) - at(0, axis)) as [number, number, number];
    const [a, b] = [edge(1), edge(2)];
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function rangeOf(positions: Float64Array, axis: number): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < positions.length; i += 3) {
        low = Math.min(low, positions[i]!);
        high = Math.max(high, positions[i]!);
    }
    return low <= high ? [low, high] : [0, 0];
}

function extentOf(positions: Float64Array, axis: number): number {
    const [low, high] = rangeOf(positions, axis);
    return high - low;
}

function middleOf(positions: Float64Array, count: number, flat: (x: number, y: number, z: number) => [number, number]): [number, number] {
    if (count === 0) return [0, 0];
    const middles = [0, 1, 2].map((axis) => {
        const [low, high] = rangeOf(positions, axis);
        return low + (high - low) / 2;
    });
    return flat(middles[0]!, middles[1]!, middles[2]!);
}

function heightsOf(positions: Float64Array, count: number, up: number): Float32Array {
    const [low, high] = rangeOf(positions, up);
    const heights = new Float32Array(count);
    for (let i = 0; i < count; i++) heights[i] = high > low ? (positions[3 * i + up]! - low) / (high - low) : 0.5;
    return heights;
}

function boxOf(ground: Float32Array): Box {
    const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
    for (let i = 0; i < ground.length; i += 2) {
        box.left = Math.min(box.left, ground[i]!);
        box.right = Math.max(box.right, ground[i]!);
        box.bottom = Math.min(box.bottom, ground[i + 1]!);
        box.top = Math.max(box.top, ground[i + 1]!);
    }
    return ground.length > 0 ? box : { left: -1, bottom: -1, right: 1, top: 1 };
}

function partsOf({ parts, starts }: Drawing): Uint16Array {
    const partOf = new Uint16Array(Math.max(0, starts.length - 1));
    parts.forEach((part, i) => partOf.fill(i, part.first, parts[i + 1]?.first ?? partOf.length));
    return partOf;
}
