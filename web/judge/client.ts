/* The page's end of a worker. A worker that traps, or whose work is no longer wanted, is ended, and
 * the next call starts a new one. */
import type { Answer, CallName, Calls, Request } from "./protocol";

/* Starts a worker that has the library. */
export type Start = () => Promise<Worker>;

export class Cancelled extends Error {
    constructor() {
        super("cancelled");
    }
}

interface Waiting {
    resolve(result: unknown): void;
    reject(error: Error): void;
}

export class Client {
    private worker: Promise<Worker> | null = null;
    private waiting = new Map<number, Waiting>();
    private count = 0;

    constructor(private readonly start: Start) {}

    /* Rejects with what went wrong in the worker, or with Cancelled. */
    async call<Name extends CallName>(name: Name, ...values: Parameters<Calls[Name]>): Promise<ReturnType<Calls[Name]>> {
        const number = this.count++;
        const answer = new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
        const request: Request = { number, call: name, arguments: values };
        this.post(request);
        return (await answer) as ReturnType<Calls[Name]>;
    }

    /* Ends what is being done, and all that waits for it. */
    cancel(): void {
        this.end(new Cancelled());
    }

    private post(request: Request): void {
        this.worker ??= this.begin();
        const worker = this.worker;
        worker.then(
            (started) => this.worker === worker && started.postMessage(request),
            (error: Error) => this.worker === worker && this.end(error),
        );
    }

    private async begin(): Promise<Worker> {
        const worker = await this.start();
        worker.onmessage = (event: MessageEvent<Answer>) => this.take(event.data);
        worker.onerror = (event) => this.end(new Error(event.message || "the worker stopped"));
        return worker;
    }

    private take(answer: Answer): void {
        const waiting = this.waiting.get(answer.number);
        if (!waiting) return;
        this.waiting.delete(answer.number);
        if (answer.error) waiting.reject(new Error(answer.error.message));
        else waiting.resolve(answer.result);
        if (answer.error?.isFatal) this.restart();
    }

    private end(error: Error): void {
        const lost = [...this.waiting.values()];
        this.waiting.clear();
        this.drop();
        for (const { reject } of lost) reject(error);
    }

    /* What still waits is asked of the new worker by nobody: it is told. */
    private restart(): void {
        this.end(new Error("stopped together with the call before it"));
    }

    private drop(): void {
        this.worker?.then((worker) => worker.terminate()).catch(() => undefined);
        this.worker = null;
    }
}
