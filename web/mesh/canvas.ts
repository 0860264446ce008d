/* Paints a map where there is no WebGL2. */
import { Camera, toView } from "./camera";
import { Painter, Palette, Picture, Rgb, shaded } from "./paint";
import type { Scene } from "./scene";

export function canvasPainter(canvas: HTMLCanvasElement): Painter | null {
    const context = canvas.getContext("2d", { alpha: false });
    return context ? new CanvasPainter(canvas, context) : null;
}

class CanvasPainter implements Painter {
    private scene: Scene | null = null;
    private palette: Palette | null = null;
    private colourOf: (shape: number) => Rgb | null = () => null;

    constructor(readonly canvas: HTMLCanvasElement, private readonly context: CanvasRenderingContext2D) {}

    load(scene: Scene, palette: Palette, colourOf: (shape: number) => Rgb | null): void {
        this.scene = scene;
        this.palette = palette;
        this.colourOf = colourOf;
    }

    paint(picture: Picture): void {
        const { context, scene, palette } = this;
        if (!scene || !palette) return;
        const { camera, pixelRatio } = picture;
        context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
        context.fillStyle = css(palette.paper);
        context.fillRect(0, 0, camera.width, camera.height);
        for (const corners of [3, 2, 1]) this.layer(scene, palette, picture, corners);
        for (const shape of picture.selected) this.shape(scene, camera, shape, css(palette.selected), css(palette.accent), 2);
        for (const mark of picture.marks) this.disc(toView(camera, mark.u, mark.v), mark.pixels / 2, css(mark.colour));
    }

    private layer(scene: Scene, palette: Palette, { camera, isShown }: Picture, corners: number): void {
        for (let shape = 0; shape < scene.shapeCount; shape++) {
            if (Math.min(3, scene.cornerCount(shape)) !== corners || !isShown(scene.partOf[shape]!)) continue;
            if (!isInSight(scene, camera, shape)) continue;
            const height = scene.heights[scene.corner(shape, 0)]!;
            const fill = css(shaded(palette, this.colourOf(shape), corners === 3 ? height : height * 0.5));
            this.shape(scene, camera, shape, fill, corners === 3 ? css(palette.line) : fill, corners === 3 ? 0.5 : 1);
        }
    }

    private shape(scene: Scene, camera: Camera, shape: number, fill: string, stroke: string, width: number): void {
        const { context } = this;
        const count = scene.cornerCount(shape);
        const points = Array.from({ length: count }, (_, i) => viewOf(scene, camera, scene.corner(shape, i)));
        if (count === 1) return this.disc(points[0]!, 2 + width, fill);
        context.beginPath();
        points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
        if (count > 2) context.closePath();
        context.fillStyle = fill;
        context.strokeStyle = stroke;
        context.lineWidth = width;
        if (count > 2) context.fill();
        context.stroke();
    }

    private disc([x, y]: [number, number], radius: number, fill: string): void {
        const { context } = this;
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fillStyle = fill;
        context.fill();
    }
}

function viewOf(scene: Scene, camera: Camera, vertex: number): [number, number] {
    return toView(camera, scene.ground[2 * vertex]!, scene.ground[2 * vertex + 1]!);
}

function isInSight(scene: Scene, camera: Camera, shape: number): boolean {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < scene.cornerCount(shape); i++) {
        const [x, y] = viewOf(scene, camera, scene.corner(shape, i));
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    return right >= 0 && bottom >= 0 && left <= camera.width && top <= camera.height;
}

function css([red, green, blue]: Rgb): string {
    return `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)})`;
}
