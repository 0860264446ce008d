/* A value that others watch. */

export class Signal<T> {
    private readonly watchers: ((value: T) => void)[] = [];

    constructor(private current: T) {}

    get value(): T {
        return this.current;
    }

    set(value: T): void {
        this.current = value;
        for (const watcher of this.watchers) watcher(value);
    }

    /* Calls `watcher` on every later value. */
    watch(watcher: (value: T) => void): void {
        this.watchers.push(watcher);
    }
}
