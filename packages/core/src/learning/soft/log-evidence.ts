/** What words that a language model has written say of it: where arcs lead, and whether it has written them at all. */

import { type SampleTree, sampleTree, wholeOf } from "../../inference/sample-tree.ts";
import { lookUp } from "../../interruption.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { getOrAdd } from "../../words/collections.ts";
import type { Letter, Word } from "../../words/word.ts";
import type { KnownRows } from "./known-rows.ts";

/** Where fewer words pass, a log says too little of a state that is not found yet. */
const LEAST = 100;

/** Behind an arc, every other state has to fit so many nats worse. */
const CLEARLY = 10;

/** By chance a state may fit so many standard deviations worse than is expected, and so many nats. */
const DEVIATIONS = 3;
const SLACK = 3;

/** So many nats a step hardly matter: words of a network that share a state have not quite the same rows. */
const HARDLY_ANYTHING = 0.001;

/** Of the places to which an arc leads, those are looked at that most words pass. */
const PLACES = 256;

/** At most this share of the logs that a model has written is said to be of another one (docs/theory/language-models.md, 13.13). */
const LEVEL = 0.01;

/** Letters behind these are no evidence against a log. */
const LONGEST = 100;

/** Where a log is not like the model. */
export interface LogFault {
  /** Behind this word … */
  readonly word: Word;
  /** … the log has this letter, or the end of a word, which is the number of letters, … */
  readonly letter: Letter;
  /** … so often … */
  readonly occurred: number;
  /** … of so many times, … */
  readonly times: number;
  /** … and the model gives it this probability. */
  readonly expected: number;
}

/** A word behind a state's, with the node of both together, whose row is known. */
export interface Probe {
  readonly suffix: Word;
  readonly node: number;
}

/** The nodes of a log behind each arc of an automaton. */
export type Places = ReadonlyMap<number, readonly number[]>;

/** A log beside the rows that are known. */
export class LogEvidence {
  readonly #known: KnownRows;
  readonly #tree: SampleTree;
  /** How many letters and ends its words have. */
  readonly steps: number;
  /** How many of the known rows were compared with the log. */
  #compared = 0;
  #fault: LogFault | undefined;
  /** Words of arcs that were found to lead elsewhere. */
  readonly #doubted = new Set<number>();

  constructor(known: KnownRows, alphabet: Alphabet, log: readonly Word[]) {
    this.#known = known;
    this.steps = log.reduce((steps, word) => steps + word.length + 1, 0);
    const starts = new Int32Array(log.length + 1);
    for (const [i, word] of log.entries()) starts[i + 1] = starts[i] + word.length;
    const sample = { kind: "words", alphabet, letters: Int32Array.from(log.flat()), starts } as const;
    this.#tree = sampleTree(sample, wholeOf(sample));
  }

  /** Where the log is not of this model, as far as rows are known: then nothing of it is believed any more. */
  get fault(): LogFault | undefined {
    const { nodes } = this.#known;
    for (; this.#fault === undefined && this.#compared < nodes.length; this.#compared++)
      this.#fault = this.#faultAt(nodes[this.#compared]);
    return this.#fault;
  }

  /** Compares how often each letter comes behind a word with its probability, by Chernoff's bound. */
  #faultAt(node: number): LogFault | undefined {
    const { tree } = this.#known;
    const word = tree.depth(node) > LONGEST ? undefined : tree.word(node);
    const place = word === undefined ? -1 : this.#behind(0, word);
    if (word === undefined || place < 0) return undefined;
    const row = this.#known.row(node);
    const { visits } = this.#tree;
    const times = visits[place];
    const chance = Math.log((2 * row.length * (LONGEST + 1) * visits[0]) / (LEVEL * times));
    const counts = new Float64Array(row.length);
    this.#count(place, counts);
    const letter = counts.findIndex((count, j) => times * coins(count / times, row[j]) > chance);
    return letter < 0 ? undefined : { word, letter, occurred: counts[letter], times, expected: row[letter] };
  }

