import type { Observations } from "../../../hankel/observations.ts";
import type { Letter, Word } from "../../../words/word.ts";
import { askWanted } from "../../asking.ts";
import type { Asking, Learner, Reason } from "../../protocol.ts";
import type { Sifter } from "../sifting.ts";
import {
  type Arc,
  coincidence,
  liveAtRoot,
  sampleArcs,
  sampleWords,
  spread,
  statesToCome,
} from "./sift-sample.ts";

/** A pivot and a splitter for the top of a new tree, or a splitter below every leaf of the old one. */
export type Improvement =
  | { readonly kind: "regrow"; readonly pivot: Word; readonly splitter: Word; readonly last?: Letter }
  | { readonly kind: "deepen"; readonly splitter: Word };

/** Below so many states a better top does not earn back what it costs. */
const FIRST_LOOK = 24;
/** It does a little earlier if many states are hidden. */
const FEW = 8;
/** A top is chosen anew when there are so many times more states. */
const GROWTH = 4;
/** On how many words a candidate is tried. */
const SAMPLE = 24;
/** How long the first invented pivot is; it doubles when it fails. */
const FIRST_LENGTH = 256;
/** From so many words on, so many more bodies are tried. */
const MANY_WORDS = 400;
const MORE_BODIES = 4;
/** How many endings a pivot is tried with. */
const ENDINGS = 110;
/** How long an invented suffix is at most where the weights of long words are long themselves. */
const LONGEST_GROWING = 256;
/** How long a splitter below all leaves is at most. */
const SPLITTER_LENGTH = 1024;
/** How long one at the top is at least, and any one where weights grow with their words: such a weight tells all of its way. */
const SHORTEST = 64;
/** Where the short splitter leaves such a share of the words to more questions, a long one is better. */
const COARSE = 0.1;
/** After so many counterexamples, or some more in a large tree, it is tested: each brings a state, but a suffix for all leaves may bring many. */
const PATIENCE = 32;
/** How many questions an equivalence question is worth. */
const WORTH = 50;
/** After so many endings that were live on some of the sample only, or a fortieth of the words, a longer body is tried. */
const MIXED = 10;
/** A pivot live on this share of the words is good enough. */
const LIVE = 0.85;
/** Above so many questions per word a new top pays even if every word so far goes down again. */
const EXPENSIVE = 5;

/**
 * Chooses what stands at the top of the tree, where every word passes.
 *
 * *The pivot.* A word needs two live answers: one for its factor, one for its ratio. Where half of the states are final,
 * every second answer to a short suffix only says "zero". A long suffix is better: two states read the same letters,
 * so sooner or later they meet, and after m letters some 2N/m of N states are left. If those accept, it is live on *every*
 * state, met or not. So a fixed long body is tried with short endings, on a sample of words, until all are live.
 *
 * *The splitter* is c·e₀ for the pivot e₀ and a letter c: then the answer for an access word u is the pivot's for the word
 * u·c, which is asked anyway. (c must not begin e₀: behind a common letter both would only speak of one successor.) Over
 * N states and σ letters that makes (2σ − 1)·N questions, and N for the final weights where the pivot is not ε. Where ε is
 * live everywhere but ratios are too coarse to tell states apart, as with few outputs or small weights, the splitter
 * is c·y instead, for a long word y without the letter c: it saves a question for most arcs. It would cost N more, but the
 * arcs by c come last, and where they lead can be foretold (`Foreteller`).
 *
 * A bad choice costs questions, never the result.
 */
export class TopSearch<W> {
  readonly #learner: Learner<W>;
  readonly #observations: Observations<W>;
  readonly #sifter: Sifter<W>;
  readonly #maxSuffix: number;
  #nextLook = 0;
  #nextSharp = 0;
  #counterexamples = 0;
  #splitters = 0;

  constructor(learner: Learner<W>, observations: Observations<W>, sifter: Sifter<W>, maxSuffix: number) {
    this.#learner = learner;
    this.#observations = observations;
    this.#sifter = sifter;
    this.#maxSuffix = maxSuffix;
  }

  /** Tells that a counterexample had to come. */
  counterexample(): void {
    this.#counterexamples++;
  }

