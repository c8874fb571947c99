import { type AnyAlgebra, semifieldByName } from "../algebra/registry.ts";
import type { GroupWithZero, ReadonlyWeights } from "../algebra/semifield.ts";
import { type Automaton, toWfsa } from "../automata/convert.ts";
import type { ReadonlyInts } from "../automata/wdfsa.ts";
import { EPSILON } from "../automata/wfsa.ts";
import { HankelError, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { encodeUtf8 } from "./bytes.ts";
import {
  type AutomatonDocument,
  type DocumentArcs,
  documentToAutomaton,
  type Section,
  tooManyStates,
  type WeightedStates,
} from "./document.ts";
import { partAt, type RawDocument, type StateReference, scanHankel } from "./hankel-scan.ts";

/**
 * Reads a `hankel/1` automaton; it is a `Wdfsa` if the file is deterministic. The semifield is the one that the file
 * names, or the one given here, whose name must then be the file's. Anything that is no such automaton is a `parse` error
 * with its line and column.
 *
 *     const automaton = readHankel(writeHankel(learned));
 */
export function readHankel(text: string): Automaton<unknown>;
export function readHankel<W>(text: string, algebra: GroupWithZero<W>): Automaton<W>;
export function readHankel(text: string, algebra?: AnyAlgebra): Automaton<unknown> {
  return documentToAutomaton(readHankelDocument(text, algebra));
}

/** What a `hankel/1` file says, with the places of its entries. */
export function readHankelDocument(text: string, algebra?: AnyAlgebra): AutomatonDocument<unknown> {
  const raw = scanHankel(text);
  return new Resolver(raw, algebraOf(raw, algebra)).document();
}

function algebraOf(raw: RawDocument, given: AnyAlgebra | undefined): AnyAlgebra {
  const at = raw.at.get("semifield");
  if (given !== undefined) {
    if (given.name === raw.semifield) return given;
    const names = `${quote(given.name)}, found ${quote(raw.semifield)}`;
    return raw.reader.fail(`expected the semifield ${names}`, at);
  }
  try {
    return semifieldByName(raw.semifield);
  } catch (error) {
    if (error instanceof HankelError) return raw.reader.fail(error.message, at);
    throw error;
  }
}

/** Resolves the states, symbols and weights of a raw document. */
class Resolver<W> {
  readonly #raw: RawDocument;
  readonly #algebra: GroupWithZero<W>;
  readonly #alphabet: Alphabet;
  readonly #size: number;
  readonly #names: readonly string[] | undefined;
  /** The state with a name; -1 if several have it. */
  readonly #numbers = new Map<string, number>();

  constructor(raw: RawDocument, algebra: GroupWithZero<W>) {
    const { states } = raw;
    this.#raw = raw;
    this.#algebra = algebra;
    this.#alphabet = new Alphabet(raw.alphabet);
    this.#names = typeof states === "number" ? undefined : states;
    this.#size = typeof states === "number" ? states : states.length;
    this.#names?.forEach((name, state) => {
      this.#numbers.set(name, this.#numbers.has(name) ? -1 : state);
    });
    const { arcs, initial, final } = raw;
    const mentions = 2 * arcs.at.length + initial.at.length + final.at.length;
    const problem = tooManyStates(this.#size, this.#alphabet.size, mentions);
    if (problem !== undefined) raw.reader.fail(problem, raw.at.get("states"));
  }

  document(): AutomatonDocument<W> {
    const raw = this.#raw;
    const final = this.#entries("final");
    this.#refuseTwice(final.states, "final");
    const initial = this.#entries("initial");
    this.#refuseTwice(initial.states, "initial");
    return {
      algebra: this.#algebra,
      alphabet: this.#alphabet,
      states: this.#size,
      names: this.#names,
      initial,
      final,
      arcs: this.#arcs(),
      place: (section, entry) => raw.reader.place(raw[section].at[entry]),
    };
  }

  #entries(section: "initial" | "final"): WeightedStates<W> {
    const { states, weights } = this.#raw[section];
    return {
      states: states.map((state, i) => this.#state(state, section, i, 0)),
      weights: weights.map((weight, i) => this.#weight(weight, section, i, 1)),
    };
  }

  #arcs(): DocumentArcs<W> {
    const { states, symbols, weights, to } = this.#raw.arcs;
    return {
      from: states.map((state, i) => this.#state(state, "arcs", i, 0)),
      letters: symbols.map((symbol, i) => {
        if (symbol === null) return EPSILON;
        const letter = this.#alphabet.letter(symbol);
        return letter >= 0 ? letter : this.#fail(`${quote(symbol)} is not in the alphabet`, "arcs", i, 1);
      }),
      weights: weights.map((weight, i) => this.#weight(weight, "arcs", i, 2)),
      to: to.map((state, i) => this.#state(state, "arcs", i, 3)),
    };
  }

  #state(reference: StateReference, section: Section, entry: number, part: number): number {
    if (typeof reference === "number") {
      if (reference < this.#size) return reference;
      const range = this.#size === 0 ? "there are none" : `there are 0 to ${this.#size - 1}`;
      return this.#fail(`state ${reference} is out of range: ${range}`, section, entry, part);
    }
    const state = this.#numbers.get(reference);
    if (state !== undefined && state >= 0) return state;
    const problem =
      state !== undefined
        ? `several states are called ${quote(reference)}: write the number instead`
        : this.#names === undefined
          ? `the states have no names here, found ${quote(reference)}: write a number`
          : `no state is called ${quote(reference)}`;
    return this.#fail(problem, section, entry, part);
  }

  #weight(text: string, section: Section, entry: number, part: number): W {
    try {
      return this.#algebra.parse(text);
    } catch (error) {
      if (error instanceof HankelError) return this.#fail(error.message, section, entry, part);
      throw error;
    }
  }

  #refuseTwice(states: ReadonlyInts, section: "initial" | "final"): void {
    const seen = new Set<number>();
    for (let i = 0; i < states.length; i++) {
      const state = states[i];
      if (seen.has(state)) this.#fail(`a second ${section} weight for state ${state}`, section, i, 0);
      seen.add(state);
    }
  }

  #fail(message: string, section: Section, entry: number, part: number): never {
    return this.#raw.reader.fail(message, partAt(this.#raw, section, entry, part));
  }
}

