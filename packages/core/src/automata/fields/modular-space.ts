import type { ReadonlyWeights } from "../../algebra/semifield.ts";
import type { Letter } from "../../words/word.ts";
import type { OperationBudget } from "../operation-budget.ts";
import type { ReadonlyInts } from "../wdfsa.ts";
import { ModularRows, type Modulus, TYPED_PRODUCT } from "./modular-rows.ts";
import type { WordSpace } from "./word-basis.ts";

/** An automaton modulo a prime: its weights are numbers from 0 to p - 1. */
export interface ModularAutomaton {
  readonly modulus: Modulus;
  readonly size: number;
  readonly letters: number;
  readonly initialWeight: ReadonlyWeights<number>;
  readonly finalWeight: ReadonlyWeights<number>;
  readonly source: ReadonlyInts;
  readonly letter: ReadonlyInts;
  readonly target: ReadonlyInts;
  readonly arcWeight: ReadonlyWeights<number>;
}

/** The vectors of an automaton modulo a prime, on typed arrays. */
export class ModularSpace implements WordSpace<Float64Array, Float64Array> {
  readonly #automaton: ModularAutomaton;
  readonly #budget: OperationBudget;
  readonly #rows: ModularRows;
  readonly #arcs: readonly LetterArcs[];

  /** Coordinates are kept on demand. */
  constructor(automaton: ModularAutomaton, budget: OperationBudget, coordinates: boolean) {
    this.#automaton = automaton;
    this.#budget = budget;
    this.#rows = new ModularRows(automaton.modulus, automaton.size, budget, coordinates);
    this.#arcs = arcsByLetter(automaton);
  }

  get initial(): Float64Array | undefined {
    const vector = Float64Array.from(this.#automaton.initialWeight);
    return vector.some((entry) => entry !== 0) ? vector : undefined;
  }

  /** Zero vectors too: what is zero modulo one prime need not be zero modulo another. */
  *successors(vector: Float64Array): Generator<[Letter, Float64Array]> {
    for (let letter = 0; letter < this.#arcs.length; letter++) {
      yield [letter, this.#step(vector, this.#arcs[letter])];
    }
  }

  add(vector: Float64Array): Float64Array | undefined {
    return this.#rows.add(vector);
  }

  /** v ρ. */
  weight(vector: Float64Array): number {
    const { modulus, finalWeight } = this.#automaton;
    const { plus, times } = modulus.field;
    let sum = 0;
    for (let state = 0; state < vector.length; state++) {
      if (vector[state] !== 0 && finalWeight[state] !== 0)
        sum = plus(sum, times(vector[state], finalWeight[state]));
    }
    return sum;
  }

  #step(vector: Float64Array, arcs: LetterArcs): Float64Array {
    const { modulus, size } = this.#automaton;
    this.#budget.spend(arcs.target.length * TYPED_PRODUCT);
    const next = new Float64Array(size);
    if (modulus.room === 0 || arcs.parallel) stepReduced(modulus, vector, arcs, next);
    else stepDelayed(modulus, vector, arcs, next);
    return next;
  }
}

/** The arcs of a letter, by increasing source. */
interface LetterArcs {
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly weight: Float64Array;
  /** Do two arcs have the same source and target? */
  readonly parallel: boolean;
}

function arcsByLetter({ letters, size, source, letter, target, arcWeight }: ModularAutomaton): LetterArcs[] {
  const numbers: number[][] = Array.from({ length: letters }, () => []);
  for (let arc = 0; arc < letter.length; arc++) numbers[letter[arc]].push(arc);
  return numbers.map((arcs) => {
    // Only those of a reversed automaton are not in this order.
    if (arcs.some((arc, i) => i > 0 && source[arcs[i - 1]] > source[arc]))
      arcs.sort((a, b) => source[a] - source[b]);
    const last = new Int32Array(size).fill(-1);
    let parallel = false;
    for (const arc of arcs) {
      parallel ||= last[target[arc]] === source[arc];
      last[target[arc]] = source[arc];
    }
    return {
      source: Int32Array.from(arcs, (arc) => source[arc]),
      target: Int32Array.from(arcs, (arc) => target[arc]),
      weight: Float64Array.from(arcs, (arc) => arcWeight[arc]),
      parallel,
    };
  });
}

/** Reduces every product; for large primes and parallel arcs. */
function stepReduced(modulus: Modulus, vector: Float64Array, arcs: LetterArcs, next: Float64Array): void {
  const { plus, times } = modulus.field;
  const { source, target, weight } = arcs;
  for (let i = 0; i < target.length; i++) {
    const factor = vector[source[i]];
    if (factor !== 0) next[target[i]] = plus(next[target[i]], times(factor, weight[i]));
  }
}

/** Sums products as long as there is room: a source adds at most one to each entry. */
function stepDelayed(modulus: Modulus, vector: Float64Array, arcs: LetterArcs, next: Float64Array): void {
  const { source, target, weight } = arcs;
  let left = modulus.room;
  for (let i = 0; i < target.length; ) {
    const from = source[i];
    const factor = vector[from];
    if (factor === 0) {
      while (i < target.length && source[i] === from) i++;
      continue;
    }
    for (; i < target.length && source[i] === from; i++) next[target[i]] += factor * weight[i];
    if (--left > 0) continue;
    modulus.reduce(next, next.length);
    left = modulus.room;
  }
  modulus.reduce(next, next.length);
}
