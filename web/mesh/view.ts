/* The map of a file: what it describes, seen from above, with what was found as marks on it. */
import type { Client } from "../judge/client";
import type { Drawing } from "../judge/protocol";
import { button, el, replace } from "../page/dom";
import { colour } from "../page/theme";
import { counted, spaced } from "../page/words";
import type { Entry } from "../session/entry";
import { Place, selection, selectPlace, Selection } from "../session/selection";
import type { Opened } from "../session/opened";
import type { Signal } from "../page/signal";
import type { Finding, Report } from "../report/report";
import { Camera, fit, pan, toGround, zoom } from "./camera";
import { canvasPainter } from "./canvas";
import { glPainter } from "./gl";
import { distinct, Mark, Painter, Palette, Rgb, rgb } from "./paint";
import { shapesAt } from "./pick";
import { makeScene, Scene } from "./scene";

/* More kinds of flags than this have no row of their own in the legend. */
const mostFlags = 10;

/* A record may have thousands of lines; so many of them have their ends marked. */
const mostEnds = 100;

type Colouring = "height" | "flags";

export class MapView {
    private readonly frame = el("div", { class: "map-frame" });
    private readonly caption = el("span", { class: "caption", role: "status" });
    private readonly legend = el("div", { class: "legend" });
    private readonly empty = el("p", { class: "empty" });
    private painter: Painter;
    private camera: Camera = { x: 0, y: 0, scale: 1, width: 1, height: 1 };
    private entry: Entry | null = null;
    private scene: Scene | null = null;
    private shapesOfPath = new Map<string, number[]>();
    private hiddenParts = new Set<number>();
    private colouring: Colouring = "height";
    private selected: number[] = [];
    private marks: Mark[] = [];
    private marked: Report | null = null; /* what the marks were made of */
    private isPainting = false;

    constructor(
        private readonly place: HTMLElement,
        private readonly reader: Client,
        opened: Signal<Opened | null>,
    ) {
        this.painter = this.makePainter();
        this.compose();
        opened.watch((file) => void this.open(file));
        selection.watch((selected) => this.follow(selected));
        addEventListener("themechange", () => this.reload());
        new ResizeObserver(() => this.resize()).observe(this.frame);
        this.listen();
    }

    private makePainter(): Painter {
        const canvas = this.makeCanvas();
        const painter = glPainter(canvas) ?? canvasPainter(this.makeCanvas());
        if (!painter) throw new Error("the browser has no canvas");
        painter.canvas.addEventListener("webglcontextlost", () => this.fallBack());
        return painter;
    }

    private makeCanvas(): HTMLCanvasElement {
        const label = "Map: arrow keys move it, plus and minus zoom, zero shows all of it, Enter selects what is in its middle";
        return el("canvas", { tabindex: 0, role: "application", "aria-label": label });
    }

    /* A graphics driver may take its context back at any time. */
    private fallBack(): void {
        const painter = canvasPainter(this.makeCanvas());
        if (!painter) return;
        this.painter = painter;
        replace(this.frame, painter.canvas, this.empty);
        this.listen();
        this.resize();
        this.reload();
    }

    private compose(): void {
        const tools = el(
            "span",
            { class: "tools" },
            button("−", () => this.zoomBy(1 / 1.5), { "aria-label": "Zoom out" }),
            button("+", () => this.zoomBy(1.5), { "aria-label": "Zoom in" }),
            button("All", () => this.showAll(), { "aria-label": "Show the whole map" }),
        );
        replace(this.frame, this.painter.canvas, this.empty);
        replace(this.place, el("div", { class: "panel-head" }, el("h2", {}, "Map"), this.caption, tools), this.frame, this.legend);
    }

    /* ---- What is shown ---- */

    private async open(opened: Opened | null): Promise<void> {
        const entry = opened?.entry ?? null;
        this.entry = entry;
        this.take(null);
        this.say(opened ? "Drawing…" : "Reading…");
        if (!opened) return;
        const drawing = opened.blob ? await this.reader.call("drawing").catch(() => null) : null;
        if (entry !== this.entry) return;
        this.take(drawing);
        const why = opened.blob ? "There is nothing to draw in this file." : "Choose one of the files to see its map.";
        this.say(this.scene ? "" : why);
    }

    private say(words: string): void {
        this.empty.textContent = words;
        this.empty.hidden = words === "";
    }

    private take(drawing: Drawing | null): void {
        this.scene = drawing && drawing.positions.length > 0 ? makeScene(drawing) : null;
        this.shapesOfPath = drawing ? indexPaths(drawing) : new Map();
        this.hiddenParts.clear();
        this.selected = [];
        this.caption.textContent = this.scene ? summary(this.scene) : "";
        this.place.dataset["shapes"] = String(this.scene?.shapeCount ?? 0);
        this.showLegend();
        if (this.scene) fit(this.camera, this.scene.box);
        this.reload();
        if (selection.value) this.follow(selection.value);
    }

