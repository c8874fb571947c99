import { Contexts } from "../../next/contexts.ts";
import { ngramPdfa } from "../../next/ngram.ts";
import type { Measure, Pdfa } from "../../next/pdfa.ts";
import type { Word } from "../../words/word.ts";
import { type Arcs, automataByGain, automataFrom } from "./automata-by-gain.ts";
import {
  type Choice,
  type CurvePoint,
  choose,
  type Family,
  type Judged,
  nearest,
  type SoftOptions,
} from "./choice.ts";
import { decided, type Point } from "./growth.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";
import { drawnBehindKnown, measureOf } from "./measure.ts";
import { coarse, fitted, lossOn, type Sample, sampleOf } from "./sample.ts";

/** So many questions are asked in all where nothing stands out, or so many for each state that is wanted. */
const QUESTIONS = 5800;
const PER_STATE = 40;

/** So many words are drawn at first, then as many again as there are: each time with a better draft. */
const FIRST = 10;

/** One word in so many is held out: automata are judged by it, not made of it. */
const HELD_OUT = 5;

/** A draft has at most so many probabilities: 32 MiB. */
const DRAFT = 2 ** 22;

/** Automata are made with rows of so many symbols, the likeliest, and all others as one. */
const SYMBOLS = 512;

/** So many times the states that are wanted has the automaton of contexts that is made better. */
const MORE_CONTEXTS = 2;

/** Tells these words from others that are drawn with the same seed. */
const STREAM = 0x67_61_69_6e;

/** How many questions a run may ask where nothing stands out. */
export function questionsFor(states: number): number {
  return Math.max(QUESTIONS, PER_STATE * states);
}

/** The automata of a curve, how far each is from words that it is not made of, and which one is chosen. */
export interface Rated {
  readonly curve: readonly CurvePoint[];
  readonly arcs: readonly Pick<Arcs, "size" | "target">[];
  readonly choice: Choice;
  readonly judged: Judged;
}

/**
 * Automata that are made of words drawn from the model (docs/theory/language-models.md, 13.11). Of each number of states
 * the one is kept that is nearest to drawn words it is not made of, however it came about.
 */
export class DrawnAutomata {
  readonly words: Word[] = [];
  /** Those that automata are made of, and those that they are judged by. */
  readonly #making: Word[] = [];
  readonly #heldOut: Word[] = [];
  /** All words as a sample, as of so many words. */
  #all: { readonly words: number; readonly sample: Sample } | undefined;
  cut = 0;
  readonly longest: number;
  readonly #known: KnownRows;
  readonly #options: SoftOptions;
  readonly #most: number;
  readonly #explored: Measure;
  /** So many questions are asked in all. */
  readonly #questions: number;
  /** How many questions a word took when words were drawn last, and how many rows it brought. */
  #each = { questions: 1, rows: 1 };

  constructor(known: KnownRows, options: SoftOptions, { most, longest }: { most: number; longest: number }) {
    this.#known = known;
    this.#options = options;
    this.#most = most;
    this.longest = longest;
    // Before words are drawn: a word that was drawn counts as often as it was.
    this.#explored = known.explored;
    this.#questions = Math.max(questionsFor(most), 2 * known.count);
  }

