/* Which part of the ground is seen, and how large. */
import type { Box } from "./scene";

export interface Camera {
    x: number; /* of the ground, in the middle of the view */
    y: number;
    scale: number; /* pixels of the view for one unit of the ground */
    width: number; /* pixels */
    height: number;
}

export function fit(camera: Camera, box: Box): void {
    const wide = Math.max(box.right - box.left, 1e-9);
    const high = Math.max(box.top - box.bottom, 1e-9);
    camera.x = (box.left + box.right) / 2;
    camera.y = (box.bottom + box.top) / 2;
    camera.scale = 0.88 * Math.min(camera.width / wide, camera.height / high);
    if (!Number.isFinite(camera.scale) || camera.scale <= 0) camera.scale = 1;
}

export function toView(camera: Camera, u: number, v: number): [number, number] {
    return [(u - camera.x) * camera.scale + camera.width / 2, camera.height / 2 - (v - camera.y) * camera.scale];
}

export function toGround(camera: Camera, left: number, top: number): [number, number] {
    return [(left - camera.width / 2) / camera.scale + camera.x, (camera.height / 2 - top) / camera.scale + camera.y];
}

export function pan(camera: Camera, right: number, down: number): void {
    camera.x -= right / camera.scale;
    camera.y += down / camera.scale;
}

/* Zooms so that what is at a point of the view stays there. */
export function zoom(camera: Camera, factor: number, left: number, top: number): void {
    const [u, v] = toGround(camera, left, top);
    camera.scale = Math.min(Math.max(camera.scale * factor, 1e-9), 1e9);
    const [u2, v2] = toGround(camera, left, top);
    camera.x += u - u2;
    camera.y += v - v2;
}
