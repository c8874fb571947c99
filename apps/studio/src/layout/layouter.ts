import type { MachineView } from "../engine/views.ts";
import { isDense, onCircle } from "./circle.ts";
import type { LayoutReply, LayoutRequest, Position } from "./graph.ts";

/** Workers without work, for whichever layout comes next: to load Graphviz takes longer than most layouts. */
const idle: Worker[] = [];

interface Current {
  readonly worker: Worker;
  readonly resolve: (places: Map<number, Position> | undefined) => void;
}

/** Computes layouts in a worker, one at a time: a new request cancels the current one. */
export class Layouter {
  #current: Current | undefined;

  /** The places of all states; undefined if a newer request cancelled this one. */
  layout(
    machine: MachineView,
    fixed: ReadonlyMap<number, Position>,
  ): Promise<Map<number, Position> | undefined> {
    this.cancel();
    if (fixed.size === 0 && isDense(machine)) return Promise.resolve(onCircle(machine));
    const request: LayoutRequest = {
      states: machine.states.map((state) => state.id),
      arcs: mergedArcs(machine),
      fixed: machine.states.flatMap((state) => {
        const place = fixed.get(state.id);
        return place === undefined ? [] : [[state.id, place] as const];
      }),
      roomy: machine.picture !== undefined,
    };
    return new Promise((resolve) => this.#start(request, resolve));
  }

  /** Cancels the current layout. Graphviz cannot be interrupted, so its worker is terminated. */
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
    worker.onmessage = ({ data }: MessageEvent<LayoutReply>) => {
      if (this.#current?.worker !== worker) return;
      this.#current = undefined;
      idle.push(worker);
      resolve(new Map(data));
    };
    worker.postMessage(request);
  }
}

/** One arc for all arcs between the same two states, with the width of the widest label. */
function mergedArcs({ arcs, silent, picture }: MachineView): [number, number, number][] {
  if (picture !== undefined) {
    const widest = (labels: readonly string[]) =>
      Math.max(...labels.map((label) => Math.min(label.length, 22)));
    return picture.lines.map(({ from, to, labels }) => [from, to, widest(labels)]);
  }
  const widths = new Map<string, [number, number, number]>();
  for (const { from, to, symbol, weight } of arcs) {
    const width = symbol.length + (silent ? 0 : Math.min(weight.length, 16) + 3);
    const known = widths.get(`${from} ${to}`);
    if (known === undefined) widths.set(`${from} ${to}`, [from, to, width]);
    else known[2] = Math.max(known[2], width);
  }
  return [...widths.values()];
}
