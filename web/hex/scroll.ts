/* Scrolling through more rows than a browser has room for: elements end at some 16 million pixels, and
 * 200 MB are 13 million rows. A short scroll moves by as many rows as it has pixels for; a long one, by
 * dragging the bar, goes to its share of the whole. When it rests, the bar is put where it belongs. */

/* Chromium ends at 33,554,432 pixels, Firefox at 17,895,698. */
const tallestPixels = 6_000_000;

export class Scroll {
    private top = 0; /* of the rows, in pixels of a bar that had room for all */
    private last = 0;
    private rows = 0;
    private timer = 0;

    /* frame: what scrolls; spacer: its only child, which has the height. moved: paints. */
    constructor(
        private readonly frame: HTMLElement,
        private readonly spacer: HTMLElement,
        private readonly rowPixels: () => number,
        private readonly moved: () => void,
    ) {
        frame.addEventListener("scroll", () => this.follow());
    }

    get firstRow(): number {
        return Math.floor(this.top / this.rowPixels());
    }

    get visibleRows(): number {
        return Math.max(1, Math.floor(this.frame.clientHeight / this.rowPixels()));
    }

    setRows(rows: number): void {
        this.rows = rows;
        this.spacer.style.height = `${Math.min(this.wholePixels, tallestPixels)}px`;
        this.goTo(Math.min(this.firstRow, this.lastFirstRow));
    }

    goTo(row: number): void {
        this.top = Math.max(0, Math.min(row, this.lastFirstRow)) * this.rowPixels();
        this.rest();
        this.moved();
    }

    /* Brings a row into sight, with some of its neighbours if it was out of it. */
    reveal(row: number): void {
        const visible = this.visibleRows;
        if (row >= this.firstRow && row < this.firstRow + visible) return;
        this.goTo(row - Math.floor(visible / 3));
    }

    private get wholePixels(): number {
        return this.rows * this.rowPixels();
    }

    private get lastFirstRow(): number {
        return Math.max(0, this.rows - this.visibleRows);
    }

    /* How far the bar can go, and the rows with it. */
    private get barPixels(): number {
        return Math.max(0, this.frame.scrollHeight - this.frame.clientHeight);
    }

    private get topPixels(): number {
        return this.lastFirstRow * this.rowPixels();
    }

    private follow(): void {
        const at = this.frame.scrollTop;
        const step = at - this.last;
        if (step === 0) return;
        this.last = at;
        const isShort = Math.abs(step) <= 2 * this.frame.clientHeight;
        const wanted = isShort && this.isScaled ? this.top + step : this.share(at);
        this.top = at <= 0 ? 0 : Math.min(Math.max(0, wanted), this.topPixels);
        this.moved();
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.rest(), 150);
    }

    private get isScaled(): boolean {
        return this.wholePixels > tallestPixels;
    }

    private share(at: number): number {
        if (!this.isScaled) return at;
        return this.barPixels === 0 ? 0 : Math.round((at / this.barPixels) * this.topPixels);
    }

    private rest(): void {
        const at = !this.isScaled ? this.top : this.topPixels === 0 ? 0 : (this.top / this.topPixels) * this.barPixels;
        this.frame.scrollTop = at;
        this.last = this.frame.scrollTop;
    }
}