/** Lists longer than this are written with one item per line. */
const LINE = 100;
/** A piece of a file has about so many characters. */
const PIECE = 2 ** 16;

/**
 * Writes a `hankel/1` automaton. Nothing is lost, equal automata give the same bytes, and each entry has its own line,
 * so that a changed arc is a changed line. Symbols that are not valid Unicode are escaped.
 */
export function writeHankel<W>(automaton: Automaton<W>): string {
  return Array.from(pieces(automaton)).join("");
}

/** The same in pieces: as one string, the file of a large automaton takes more memory than the automaton. */
export function* hankelChunks<W>(automaton: Automaton<W>): Generator<Uint8Array> {
  for (const piece of pieces(automaton)) yield encodeUtf8(piece);
}

function* pieces<W>(automaton: Automaton<W>): Generator<string> {
  const { algebra, alphabet, size, names } = automaton;
  const symbols = alphabet.symbols.map((symbol) => JSON.stringify(symbol));
  const called = names?.map((name) => JSON.stringify(name));
  const unique = names !== undefined && new Set(names).size === size;
  const show = (state: number) => (unique && called !== undefined ? called[state] : String(state));
  const weight = (value: W) => JSON.stringify(algebra.format(value));
  const { source, letter, target, arcWeight, initialWeight, finalWeight } = toWfsa(automaton);
  function* weighted(weights: ReadonlyWeights<W>): Generator<string> {
    for (let state = 0; state < size; state++) {
      if (!algebra.isZero(weights[state])) yield `[${show(state)}, ${weight(weights[state])}]`;
    }
  }
  function* arcs(): Generator<string> {
    for (let arc = 0; arc < target.length; arc++) {
      const symbol = letter[arc] === EPSILON ? "null" : symbols[letter[arc]];
      yield `[${show(source[arc])}, ${symbol}, ${weight(arcWeight[arc])}, ${show(target[arc])}]`;
    }
  }
  const initial = [...weighted(initialWeight)];
  yield `{
  "format": "hankel/1",
  "semifield": ${JSON.stringify(algebra.name)},
  "alphabet": ${short(symbols)},
  "states": ${called === undefined ? size : short(called)},
  "initial": ${initial.length <= 1 ? `[${initial.join("")}]` : joined(initial)},
  "final": `;
  yield* tall(weighted(finalWeight));
  yield `,
  "arcs": `;
  yield* tall(arcs());
  yield "\n}\n";
}

function short(items: readonly string[]): string {
  const line = `[${items.join(", ")}]`;
  return line.length <= LINE ? line : joined(items);
}

function joined(items: readonly string[]): string {
  return [...tall(items)].join("");
}

/** A list with one item per line, in pieces. */
function* tall(items: Iterable<string>): Generator<string> {
  let piece = "[";
  let separator = "\n    ";
  for (const item of items) {
    piece += separator + item;
    separator = ",\n    ";
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield separator === "\n    " ? "[]" : `${piece}\n  ]`;
}
