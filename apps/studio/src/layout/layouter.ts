import type { MachineView } from "../engine/views.ts";
import { isDense, onCircle } from "./circle.ts";
import type { LayoutReply, LayoutRequest, Place } from "./graph.ts";

/** Computes layouts in a worker, one at a time: a new request cancels the current one. */
export class Layouter {
  #worker: Worker | undefined;
  #current: { id: number; resolve: (places: Map<number, Place> | undefined) => void } | undefined;
  #next = 0;

  /** The places of all states; undefined if a newer request cancelled this one. */
  layout(machine: MachineView, fixed: ReadonlyMap<number, Place>): Promise<Map<number, Place> | undefined> {
    this.cancel();
    if (fixed.size === 0 && isDense(machine)) return Promise.resolve(onCircle(machine));
    const id = this.#next++;
    const request: LayoutRequest = {
      id,
      states: machine.states.map((state) => state.id),
      arcs: mergedArcs(machine),
      fixed: machine.states.flatMap((state) => {
        const place = fixed.get(state.id);
        return place === undefined ? [] : [[state.id, place] as const];
      }),
      roomy: machine.picture !== undefined,
    };
    return new Promise((resolve) => {
      this.#current = { id, resolve };
      this.#startedWorker().postMessage(request);
    });
  }

  /** Cancels the current layout. Graphviz cannot be interrupted, so its worker is terminated. */
  cancel(): void {
    if (this.#current === undefined) return;
    this.#current.resolve(undefined);
    this.#current = undefined;
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #startedWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<LayoutReply>) => {
      if (data.id !== this.#current?.id) return;
      const { resolve } = this.#current;
      this.#current = undefined;
      resolve(new Map(data.places));
    };
    this.#worker = worker;
    return worker;
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
