import type { GroupWithZero, ReadonlyWeights } from "../algebra/semifield.ts";
import type { Automaton } from "../automata/convert.ts";
import { type ReadonlyInts, Wdfsa } from "../automata/wdfsa.ts";
import { EPSILON, Wfsa } from "../automata/wfsa.ts";
import { HankelError, type Place, quote } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";

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
 */
export function documentToWdfsa<W>(document: AutomatonDocument<W>, advice?: string): Wdfsa<W> {
  const { states, alphabet } = document;
  const mentions =
    2 * document.arcs.to.length + document.initial.states.length + document.final.states.length;
  const problem = tooManyStates(states, alphabet.size, mentions);
  if (problem !== undefined) throw new HankelError("parse", problem, { place: { line: 1, column: 1 } });
  const built = build(document);
  if (built instanceof Wdfsa) return built;
  const place = document.place(built.section, built.entry);
  throw new HankelError(
    "parse",
    `not deterministic: ${built.what}${advice === undefined ? "" : `; ${advice}`}`,
    { place },
  );
}

/** Why a document is not deterministic, and the entry that shows it. */
interface Obstacle {
  readonly section: Section;
  readonly entry: number;
  readonly what: string;
}

function build<W>(document: AutomatonDocument<W>): Wdfsa<W> | Obstacle {
  const { algebra, alphabet, states, arcs, names } = document;
  const initial = onlyInitial(document);
  if (initial === undefined) return Wdfsa.zero(algebra, alphabet);
  if ("section" in initial) return initial;
  const width = alphabet.size;
  const first = initial.state;
  const place = (state: number) => (state === first ? 0 : state === 0 ? first : state);
  const target = new Int32Array(states * width).fill(-1);
  const arcWeight = algebra.array(states * width);
  const { from, letters, weights, to } = arcs;
  for (let i = 0; i < from.length; i++) {
    if (algebra.isZero(weights[i])) continue;
    if (letters[i] === EPSILON) {
      return { section: "arcs", entry: i, what: `an ε arc leaves state ${stateName(document, from[i])}` };
    }
    const slot = place(from[i]) * width + letters[i];
    if (target[slot] >= 0) {
      const symbol = quote(alphabet.symbols[letters[i]]);
      const what = `a second arc leaves state ${stateName(document, from[i])} on ${symbol}`;
      return { section: "arcs", entry: i, what };
    }
    target[slot] = place(to[i]);
    arcWeight[slot] = weights[i];
  }
  const finalWeight = algebra.array(states);
  const { final } = document;
  for (let i = 0; i < final.states.length; i++) finalWeight[place(final.states[i])] = final.weights[i];
  return new Wdfsa({
    algebra,
    alphabet,
    target,
    arcWeight,
    initialWeight: initial.weight,
    finalWeight,
    names: names?.map((_, state) => names[place(state)]),
  });
}

/** The only initial state and its weight, or `undefined` if there is none. */
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

/** The automaton of a document as a `Wfsa`: states keep their numbers. */
export function documentToWfsa<W>(document: AutomatonDocument<W>): Wfsa<W> {
  const { algebra, alphabet, states, arcs, names } = document;
  const initialWeight = algebra.array(states);
  const finalWeight = algebra.array(states);
  const { initial, final } = document;
  for (let i = 0; i < initial.states.length; i++) initialWeight[initial.states[i]] = initial.weights[i];
  for (let i = 0; i < final.states.length; i++) finalWeight[final.states[i]] = final.weights[i];
  const kept = new Int32Array(arcs.from.length);
  let count = 0;
  for (let i = 0; i < kept.length; i++) if (!algebra.isZero(arcs.weights[i])) kept[count++] = i;
  const column = (values: ReadonlyInts) => Int32Array.from({ length: count }, (_, i) => values[kept[i]]);
  const arcWeight = algebra.array(count);
  for (let i = 0; i < count; i++) arcWeight[i] = arcs.weights[kept[i]];
  return new Wfsa({
    algebra,
    alphabet,
    initialWeight,
    finalWeight,
    source: column(arcs.from),
    letter: column(arcs.letters),
    target: column(arcs.to),
    arcWeight,
    names,
  });
}

/** The name of a state in a message. */
function stateName<W>(document: AutomatonDocument<W>, state: number): string {
  return document.names === undefined ? String(state) : quote(document.names[state]);
}
