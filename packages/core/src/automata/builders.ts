import type { GroupWithZero } from "../algebra/semifield.ts";
import { HankelError, quote } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { copyWeights, nondeterminism, toWdfsa } from "./convert.ts";
import { MAX_ARCS, Wdfsa } from "./wdfsa.ts";
import { EPSILON, Wfsa } from "./wfsa.ts";

/**
 * Builds a `Wfsa` state by state and arc by arc; the symbol of an ε arc is `null`. Arcs, initial and final weights that
 * are zero count as absent. States are not initial unless `initial` says so.
 *
 * @example
 * const builder = new WfsaBuilder(rational, new Alphabet("a"));
 * const [p, q] = [builder.state(), builder.state(1)];
 * const automaton = builder.initial(p).arc(p, "a", rational.parse("1/2"), p).arc(p, "a", 1, q).build();
 * console.log(rational.format(automaton.weigh(["a", "a"]))); // 1/2
 */
export class WfsaBuilder<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  #names: string[] | undefined;
  readonly #initials: W[] = [];
  readonly #finals: W[] = [];
  readonly #source: number[] = [];
  readonly #letter: number[] = [];
  readonly #target: number[] = [];
  readonly #weight: W[] = [];

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet) {
    this.algebra = algebra;
    this.alphabet = alphabet;
  }

  /** How many states there are so far. */
  get size(): number {
    return this.#finals.length;
  }

  /** Adds a state and returns its number. */
  state(finalWeight: W = this.algebra.zero, name?: string): number {
    const state = this.#finals.push(finalWeight) - 1;
    this.#initials.push(this.algebra.zero);
    if (name !== undefined) this.#names ??= this.#finals.map((_, i) => String(i));
    if (this.#names !== undefined) this.#names[state] = name ?? String(state);
    return state;
  }

  initial(state: number, weight: W = this.algebra.one): this {
    this.#check(state);
    this.#initials[state] = weight;
    return this;
  }

  final(state: number, weight: W = this.algebra.one): this {
    this.#check(state);
    this.#finals[state] = weight;
    return this;
  }

  /** Adds an arc; the symbol `null` is ε. */
  arc(from: number, symbol: string | null, weight: W, to: number): this {
    return this.arcOn(from, letterOf(this.alphabet, symbol), weight, to);
  }

  /** Adds an arc on a letter, -1 for ε. */
  arcOn(from: number, letter: number, weight: W, to: number): this {
    this.#check(from);
    this.#check(to);
    if (this.algebra.isZero(weight)) return this;
    this.#source.push(from);
    this.#letter.push(letter);
    this.#target.push(to);
    this.#weight.push(weight);
    return this;
  }

  /** The automaton. Another alphabet may be given if all arcs were added by letter. */
  build(alphabet = this.alphabet): Wfsa<W> {
    const { algebra } = this;
    return new Wfsa({
      algebra,
      alphabet,
      initialWeight: copyWeights(algebra, this.#initials),
      finalWeight: copyWeights(algebra, this.#finals),
      source: Int32Array.from(this.#source),
      letter: Int32Array.from(this.#letter),
      target: Int32Array.from(this.#target),
      arcWeight: copyWeights(algebra, this.#weight),
      names: this.#names && [...this.#names],
    });
  }

  #check(state: number): void {
    if (!Number.isInteger(state) || state < 0 || state >= this.#finals.length) {
      throw new HankelError("automaton", `state ${state} is outside 0…${this.#finals.length - 1}`);
    }
  }
}

/** The letter of a symbol, -1 for `null`, which is ε. */
export function letterOf(alphabet: Alphabet, symbol: string | null): number {
  if (symbol === null) return EPSILON;
  const letter = alphabet.letter(symbol);
  if (letter >= 0) return letter;
  throw new HankelError("automaton", `${quote(symbol)} is not in the alphabet`);
}

/**
 * Builds a `Wdfsa` state by state. Arcs and final weights that are zero count as absent. State 0 is initial unless
 * `initial` names another one.
 *
 * @example
 * const builder = new WdfsaBuilder(rational, new Alphabet("a"));
 * const [even, odd] = [builder.state(1), builder.state()];
 * const automaton = builder.arc(even, "a", 2, odd).arc(odd, "a", 1, even).build();
 * console.log(automaton.weigh(["a", "a"])); // 2
 */
export class WdfsaBuilder<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly #automaton: WfsaBuilder<W>;
  #initial = 0;
  #initialWeight: W;

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet) {
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.#automaton = new WfsaBuilder(algebra, alphabet);
    this.#initialWeight = algebra.one;
  }

  /** Adds a state and returns its number. */
  state(finalWeight?: W, name?: string): number {
    return this.#automaton.state(finalWeight, name);
  }

  initial(state: number, weight: W = this.algebra.one): this {
    this.#automaton.initial(state, this.algebra.zero);
    this.#initial = state;
    this.#initialWeight = weight;
    return this;
  }

  final(state: number, weight?: W): this {
    this.#automaton.final(state, weight);
    return this;
  }

  arc(from: number, symbol: string, weight: W, to: number): this {
    this.#automaton.arc(from, symbol, weight, to);
    return this;
  }

  build(): Wdfsa<W> {
    const { algebra, alphabet } = this;
    const { size } = this.#automaton;
    if (size === 0 || algebra.isZero(this.#initialWeight)) return Wdfsa.zero(algebra, alphabet);
    if (size * alphabet.size > MAX_ARCS) {
      throw new HankelError("automaton", `${size} states × ${alphabet.size} letters do not fit`);
    }
    const wfsa = this.#automaton.initial(this.#initial, this.#initialWeight).build();
    this.#automaton.initial(this.#initial, algebra.zero);
    const obstacle = nondeterminism(wfsa);
    if (obstacle !== undefined) throw new HankelError("automaton", `${obstacle}: not deterministic`);
    return toWdfsa(wfsa);
  }
}
