import type { GroupWithZero, ReadonlyWeights } from "../algebra/semifield.ts";
import { HankelError } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { isSpelled, requireLetters, type Spelling, type Word } from "../words/word.ts";

/** A read-only array of integers. */
export interface ReadonlyInts {
  readonly length: number;
  readonly [index: number]: number;
}

/** The arrays of an automaton; see `Wdfsa` for their meaning. */
export interface WdfsaParts<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly target: ReadonlyInts;
  readonly arcWeight: ReadonlyWeights<W>;
  readonly initialWeight: W;
  readonly finalWeight: ReadonlyWeights<W>;
  readonly names?: readonly string[] | undefined;
}

/**
 * What its author holds of an automaton that grows. It becomes an automaton without a copy of its arrays, which are made when
 * somebody reads them; and whoever compares each automaton of the author with another one can read only what changed.
 */
export interface Revision<W> extends Pick<WdfsaParts<W>, "algebra" | "alphabet" | "initialWeight"> {
  /** Who revises it, and how often that happened before. */
  readonly author: object;
  readonly number: number;
  readonly size: number;
  /** The arcs below the former size that may lead elsewhere than in the revision before; some twice. */
  readonly changed: readonly number[];
  /** Has its author changed nothing since? */
  readonly isNewest: boolean;
  /** Then this is the automaton, in arrays that are its author's and change with it. */
  readonly now: Wdfsa<W>;
  /** An arc from a state with a smaller number to this state, the same in all revisions; state 0 has none. */
  entry(state: number): number;
  /** The arrays of an automaton, at any time. */
  arrays(): Pick<WdfsaParts<W>, "target" | "arcWeight" | "finalWeight">;
}

const NO_ARCS = new Int32Array(0);

/** The most arcs that fit the flat arrays. */
export const MAX_ARCS = 2 ** 30;

/**
 * A deterministic weighted automaton: at most one initial state, and at most one arc per state and letter.
 *
 *     L(a₁…aₙ) = λ ⊗ w₁ ⊗ … ⊗ wₙ ⊗ ρ(qₙ), in that order.
 *
 * Immutable; a struct of arrays, in which the arc of state q on letter a has the number q·|Σ| + a. State 0 is initial. The
 * zero language is the automaton of size 0, whose initial weight is zero.
 *
 * The constructor checks its arrays but does not copy them: do not change them afterwards. `WdfsaBuilder` is the easy way.
 *
 * @example
 * const automaton = learn(exactTeacher(fromExpression("a(a|b)*", boolean))).automaton;
 * console.log(automaton.size, automaton.weigh(["a", "b"]), automaton.weigh(["b"])); // 2 true false
 */
