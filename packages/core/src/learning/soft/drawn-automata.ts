import { ngramPdfa } from "../../next/ngram.ts";
import type { Measure, Pdfa } from "../../next/pdfa.ts";
import type { Word } from "../../words/word.ts";
import { type Arcs, automataByGain, automataBySplits, automataFrom } from "./automata-by-gain.ts";
import { type Choice, type CurvePoint, chooseByLoss, type Judged, type SoftOptions } from "./choice.ts";
import type { Point } from "./growth.ts";
import type { KnownRows, SoftAsking } from "./known-rows.ts";
import { drawnBehindKnown, exploredWords, measureOf } from "./measure.ts";
import { fitted, lossOn, type Sample, sampleOf } from "./sample.ts";

/** So many questions are asked in all where nothing stands out, or so many for each state that is wanted, or twice those before. */
const QUESTIONS = 5900;
const PER_STATE = 40;

/** So many words are drawn at first, then as many again as there are: each time with a better draft. */
const FIRST = 200;

/** So many words more are not worth another round. */
const FEWEST = 50;

/** A draft has at most so many states. */
const DRAFT = 100;

/** So many automata that have grown by distance are made better by gain, beside the finest. */
const STARTS = 2;

/** One word in so many is held out: automata are judged by it, not made of it. */
const HELD_OUT = 5;

/** Tells these words from others that are drawn with the same seed. */
const STREAM = 0x67_61_69_6e;

/** The automata of a curve, how far each is from words that it is not made of, and which one is chosen. */
export interface Rated {
  readonly points: readonly Point[];
  readonly curve: readonly CurvePoint[];
  readonly choice: Choice;
  readonly judged: Judged;
  /** Those that have grown by distance, all of them. */
  readonly grown: readonly CurvePoint[];
}

/**
 * Automata that are made of words drawn from the model (docs/theory/language-models.md, 13.9 to 13.12). Of each number of states
 * the one is kept that is nearest to drawn words it is not made of, whether it was made by gain or has grown by distance.
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
    this.#explored = exploredWords(known);
    this.#questions = Math.max(QUESTIONS, PER_STATE * most, 2 * known.count);
  }

  /** Draws words with the help of a draft, and returns whether it is worth while to draw more. */
  *draw(draft: Pdfa): SoftAsking<boolean> {
    const { nodes } = this.#known;
    const [asked, rows] = [this.#known.count, nodes.length];
    const count = this.#affordable;
    if (count < FEWEST) return false;
    const held = Math.ceil(count / HELD_OUT);
    yield* this.#drawInto(this.#making, draft, count - held);
    yield* this.#drawInto(this.#heldOut, draft, held);
    this.#each = { questions: (this.#known.count - asked) / count, rows: (nodes.length - rows) / count };
    return this.#affordable >= FEWEST;
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

  /** Makes automata, quickly or as well as it can, and judges them together with those that have grown by distance. */
  rate(grown: readonly Point[], quickly: boolean): Rated {
    const making = this.#sampleOf(this.#making);
    const heldOut = sampleOf(this.#known, measureOf(this.#known, new Map(), this.#heldOut), 1);
    const best = new Map<number, { point: Point; rated: CurvePoint; loss: number }>();
    const rate = (
      arcs: Pick<Arcs, "size" | "target">,
      { family, radius, undecided }: Omit<Point, "pdfa">,
    ) => {
      const pdfa = fitted(making, arcs.size, Int32Array.from(arcs.target));
      const rated = { states: arcs.size, family, radius, ...lossOn(heldOut, pdfa) };
      const other = best.get(arcs.size)?.rated;
      if (arcs.size <= this.#most && !(other !== undefined && other.divergence <= rated.divergence)) {
        const loss = ((HELD_OUT - 1) * lossOn(making, pdfa).divergence + rated.divergence) / HELD_OUT;
        best.set(arcs.size, { point: { pdfa, family, radius, undecided }, rated, loss });
      }
      return rated;
    };
    const ratedGrown = grown.map((point) => rate(point.pdfa, point));
    const starts = mostFallen(ratedGrown).map((index) => grown[index]);
    for (const arcs of this.#made(making, starts, quickly))
      rate(arcs, { family: "gain", radius: 1, undecided: new Map() });
    const sorted = [...best.values()].sort((one, other) => one.rated.states - other.rated.states);
    const curve = sorted.map(({ rated }) => rated);
    const choice = chooseByLoss(
      curve,
      sorted.map(({ loss }) => loss),
      this.#options,
    );
    const judged = {
      words: this.#heldOut.length,
      ngram: this.#bestNgram(curve[choice.index].states, heldOut),
    };
    return { points: sorted.map(({ point }) => point), curve, choice, judged, grown: ratedGrown };
  }

  *#made(sample: Sample, starts: readonly Point[], quickly: boolean): Generator<Arcs> {
    if (quickly) return yield* automataBySplits(sample, Math.min(this.#most, DRAFT));
    yield* automataByGain(sample, this.#most);
    for (const { pdfa, undecided } of starts) yield* automataFrom(sample, pdfa, undecided.keys());
  }

  /** The automaton with rows that are means over all words. */
  fitted({ size, target }: Pdfa): Pdfa {
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

  /** The n-gram model with at most so many states that is nearest to the words held out. */
  #bestNgram(most: number, heldOut: Sample): Judged["ngram"] {
    let best = { n: 1, states: 1, divergence: Number.POSITIVE_INFINITY };
    for (let n = 1; ; n++) {
      const found = ngramPdfa(heldOut.letters, this.#making, n, most);
      if (found === undefined) return best;
      const { divergence } = lossOn(heldOut, found.pdfa);
      if (divergence < best.divergence) best = { n, states: found.pdfa.size, divergence };
      else if (found.pdfa.size === best.states) return best;
    }
  }
}

/** The places of the last point, and of those that fell most below the one before; none with one state. */
function mostFallen(curve: readonly CurvePoint[]): number[] {
  const fall = (i: number) => curve[i - 1].divergence / curve[i].divergence;
  const places = Array.from({ length: curve.length - 1 }, (_, i) => i + 1);
  const most = places.toSorted((one, other) => fall(other) - fall(one)).slice(0, STARTS);
  return [...new Set([...most, ...places.slice(-1)])];
}
