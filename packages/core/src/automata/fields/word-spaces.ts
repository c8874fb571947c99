/** The vectors λ μ(x) of an automaton, and the first words whose vectors are independent: over any exact field, or modulo a prime. */

import type { Field, ReadonlyWeights } from "../../algebra/semifield.ts";
import { addTo, Echelon, type Meter, type Sparse } from "../../linear/exact.ts";
import { ModularRows, type Modulus, TYPED_PRODUCT } from "../../linear/modular.ts";
import { type Letter, linkedWord, type Word } from "../../words/word.ts";
import { arcsByLetter, type LetterArcs } from "../arcs.ts";
import type { ReadonlyInts } from "../wdfsa.ts";
import { initialVector, type Wfsa } from "../wfsa.ts";

/**
 * The row vectors λ μ(x) of an automaton, in a form that suits its field, and a growing basis of them. V is a vector, C the
 * coordinates of a vector in the basis.
 */
export interface WordSpace<V, C> {
  /** λ, or `undefined` if it is zero. */
  readonly initial: V | undefined;
  /** The vectors v μ(a), by increasing letter; those that are zero may be left out. */
  successors(vector: V): Iterable<readonly [Letter, V]>;
  /** The coordinates of a vector in the basis; `undefined` if it is outside the space, and then it is added. */
  add(vector: V): C | undefined;
}

/** A word of the basis and a letter, whose vector depends on the words of the basis before it. */
export interface DependentWord<C> {
  readonly word: number;
  readonly letter: Letter;
  readonly coordinates: C;
}

/** A basis of words: the first words, in shortlex order, whose vectors do not depend on those of earlier words. */
export class WordBasis<V, C> {
  /** Each word is that of an earlier number and a letter; -1 for ε. */
  readonly from: number[] = [];
  readonly by: Letter[] = [];
  readonly lengths: number[] = [];
  readonly vectors: V[] = [];
  /** The words of the basis followed by a letter that are outside the basis; where none is given, the vector is zero. */
  readonly dependent: DependentWord<C>[] = [];

  /** The number of words. */
  get size(): number {
    return this.from.length;
  }

  word(index: number): Word {
    return linkedWord(this.from, this.by, index);
  }

  words(): Word[] {
    return spelled(this);
  }

  push(from: number, by: Letter, vector: V): void {
    this.from.push(from);
    this.by.push(by);
    this.lengths.push(from < 0 ? 0 : this.lengths[from] + 1);
    this.vectors.push(vector);
  }
}

/**
 * The basis of the words of a space, which is closed under prefixes. Words are tried in shortlex order, and only those
 * whose vector is new are extended: if x depends on earlier words, x·a depends on those words followed by a, which come
 * before x·a. So up to every length the words found span what all words span. Stops at the first word whose vector passes
 * `stop`, which is then the last one of the basis, and before words of more than `longest` letters.
 */
export function wordBasis<V, C>(
  space: WordSpace<V, C>,
  stop: (vector: V) => boolean = () => false,
  longest = Number.POSITIVE_INFINITY,
): { readonly basis: WordBasis<V, C>; readonly stopped: boolean } {
  const basis = new WordBasis<V, C>();
  if (space.initial === undefined) return { basis, stopped: false };
  space.add(space.initial);
  basis.push(-1, -1, space.initial);
  if (stop(space.initial)) return { basis, stopped: true };
  for (let word = 0; word < basis.size && basis.lengths[word] < longest; word++) {
    for (const [letter, vector] of space.successors(basis.vectors[word])) {
      const coordinates = space.add(vector);
      if (coordinates !== undefined) basis.dependent.push({ word, letter, coordinates });
      else {
        basis.push(word, letter, vector);
        if (stop(vector)) return { basis, stopped: true };
      }
    }
  }
  return { basis, stopped: false };
}

/** Words that show the rank of a language: its Hankel matrix has full rank on these prefixes and suffixes. */
export interface HankelBasis {
  readonly prefixes: readonly Word[];
  readonly suffixes: readonly Word[];
}

/** Words, each by the number of an earlier one and a letter; -1 for ε. */
interface LinkedWords {
  readonly from: readonly number[];
  readonly by: readonly Letter[];
}

/** A word basis, the weight of each of its words, and the coordinates of the words behind it. */
export interface SolvedBasis<W> extends LinkedWords {
  readonly weights: readonly W[];
  readonly dependent: readonly DependentWord<Iterable<readonly [number, W]>>[];
}

/** All words. */
export function spelled({ from, by }: LinkedWords): Word[] {
  return from.map((_, index) => linkedWord(from, by, index));
}

/** Coordinates: numbers of vectors, with the factor of each. */
export interface SpaceCoordinates<N> {
  entries(): Iterable<readonly [number, N]>;
}

/** A space whose vectors have weights v ρ. */
export interface WeighedSpace<V, C extends SpaceCoordinates<N>, N> extends WordSpace<V, C> {
  /** v ρ. */
  weight(vector: V): N;
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
    return this.#wfsa.initials.length === 0 ? undefined : initialVector(this.#wfsa);
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

  /** States, as many as the basis has vectors: on these alone, they are independent already. */
  get pivots(): readonly number[] {
    return this.#rows.pivots;
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
