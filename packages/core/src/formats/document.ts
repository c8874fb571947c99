import type { GroupWithZero } from "../algebra/semifield.ts";
import { Wdfsa } from "../automata/wdfsa.ts";
import { HankelError, type Place } from "../errors.ts";
import type { Alphabet } from "../words/alphabet.ts";

/** The lists of entries that a file has. */
export type Section = "initial" | "final" | "arcs";

/** States with a weight each: `weights[i]` belongs to `states[i]`. */
export interface WeightedStates<W> {
  readonly states: readonly number[];
  readonly weights: readonly W[];
}

/** Arcs in columns: arc i leads from `from[i]` on `letters[i]` with `weights[i]` to `to[i]`. */
export interface Arcs<W> {
  readonly from: readonly number[];
  readonly letters: readonly number[];
  readonly weights: readonly W[];
  readonly to: readonly number[];
}

/**
 * What a file says, checked for range but not yet for determinism: the half-way house of every reader. States may
 * have several initial ones among them, and a letter several arcs.
 */
export interface AutomatonDocument<W> {
  readonly algebra: GroupWithZero<W>;
  readonly alphabet: Alphabet;
  readonly states: number;
  readonly names: readonly string[] | undefined;
  readonly initial: WeightedStates<W>;
  readonly final: WeightedStates<W>;
  readonly arcs: Arcs<W>;
  /** Where an entry stands in the file. */
  place(section: Section, entry: number): Place;
}

/** More slots for arcs than this (states × letters) are not read: they would not fit into memory. */
const MAX_SLOTS = 2 ** 27;
/** Below this many, slots cost so little that nobody has to account for them. */
const FREE_SLOTS = 2 ** 22;

/**
 * Says what is wrong with so many states, before anything is allocated for them. A short file must not ask for
 * gigabytes: beyond a few million slots every state has to occur in some entry.
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
 * The deterministic automaton that a document describes. The initial state changes places with state 0; entries of
 * weight zero are as good as absent.
 */
export function toWdfsa<W>(document: AutomatonDocument<W>): Wdfsa<W> {
  const { algebra, alphabet, states, arcs } = document;
  const initial = onlyInitial(document);
  if (initial === undefined) return Wdfsa.zero(algebra, alphabet);
  const width = alphabet.size;
  const place = (state: number) => (state === initial.state ? 0 : state === 0 ? initial.state : state);
  const target = new Int32Array(states * width).fill(-1);
  const arcWeight = algebra.array(states * width);
  for (let i = 0; i < arcs.from.length; i++) {
    if (algebra.isZero(arcs.weights[i])) continue;
    const slot = place(arcs.from[i]) * width + arcs.letters[i];
    if (target[slot] >= 0) {
      const from = stateName(document, arcs.from[i]);
      const symbol = JSON.stringify(alphabet.symbols[arcs.letters[i]]);
      refuse(document, "arcs", i, `a second arc leaves state ${from} on ${symbol}`);
    }
    target[slot] = place(arcs.to[i]);
    arcWeight[slot] = arcs.weights[i];
  }
  const finalWeight = algebra.array(states);
  document.final.states.forEach((state, i) => {
    finalWeight[place(state)] = document.final.weights[i];
  });
  const { names } = document;
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

/** The one initial state with a weight, or `undefined` when there is none. */
function onlyInitial<W>(document: AutomatonDocument<W>): { state: number; weight: W } | undefined {
  const { algebra, initial } = document;
  let found: { state: number; weight: W } | undefined;
  initial.states.forEach((state, i) => {
    const weight = initial.weights[i];
    if (algebra.isZero(weight)) return;
    if (found !== undefined) {
      const names = `${stateName(document, found.state)} and ${stateName(document, state)}`;
      refuse(document, "initial", i, `there are two initial states, ${names}`);
    }
    found = { state, weight };
  });
  return found;
}

function stateName<W>(document: AutomatonDocument<W>, state: number): string {
  return document.names === undefined ? String(state) : JSON.stringify(document.names[state]);
}

function refuse<W>(document: AutomatonDocument<W>, section: Section, entry: number, what: string): never {
  throw new HankelError("parse", `not deterministic: ${what}`, { place: document.place(section, entry) });
}