export class Wdfsa<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  /** |Q|. */
  readonly size: number;
  /** δ: the state an arc leads to, or -1 if there is no arc. */
  readonly target: ReadonlyInts;
  /** The weight of an arc; zero if and only if there is no arc. */
  readonly arcWeight: ReadonlyWeights<W>;
  /** λ; zero if and only if there are no states. */
  readonly initialWeight: W;
  /** ρ; zero for a state that is not final. */
  readonly finalWeight: ReadonlyWeights<W>;
  /** The names of the states, if they have any. */
  readonly names: readonly string[] | undefined;
  #revision: Revision<W> | undefined;

  /** `check` is false only if the arrays are known to be valid. */
  constructor(parts: WdfsaParts<W>, check = true) {
    this.algebra = parts.algebra;
    this.alphabet = parts.alphabet;
    this.size = parts.finalWeight.length;
    this.target = parts.target;
    this.arcWeight = parts.arcWeight;
    this.initialWeight = parts.initialWeight;
    this.finalWeight = parts.finalWeight;
    this.names = parts.names;
    if (check) validate(this);
  }

  /** The automaton of a revision. */
  static revised<W>(revision: Revision<W>): Wdfsa<W> {
    const { algebra, alphabet, initialWeight, size } = revision;
    const finalWeight = { length: size };
    const parts = { algebra, alphabet, target: NO_ARCS, arcWeight: [], initialWeight, finalWeight };
    const automaton = new Wdfsa<W>(parts, false);
    automaton.#revision = revision;
    // Own properties, as the arrays of any other automaton, with getters that all of them share.
    return Object.defineProperties(automaton, Wdfsa.#later);
  }

  /** The revision that an automaton was made of, if its author has changed nothing since. */
  static revisionOf<W>(automaton: Wdfsa<W>): Revision<W> | undefined {
    const revision = automaton.#revision;
    return revision?.isNewest === true ? revision : undefined;
  }

  static readonly #later: PropertyDescriptorMap = Object.fromEntries(
    (["target", "arcWeight", "finalWeight"] as const).map((name) => [
      name,
      {
        get(this: Wdfsa<unknown>) {
          return this.#arrays()[name];
        },
        enumerable: true,
        configurable: true,
      },
    ]),
  );

  /** Reads the arrays of the revision, which become ordinary properties. */
  #arrays(): Pick<WdfsaParts<W>, "target" | "arcWeight" | "finalWeight"> {
    const arrays = (this.#revision as Revision<W>).arrays();
    for (const [name, value] of Object.entries(arrays)) {
      Object.defineProperty(this, name, { value, enumerable: true, writable: true, configurable: true });
    }
    return arrays;
  }

  /** The automaton of the zero language. */
  static zero<W>(algebra: GroupWithZero<W>, alphabet: Alphabet): Wdfsa<W> {
    return new Wdfsa({
      algebra,
      alphabet,
      target: new Int32Array(0),
      arcWeight: algebra.array(0),
      initialWeight: algebra.zero,
      finalWeight: algebra.array(0),
    });
  }

  /**
   * L(word), for a word given by its letters or by its symbols. Linear in the word; allocates nothing for letters.
   *
   *     automaton.weigh([0, 1]); // the letters: indices into the alphabet
   *     automaton.weigh(["a", "b"]); // the same word by its symbols
   *     automaton.weigh([]); // ε
   */
  weigh(word: Word | Spelling): W {
    if (isSpelled(word)) return this.weigh(this.alphabet.word(word));
    const { algebra, target, arcWeight } = this;
    if (this.size === 0) return this.#noArc(word, 0);
    const width = this.alphabet.size;
    let state = 0;
    let weight = this.initialWeight;
    for (let i = 0; i < word.length; i++) {
      const letter = word[i];
      const arc = state * width + letter;
      state = target[arc];
      // A letter outside the alphabet would find another state's arc. `>>> 0` makes negative letters large.
      if (!(state >= 0) || letter >>> 0 >= width) return this.#noArc(word, i);
      weight = algebra.times(weight, arcWeight[arc]);
    }
    return algebra.times(weight, this.finalWeight[state]);
  }

  /** The state that a word, given by its letters or its symbols, leads to, or -1 if it leads nowhere. */
  stateAfter(word: Word | Spelling): number {
    if (isSpelled(word)) return this.stateAfter(this.alphabet.word(word));
    const width = this.alphabet.size;
    let state = this.size === 0 ? -1 : 0;
    for (let i = 0; i < word.length; i++) {
      state = state >= 0 && word[i] >>> 0 < width ? this.target[state * width + word[i]] : -1;
      if (state >= 0) continue;
      this.#noArc(word, i);
      return -1;
    }
    return state;
  }

  /** The states along a word, as far as it leads, and the weight λ ⊗ w₁ ⊗ … of the path to each of them. */
  trace(word: Word | Spelling): { states: number[]; accumulated: W[] } {
    if (isSpelled(word)) return this.trace(this.alphabet.word(word));
    const states: number[] = [];
    const accumulated: W[] = [];
    let weight = this.initialWeight;
    for (let i = 0, state = this.size === 0 ? -1 : 0; state >= 0; i++) {
      states.push(state);
      accumulated.push(weight);
      if (i === word.length) break;
      const arc = state * this.alphabet.size + word[i];
      state = this.target[arc];
      if (state >= 0) weight = this.algebra.times(weight, this.arcWeight[arc]);
    }
    return { states, accumulated };
  }

  /** The number of arcs. */
  get arcs(): number {
    let count = 0;
    for (let arc = 0; arc < this.target.length; arc++) if (this.target[arc] >= 0) count++;
    return count;
  }

  /** The number of states with a final weight. */
  get finals(): number {
    let count = 0;
    for (let state = 0; state < this.size; state++)
      if (!this.algebra.isZero(this.finalWeight[state])) count++;
    return count;
  }

  /**
   * The degrees of freedom of the weights (docs/theory.md, 7.1): arcs, final weights and λ, minus one factor per state. No
   * learner can always ask fewer questions. `undefined` if 1 is the only weight but zero: then there is nothing to choose.
   */
  get dof(): number | undefined {
    if (this.algebra.trivial === true) return undefined;
    return this.size === 0 ? 0 : this.arcs + this.finals - this.size + 1;
  }

  /** The weight of a word that leaves the automaton: zero, or an error if a letter is not in the alphabet. */
  #noArc(word: Word, from: number): W {
    requireLetters(word, this.alphabet.size, from);
    return this.algebra.zero;
  }
}

