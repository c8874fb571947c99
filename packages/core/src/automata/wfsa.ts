import type { GroupWithZero, ReadonlyWeights, Semifield } from "../algebra/semifield.ts";
import { HankelError } from "../errors.ts";
import { lookUp } from "../interruption.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { isSpelled, type Letter, requireLetters, type Spelling, type Word } from "../words/word.ts";
import { placesWhere, sortArcs } from "./arcs.ts";
import { semifieldOnDemand, unsupported } from "./requirements.ts";
import type { ReadonlyInts } from "./wdfsa.ts";

/** The letter of ε arcs. */
export const EPSILON = -1;

/** The arrays of a nondeterministic automaton; see `Wfsa` for their meaning. Arcs may come in any order. */
export interface WfsaParts<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly initialWeight: ReadonlyWeights<W>;
  readonly finalWeight: ReadonlyWeights<W>;
  readonly source: ReadonlyInts;
  readonly letter: ReadonlyInts;
  readonly target: ReadonlyInts;
  readonly arcWeight: ReadonlyWeights<W>;
  readonly names?: readonly string[] | undefined;
}

/**
 * A weighted automaton, possibly nondeterministic: any number of initial states, arcs and ε arcs.
 *
 *     L(x) = ⊕ of λ(q₀) ⊗ w₁ ⊗ … ⊗ wₙ ⊗ ρ(qₙ) over all paths that read x.
 *
 * Immutable; a struct of arrays. Arcs are sorted by source, then by letter (ε = -1 first), and otherwise keep their order;
 * those of state q have the numbers `start[q]` to `start[q + 1] - 1`. No arc has weight zero; parallel arcs are allowed.
 * Only sums over several paths need ⊕, so the algebra may be a mere group with zero.
 *
 * The constructor checks its arrays and copies them only to sort them: do not change them afterwards.
 */
export class Wfsa<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  /** |Q|. */
  readonly size: number;
  /** λ; zero for a state that is not initial. */
  readonly initialWeight: ReadonlyWeights<W>;
  /** ρ; zero for a state that is not final. */
  readonly finalWeight: ReadonlyWeights<W>;
  /** The number of a state's first arc; it has one more entry than there are states. */
  readonly start: ReadonlyInts;
  /** The state an arc leaves. */
  readonly source: ReadonlyInts;
  /** The letter an arc reads, or -1 for ε. */
  readonly letter: ReadonlyInts;
  /** The state an arc leads to. */
  readonly target: ReadonlyInts;
  /** The weight of an arc, never zero. */
  readonly arcWeight: ReadonlyWeights<W>;
  /** The initial states, in increasing order. */
  readonly initials: ReadonlyInts;
  /** The number of ε arcs. */
  readonly epsilons: number;
  /** The names of the states, if they have any. */
  readonly names: readonly string[] | undefined;

  /** `check` is false only if the arrays are known to be valid. */
  constructor(parts: WfsaParts<W>, check = true) {
    const { algebra, alphabet, initialWeight, finalWeight } = parts;
    if (check) validate(parts);
    const { start, source, letter, target, arcWeight } = sortArcs(parts, finalWeight.length, alphabet.size);
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.size = finalWeight.length;
    this.initialWeight = initialWeight;
    this.finalWeight = finalWeight;
    this.start = start;
    this.source = source;
    this.letter = letter;
    this.target = target;
    this.arcWeight = arcWeight;
    this.initials = nonZero(algebra, initialWeight);
    this.names = parts.names;
    let epsilons = 0;
    for (let arc = 0; arc < letter.length; arc++) if (letter[arc] === EPSILON) epsilons++;
    this.epsilons = epsilons;
  }

  /** The automaton of the zero language, without states. */
  static zero<W>(algebra: GroupWithZero<W>, alphabet: Alphabet): Wfsa<W> {
    const [none, nothing] = [new Int32Array(0), algebra.array(0)];
    return new Wfsa({
      algebra,
      alphabet,
      initialWeight: nothing,
      finalWeight: nothing,
      source: none,
      letter: none,
      target: none,
      arcWeight: nothing,
    });
  }

  /** The number of arcs. */
  get arcs(): number {
    return this.letter.length;
  }

  /**
   * Degrees of freedom of a minimal automaton of this size over a field: its weights, less those that a change of basis
   * can choose (docs/theory/fields.md §14).
   */
  get dof(): number {
    return this.size ** 2 * (this.alphabet.size - 1) + 2 * this.size;
  }

  /** The number of states with a final weight. */
  get finals(): number {
    return nonZero(this.algebra, this.finalWeight).length;
  }

  /**
   * L(word), for a word given by its letters or by its symbols, by the forward algorithm: for each state reached, the
   * weight of all paths to it. At most O(arcs) per letter; needs ⊕ where paths meet. ε arcs have to be removed first.
   */
  weigh(word: Word | Spelling): W {
    if (isSpelled(word)) return this.weigh(this.alphabet.word(word));
    if (this.epsilons > 0)
      unsupported(`the automaton has ${this.epsilons} ε arcs; use removeEpsilon before weigh`);
    requireLetters(word, this.alphabet.size);
    let reached = initialVector(this);
    for (const letter of word) reached = this.step(reached, letter);
    let sum = this.algebra.zero;
    for (const [state, weight] of reached) {
      const { algebra, finalWeight } = this;
      if (!algebra.isZero(finalWeight[state]))
        sum = this.#sum(sum, algebra.times(weight, finalWeight[state]));
    }
    return sum;
  }

  /** The number of a state's first arc on a letter, or of the place where it belongs. */
  find(state: number, letter: Letter): number {
    let low = this.start[state];
    let high = this.start[state + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.letter[middle] < letter) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The weights of all paths to each state after another letter, from those before it. Needs ⊕ where paths meet. */
  step(reached: ReadonlyMap<number, W>, letter: Letter): Map<number, W> {
    const { algebra, target, arcWeight } = this;
    lookUp(2 * reached.size);
    const next = new Map<number, W>();
    for (const [state, weight] of reached) {
      const end = this.start[state + 1];
      for (let arc = this.find(state, letter); arc < end && this.letter[arc] === letter; arc++) {
        const before = next.get(target[arc]);
        const along = algebra.times(weight, arcWeight[arc]);
        next.set(target[arc], before === undefined ? along : this.#sum(before, along));
      }
    }
    return next;
  }

  #sum(a: W, b: W): W {
    return this.algebra.isZero(a)
      ? b
      : semifieldOnDemand(this.algebra, "a sum over several paths").plus(a, b);
  }
}

