/* What a painter of maps gets, and the colours that both painters use. */
import type { Camera } from "./camera";
import type { Scene } from "./scene";

export type Rgb = [number, number, number]; /* 0 to 255 */

export interface Palette {
    low: Rgb;
    high: Rgb;
    line: Rgb;
    accent: Rgb;
    selected: Rgb;
    error: Rgb;
    warning: Rgb;
    info: Rgb;
    paper: Rgb;
}

export interface Mark {
    u: number;
    v: number;
    colour: Rgb;
    pixels: number;
}

/* What changes from picture to picture. */
export interface Picture {
    camera: Camera;
    pixelRatio: number;
    isShown(part: number): boolean;
    selected: number[]; /* shapes */
    marks: Mark[];
}

export interface Painter {
    /* Takes a scene in, or its new colours. colourOf: of each shape; null: by height. */
    load(scene: Scene, palette: Palette, colourOf: (shape: number) => Rgb | null): void;
    paint(picture: Picture): void;
    readonly canvas: HTMLCanvasElement;
}

export function mix(a: Rgb, b: Rgb, share: number): Rgb {
    return [0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * share) as Rgb;
}

/* The colour of a shape: its own, which height makes lighter, or the shade of its height alone. */
export function shaded(palette: Palette, own: Rgb | null, height: number): Rgb {
    return own ? mix(own, palette.high, height * 0.45) : mix(palette.low, palette.high, height);
}

/* "#a4281d" as numbers. */
export function rgb(colour: string): Rgb {
    const number = parseInt(colour.slice(1), 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
}

/* Colours that stay apart, for parts and for flags. */
const hues = [200, 28, 285, 120, 340, 55, 230, 165, 0, 95];

export function distinct(i: number): Rgb {
    const hue = hues[i % hues.length]!;
    return fromHsl(hue, 0.5, i < hues.length ? 0.52 : 0.68);
}

function fromHsl(hue: number, saturation: number, light: number): Rgb {
    const chroma = saturation * Math.min(light, 1 - light);
    const part = (n: number) => {
        const k = (n + hue / 30) % 12;
        return 255 * (light - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
    };
    return [part(0), part(8), part(4)];
}
