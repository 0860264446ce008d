/* Which shape is at a point of the view. */
import { Camera, toGround, toView } from "./camera";
import type { Scene } from "./scene";

/* How far from a point or a line, in pixels of the view, it is still meant. */
const reach = 8;

/* The shapes at a point, the nearest point or line first, then faces from the top down. */
export function shapesAt(scene: Scene, camera: Camera, left: number, top: number, isShown: (part: number) => boolean): number[] {
    const near: { shape: number; rank: number }[] = [];
    const ground = toGround(camera, left, top);
    for (let shape = 0; shape < scene.shapeCount; shape++) {
        if (!isShown(scene.partOf[shape]!)) continue;
        const rank = scene.cornerCount(shape) < 3 ? distance(scene, camera, shape, left, top) : faceRank(scene, shape, ground);
        if (rank !== null) near.push({ shape, rank });
    }
    return near.sort((a, b) => a.rank - b.rank).map(({ shape }) => shape);
}

function distance(scene: Scene, camera: Camera, shape: number, left: number, top: number): number | null {
    const point = (i: number) => {
        const vertex = scene.corner(shape, i);
        return toView(camera, scene.ground[2 * vertex]!, scene.ground[2 * vertex + 1]!);
    };
    const a = point(0);
    const b = scene.cornerCount(shape) > 1 ? point(1) : a;
    const away = toSegment(left, top, a, b);
    /* Points come before the lines that end in them. */
    return away > reach ? null : away + (a === b ? 0 : reach);
}

function toSegment(x: number, y: number, a: [number, number], b: [number, number]): number {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const long = dx * dx + dy * dy;
    const along = long === 0 ? 0 : Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / long));
    return Math.hypot(x - a[0] - along * dx, y - a[1] - along * dy);
}

/* Behind all points and lines, the highest first; null if the point is outside. */
function faceRank(scene: Scene, shape: number, [u, v]: [number, number]): number | null {
    const count = scene.cornerCount(shape);
    let isInside = false;
    let height = 0;
    for (let i = 0, j = count - 1; i < count; j = i++) {
        const [a, b] = [scene.corner(shape, i), scene.corner(shape, j)];
        const [au, av, bu, bv] = [scene.ground[2 * a]!, scene.ground[2 * a + 1]!, scene.ground[2 * b]!, scene.ground[2 * b + 1]!];
        if (av > v !== bv > v && u < ((bu - au) * (v - av)) / (bv - av) + au) isInside = !isInside;
        height += scene.heights[a]! / count;
    }
    return isInside ? 1000 - height : null;
}
