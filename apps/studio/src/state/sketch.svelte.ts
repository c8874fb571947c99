import { semifieldByName } from "hankel";
import { type Graph, mergedArcs } from "hankel/formats";
import type { TargetSpec } from "../engine/spec.ts";
import type { Position } from "../layout/graph.ts";

interface SketchState {
  readonly id: number;
  x: number;
  y: number;
  final: string;
}

interface SketchArc {
  readonly from: number;
  readonly symbol: string;
  weight: string;
  readonly to: number;
}

/** An automaton that the user draws. The first state is initial. */
export class Sketch {
  semifield = $state("rational");
  states = $state<SketchState[]>([]);
  arcs = $state<SketchArc[]>([]);
  #next = 0;

  addState({ x, y }: Position): void {
    const final = this.states.length === 0 ? this.one() : "";
    this.states.push({ id: this.#next++, x, y, final });
  }

  removeState(id: number): void {
    this.states = this.states.filter((state) => state.id !== id);
    this.arcs = this.arcs.filter(({ from, to }) => from !== id && to !== id);
  }

  move(id: number, { x, y }: Position): void {
    const state = this.states.find((candidate) => candidate.id === id);
    if (state !== undefined) Object.assign(state, { x, y });
  }

  /** Replaces an arc with the same states and symbol. */
  addArc(from: number, symbol: string, weight: string, to: number): void {
    const others = this.arcs.filter((arc) => arc.from !== from || arc.to !== to || arc.symbol !== symbol);
    this.arcs = [...others, { from, symbol, weight, to }];
  }

  removeArc(index: number): void {
    this.arcs.splice(index, 1);
  }

  places(): Map<number, Position> {
    return new Map(this.states.map(({ id, x, y }) => [id, { x, y }]));
  }

  graph(): Graph {
    const silent = this.semifield === "boolean";
    const states = this.states.map(({ id, final }) => ({ id, name: String(id), final: final.trim() !== "" }));
    const arcs = this.arcs.map(({ from, to, symbol, weight }) => {
      return { from, to, label: silent ? symbol : `${symbol} / ${weight}` };
    });
    return { states, arcs: mergedArcs(arcs) };
  }

  spec(): TargetSpec {
    const numbers = new Map(this.states.map(({ id }, i) => [id, i]));
    const finals = this.states.flatMap(({ id, final }) =>
      final.trim() === "" ? [] : [[numbers.get(id), final]],
    );
    const document = {
      format: "hankel/1",
      semifield: this.semifield,
      alphabet: [...new Set(this.arcs.map(({ symbol }) => symbol))],
      states: this.states.length,
      initial: [[0, this.one()]],
      final: finals,
      arcs: this.arcs.map(({ from, symbol, weight, to }) => [
        numbers.get(from),
        symbol,
        weight,
        numbers.get(to),
      ]),
    };
    return { kind: "automaton", name: "A drawing", text: JSON.stringify(document) };
  }

  /** The weight 1 in the notation of the semifield. */
  one(): string {
    const algebra = semifieldByName(this.semifield);
    return algebra.format(algebra.one);
  }
}
