import { type Drawing, drawAt } from "hankel/formats";
import type { PlacedGraph } from "../layout/graph.ts";

/** With more lines a drawing takes longer than the page may stand still: one of 60 lines takes about 15 ms, one of 230 takes 100. */
const AT_ONCE = 40;

/** The drawing of a small graph, at once, so that nothing flickers. An overview finds its groups first, which takes longer. */
export function drawSmall({ graph, arrangement }: PlacedGraph): Drawing | undefined {
  const isSmall = graph.arcs.length <= AT_ONCE && !arrangement.isOverview;
  return isSmall ? drawAt(graph, arrangement) : undefined;
}

/** The drawing that was asked for last. Until it is there, the one before it stays. */
export class LastDrawn {
  drawing = $state.raw<Drawing | undefined>();
  #wanted: (() => Promise<Drawing>) | undefined;
  #isBusy = false;

  want(make: (() => Promise<Drawing>) | undefined): void {
    this.#wanted = make;
    if (make === undefined) this.drawing = undefined;
    else if (!this.#isBusy) void this.#work();
  }

  /** One at a time: of what is asked for meanwhile, only the last is drawn. */
  async #work(): Promise<void> {
    this.#isBusy = true;
    try {
      for (let make = this.#wanted; make !== undefined; make = this.#wanted) {
        const made = await make();
        if (this.#wanted !== undefined) this.drawing = made;
        if (this.#wanted === make) this.#wanted = undefined;
      }
    } finally {
      this.#isBusy = false;
    }
  }
}
