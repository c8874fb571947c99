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
  /** The arcs of each letter. */
  readonly #arcs: readonly Int32Array[];

  /** Coordinates are kept on demand. */
  constructor(automaton: ModularAutomaton, budget: OperationBudget, coordinates: boolean) {
    this.#automaton = automaton;
    this.#budget = budget;
    this.#rows = new ModularRows(automaton.modulus, automaton.size, budget, coordinates);
    const arcs: number[][] = Array.from({ length: automaton.letters }, () => []);
    for (let arc = 0; arc < automaton.letter.length; arc++) arcs[automaton.letter[arc]].push(arc);
    this.#arcs = arcs.map((list) => Int32Array.from(list));
  }

  /** The columns of the pivots, see `ModularRows`. */
  get pivots(): readonly number[] {
    return this.#rows.pivots;
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

  #step(vector: Float64Array, arcs: Int32Array): Float64Array {
    const { modulus, source, target, arcWeight, size } = this.#automaton;
    const { plus, times } = modulus.field;
    this.#budget.spend(arcs.length * TYPED_PRODUCT);
    const next = new Float64Array(size);
    for (let i = 0; i < arcs.length; i++) {
      const arc = arcs[i];
      const weight = vector[source[arc]];
      if (weight === 0) continue;
      const sum = next[target[arc]];
      next[target[arc]] =
        modulus.room > 0
          ? modulus.residue(sum + weight * arcWeight[arc])
          : plus(sum, times(weight, arcWeight[arc]));
    }
    return next;
  }
}
