import type { AnyAlgebra } from "../algebra/registry.ts";
import type { GroupWithZero } from "../algebra/semifield.ts";
import { EPSILON } from "../automata/wfsa.ts";
import { HankelError, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { Ints } from "./bytes.ts";
import type { AutomatonDocument } from "./document.ts";
import { placeIn } from "./text-scanner.ts";

/** An entry of a text: the weight is still text, and the offsets say where it is. */
interface Weighted {
  readonly state: number;
  readonly weight: string | undefined;
  readonly at: number;
}

/**
 * Collects the states, arcs and weights of a text in their order, and makes a document of them when the semifield is
 * known. States are given by name; the default weight is 1.
 */
export class Collector {
  readonly #text: string;
  readonly #states = new Map<string, number>();
  /** The names of states whose name is not the one by which the file refers to them. */
  readonly #labels = new Map<number, string>();
  readonly #symbols = new Set<string>();
  readonly #initial = new Map<number, Weighted>();
  readonly #final = new Map<number, Weighted>();
  /** The arcs, in columns, because there may be a million. `undefined` stands for ε and for a missing weight. */
  readonly #from = new Ints();
  readonly #to = new Ints();
  readonly #at = new Ints();
  readonly #arcSymbols: (string | undefined)[] = [];
  readonly #arcWeights: (string | undefined)[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** The number of the state with this name; adds the state if it is new. */
  state(name: string): number {
    let state = this.#states.get(name);
    if (state === undefined) {
      state = this.#states.size;
      this.#states.set(name, state);
    }
    return state;
  }

  get size(): number {
    return this.#states.size;
  }

  /** Gives a state another name than the one by which the file refers to it. */
  call(state: number, label: string): void {
    this.#labels.set(state, label);
  }

  /** Announces a symbol of the alphabet, used or not; announced symbols come first, in this order. */
  symbol(symbol: string): void {
    this.#symbols.add(symbol);
  }

  initial(state: number, weight: string | undefined, at: number): void {
    this.#once(this.#initial, "initial", { state, weight, at });
  }

  final(state: number, weight: string | undefined, at: number): void {
    this.#once(this.#final, "final", { state, weight, at });
  }

  arc(from: number, symbol: string | undefined, weight: string | undefined, to: number, at: number): void {
    this.#from.push(from);
    this.#to.push(to);
    this.#at.push(at);
    this.#arcSymbols.push(symbol);
    this.#arcWeights.push(weight);
  }

  /** The document, with weights of this semifield. Symbols that were not announced come last, sorted. */
  document(algebra: AnyAlgebra): AutomatonDocument<unknown> {
    const others = new Set<string>();
    for (const symbol of this.#arcSymbols) {
      if (symbol !== undefined && !this.#symbols.has(symbol)) others.add(symbol);
    }
    const sorted = [...others].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const alphabet = new Alphabet([...this.#symbols, ...sorted]);
    const initial = [...this.#initial.values()];
    const final = [...this.#final.values()];
    const at = this.#at.array;
    const weighted = (entries: readonly Weighted[]) => ({
      states: entries.map(({ state }) => state),
      weights: entries.map(({ weight, at: offset }) => this.#weight(algebra, weight, offset)),
    });
    return {
      algebra,
      alphabet,
      states: this.#states.size,
      names: this.#names(),
      initial: weighted(initial),
      final: weighted(final),
      arcs: {
        from: this.#from.array,
        letters: Int32Array.from(this.#arcSymbols, (symbol) =>
          symbol === undefined ? EPSILON : alphabet.letter(symbol),
        ),
        weights: this.#arcWeights.map((weight, i) => this.#weight(algebra, weight, at[i])),
        to: this.#to.array,
      },
      place: (section, entry) =>
        placeIn(this.#text, section === "arcs" ? at[entry] : { initial, final }[section][entry].at),
    };
  }

  #once(entries: Map<number, Weighted>, kind: string, entry: Weighted): void {
    if (entries.has(entry.state)) {
      const name = quote([...this.#states.keys()][entry.state]);
      throw new HankelError("parse", `a second ${kind} weight for state ${name}`, {
        place: placeIn(this.#text, entry.at),
      });
    }
    entries.set(entry.state, entry);
  }

  #weight<W>(algebra: GroupWithZero<W>, weight: string | undefined, at: number): W {
    if (weight === undefined) return algebra.one;
    try {
      return algebra.parse(weight);
    } catch (error) {
      if (!(error instanceof HankelError)) throw error;
      throw new HankelError("parse", error.message, { place: placeIn(this.#text, at), cause: error });
    }
  }

  /** States called 0, 1, 2, … have no names. */
  #names(): string[] | undefined {
    const names = Array.from(this.#states.keys(), (name, state) => this.#labels.get(state) ?? name);
    return names.every((name, state) => name === String(state)) ? undefined : names;
  }
}
