import { HankelError, semifieldByName } from "hankel";
import { type Graph, mergedArcs } from "hankel/formats";
import type { WrittenSpec } from "../engine/open.ts";
import { messageOf } from "../engine/text.ts";
import type { Position } from "../layout/graph.ts";

interface SketchState {
  readonly id: number;
  x: number;
  y: number;
  /** The final weight as it was typed; empty if the state is not final. Of yes and no only that counts. */
  final: string;
}

interface SketchArc {
  readonly from: number;
  readonly symbol: string;
  weight: string;
  readonly to: number;
}

/** An automaton that the user draws. */
export class Sketch {
  semifield = $state("boolean");
  states = $state<SketchState[]>([]);
  arcs = $state<SketchArc[]>([]);
  #initial = $state(0);
  #next = 0;

  /** Do words have no weights, but are in the language or not? */
  get isAcceptor(): boolean {
    return this.semifield === "boolean";
  }

  /** The state where words start: the first one, if no other was chosen. */
  get initial(): number | undefined {
    const isThere = this.states.some(({ id }) => id === this.#initial);
    return isThere ? this.#initial : this.states[0]?.id;
  }

  startIn(id: number): void {
    this.#initial = id;
  }

  addState({ x, y }: Position): void {
    this.states.push({ id: this.#next++, x, y, final: "" });
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
    const states = this.states.map(({ id, final }) => ({ id, name: String(id), final: final.trim() !== "" }));
    const arcs = this.arcs.map(({ from, to, symbol, weight }) => {
      return { from, to, label: this.isAcceptor ? symbol : `${symbol} / ${weight}` };
    });
    return { states, arcs: mergedArcs(arcs) };
  }

  /** The drawing as a target; what is wrong with it is said in terms of the drawing. */
  spec(): WrittenSpec {
    this.#check();
    const one = this.#one();
    const numbers = new Map(this.states.map(({ id }, i) => [id, i]));
    const finals = this.states.flatMap(({ id, final }) =>
      final.trim() === "" ? [] : [[numbers.get(id), this.isAcceptor ? one : final]],
    );
    const document = {
      format: "hankel/1",
      semifield: this.semifield,
      alphabet: [...new Set(this.arcs.map(({ symbol }) => symbol))],
      states: this.states.length,
      initial: [[numbers.get(this.initial ?? 0), one]],
      final: finals,
      arcs: this.arcs.map(({ from, symbol, weight, to }) => [
        numbers.get(from),
        symbol,
        this.isAcceptor ? one : weight,
        numbers.get(to),
      ]),
    };
    return { kind: "automaton", name: "A drawing", text: JSON.stringify(document) };
  }

  #check(): void {
    const algebra = semifieldByName(this.semifield);
    if (this.arcs.length === 0)
      throw new HankelError("usage", "It has no arcs yet: add one, since arcs tell which symbols there are");
    for (const { from, to, symbol } of this.arcs)
      if (symbol.trim() === "") throw new HankelError("usage", `The arc from ${from} to ${to} has no symbol`);
    if (this.isAcceptor) return;
    const check = (weight: string, what: string) => {
      try {
        algebra.parse(weight);
      } catch (error) {
        throw new HankelError("usage", `${what} is no weight over ${algebra.name}: ${messageOf(error)}`);
      }
    };
    for (const { id, final } of this.states)
      if (final.trim() !== "") check(final, `The final weight of state ${id}`);
    for (const { from, to, symbol, weight } of this.arcs)
      check(weight, `The weight of the arc from ${from} to ${to} on ${symbol}`);
  }

  /** The weight 1 in the notation of the semifield. */
  #one(): string {
    const algebra = semifieldByName(this.semifield);
    return algebra.format(algebra.one);
  }
}
