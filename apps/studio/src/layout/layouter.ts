import type { MachineView } from "../engine/views.ts";
import { brief, linesOf } from "./edges.ts";
import type { LayoutReply, LayoutRequest, Position } from "./graph.ts";

/** With more states a circle takes too much room. */
const MAX_ON_CIRCLE = 40;
/** On it, the room for a state and the bends of its arcs, and for each character of a label between two states. */
const STATE_ROOM = 130;
const CHARACTER_ROOM = 6;

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
    const widest = (labels: readonly string[]) => Math.max(...labels.map((label) => brief(label).length));
    const arcs = Array.from(linesOf(machine).values(), ({ from, to, labels }) => {
      return [from, to, widest(labels)] as const;
    });
    if (fixed.size === 0 && isDense(machine, arcs)) return Promise.resolve(onCircle(machine, arcs));
    const request: LayoutRequest = {
      states: machine.states.map((state) => state.id),
      arcs,
      fixed: [...fixed],
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

/**
 * Is the automaton nondeterministic, and do most states lead to more than one other? Then the states are drawn on a circle: no
 * arc between two of them crosses a third one.
 */
function isDense({ states: { length }, isDeterministic }: MachineView, arcs: LayoutRequest["arcs"]): boolean {
  if (isDeterministic || length < 3 || length > MAX_ON_CIRCLE) return false;
  return arcs.filter(([from, to]) => from !== to).length > 1.5 * length;
}

/** The places on a circle, clockwise from the left, where the arrow to the first state has room. */
function onCircle({ states }: MachineView, arcs: LayoutRequest["arcs"]): Map<number, Position> {
  const widest = Math.max(...arcs.map(([, , width]) => width));
  const radius = (STATE_ROOM + CHARACTER_ROOM * widest) / (2 * Math.sin(Math.PI / states.length));
  return new Map(
    states.map(({ id }, i) => {
      const angle = Math.PI + (2 * Math.PI * i) / states.length;
      return [id, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }];
    }),
  );
}