/** λ, by the entries that are not zero. */
export function initialVector<W>({ initials, initialWeight }: Wfsa<W>): Map<number, W> {
  return new Map(Array.from(initials, (state) => [state, initialWeight[state]]));
}

/** Adds to the vectors behind each letter what the arcs of a state carry on of a weight. */
export function carryOn<W>(
  { start, letter, target, arcWeight }: Wfsa<W>,
  algebra: Semifield<W>,
  state: number,
  weight: W,
  behind: Map<Letter, Map<number, W>>,
): void {
  for (let arc = start[state]; arc < start[state + 1]; arc++) {
    let vector = behind.get(letter[arc]);
    if (vector === undefined) behind.set(letter[arc], (vector = new Map<number, W>()));
    addEntry(algebra, vector, target[arc], algebra.times(weight, arcWeight[arc]));
  }
}

/** Adds a weight to an entry of a vector that is given by its entries. */
export function addEntry<W>(algebra: Semifield<W>, vector: Map<number, W>, at: number, weight: W): void {
  const before = vector.get(at);
  vector.set(at, before === undefined ? weight : algebra.plus(before, weight));
}

function nonZero<W>(algebra: GroupWithZero<W>, weights: ReadonlyWeights<W>): Int32Array {
  return placesWhere(weights.length, (state) => !algebra.isZero(weights[state]));
}

function validate<W>(parts: WfsaParts<W>): void {
  const { algebra, alphabet, initialWeight, finalWeight, source, letter, target, arcWeight, names } = parts;
  const fail = (message: string): never => {
    throw new HankelError("automaton", message);
  };
  const size = finalWeight.length;
  const arcs = source.length;
  if (initialWeight.length !== size)
    fail(`expected ${size} initial weights, one per state, got ${initialWeight.length}`);
  if (letter.length !== arcs || target.length !== arcs || arcWeight.length !== arcs) {
    fail(
      `arrays of ${arcs} sources, ${letter.length} letters, ${target.length} targets, ${arcWeight.length} weights`,
    );
  }
  if (names !== undefined && names.length !== size) fail(`expected ${size} state names, got ${names.length}`);
  for (let state = 0; state < size; state++) {
    if (!algebra.isWeight(initialWeight[state])) fail(`the initial weight of state ${state} is not a weight`);
    if (!algebra.isWeight(finalWeight[state])) fail(`the final weight of state ${state} is not a weight`);
  }
  for (let arc = 0; arc < arcs; arc++) {
    const outside = source[arc] < 0 || source[arc] >= size || target[arc] < 0 || target[arc] >= size;
    if (outside) fail(`arc ${arc} from ${source[arc]} to ${target[arc]} leaves the states 0…${size - 1}`);
    if (letter[arc] < EPSILON || letter[arc] >= alphabet.size) {
      fail(`arc ${arc} has letter ${letter[arc]}, outside -1 (for ε), 0…${alphabet.size - 1}`);
    }
    if (!algebra.isWeight(arcWeight[arc])) fail(`the weight of arc ${arc} is not a weight`);
    if (algebra.isZero(arcWeight[arc])) fail(`arc ${arc} has weight zero, which is no arc`);
  }
}