  /** The node behind a node; -1 if no word goes on so. */
  #behind(node: number, word: Word): number {
    const { first, next, letter } = this.#tree;
    let at = node;
    for (let i = 0; i < word.length && at >= 0; i++) {
      at = first[at];
      while (at >= 0 && letter[at] !== word[i]) at = next[at];
    }
    return at;
  }

  /** Adds how often each letter, and the end, comes next. */
  #count(node: number, counts: Float64Array): void {
    const { first, next, letter, visits, ends } = this.#tree;
    for (let at = first[node]; at >= 0; at = next[at]) counts[letter[at]] += visits[at];
    counts[counts.length - 1] += ends[node];
  }

  /** Where the words of the log are behind each arc, as far as they follow arcs whose targets are known; -1 is none. */
  places(target: Int32Array): Places {
    const { nodes, parent, letter } = this.#tree;
    const { letters } = this.#known.shared;
    lookUp(nodes);
    const states = new Int32Array(nodes);
    const found = new Map<number, number[]>();
    for (let node = 1; node < nodes; node++) {
      const from = states[parent[node]];
      const arc = from * letters + letter[node];
      states[node] = from < 0 ? -1 : target[arc];
      if (from >= 0) getOrAdd(found, arc, () => []).push(node);
    }
    return found;
  }

  /** How many words pass these places. */
  timesAt(places: readonly number[] = []): number {
    const { visits } = this.#tree;
    let times = 0;
    for (const place of places) times += visits[place];
    return times;
  }

  /**
   * The state to which the log says that an arc with this word leads, of those with these probes; -1 if it does not tell. It tells if enough words go that way, what comes
   * next in them is as it would be there, and clearly not as in any other state: so far as the log goes on like the rows, it is right about the model, whoever wrote it.
   */
  leadsTo(
    word: number,
    places: readonly number[] | undefined,
    states: readonly (readonly Probe[])[],
  ): number {
    if (places === undefined || this.#doubted.has(word) || this.fault !== undefined) return -1;
    const { visits } = this.#tree;
    const times = this.timesAt(places);
    if (times < LEAST) return -1;
    const kept =
      places.length <= PLACES
        ? places
        : places.toSorted((one, other) => visits[other] - visits[one]).slice(0, PLACES);
    let [best, worse] = [{ state: -1, misfit: Infinity, chance: 0 }, Infinity];
    for (const [state, probes] of states.entries()) {
      const { misfit, chance } = this.#misfit(kept, probes);
      if (misfit < best.misfit) [best, worse] = [{ state, misfit, chance }, best.misfit];
      else worse = Math.min(worse, misfit);
    }
    const fits = best.misfit <= best.chance + HARDLY_ANYTHING * times;
    return fits && worse - best.misfit >= CLEARLY ? best.state : -1;
  }

  /** How much less likely the words behind these places are by the rows of probes than by their own frequencies, in nats: as compared with chance. */
  #misfit(places: readonly number[], probes: readonly Probe[]): { misfit: number; chance: number } {
    let [divergence, free] = [0, 0];
    for (const { suffix, node } of probes) {
      const row = this.#known.row(node);
      const counts = new Float64Array(row.length);
      for (const place of places) {
        const behind = this.#behind(place, suffix);
        if (behind >= 0) this.#count(behind, counts);
      }
      const times = counts.reduce((sum, count) => sum + count, 0);
      lookUp(places.length + row.length);
      let cells = 0;
      for (let j = 0; j < row.length; j++) {
        if (counts[j] > 0) divergence += counts[j] * Math.log(counts[j] / (times * row[j]));
        if (times * row[j] >= 1) cells++;
      }
      free += Math.max(0, cells - 1);
    }
    // Twice the divergence has about the distribution χ² with so many degrees of freedom (Wilks 1938).
    return { misfit: divergence - free / 2, chance: SLACK + DEVIATIONS * Math.sqrt(free / 2) };
  }

  /** The arc with this word leads elsewhere than the log said. Returns whether that is news. */
  doubt(word: number): boolean {
    const isNew = !this.#doubted.has(word);
    this.#doubted.add(word);
    return isNew;
  }
}

/** The divergence of a coin that comes up with probability p from one with probability q, in nats. */
function coins(p: number, q: number): number {
  const part = (one: number, other: number) => (one <= 0 ? 0 : one * Math.log(one / Math.max(0, other)));
  return part(p, q) + part(1 - p, 1 - q);
}
