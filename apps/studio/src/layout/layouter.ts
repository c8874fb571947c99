import type { Arrangement, Graph } from "hankel/formats";
import { type Job, Workers } from "../worker/tasks.ts";
import type { DrawingTasks, Position } from "./graph.ts";

/** What is drawn beside the page. */
export const drawing = new Workers<DrawingTasks>(
  () => new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" }),
);

interface Current {
  readonly job: Job<Arrangement>;
  readonly resolve: (found: Arrangement | undefined) => void;
}

/** Computes layouts, one at a time: a new request cancels the current one. */
export class Layouter {
  #current: Current | undefined;

  /** Where all states stand; undefined if a newer request cancelled this one. */
  layout(graph: Graph, fixed: ReadonlyMap<number, Position>): Promise<Arrangement | undefined> {
    this.cancel();
    return new Promise((resolve, reject) => {
      const job = drawing.start("arrange", { graph, fixed: [...fixed] });
      this.#current = { job, resolve };
      job.done
        .finally(() => {
          this.#current = undefined;
        })
        .then(resolve, reject);
    });
  }

  /** Cancels the current layout. */
  cancel(): void {
    if (this.#current === undefined) return;
    const { job, resolve } = this.#current;
    this.#current = undefined;
    job.end();
    resolve(undefined);
  }
}