    private reload(): void {
        if (this.scene) this.painter.load(this.scene, palette(), this.colourOf(this.scene));
        this.mark();
        this.paint();
    }

    private mark(): void {
        this.marked = this.entry?.report ?? null;
        this.marks = this.scene ? marksOf(this.scene, this.marked?.findings ?? [], palette()) : [];
        this.place.dataset["marks"] = String(this.marks.length);
    }

    private colourOf(scene: Scene): (shape: number) => Rgb | null {
        if (this.colouring === "flags") {
            const rank = new Map(flagKinds(scene).map((flags, i) => [flags, i + 1]));
            return (shape) => distinct(rank.get(scene.drawing.flags[shape]!) ?? 0);
        }
        const own = scene.drawing.parts.map((_, i) => distinct(i));
        const isFace = (shape: number) => scene.cornerCount(shape) > 2;
        return (shape) => (isFace(shape) ? null : own[scene.partOf[shape]!] ?? null);
    }

    private showLegend(): void {
        const { scene } = this;
        if (!scene) return replace(this.legend);
        const parts = scene.drawing.parts.slice(0, 12).map((part, i) => this.partToggle(part.name, i));
        replace(this.legend, ...(scene.drawing.parts.length > 1 ? parts : []), flagKinds(scene).length > 1 && this.colouringChoice(), ...this.flagRows(scene));
    }

    private partToggle(name: string, part: number): HTMLElement {
        const box: HTMLInputElement = el("input", { type: "checkbox", checked: !this.hiddenParts.has(part), onchange: () => this.showPart(part, box.checked) });
        return el("label", {}, box, this.isOfLines(part) && swatch(distinct(part)), partName(name));
    }

    /* Lines and points have a colour for each part; faces are shaded by height. */
    private isOfLines(part: number): boolean {
        const { scene } = this;
        const shape = scene?.partOf.indexOf(part) ?? -1;
        return this.colouring === "height" && shape >= 0 && scene!.cornerCount(shape) <= 2;
    }

    private showPart(part: number, isShown: boolean): void {
        if (isShown) this.hiddenParts.delete(part);
        else this.hiddenParts.add(part);
        this.paint();
    }

    private colouringChoice(): HTMLElement {
        const box: HTMLInputElement = el("input", { type: "checkbox", checked: this.colouring === "flags", onchange: () => this.colourBy(box.checked ? "flags" : "height") });
        return el("label", {}, box, "Colour by flags");
    }

    private colourBy(colouring: Colouring): void {
        this.colouring = colouring;
        this.showLegend();
        this.legend.querySelector<HTMLElement>("label:last-of-type input")?.focus();
        this.reload();
    }

    private flagRows(scene: Scene): HTMLElement[] {
        if (this.colouring !== "flags") return [];
        return flagKinds(scene).slice(0, mostFlags).map((flags, i) => {
            return el("span", {}, swatch(distinct(i + 1)), flags === 0 ? " no flags" : ` 0x${flags.toString(16)}`);
        });
    }

    /* ---- Painting ---- */

    private paint(): void {
        if (this.isPainting) return;
        this.isPainting = true;
        requestAnimationFrame(() => {
            this.isPainting = false;
            this.paintNow();
        });
    }

    private paintNow(): void {
        const isThere = this.scene !== null;
        this.painter.canvas.style.visibility = isThere ? "visible" : "hidden";
        if (!isThere) return;
        if (this.marked !== (this.entry?.report ?? null)) this.mark(); /* it was judged again */
        this.painter.paint({
            camera: this.camera,
            pixelRatio: devicePixelRatio || 1,
            isShown: (part) => !this.hiddenParts.has(part),
            selected: this.selected,
            marks: [...this.marks, ...this.selectedMark(), ...this.crosshair()],
        });
    }

    /* Where the selected finding is, if it has a place in the world. */
    private selectedMark(): Mark[] {
        const position = selection.value?.finding?.position;
        if (!this.scene) return [];
        if (!position) return this.selectedEnds(this.scene);
        const [u, v] = this.scene.project(position);
        return [...this.selectedEnds(this.scene), { u, v, colour: palette().accent, pixels: 16 }, { u, v, colour: palette().paper, pixels: 10 }, { u, v, colour: palette().error, pixels: 8 }];
    }

