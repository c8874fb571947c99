import type { AnyAlgebra } from "../algebra/registry.ts";
import type { GroupWithZero, ReadonlyWeights } from "../algebra/semifield.ts";
import { arcsAt, placesWhere } from "../automata/arcs.ts";
import { type Automaton, tabled } from "../automata/convert.ts";
import { type ReadonlyInts, Wdfsa } from "../automata/wdfsa.ts";
import { EPSILON, Wfsa, type WfsaParts } from "../automata/wfsa.ts";
import { type Place, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { Ints } from "./bytes.ts";
import { failAtPlace, orFail } from "./lines.ts";
import { placeIn } from "./text-scanner.ts";

/** The lists of entries that a file has. */
export type Section = "initial" | "final" | "arcs";

/** States with a weight each: `weights[i]` belongs to `states[i]`. */
export interface WeightedStates<W> {
  readonly states: ReadonlyInts;
  readonly weights: ReadonlyWeights<W>;
}

/** Arcs in columns: arc i leads from `from[i]` on `letters[i]`, or -1 for ε, with `weights[i]` to `to[i]`. */
export interface DocumentArcs<W> {
  readonly from: ReadonlyInts;
  readonly letters: ReadonlyInts;
  readonly weights: ReadonlyWeights<W>;
  readonly to: ReadonlyInts;
}

/**
 * The content of a file, as every reader returns it. All numbers are in range, but the automaton may be
 * nondeterministic: it may have several initial states, and a state several arcs on one letter.
 */
export interface AutomatonDocument<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly states: number;
  readonly names: readonly string[] | undefined;
  readonly initial: WeightedStates<W>;
  readonly final: WeightedStates<W>;
  readonly arcs: DocumentArcs<W>;
  /** The place of an entry in the file. */
  place(section: Section, entry: number): Place;
}

/** Files with more slots for arcs (states × letters) than this are refused: they would not fit into memory. */
const MAX_SLOTS = 2 ** 27;
/** Up to this many slots, states need not occur in an entry. */
const FREE_SLOTS = 2 ** 22;

/**
 * Says what is wrong with a number of states, before anything is allocated. A short file must not make us allocate
 * gigabytes, so beyond a few million slots every state has to occur in an entry.
 */
export function tooManyStates(states: number, letters: number, mentions: number): string | undefined {
  const slots = states * Math.max(1, letters);
  if (slots > MAX_SLOTS) {
    return `${states} states × ${letters} letters are too many: at most ${MAX_SLOTS} arcs fit`;
  }
  if (slots > FREE_SLOTS && states > mentions) {
    return `${states} states are declared, but the file has entries for at most ${mentions}`;
  }
  return undefined;
}

/**
 * The automaton of a document: a `Wdfsa` if it is deterministic and its table fits into memory, otherwise a `Wfsa`.
 *
 * @example
 * const document = readHankelDocument(writeHankel(minimize(fromExpression("ab", boolean))));
 * console.log(documentToAutomaton(document).size); // 3
 */
export function documentToAutomaton<W>(document: AutomatonDocument<W>): Automaton<W> {
  const { states, alphabet } = document;
  if (states * alphabet.size > MAX_SLOTS) return documentToWfsa(document);
  const built = build(document);
  return built instanceof Wdfsa ? built : documentToWfsa(document);
}

/**
 * The deterministic automaton of a document. The initial state changes places with state 0; entries of weight zero
 * count as absent. A document that is not deterministic is a `parse` error with the place of the entry, and with advice if
 * the caller has some.
 *
 * @example
 * const document = readHankelDocument(writeHankel(minimize(fromExpression("ab", boolean))));
 * console.log(documentToWdfsa(document).size); // 3
 */
export function documentToWdfsa<W>(document: AutomatonDocument<W>, advice?: string): Wdfsa<W> {
  const { states, alphabet } = document;
  const mentions =
    2 * document.arcs.to.length + document.initial.states.length + document.final.states.length;
  const problem = tooManyStates(states, alphabet.size, mentions);
  if (problem !== undefined) failAtPlace({ line: 1, column: 1 }, problem);
  const built = build(document);
  if (built instanceof Wdfsa) return built;
  const what = `not deterministic: ${built.what}`;
  const place = document.place(built.section, built.entry);
  return failAtPlace(place, advice === undefined ? what : `${what}; ${advice}`);
}