/**
 * L_state(suffix): the weight of a word that is read from a state on.
 *
 * @example
 * const automaton = minimize(fromExpression("<2>ab", rational));
 * console.log(residual(automaton, automaton.stateAfter(["a"]), automaton.alphabet.word(["b"]))); // 1
 */
export function residual<W>(automaton: Wdfsa<W>, state: number, suffix: Word): W {
  const { algebra, target, arcWeight } = automaton;
  const width = automaton.alphabet.size;
  let at = state;
  let weight = algebra.one;
  for (let i = 0; i < suffix.length; i++) {
    const arc = at * width + suffix[i];
    at = target[arc];
    if (at < 0) return algebra.zero;
    weight = algebra.times(weight, arcWeight[arc]);
  }
  return algebra.times(weight, automaton.finalWeight[at]);
}

function validate<W>(automaton: Wdfsa<W>): void {
  const { algebra, alphabet, size, target, arcWeight, finalWeight } = automaton;
  const fail = (message: string): never => {
    throw new HankelError("automaton", message);
  };
  const arcs = size * alphabet.size;
  if (arcs > MAX_ARCS) fail(`${size} states × ${alphabet.size} letters is more than ${MAX_ARCS} arcs`);
  if (target.length !== arcs || arcWeight.length !== arcs) {
    fail(`expected ${arcs} arcs (${size} × ${alphabet.size}), got ${target.length} and ${arcWeight.length}`);
  }
  if (algebra.isZero(automaton.initialWeight) !== (size === 0)) {
    fail(
      size === 0
        ? "an automaton without states has initial weight zero"
        : "the initial weight is zero; the zero language is the automaton without states",
    );
  }
  if (automaton.names !== undefined && automaton.names.length !== size) {
    fail(`expected ${size} state names, got ${automaton.names.length}`);
  }
  if (!algebra.isWeight(automaton.initialWeight)) fail("the initial weight is not a weight of the algebra");
  for (let state = 0; state < size; state++) {
    if (!algebra.isWeight(finalWeight[state])) fail(`the final weight of state ${state} is not a weight`);
  }
  for (let arc = 0; arc < arcs; arc++) {
    const to = target[arc];
    if (to < -1 || to >= size) fail(`arc ${arc} leads to state ${to}, outside 0…${size - 1}`);
    if (!algebra.isWeight(arcWeight[arc])) fail(`the weight of arc ${arc} is not a weight`);
    if (algebra.isZero(arcWeight[arc]) !== to < 0) {
      fail(`arc ${arc} ${to < 0 ? "leads nowhere but has a weight" : "has weight zero but leads somewhere"}`);
    }
  }
}
