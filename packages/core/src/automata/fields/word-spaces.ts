/** The vectors λ μ(x) of an automaton over an exact field: by their entries, or modulo a prime on typed arrays. */

import type { Field, ReadonlyWeights } from "../../algebra/semifield.ts";
import { addTo, Echelon, type Meter, type Sparse } from "../../linear/exact.ts";
import { ModularRows, type Modulus, TYPED_PRODUCT } from "../../linear/modular.ts";
import type { Letter } from "../../words/word.ts";
import { arcsByLetter, type LetterArcs } from "../arcs.ts";
import type { ReadonlyInts } from "../wdfsa.ts";
import type { Wfsa } from "../wfsa.ts";
import type { WordSpace } from "./word-basis.ts";

/** A space whose vectors have weights v ρ, and coordinates with entries N. */
export interface WeighedSpace<V, C, N> extends WordSpace<V, C> {
  /** v ρ. */
  weight(vector: V): N;
  entries(coordinates: C): Iterable<readonly [number, N]>;
}

/**
 * The vectors of an automaton by their entries that are not zero, over any exact field; ⊗ need not be commutative. To
 * know coordinates in the vectors that were added, and not in those of the echelon form, each vector gets a further entry of
 * its own: what is left of a dependent vector is then, up to the sign, its coordinates.
 */
export class SparseSpace<W> implements WeighedSpace<Sparse<W>, Sparse<W>, W> {
  readonly #wfsa: Wfsa<W>;
  readonly #field: Field<W>;
  readonly #meter: Meter;
  readonly #echelon: Echelon<W>;

  constructor(wfsa: Wfsa<W>, field: Field<W>, meter: Meter) {
    this.#wfsa = wfsa;
    this.#field = field;
    this.#meter = meter;
    this.#echelon = new Echelon(field, meter, wfsa.size);
  }

  get initial(): Sparse<W> | undefined {
    const { initials, initialWeight } = this.#wfsa;
    if (initials.length === 0) return undefined;
    const vector: Sparse<W> = new Map();
    for (let i = 0; i < initials.length; i++) vector.set(initials[i], initialWeight[initials[i]]);
    return vector;
  }