    /* A line is thin: its ends say that it is selected. */
    private selectedEnds(scene: Scene): Mark[] {
        const lines = this.selected.slice(0, mostEnds).filter((shape) => scene.cornerCount(shape) <= 2);
        const ends = lines.flatMap((shape) => cornersOf(scene, shape));
        return ends.flatMap(([u, v]) => [{ u, v, colour: palette().accent, pixels: 11 }, { u, v, colour: palette().selected, pixels: 7 }]);
    }

    /* With the keyboard, what is in the middle is what Enter selects. */
    private crosshair(): Mark[] {
        if (document.activeElement !== this.painter.canvas || !this.painter.canvas.matches(":focus-visible")) return [];
        return [{ u: this.camera.x, v: this.camera.y, colour: palette().accent, pixels: 6 }];
    }

    private resize(): void {
        const { canvas } = this.painter;
        const wasEmpty = this.camera.width <= 1;
        this.camera.width = Math.max(1, this.frame.clientWidth);
        this.camera.height = Math.max(1, this.frame.clientHeight);
        canvas.width = Math.round(this.camera.width * (devicePixelRatio || 1));
        canvas.height = Math.round(this.camera.height * (devicePixelRatio || 1));
        if (wasEmpty && this.scene) fit(this.camera, this.scene.box);
        this.paint();
    }

    /* ---- Moving and selecting ---- */

    private listen(): void {
        const { canvas } = this.painter;
        canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        canvas.addEventListener("keydown", (event) => this.key(event));
        canvas.addEventListener("focus", () => this.paint());
        canvas.addEventListener("blur", () => this.paint());
        new Pointers(canvas, this.camera, () => this.paint(), (left, top) => this.selectAt(left, top));
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        zoom(this.camera, Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
        this.paint();
    }

    private zoomBy(factor: number): void {
        zoom(this.camera, factor, this.camera.width / 2, this.camera.height / 2);
        this.paint();
    }

    private showAll(): void {
        if (this.scene) fit(this.camera, this.scene.box);
        this.paint();
    }

    private key(event: KeyboardEvent): void {
        const step = 40;
        const actions: Record<string, () => void> = {
            ArrowLeft: () => pan(this.camera, step, 0),
            ArrowRight: () => pan(this.camera, -step, 0),
            ArrowUp: () => pan(this.camera, 0, step),
            ArrowDown: () => pan(this.camera, 0, -step),
            "+": () => this.zoomBy(1.5),
            "=": () => this.zoomBy(1.5),
            "-": () => this.zoomBy(1 / 1.5),
            "0": () => this.showAll(),
            Enter: () => this.selectAt(this.camera.width / 2, this.camera.height / 2),
        };
        const action = actions[event.key];
        if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        action();
        this.paint();
    }

    /* A second click at the same place selects what lies below. */
    private selectAt(left: number, top: number): void {
        if (!this.scene) return;
        const shapes = shapesAt(this.scene, this.camera, left, top, (part) => !this.hiddenParts.has(part));
        const before = shapes.indexOf(this.selected[0] ?? -1);
        const shape = shapes[(before + 1) % Math.max(1, shapes.length)];
        if (shape === undefined) return;
        this.selected = [shape];
        selectPlace(placeOf(this.scene.drawing, shape), this.entry?.report ?? null, "map");
    }

    private follow(selected: Selection | null): void {
        if (selected?.by !== "map") this.selected = selected ? this.shapesOf(selected.place.path || selected.finding?.path || "") : [];
        const { scene } = this;
        if (!scene) return;
        const shape = this.selected[0];
        this.caption.textContent = shape === undefined ? summary(scene) : describe(scene.drawing, shape);
        if (selected && selected.by !== "map") this.reveal(selected, scene);
        this.paint();
    }

    /* The shapes drawn from the record that a path leads into: the nearest one above it. */
    private shapesOf(path: string): number[] {
        for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
            const shapes = this.shapesOfPath.get(at);
            if (shapes) return shapes;
        }
        return [];
    }

    /* Moves the map if what is selected is out of sight or too small to see. */
    private reveal(selected: Selection, scene: Scene): void {
        const points = this.selected.flatMap((shape) => cornersOf(scene, shape));
        const position = selected.finding?.position;
        if (points.length === 0 && position) points.push(scene.project(position));
        if (points.length === 0) return;
        const box = { left: Math.min(...points.map(([u]) => u)), right: Math.max(...points.map(([u]) => u)), bottom: Math.min(...points.map(([, v]) => v)), top: Math.max(...points.map(([, v]) => v)) };
        const [left, top] = toGround(this.camera, 0, 0);
        const [right, bottom] = toGround(this.camera, this.camera.width, this.camera.height);
        const isInSight = box.left >= left && box.right <= right && box.bottom >= bottom && box.top <= top;
        const pixels = Math.max(box.right - box.left, box.top - box.bottom) * this.camera.scale;
        if (isInSight && (pixels >= 12 || pixels === 0)) return;
        this.camera.x = (box.left + box.right) / 2;
        this.camera.y = (box.bottom + box.top) / 2;
        if (pixels > 0 && pixels < 12) this.camera.scale *= 40 / pixels;
    }
}