  /** May it be time to look? Cheap, since it is asked before every batch. */
  get isDue(): boolean {
    const { states } = this.#sifter;
    if (states < FEW || this.#learner.alphabet.size < 2 || this.#maxSuffix < 1) return false;
    // With a single non-zero weight, as over the Booleans, only zeros tell states apart.
    if (!this.#observations.weightsDiffer) return false;
    return states >= this.#nextLook || this.#counterexamples >= PATIENCE;
  }

  /** A way to better questions, if it is time to look for one and there is. */
  *look(): Asking<W, Improvement | undefined> {
    const sifter = this.#sifter;
    const { states, words } = sifter;
    if (this.#counterexamples >= Math.max(PATIENCE, Math.min(4 * PATIENCE, states / 16))) {
      this.#counterexamples = 0;
      return yield* this.#deeper();
    }
    // Where most states had to come by counterexamples, many more are hidden.
    const hidden = 2 * this.#counterexamples >= states;
    if (states < this.#nextLook || (states < FIRST_LOOK && !hidden)) return undefined;
    const manyToCome = sifter.atRoot >= words / 10;
    if (!hidden && !manyToCome && this.#observations.count < EXPENSIVE * words) return undefined;
    this.#nextLook = 1.5 * states;
    if (liveAtRoot(sifter) < LIVE) {
      if (states < FIRST_LOOK) return undefined;
      this.#nextLook = GROWTH * states;
      return yield* this.#live();
    }
    if (states < this.#nextSharp || this.#learner.alphabet.size < 3) return undefined;
    this.#nextSharp = GROWTH * states;
    return yield* this.#sharper();
  }

  /** Do weights grow with their words, as fractions and strings do? */
  #grows(): boolean {
    const { algebra } = this.#learner;
    const weight = this.#observations.someWeight;
    // Floats do not.
    if (weight === undefined || !algebra.exact) return false;
    let power: W = weight;
    for (let i = 0; i < 6; i++) power = algebra.times(power, power);
    return algebra.format(power).length > 8 + 4 * algebra.format(weight).length;
  }

  /** Where weights grow very long words are spared: their products cost more than questions. */
  #longest(): number {
    return this.#maxSuffix > LONGEST_GROWING && this.#grows() ? LONGEST_GROWING : this.#maxSuffix;
  }

  /** A pivot that is live everywhere. */
  *#live(): Asking<W, Improvement | undefined> {
    const { size } = this.#learner.alphabet;
    const sample = sampleWords(this.#sifter, SAMPLE);
    const longest = this.#longest();
    const lengths: number[] = [];
    for (let length = Math.min(FIRST_LENGTH, longest); length <= longest; length *= 2) lengths.push(length);
    // Which states are left is chance: where much depends on it, others of the same length are tried.
    if (this.#sifter.words > MANY_WORDS) lengths.push(...new Array(MORE_BODIES).fill(lengths.at(-1)));
    for (const [i, length] of lengths.entries()) {
      const body = scattered(length, size, lengths.indexOf(length) === i ? 0 : i);
      const macro = this.#observations.macro(body);
      // The longest body has to do with what it reaches.
      const enough = 2 * length > longest ? LIVE : 1;
      let mixed = 0;
      for (const ending of shortWords(ENDINGS, size)) {
        const pivot = [...macro, ...ending];
        const { live, asked } = yield* this.#countLive(pivot, sample, enough);
        if (asked === sample.length && live >= enough * asked) {
          return { kind: "regrow", pivot, splitter: [(body[0] + 1) % size, ...pivot] };
        }
        // Live on some and not on others: the body leaves too many states.
        if (live > 0 && ++mixed > Math.max(MIXED, this.#sifter.words / 40)) break;
      }
    }
    return undefined;
  }

  /** On how many it is live: asked about one word, one more, two, four …, until too many are zero. */
  *#countLive(
    suffix: Word,
    sample: readonly number[],
    enough: number,
  ): Asking<W, { live: number; asked: number }> {
    let live = 0;
    let asked = 0;
    while (asked < sample.length && live >= enough * asked) {
      const answers = yield* this.#weights(sample.slice(asked, Math.max(1, 2 * asked)), suffix);
      asked += answers.length;
      for (const weight of answers) if (!this.#learner.algebra.isZero(weight)) live++;
    }
    return { live, asked };
  }

  /** A long splitter below all leaves, if a sample of arcs shows that words have been taken for states they are not. */
  *#deeper(): Asking<W, Improvement | undefined> {
    const { size } = this.#learner.alphabet;
    const arcs = sampleArcs(this.#sifter, SAMPLE);
    if (arcs.length < SAMPLE) return undefined;
    const length = Math.min(this.#sifter.states, this.#grows() ? SHORTEST : SPLITTER_LENGTH, this.#maxSuffix);
    const splitter = this.#observations.macro(scattered(length, size, this.#splitters++));
    const { wrong } = yield* this.#try(splitter, arcs);
    // Splitting every leaf asks about all σ·n words, and spares a counterexample for each of the states that they hide.
    return size * (1 - wrong) < WORTH * wrong ? { kind: "deepen", splitter } : undefined;
  }

  /** A splitter that settles most words at once, where short ones are too coarse for that. */
  *#sharper(): Asking<W, Improvement | undefined> {
    const sifter = this.#sifter;
    const { size } = this.#learner.alphabet;
    const arcs = sampleArcs(sifter, SAMPLE);
    const agreement = coincidence(sifter);
    const states = statesToCome(sifter, agreement);
    // The share of states that agree with some other of N.
    const shared = 1 - Math.exp(-states * agreement);
    if (shared < COARSE) return undefined;
    // Numbers need a long way to drift apart.
    const length = Math.min(
      this.#grows() ? SHORTEST : Math.max(SHORTEST, Math.ceil(2 * states)),
      this.#maxSuffix,
    );
    const rest = scattered(length, size - 1, this.#splitters++).map((letter) => letter + 1);
    const splitter = [0, ...this.#observations.macro(rest)];
    const { wrong, agreeing } = yield* this.#try(splitter, arcs);
    if (Math.max(shared, wrong) - agreeing < COARSE) return undefined;
    this.#nextSharp = Number.POSITIVE_INFINITY;
    this.#counterexamples = 0;
    return { kind: "regrow", pivot: sifter.tree.suffix(0) as Word, splitter, last: splitter[0] };
  }

  /** Of some arcs, the share that do not lead where it seems; of some states, the share that answer like another. */
  *#try(splitter: Word, arcs: readonly Arc<W>[]): Asking<W, { wrong: number; agreeing: number }> {
    const { algebra } = this.#learner;
    const sifter = this.#sifter;
    const states = spread(sifter.states, SAMPLE);
    const asked = [...arcs.map(({ word }) => word), ...arcs.map(({ access }) => access)];
    const answers = yield* this.#weights(
      [...asked, ...states.map((state) => sifter.accessNode(state))],
      splitter,
    );
    const wrong = arcs.filter(
      ({ factor }, i) => !algebra.equals(answers[i], algebra.times(factor, answers[arcs.length + i])),
    );
    const ratios: W[] = [];
    for (const state of states) {
      const ratio = sifter.ratio(sifter.accessWord(state), splitter) as W;
      if (!ratios.some((other) => algebra.equals(other, ratio))) ratios.push(ratio);
    }
    return { wrong: wrong.length / Math.max(1, arcs.length), agreeing: 1 - ratios.length / states.length };
  }

  *#weights(prefixes: readonly number[], suffix: Word): Asking<W, W[]> {
    const observations = this.#observations;
    const why: Reason = { kind: "split", suffix: observations.expand(suffix) };
    const nodes = prefixes.map((prefix) => observations.node(prefix, suffix));
    for (const node of nodes) observations.want(node);
    yield* askWanted(this.#learner, observations, why);
    return nodes.map((node) => observations.weight(node));
  }
}

/** A fixed word without a pattern, from a linear congruential generator (constants of Numerical Recipes). */
function scattered(length: number, letters: number, seed: number): Letter[] {
  let state = seed + 1;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 16) % letters;
  });
}

/** The first words in shortlex order. */
function shortWords(count: number, letters: number): Word[] {
  const words: Word[] = [[]];
  for (let i = 0; words.length < count; i++) {
    for (let letter = 0; letter < letters; letter++) words.push([...words[i], letter]);
  }
  return words.slice(0, count);
}