  successors(vector: Sparse<W>): [Letter, Sparse<W>][] {
    const { start, letter: letters, target, arcWeight } = this.#wfsa;
    const next = new Map<Letter, Sparse<W>>();
    for (const [state, weight] of vector) {
      this.#meter.spend(start[state + 1] - start[state]);
      for (let arc = start[state]; arc < start[state + 1]; arc++) {
        const letter = letters[arc];
        let reached = next.get(letter);
        if (reached === undefined) next.set(letter, (reached = new Map()));
        addTo(this.#field, reached, target[arc], this.#field.times(weight, arcWeight[arc]));
      }
    }
    return [...next].filter(([, reached]) => reached.size > 0).sort(([a], [b]) => a - b);
  }

  add(vector: Sparse<W>): Sparse<W> | undefined {
    const { size } = this.#wfsa;
    const own = size + this.#echelon.vectors.length;
    const rest = this.#echelon.add(new Map(vector).set(own, this.#field.one));
    if (rest === undefined) return undefined;
    rest.delete(own);
    return new Map(Array.from(rest, ([at, weight]) => [at - size, this.#field.negate(weight)]));
  }

  weight(vector: Sparse<W>): W {
    const { plus, times, zero } = this.#field;
    let sum = zero;
    for (const [state, weight] of vector) sum = plus(sum, times(weight, this.#wfsa.finalWeight[state]));
    return sum;
  }

  entries(coordinates: Sparse<W>): Iterable<readonly [number, W]> {
    return coordinates;
  }
}

/** An automaton modulo a prime: its weights are numbers from 0 to p - 1. */
export interface ModularAutomaton {
  readonly modulus: Modulus;
  readonly size: number;
  readonly letters: number;
  readonly initialWeight: Float64Array;
  readonly finalWeight: Float64Array;
  readonly source: ReadonlyInts;
  readonly letter: ReadonlyInts;
  readonly target: ReadonlyInts;
  readonly arcWeight: Float64Array;
}

/** An automaton modulo a prime. */
export function modularAutomaton<W>(
  wfsa: Wfsa<W>,
  modulus: Modulus,
  residue: (weight: W) => number,
): ModularAutomaton {
  const image = (weights: ReadonlyWeights<W>) =>
    Float64Array.from({ length: weights.length }, (_, i) => residue(weights[i]));
  const { size, alphabet, source, letter, target } = wfsa;
  return {
    modulus,
    size,
    letters: alphabet.size,
    source,
    letter,
    target,
    initialWeight: image(wfsa.initialWeight),
    finalWeight: image(wfsa.finalWeight),
    arcWeight: image(wfsa.arcWeight),
  };
}

/** The vectors of an automaton modulo a prime, on typed arrays. */
export class ModularSpace implements WeighedSpace<Float64Array, Float64Array, number> {
  readonly #automaton: ModularAutomaton;
  readonly #meter: Meter;
  readonly #rows: ModularRows;
  readonly #arcs: readonly LetterArcs[];
  /** By letter: do two arcs have the same source and target? */
  readonly #parallel: readonly boolean[];

  /** Coordinates are kept on demand. */
  constructor(automaton: ModularAutomaton, meter: Meter, coordinates: boolean) {
    this.#automaton = automaton;
    this.#meter = meter;
    this.#rows = new ModularRows(automaton.modulus, automaton.size, meter, coordinates);
    this.#arcs = arcsByLetter(automaton, automaton.letters, (weight) => weight);
    this.#parallel = this.#arcs.map((arcs) => haveParallel(arcs, automaton.size));
  }

  get initial(): Float64Array | undefined {
    const vector = Float64Array.from(this.#automaton.initialWeight);
    return vector.some((entry) => entry !== 0) ? vector : undefined;
  }

  /** Zero vectors too: what is zero modulo one prime need not be zero modulo another. */
  *successors(vector: Float64Array): Generator<[Letter, Float64Array]> {
    const { modulus } = this.#automaton;
    for (const [letter, arcs] of this.#arcs.entries()) {
      this.#meter.spend(arcs.target.length * TYPED_PRODUCT);
      const step = modulus.room === 0 || this.#parallel[letter] ? stepReduced : stepDelayed;
      yield [letter, step(modulus, vector, arcs)];
    }
  }

  add(vector: Float64Array): Float64Array | undefined {
    return this.#rows.add(vector);
  }

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

  entries(coordinates: Float64Array): Iterable<readonly [number, number]> {
    return coordinates.entries();
  }
}

/** Arcs of the same source lie together. */
function haveParallel({ source, target }: LetterArcs, size: number): boolean {
  const last = new Int32Array(size).fill(-1);
  return source.some((from, arc) => {
    const before = last[target[arc]];
    last[target[arc]] = from;
    return before === from;
  });
}

/** Reduces every product; for large primes and parallel arcs. */
function stepReduced(modulus: Modulus, vector: Float64Array, arcs: LetterArcs): Float64Array {
  const { plus, times } = modulus.field;
  const { source, target, weight } = arcs;
  const next = new Float64Array(vector.length);
  for (let i = 0; i < target.length; i++) {
    const factor = vector[source[i]];
    if (factor !== 0) next[target[i]] = plus(next[target[i]], times(factor, weight[i]));
  }
  return next;
}

/** Sums products as long as there is room: a source adds at most one to each entry. */
function stepDelayed(modulus: Modulus, vector: Float64Array, arcs: LetterArcs): Float64Array {
  const { source, target, weight } = arcs;
  const next = new Float64Array(vector.length);
  let left = modulus.sums;
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
    left = modulus.sums;
  }
  modulus.reduce(next, next.length);
  return next;
}
