import type { GroupWithZero } from "../algebra/semifield.ts";
import { HankelError, quote } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { MAX_ARCS, Wdfsa } from "./wdfsa.ts";

/**
 * Builds a `Wdfsa` state by state. Arcs and final weights that are zero count as absent. State 0 is initial unless
 * `initial` names another one.
 *
 *     const builder = new WdfsaBuilder(rational, new Alphabet("ab"));
 *     const [even, odd] = [builder.state(1), builder.state()];
 *     builder.arc(even, "a", 2, odd).arc(odd, "a", 1, even);
 *     const automaton = builder.build();
 */
export class WdfsaBuilder<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  #initial: number | undefined;
  #initialWeight: W;
  #names: string[] | undefined;
  readonly #finals: W[] = [];
  readonly #arcs: { from: number; letter: number; weight: W; to: number }[] = [];

  constructor(algebra: GroupWithZero<W>, alphabet: Alphabet) {
    this.algebra = algebra;
    this.alphabet = alphabet;
    this.#initialWeight = algebra.one;
  }

  /** Adds a state and returns its number. */
  state(finalWeight: W = this.algebra.zero, name?: string): number {
    const state = this.#finals.push(finalWeight) - 1;
    if (name !== undefined) {
      this.#names ??= this.#finals.map((_, i) => String(i));
      this.#names[state] = name;
    } else if (this.#names !== undefined) this.#names[state] = String(state);
    return state;
  }

  initial(state: number, weight: W = this.algebra.one): this {
    this.#check(state);
    this.#initial = state;
    this.#initialWeight = weight;
    return this;
  }

  final(state: number, weight: W = this.algebra.one): this {
    this.#check(state);
    this.#finals[state] = weight;
    return this;
  }

  arc(from: number, symbol: string, weight: W, to: number): this {
    this.#check(from);
    this.#check(to);
    const letter = this.alphabet.letter(symbol);
    if (letter < 0) throw new HankelError("automaton", `${quote(symbol)} is not in the alphabet`);
    this.#arcs.push({ from, letter, weight, to });
    return this;
  }

  build(): Wdfsa<W> {
    const { algebra, alphabet } = this;
    const size = this.#finals.length;
    const initial = this.#initial ?? 0;
    if (size === 0 || algebra.isZero(this.#initialWeight)) return Wdfsa.zero(algebra, alphabet);
    if (size * alphabet.size > MAX_ARCS) {
      throw new HankelError("automaton", `${size} states × ${alphabet.size} letters do not fit`);
    }
    // State 0 must be initial: the two states change places.
    const place = (state: number) => (state === initial ? 0 : state === 0 ? initial : state);
    const target = new Int32Array(size * alphabet.size).fill(-1);
    const arcWeight = algebra.array(size * alphabet.size);
    const finalWeight = algebra.array(size);
    for (let state = 0; state < size; state++) finalWeight[place(state)] = this.#finals[state];
    for (const { from, letter, weight, to } of this.#arcs) {
      if (algebra.isZero(weight)) continue;
      const arc = place(from) * alphabet.size + letter;
      if (target[arc] >= 0) {
        const symbol = quote(alphabet.symbols[letter]);
        throw new HankelError("automaton", `two arcs leave state ${from} on ${symbol}: not deterministic`);
      }
      target[arc] = place(to);
      arcWeight[arc] = weight;
    }
    const names = this.#names === undefined ? undefined : placed(this.#names, place);
    return new Wdfsa({
      algebra,
      alphabet,
      target,
      arcWeight,
      initialWeight: this.#initialWeight,
      finalWeight,
      names,
    });
  }

  #check(state: number): void {
    if (!Number.isInteger(state) || state < 0 || state >= this.#finals.length) {
      throw new HankelError("automaton", `state ${state} is outside 0…${this.#finals.length - 1}`);
    }
  }
}

function placed(names: readonly string[], place: (state: number) => number): string[] {
  const result = [...names];
  names.forEach((name, state) => {
    result[place(state)] = name;
  });
  return result;
}