/** Why a document is not deterministic, and the entry that shows it. */
interface Obstacle {
  readonly section: Section;
  readonly entry: number;
  readonly what: string;
}

function build<W>(document: AutomatonDocument<W>): Wdfsa<W> | Obstacle {
  const { algebra, alphabet, arcs } = document;
  const initial = onlyInitial(document);
  if (initial === undefined) return Wdfsa.zero(algebra, alphabet);
  if ("section" in initial) return initial;
  const built = tabled(rowsOf(document), initial.state, initial.weight);
  if (built instanceof Wdfsa) return built;
  const [from, letter] = [stateName(document, arcs.from[built]), arcs.letters[built]];
  const what =
    letter === EPSILON
      ? `an ε arc leaves state ${from}`
      : `a second arc leaves state ${from} on ${quote(alphabet.symbols[letter])}`;
  return { section: "arcs", entry: built, what };
}

/** The only initial state, or `undefined` if there is none. */
function onlyInitial<W>(
  document: AutomatonDocument<W>,
): { readonly state: number; readonly weight: W } | Obstacle | undefined {
  const { algebra, initial } = document;
  let found: { state: number; weight: W } | undefined;
  for (let i = 0; i < initial.states.length; i++) {
    if (algebra.isZero(initial.weights[i])) continue;
    const state = initial.states[i];
    if (found !== undefined) {
      const names = `${stateName(document, found.state)} and ${stateName(document, state)}`;
      return { section: "initial", entry: i, what: `there are two initial states, ${names}` };
    }
    found = { state, weight: initial.weights[i] };
  }
  return found;
}

/**
 * The automaton of a document as a `Wfsa`: states keep their numbers.
 *
 * @example
 * const document = readHankelDocument(writeHankel(minimize(fromExpression("ab", boolean))));
 * console.log(documentToWfsa(document).arcs); // 2
 */
export function documentToWfsa<W>(document: AutomatonDocument<W>): Wfsa<W> {
  const parts = rowsOf(document);
  const { algebra, arcWeight } = parts;
  const kept = placesWhere(arcWeight.length, (arc) => !algebra.isZero(arcWeight[arc]));
  return new Wfsa({ ...parts, ...arcsAt(parts, kept), initialWeight: dense(document, document.initial) });
}

/** The weight of every state. */
function dense<W>({ algebra, states }: AutomatonDocument<W>, entries: WeightedStates<W>) {
  const weights = algebra.array(states);
  for (let i = 0; i < entries.states.length; i++) weights[entries.states[i]] = entries.weights[i];
  return weights;
}

/** The arrays of an automaton but for its initial weights; arcs may have weight zero. */
function rowsOf<W>(document: AutomatonDocument<W>): Omit<WfsaParts<W>, "initialWeight"> {
  const { algebra, alphabet, final, arcs, names } = document;
  return {
    algebra,
    alphabet,
    finalWeight: dense(document, final),
    source: arcs.from,
    letter: arcs.letters,
    target: arcs.to,
    arcWeight: arcs.weights,
    names,
  };
}

/** The name of a state in a message. */
function stateName<W>(document: AutomatonDocument<W>, state: number): string {
  return document.names === undefined ? String(state) : quote(document.names[state]);
}

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

  /** Throws a `parse` error for an offset of the text. */
  fail(message: string, at: number): never {
    return failAtPlace(placeIn(this.#text, at), message);
  }

  #once(entries: Map<number, Weighted>, kind: string, entry: Weighted): void {
    if (entries.has(entry.state)) {
      const name = quote([...this.#states.keys()][entry.state]);
      this.fail(`a second ${kind} weight for state ${name}`, entry.at);
    }
    entries.set(entry.state, entry);
  }

  #weight<W>(algebra: GroupWithZero<W>, weight: string | undefined, at: number): W {
    if (weight === undefined) return algebra.one;
    return orFail(
      () => algebra.parse(weight),
      (message) => this.fail(message, at),
    );
  }

  /** States called 0, 1, 2, … have no names. */
  #names(): string[] | undefined {
    const names = Array.from(this.#states.keys(), (name, state) => this.#labels.get(state) ?? name);
    return names.every((name, state) => name === String(state)) ? undefined : names;
  }
}