/* Dragging with one pointer, pinching with two, and a press that does not move is a click. */
class Pointers {
    private readonly down = new Map<number, [number, number]>();
    private moved = 0;

    constructor(
        private readonly canvas: HTMLCanvasElement,
        private readonly camera: Camera,
        private readonly changed: () => void,
        private readonly pressed: (left: number, top: number) => void,
    ) {
        canvas.addEventListener("pointerdown", (event) => this.begin(event));
        canvas.addEventListener("pointermove", (event) => this.move(event));
        canvas.addEventListener("pointerup", (event) => this.end(event));
        canvas.addEventListener("pointercancel", (event) => this.down.delete(event.pointerId));
    }

    private begin(event: PointerEvent): void {
        this.canvas.setPointerCapture(event.pointerId);
        if (this.down.size === 0) this.moved = 0;
        this.down.set(event.pointerId, [event.offsetX, event.offsetY]);
    }

    private move(event: PointerEvent): void {
        const before = this.down.get(event.pointerId);
        if (!before) return;
        const now: [number, number] = [event.offsetX, event.offsetY];
        this.moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
        const other = [...this.down].find(([id]) => id !== event.pointerId)?.[1];
        if (other) zoom(this.camera, away(now, other) / Math.max(1, away(before, other)), other[0], other[1]);
        else if (this.moved > 4) pan(this.camera, now[0] - before[0], now[1] - before[1]);
        this.down.set(event.pointerId, now);
        this.changed();
    }

    private end(event: PointerEvent): void {
        this.down.delete(event.pointerId);
        if (this.moved <= 4 && this.down.size === 0) this.pressed(event.offsetX, event.offsetY);
    }
}

function away(a: [number, number], b: [number, number]): number {
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function swatch(shade: Rgb): HTMLElement {
    const mark = el("span", { class: "swatch" });
    mark.style.background = `rgb(${shade.map(Math.round).join(" ")})`;
    return mark;
}

/* The library's name as words: "vehicleNodes" is "vehicle nodes", "NAVM 01000802" stays. */
function partName(name: string): string {
    return /^[a-z]/.test(name) ? spaced(name) : name;
}

function palette(): Palette {
    const names = { low: "map-low", high: "map-high", line: "map-line", accent: "accent", selected: "selected", error: "error", warning: "warning", info: "info", paper: "map-paper" };
    return Object.fromEntries(Object.entries(names).map(([name, variable]) => [name, rgb(colour(variable))])) as unknown as Palette;
}

function indexPaths({ paths }: Drawing): Map<string, number[]> {
    const index = new Map<string, number[]>();
    paths.forEach((path, shape) => {
        const shapes = index.get(path);
        if (shapes) shapes.push(shape);
        else index.set(path, [shape]);
    });
    return index;
}

/* The kinds of flags that there are, the most frequent first. */
function flagKinds({ drawing }: Scene): number[] {
    const counts = new Map<number, number>();
    for (const flags of drawing.flags) counts.set(flags, (counts.get(flags) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).map(([flags]) => flags);
}

function marksOf(scene: Scene, findings: Finding[], { error, warning, info }: Palette): Mark[] {
    const colours = { error, warning, info };
    const marks = findings.flatMap(({ position, severity }) => {
        if (!position) return [];
        const [u, v] = scene.project(position);
        return [{ u, v, colour: colours[severity], pixels: 9 }];
    });
    return marks.reverse(); /* errors come last and lie on top */
}

function cornersOf(scene: Scene, shape: number): [number, number][] {
    return Array.from({ length: scene.cornerCount(shape) }, (_, i) => {
        const vertex = scene.corner(shape, i);
        return [scene.ground[2 * vertex]!, scene.ground[2 * vertex + 1]!];
    });
}

function placeOf(drawing: Drawing, shape: number): Place {
    const inner = drawing.inner[2 * shape]! >= 0 ? { offset: drawing.inner[2 * shape]!, length: drawing.inner[2 * shape + 1]! } : null;
    return { path: drawing.paths[shape] ?? "", offset: drawing.offsets[shape]!, length: drawing.lengths[shape]!, inner };
}

function describe(drawing: Drawing, shape: number): string {
    const flags = drawing.flags[shape]!;
    return [drawing.subjects[shape], drawing.paths[shape], flags !== 0 && `flags 0x${flags.toString(16)}`].filter(Boolean).join(" · ");
}

function summary(scene: Scene): string {
    return counted(scene.shapeCount, "shape");
}