  /** Draws as many words as there are, or some at first, and returns whether more can be drawn. */
  *draw(): SoftAsking<boolean> {
    const { nodes } = this.#known;
    const [asked, rows] = [this.#known.count, nodes.length];
    const count = this.#affordable;
    if (count < FIRST) return false;
    const draft = this.#contexts().frequent(Math.ceil(DRAFT / (this.#known.shared.letters + 1)));
    const held = Math.ceil(count / HELD_OUT);
    yield* this.#drawInto(this.#making, draft, count - held);
    yield* this.#drawInto(this.#heldOut, draft, held);
    this.#each = { questions: (this.#known.count - asked) / count, rows: (nodes.length - rows) / count };
    return this.#affordable >= FIRST;
  }

  *#drawInto(words: Word[], draft: Pdfa, count: number): SoftAsking {
    const options = { count, first: this.words.length, seed: this.#options.seed ?? 1, stream: STREAM };
    const draw = yield* drawnBehindKnown(this.#known, draft, { ...options, longest: this.longest });
    words.push(...draw.words);
    this.words.push(...draw.words);
    this.cut += draw.cut;
  }

  /** How many words can be drawn next, if each takes as much as the last ones did. */
  get #affordable(): number {
    const { count, room } = this.#known;
    const left = Math.min((this.#questions - count) / this.#each.questions, room / this.#each.rows);
    return Math.floor(Math.min(Math.max(FIRST, this.words.length), left));
  }

  /** What comes next behind the ends of the words that automata are made of. */
  #contexts(): Contexts {
    const { letters } = this.#known.shared;
    const making = measureOf(this.#known, this.#explored, this.#making);
    return new Contexts(this.#known, letters, making, 1 / Math.max(1, this.#making.length));
  }

  /**
   * Makes automata, and judges them together with those that have grown by distance. As long as more words will be drawn these are
   * automata of contexts, which are made at once.
   */
  rate(grown: readonly Point[], quickly: boolean): Rated {
    const making = this.#sampleOf(this.#making);
    const judging = this.#judging();
    const best = new Map<number, { arcs: Pick<Arcs, "size" | "target">; rated: CurvePoint }>();
    const rate = (arcs: Pick<Arcs, "size" | "target">, family: Family, radius: number) => {
      if (arcs.size > this.#most) return;
      const target = Int32Array.from(arcs.target);
      const pdfa = fitted(making, arcs.size, target);
      const rated = { states: arcs.size, family, radius, ...lossOn(judging, pdfa) };
      const other = best.get(arcs.size)?.rated;
      if (other === undefined || rated.divergence < other.divergence)
        best.set(arcs.size, { arcs: { size: arcs.size, target }, rated });
    };
    for (const point of grown) rate(decided(this.#known, point), point.family, point.radius);
    for (const arcs of this.#made(making, grown, quickly)) rate(arcs, "gain", 1);
    const sorted = [...best.values()].sort((one, other) => one.rated.states - other.rated.states);
    const curve = sorted.map(({ rated }) => rated);
    const choice = quickly ? { index: nearest(curve), standsOut: false } : choose(curve, this.#options);
    const ngram = this.#bestNgram(curve[choice.index].states, judging);
    return {
      curve,
      arcs: sorted.map(({ arcs }) => arcs),
      choice,
      judged: { words: this.#heldOut.length, ngram },
    };
  }

  *#made(
    making: Sample,
    grown: readonly Point[],
    quickly: boolean,
  ): Generator<Pick<Arcs, "size" | "target">> {
    const contexts = this.#contexts();
    if (quickly) {
      for (let size = 1; size < 2 * this.#most; size *= 2) yield contexts.best(Math.min(size, this.#most));
      return;
    }
    const sample = coarse(making, SYMBOLS);
    yield* automataByGain(sample, this.#most);
    yield* automataFrom(sample, contexts.best(Math.ceil(MORE_CONTEXTS * this.#most)));
    const last = grown[grown.length - 1];
    if (last.pdfa.size > 1) yield* automataFrom(sample, decided(this.#known, last));
  }

  /** The automaton with rows that are means over all words. */
  fitted({ size, target }: Pick<Arcs, "size" | "target">): Pdfa {
    if (this.#all?.words !== this.words.length)
      this.#all = { words: this.words.length, sample: this.#sampleOf(this.words) };
    return fitted(this.#all.sample, size, target);
  }

  /** The explored words, and the drawn ones. */
  get measure(): Measure {
    return measureOf(this.#known, this.#explored, this.words);
  }

  #sampleOf(words: readonly Word[]): Sample {
    return sampleOf(this.#known, measureOf(this.#known, this.#explored, words), 1 / words.length);
  }

  /**
   * The words that automata are judged by: those that they are made of count with their probability, so that nothing is left to chance,
   * and all others as often as they are in the words held out. In expectation that is the model itself.
   */
  #judging(): Sample {
    const known = this.#known;
    const probabilities = known.explored;
    const made = measureOf(known, this.#explored, this.#making);
    const sure = new Map([...made.keys()].map((node) => [node, probabilities.get(node) ?? 0]));
    return sampleOf(known, measureOf(known, sure, this.#heldOut), 1);
  }

  /** The n-gram model with at most so many states that is nearest to the words held out. */
  #bestNgram(most: number, judging: Sample): Judged["ngram"] {
    let best = { n: 1, states: 1, divergence: Number.POSITIVE_INFINITY };
    for (let n = 1; ; n++) {
      const found = ngramPdfa(judging.letters, this.#making, n, most);
      if (found === undefined) return best;
      const { divergence } = lossOn(judging, found.pdfa);
      if (divergence < best.divergence) best = { n, states: found.pdfa.size, divergence };
      else if (found.pdfa.size === best.states) return best;
    }
  }
}
