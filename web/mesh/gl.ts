/* Paints a map with WebGL2: everything lies in one buffer of vertices, a picture is a handful of calls. */
import { Mark, Painter, Palette, Picture, Rgb, shaded } from "./paint";
import type { Scene } from "./scene";

const vertexShader = `#version 300 es
uniform vec4 view; // middle of the ground, half the view in units of the ground
uniform float pixels;
layout(location = 0) in vec2 at;
layout(location = 1) in vec4 colour;
out vec4 shade;
void main() {
    gl_Position = vec4((at - view.xy) / view.zw, 0.0, 1.0);
    gl_PointSize = pixels;
    shade = colour;
}`;

const fragmentShader = `#version 300 es
precision mediump float;
uniform bool isPoint;
uniform highp float pixels;
in vec4 shade;
out vec4 result;
void main() {
    // A disc with a soft edge of one pixel.
    float inside = isPoint ? clamp((0.5 - length(gl_PointCoord - 0.5)) * pixels + 0.5, 0.0, 1.0) : 1.0;
    result = vec4(shade.rgb, shade.a * inside);
}`;

/* Bytes of a vertex: two floats and four bytes of colour. */
const stride = 12;

/* Vertices of one kind that are drawn in one call. */
interface Run {
    mode: number;
    part: number;
    first: number;
    count: number;
}

class Builder {
    private readonly runs: Run[] = [];
    private data = new ArrayBuffer(stride * 4096);
    private floats = new Float32Array(this.data);
    private bytes = new Uint8Array(this.data);
    private count = 0;

    begin(mode: number, part: number): void {
        this.runs.push({ mode, part, first: this.count, count: 0 });
    }

    vertex(u: number, v: number, colour: Rgb, alpha = 255): void {
        if ((this.count + 1) * stride > this.data.byteLength) this.grow();
        this.floats[3 * this.count] = u;
        this.floats[3 * this.count + 1] = v;
        this.bytes.set([colour[0], colour[1], colour[2], alpha], stride * this.count + 8);
        this.count++;
        this.runs[this.runs.length - 1]!.count++;
    }

    finish(): { data: ArrayBuffer; runs: Run[] } {
        return { data: this.data.slice(0, this.count * stride), runs: this.runs.filter((run) => run.count > 0) };
    }

    private grow(): void {
        const larger = new ArrayBuffer(this.data.byteLength * 2);
        new Uint8Array(larger).set(this.bytes);
        this.data = larger;
        this.floats = new Float32Array(larger);
        this.bytes = new Uint8Array(larger);
    }
}

/* Returns null where the browser has no WebGL2. */
export function glPainter(canvas: HTMLCanvasElement): Painter | null {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: false });
    return gl ? new GlPainter(canvas, gl) : null;
}

class GlPainter implements Painter {
    private readonly program: WebGLProgram;
    private readonly still: WebGLBuffer;
    private readonly moving: WebGLBuffer;
    private runs: Run[] = [];
    private scene: Scene | null = null;
    private palette: Palette | null = null;

    constructor(readonly canvas: HTMLCanvasElement, private readonly gl: WebGL2RenderingContext) {
        this.program = link(gl);
        this.still = gl.createBuffer()!;
        this.moving = gl.createBuffer()!;
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    }

    load(scene: Scene, palette: Palette, colourOf: (shape: number) => Rgb | null): void {
        const { gl } = this;
        const built = build(gl, scene, palette, colourOf);
        this.runs = built.runs;
        this.scene = scene;
        this.palette = palette;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.still);
        gl.bufferData(gl.ARRAY_BUFFER, built.data, gl.STATIC_DRAW);
    }

    paint(picture: Picture): void {
        const { gl, palette, scene } = this;
        if (!palette || !scene) return;
        this.prepare(picture, palette);
        this.drawRuns(this.still, this.runs.filter((run) => picture.isShown(run.part)), picture.pixelRatio * 6);
        const overlay = selectedShapes(gl, scene, palette, picture);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.moving);
        gl.bufferData(gl.ARRAY_BUFFER, overlay.data, gl.STREAM_DRAW);
        this.drawRuns(this.moving, overlay.runs, picture.pixelRatio * 12);
        for (const pixels of [...new Set(picture.marks.map((mark) => mark.pixels))]) this.drawMarks(picture, pixels);
    }

    private prepare({ camera, pixelRatio }: Picture, palette: Palette): void {
        const { gl } = this;
        gl.viewport(0, 0, camera.width * pixelRatio, camera.height * pixelRatio);
        gl.clearColor(palette.paper[0] / 255, palette.paper[1] / 255, palette.paper[2] / 255, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.useProgram(this.program);
        gl.uniform4f(gl.getUniformLocation(this.program, "view"), camera.x, camera.y, camera.width / 2 / camera.scale, camera.height / 2 / camera.scale);
    }

    private drawMarks({ marks, pixelRatio }: Picture, pixels: number): void {
        const { gl } = this;
        const built = new Builder();
        built.begin(gl.POINTS, 0);
        for (const mark of marks) if (mark.pixels === pixels) markVertex(built, mark);
        const { data, runs } = built.finish();
        gl.bindBuffer(gl.ARRAY_BUFFER, this.moving);
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW);
        this.drawRuns(this.moving, runs, pixels * pixelRatio);
    }

    private drawRuns(buffer: WebGLBuffer, runs: Run[], pixels: number): void {
        const { gl } = this;
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, 2, gl.FLOAT, false, stride, 0);
        gl.enableVertexAttribArray(1);
        gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, stride, 8);
        gl.uniform1f(gl.getUniformLocation(this.program, "pixels"), pixels);
        for (const run of runs) {
            gl.uniform1i(gl.getUniformLocation(this.program, "isPoint"), run.mode === gl.POINTS ? 1 : 0);
            gl.drawArrays(run.mode, run.first, run.count);
        }
    }
}

