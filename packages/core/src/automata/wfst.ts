import type { GroupWithZero } from "../algebra/semifield.ts";
import { HankelError } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { letterOf, WfsaBuilder } from "./builders.ts";
import { relabelLetters } from "./rational/images.ts";
import type { ReadonlyInts } from "./wdfsa.ts";
import { EPSILON, type Wfsa } from "./wfsa.ts";

/**
 * A weighted transducer in the form of Nivat's theorem (1968): an automaton over an alphabet of pairs, and two maps from a
 * pair to its input and its output symbol. So every operation on automata works on `pairs`, and projection is relabelling.
 *
 * @example
 * const builder = new WfstBuilder(boolean, new Alphabet("ab"), new Alphabet("xy"));
 * const state = builder.state(true);
 * const swap: Wfst<boolean> = builder.initial(state).arc(state, "a", "y", true, state).arc(state, "b", "x", true, state).build();
 * console.log(swap.pairs.arcs, project(swap, "output").weigh(["y", "x"])); // 2 true
 */
export class Wfst<W> {
  /** Its symbols are names such as `a:b`, for display; `inputOf` and `outputOf` say what they mean. */
  readonly pairs: Wfsa<W>;
  readonly input: Alphabet;
  readonly output: Alphabet;
  /** The input letter of a pair, or -1 for ε. */
  readonly inputOf: ReadonlyInts;
  /** The output letter of a pair, or -1 for ε. */
  readonly outputOf: ReadonlyInts;

  constructor(parts: {
    readonly pairs: Wfsa<W>;
    readonly input: Alphabet;
    readonly output: Alphabet;
    readonly inputOf: ReadonlyInts;
    readonly outputOf: ReadonlyInts;
  }) {
    this.pairs = parts.pairs;
    this.input = parts.input;
    this.output = parts.output;
    this.inputOf = parts.inputOf;
    this.outputOf = parts.outputOf;
    checkLetters("input", this.inputOf, this.pairs.alphabet.size, this.input);
    checkLetters("output", this.outputOf, this.pairs.alphabet.size, this.output);
  }
}

function checkLetters(side: string, letters: ReadonlyInts, pairs: number, alphabet: Alphabet): void {
  if (letters.length !== pairs) {
    throw new HankelError(
      "automaton",
      `expected ${pairs} ${side} letters, one per pair, got ${letters.length}`,
    );
  }
  for (let pair = 0; pair < pairs; pair++) {
    const letter = letters[pair];
    if (Number.isInteger(letter) && letter >= EPSILON && letter < alphabet.size) continue;
    const range = `-1 (for ε), 0…${alphabet.size - 1}`;
    throw new HankelError("automaton", `pair ${pair} has the ${side} letter ${letter}, outside ${range}`);
  }
}

/**
 * The language of the inputs, or of the outputs, of a transducer: the weight of a word is the ⊕ over all words that it is
 * paired with. Linear, any group with zero. The result may have ε arcs.
 *
 * @example
 * const builder = new WfstBuilder(boolean, new Alphabet("a"), new Alphabet("x"));
 * const state = builder.state(true);
 * const transducer = builder.initial(state).arc(state, "a", "x", true, state).build();
 * console.log(project(transducer, "output").weigh(["x"])); // true
 */
export function project<W>(transducer: Wfst<W>, side: "input" | "output"): Wfsa<W> {
  const { pairs, input, output, inputOf, outputOf } = transducer;
  return side === "input" ? relabelLetters(pairs, input, inputOf) : relabelLetters(pairs, output, outputOf);
}

/**
 * Builds a `Wfst` state by state; ε is `null` on either side.
 *
 * @example
 * const builder = new WfstBuilder(tropical, new Alphabet("a"), new Alphabet("bc"));
 * const state = builder.state(0);
 * const transducer = builder.initial(state).arc(state, "a", "b", 1, state).arc(state, "a", "c", 3, state).build();
 * console.log(project(transducer, "input").weigh(["a", "a"])); // 2
 */
export class WfstBuilder<W> {
  readonly input: Alphabet;
  readonly output: Alphabet;
  readonly #automaton: WfsaBuilder<W>;
  /** The pairs so far: their names in order, and their letters. */
  readonly #letters = new Map<string, number>();
  readonly #inputOf: number[] = [];
  readonly #outputOf: number[] = [];

  constructor(algebra: GroupWithZero<W>, input: Alphabet, output: Alphabet) {
    this.input = input;
    this.output = output;
    this.#automaton = new WfsaBuilder(algebra, new Alphabet([]));
  }

  /** Adds a state and returns its number. */
  state(finalWeight?: W, name?: string): number {
    return this.#automaton.state(finalWeight, name);
  }

  initial(state: number, weight?: W): this {
    this.#automaton.initial(state, weight);
    return this;
  }

  final(state: number, weight?: W): this {
    this.#automaton.final(state, weight);
    return this;
  }

  arc(from: number, input: string | null, output: string | null, weight: W, to: number): this {
    this.#automaton.arcOn(from, this.#pair(input, output), weight, to);
    return this;
  }

  build(): Wfst<W> {
    return new Wfst({
      pairs: this.#automaton.build(new Alphabet(this.#letters.keys())),
      input: this.input,
      output: this.output,
      inputOf: Int32Array.from(this.#inputOf),
      outputOf: Int32Array.from(this.#outputOf),
    });
  }

  #pair(input: string | null, output: string | null): number {
    if (input === null && output === null) return EPSILON;
    const name = pairName(input, output);
    const known = this.#letters.get(name);
    if (known !== undefined) return known;
    const pair = this.#inputOf.push(letterOf(this.input, input)) - 1;
    this.#outputOf.push(letterOf(this.output, output));
    this.#letters.set(name, pair);
    return pair;
  }
}

/** `a:b`, and nothing for ε; escaped so that different pairs have different names. */
function pairName(input: string | null, output: string | null): string {
  const half = (symbol: string | null) =>
    symbol === null ? "" : symbol === "" ? "\\e" : symbol.replaceAll(/[\\:]/gu, "\\$&");
  return `${half(input)}:${half(output)}`;
}
