import type { Arrangement, Graph } from "hankel/formats";
import type { LayoutRequest, Position } from "./graph.ts";

/** Workers without work, for whichever layout comes next. */
const idle: Worker[] = [];

interface Current {
  readonly worker: Worker;
  readonly resolve: (found: Arrangement | undefined) => void;
}

/** Computes layouts in a worker, one at a time: a new request cancels the current one. */
export class Layouter {
  #current: Current | undefined;

  /** Where all states stand; undefined if a newer request cancelled this one. */
  layout(graph: Graph, fixed: ReadonlyMap<number, Position>): Promise<Arrangement | undefined> {
    this.cancel();
    return new Promise((resolve) => this.#start({ graph, fixed: [...fixed] }, resolve));
  }

  /** Cancels the current layout, which cannot be interrupted: its worker is terminated. */
  cancel(): void {
    if (this.#current === undefined) return;
    const { worker, resolve } = this.#current;
    this.#current = undefined;
    worker.terminate();
    resolve(undefined);
  }

  #start(request: LayoutRequest, resolve: Current["resolve"]): void {
    const worker =
      idle.pop() ?? new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
    this.#current = { worker, resolve };
    worker.onmessage = ({ data }: MessageEvent<Arrangement>) => {
      if (this.#current?.worker !== worker) return;
      this.#current = undefined;
      idle.push(worker);
      resolve(data);
    };
    worker.postMessage(request);
  }
}