function markVertex(builder: Builder, { u, v, colour }: Mark): void {
    builder.vertex(u, v, colour);
}

/* Faces of all parts first, then their outlines, then lines, then points: what is small lies on top. */
function build(gl: WebGL2RenderingContext, scene: Scene, palette: Palette, colourOf: (shape: number) => Rgb | null): { data: ArrayBuffer; runs: Run[] } {
    const builder = new Builder();
    const layers: [number, (corners: number) => boolean, typeof addFace][] = [
        [gl.TRIANGLES, (corners) => corners > 2, addFace],
        [gl.LINES, (corners) => corners > 2, (b, s, shape) => addOutline(b, s, shape, palette.line, 130)],
        [gl.LINES, (corners) => corners === 2, addCorners],
        [gl.POINTS, (corners) => corners === 1, addCorners],
    ];
    for (const [mode, takes, add] of layers) {
        let part = -1;
        for (let shape = 0; shape < scene.shapeCount; shape++) {
            if (!takes(scene.cornerCount(shape))) continue;
            if (scene.partOf[shape] !== part) builder.begin(mode, (part = scene.partOf[shape]!));
            add(builder, scene, shape, palette, colourOf(shape));
        }
    }
    return builder.finish();
}

function at(builder: Builder, scene: Scene, vertex: number, colour: Rgb, alpha = 255): void {
    builder.vertex(scene.ground[2 * vertex]!, scene.ground[2 * vertex + 1]!, colour, alpha);
}

function addFace(builder: Builder, scene: Scene, shape: number, palette: Palette, own: Rgb | null): void {
    const count = scene.cornerCount(shape);
    for (let i = 1; i + 1 < count; i++) {
        for (const corner of [0, i, i + 1]) {
            const vertex = scene.corner(shape, corner);
            at(builder, scene, vertex, shaded(palette, own, scene.heights[vertex]!), 235);
        }
    }
}

function addOutline(builder: Builder, scene: Scene, shape: number, colour: Rgb, alpha: number): void {
    const count = scene.cornerCount(shape);
    for (let i = 0; i < count; i++) {
        at(builder, scene, scene.corner(shape, i), colour, alpha);
        at(builder, scene, scene.corner(shape, (i + 1) % count), colour, alpha);
    }
}

function addCorners(builder: Builder, scene: Scene, shape: number, palette: Palette, own: Rgb | null): void {
    for (let i = 0; i < scene.cornerCount(shape); i++) {
        const vertex = scene.corner(shape, i);
        at(builder, scene, vertex, shaded(palette, own, scene.heights[vertex]! * 0.5));
    }
}

function selectedShapes(gl: WebGL2RenderingContext, scene: Scene, palette: Palette, { selected }: Picture): { data: ArrayBuffer; runs: Run[] } {
    const builder = new Builder();
    for (const shape of selected) {
        const count = scene.cornerCount(shape);
        if (count > 2) {
            builder.begin(gl.TRIANGLES, 0);
            for (let i = 1; i + 1 < count; i++) for (const corner of [0, i, i + 1]) at(builder, scene, scene.corner(shape, corner), palette.selected, 200);
        }
        builder.begin(count === 1 ? gl.POINTS : gl.LINES, 0);
        if (count === 1) at(builder, scene, scene.corner(shape, 0), palette.accent);
        else addOutline(builder, scene, shape, palette.accent, 255);
    }
    return builder.finish();
}

function link(gl: WebGL2RenderingContext): WebGLProgram {
    const program = gl.createProgram()!;
    for (const [type, source] of [[gl.VERTEX_SHADER, vertexShader], [gl.FRAGMENT_SHADER, fragmentShader]] as const) {
        const shader = gl.createShader(type)!;
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "the shaders do not link");
    return program;
}
