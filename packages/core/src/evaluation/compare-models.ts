import { HankelError } from "../errors.ts";
import { AskedRows } from "../next/asked-rows.ts";
import type { Distribution } from "../next/distribution.ts";
import type { Arriving, NextTeacher } from "../next/next-teacher.ts";
import { WordDraw } from "../next/word-draw.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import { finish, isSpent } from "./drawn-words.ts";
import { type Estimate, INFINITE, ratioOfMeans } from "./estimate.ts";
import {
  askable,
  askMissing,
  jointAlphabet,
  type Model,
  stopIfCancelled,
  type Translation,
  translation,
  type Watch,
} from "./rows.ts";
import { type Share, shareOf } from "./share.ts";
import { type Gap, gapOf } from "./step.ts";

/** How two language models are compared. */
export interface CompareModelsOptions extends Watch {
  /** How many words are drawn from each; 1000 by default. */
  readonly words?: number | undefined;
  readonly seed?: number | undefined;
  /** Words are cut off after this many letters, or earlier if one of the models cannot be asked about so many; 200 by default. */
  readonly maxLength?: number | undefined;
  /** How many of the places where they differ most are returned; 10 by default. */
  readonly places?: number | undefined;
  /**
   * Is it enough? Asked now and then; the words drawn so far, at least some of each model, are compared then, and also if a model
   * refuses with an error `budget`.
   */
  readonly enough?: (() => boolean) | undefined;
}

/** How far the other model is from one, on the words of that one. */
export interface ModelGap {
  /** How many places the words have: their letters and ends. */
  readonly symbols: number;
  /** How many words were cut off. */
  readonly cut: number;
  /** The mean total variation distance of what comes next, per symbol. */
  readonly totalVariation: Estimate;
  /** KL(model ‖ other) in nats, per symbol and per word; `Infinity` if the other excludes something that happens. */
  readonly divergence: Estimate;
  readonly wordDivergence: Estimate;
  /** The same with the other mixed with a little of the uniform distribution: always finite. */
  readonly smoothedDivergence: Estimate;
  readonly smoothedWordDivergence: Estimate;
  /** The share of places at which the other excludes something that happens. */
  readonly excluded: number;
}

/** A place where two models say that different things come next. */
export interface PlaceOfDifference {
  /** The word so far. */
  readonly word: Word;
  /** How likely each model is to begin a word with it. */
  readonly left: number;
  readonly right: number;
  /** What each says comes next. */
  readonly leftRow: Distribution;
  readonly rightRow: Distribution;
  /** Its part of the difference that the drawn words show. */
  readonly share: number;
}

/** How far apart two language models are. */
export interface ModelComparison {
  /** How many words were drawn from each. */
  readonly words: number;
  /** The symbols of both: those of words and rows here. */
  readonly alphabet: Alphabet;
  readonly maxLength: number;
  /** The total variation distance of the two distributions of words. */
  readonly variation: Share;
  /** Their Jensen–Shannon divergence in nats: at most ln 2. */
  readonly jensenShannon: Share;
  /** On the words of the left model, and on those of the right one. */
  readonly left: ModelGap;
  readonly right: ModelGap;
  /** The places where they differ most, weighted by how likely they are. */
  readonly places: readonly PlaceOfDifference[];
}

/** Keep the words of the two apart from each other, and from those that others draw with the same seed. */
const STREAMS = [0x63_6d_70_61, 0x63_6d_70_62] as const;

/** How many words are drawn from each before it is the other's turn: few at first, so that little time is enough for some. */
const FIRST_GROUP = 10;
const LARGEST_GROUP = 100;

/** What was said is forgotten when it holds more numbers than this. */
const MOST_NUMBERS = 2 ** 24;

/**
 * How far apart two language models are, on words drawn from each of them in turn; symbols are matched by name. Words that are
 * cut off count as far as they go, so all figures are about the distributions of words cut off at `maxLength`.
 *
 * The total variation of words, V = E_p[max(0, 1 − q/p)], which is also E_q[max(0, 1 − p/q)], and the Jensen–Shannon divergence,
 * ln 2 minus the expected entropy of which of the two spoke, are means of bounded values over the words of both; their intervals
 * hold for any number of words (`Share`). Divergences are means of unbounded values: their intervals are those of the normal
 * distribution. They sum what is expected at every place instead of the logarithm of what came, which has the same mean.
 *
 * A place counts by what it adds to the two divergences of a word: ½ (p(u)·KL(p_u ‖ q_u) + q(u)·KL(q_u ‖ p_u)),
 * smoothed where that would be infinite.
 *
 * @example
 * const [fair, biased] = ["(<0.5>a)*<0.5>", "(<0.6>a)*<0.4>"].map((text) => toWdfsa(fromExpression(text, real)));
 * const { variation } = await compareModels(fair, biased, { words: 500, seed: 1 });
 * console.log(variation.low < 0.14 && 0.14 < variation.high); // true
 */
export async function compareModels(
  left: Model,
  right: Model,
  options: CompareModelsOptions = {},
): Promise<ModelComparison> {
  const { words = 1000, seed = 1, maxLength: wanted = 200, places = 10, enough, progress } = options;
  for (const [what, value] of Object.entries({ words, maxLength: wanted })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new HankelError("usage", `${what} is a whole number from 1 on, not ${value}`);
  }
  const teachers = [askable(left), askable(right)] as const;
  const alphabet = jointAlphabet(left.alphabet, right.alphabet);
  const maxLength = Math.min(wanted, ...teachers.map(({ longest }) => longest ?? wanted));
  const speakers = teachers.map((teacher) => new Speaker(teacher, alphabet));
  const sides = speakers.map(() => new Side());
  const most = new Places(alphabet.size, places);
  for (let first = 0, size = FIRST_GROUP; first < words; size = Math.min(2 * size, LARGEST_GROUP)) {
    if (first > 0 && enough?.() === true) break;
    const count = Math.min(size, words - first);
    const drawings = STREAMS.map(
      (stream) => new WordDraw(undefined, { count, first, seed, stream, longest: maxLength }),
    );
    const drawn: Word[][] = [];
    try {
      for (const [i, speaker] of speakers.entries()) {
        drawn.push(await speaker.draw(drawings[i], options));
        await speakers[1 - i].hear(drawn[i], options);
      }
    } catch (error) {
      if (first > 0 && isSpent(error)) break;
      throw error;
    }
    for (const [i, side] of sides.entries()) {
      side.cut += drawings[i].cut;
      for (const word of drawn[i]) {
        const [leftRows, rightRows] = speakers.map((speaker) => speaker.rows(word));
        const [own, others] = i === 0 ? [leftRows, rightRows] : [rightRows, leftRows];
        side.measure(word, own, others, maxLength);
        most.look(word, leftRows, rightRows, maxLength);
      }
    }
    for (const speaker of speakers) speaker.forgetMuch();
    first += count;
    progress?.(first);
  }
  const both = sides.flatMap((side) => side.words);
  return {
    words: sides[0].words.length,
    alphabet,
    maxLength,
    variation: shareOfSome(both.map(({ ratio }) => Math.max(0, 1 - ratio))),
    jensenShannon: scaled(shareOfSome(both.map(({ ratio }) => 1 - doubt(ratio) / Math.LN2)), Math.LN2),
    left: sides[0].gap(),
    right: sides[1].gap(),
    places: most.found(),
  };
}

/** What comes next after every prefix of a word, ε first; zeros behind a prefix that has probability 0. */
type RowsOfWord = readonly Distribution[];

/** A model that draws words, and says what comes next along those of the other, by the letters of both. */
class Speaker {
  readonly #teacher: NextTeacher;
  readonly #translate: Translation;
  readonly #own: Alphabet;
  readonly #joint: Alphabet;
  readonly #nothing: Distribution;
  #asked: AskedRows<Arriving<Distribution>>;

  constructor(teacher: NextTeacher, joint: Alphabet) {
    this.#teacher = teacher;
    this.#own = teacher.alphabet;
    this.#joint = joint;
    this.#translate = translation(teacher.alphabet, joint);
    this.#nothing = new Float64Array(joint.size + 1);
    this.#asked = new AskedRows(teacher);
  }

  async draw(drawing: WordDraw, watch: Watch): Promise<Word[]> {
    await finish(drawing, this.#asked, { cancelled: watch.cancelled });
    if (this.#own.equals(this.#joint)) return [...drawing.words];
    return drawing.words.map((word) => this.#joint.word(this.#own.spell(word)));
  }

  /** Asks what comes next along these words, as far as it knows their symbols. */
  async hear(words: readonly Word[], watch: Watch): Promise<void> {
    stopIfCancelled(watch);
    const known = words.map((word) => this.#known(word));
    await askMissing(this.#asked, this.#asked.unknownPrefixes(known), { cancelled: watch.cancelled });
  }

  rows(word: Word): RowsOfWord {
    const { answers } = this.#asked;
    const known = this.#known(word);
    const rows: Distribution[] = [];
    let possible = true;
    for (let i = 0, at = 0; i <= word.length; i++) {
      const row: Distribution =
        possible && i <= known.length ? this.#translate.row(answers.row(at)) : this.#nothing;
      rows.push(row);
      possible &&= i < word.length && row[word[i]] > 0;
      if (i < known.length) at = answers.tree.child(at, known[i]);
    }
    return rows;
  }

  /** Forgets what was said if it takes much memory: it is asked again then. */
  forgetMuch(): void {
    if (this.#asked.answers.tree.size * (this.#own.size + 1) > MOST_NUMBERS)
      this.#asked = new AskedRows(this.#teacher);
  }

  /** The word in its own letters, up to the first symbol that it does not know. */
  #known(word: Word): Word {
    const letters = word.map((letter) => this.#translate.letter(letter));
    const unknown = letters.indexOf(-1);
    return unknown < 0 ? letters : letters.slice(0, unknown);
  }
}

/** What a word says about the two. */
interface MeasuredWord extends Pick<Gap, "variation" | "divergence" | "smoothed" | "excludes"> {
  readonly places: number;
  /** How many times as likely it is in the other model. */
  readonly ratio: number;
}

/** The words of one of the models. */
class Side {
  readonly words: MeasuredWord[] = [];
  cut = 0;

  measure(word: Word, own: RowsOfWord, other: RowsOfWord, maxLength: number): void {
    const places = Math.min(word.length + 1, maxLength);
    let [variation, divergence, smoothed, excludes, log] = [0, 0, 0, 0, 0];
    for (let i = 0; i < places; i++) {
      const gap = gapOf(own[i], other[i]);
      variation += gap.variation;
      divergence += gap.divergence;
      smoothed += gap.smoothed;
      excludes += gap.excludes;
      const next = i < word.length ? word[i] : own[i].length - 1;
      log += Math.log(other[i][next] / own[i][next]);
    }
    this.words.push({ places, variation, divergence, smoothed, excludes, ratio: Math.exp(log) });
  }

  gap(): ModelGap {
    const { words } = this;
    const places = words.map((word) => word.places);
    const ones = words.map(() => 1);
    const excluded = ratioOfMeans(
      words.map(({ excludes }) => excludes),
      places,
    ).mean;
    const of = (name: "variation" | "divergence" | "smoothed", counts: readonly number[]) =>
      name === "divergence" && excluded > 0
        ? INFINITE
        : ratioOfMeans(
            words.map((word) => word[name]),
            counts,
          );
    return {
      symbols: places.reduce((sum, count) => sum + count, 0),
      cut: this.cut,
      totalVariation: of("variation", places),
      divergence: of("divergence", places),
      wordDivergence: of("divergence", ones),
      smoothedDivergence: of("smoothed", places),
      smoothedWordDivergence: of("smoothed", ones),
      excluded,
    };
  }
}

/** The places where the two differ most. */
class Places {
  readonly #tree: PrefixTree;
  readonly #seen = new Set<number>();
  readonly #most: number;
  #total = 0;
  readonly #best: (PlaceOfDifference & { readonly weight: number })[] = [];

  constructor(letters: number, most: number) {
    this.#tree = new PrefixTree(letters);
    this.#most = most;
  }

  /** Looks at every place of a word that both models think possible and that was not looked at before. */
  look(word: Word, leftRows: RowsOfWord, rightRows: RowsOfWord, maxLength: number): void {
    let [node, left, right] = [0, 1, 1];
    for (let i = 0; i <= word.length && i < maxLength && left > 0 && right > 0; i++) {
      const [leftRow, rightRow] = [leftRows[i], rightRows[i]];
      if (!this.#seen.has(node)) {
        this.#seen.add(node);
        const [there, back] = [finite(gapOf(leftRow, rightRow)), finite(gapOf(rightRow, leftRow))];
        const weight = (left * there + right * back) / 2;
        this.#total += weight;
        const least = this.#best.length < this.#most ? 0 : (this.#best.at(-1)?.weight ?? 0);
        if (weight > least) {
          const rows = { leftRow: leftRow.slice(), rightRow: rightRow.slice() };
          this.#keep({ word: word.slice(0, i), left, right, ...rows, weight, share: 0 });
        }
      }
      if (i === word.length) return;
      left *= leftRow[word[i]];
      right *= rightRow[word[i]];
      node = this.#tree.extend(node, word[i]);
    }
  }

  /** Those that differ most first. Differences that come from rounding are none. */
  found(): PlaceOfDifference[] {
    return this.#best
      .filter(({ weight }) => weight > ROUNDING)
      .map(({ weight, ...place }) => ({ ...place, share: weight / this.#total }));
  }

  #keep(place: PlaceOfDifference & { readonly weight: number }): void {
    const at = this.#best.findIndex(({ weight }) => weight < place.weight);
    this.#best.splice(at < 0 ? this.#best.length : at, 0, place);
    this.#best.length = Math.min(this.#best.length, this.#most);
  }
}

const ROUNDING = 1e-12;

/** The divergence, smoothed where it would be infinite. */
function finite({ divergence, smoothed, excludes }: Gap): number {
  return excludes > 0 ? smoothed : divergence;
}

/** The entropy of which of the two spoke a word, given how many times as likely it is in one of them, in nats. */
function doubt(ratio: number): number {
  const part = (share: number) => (share > 0 ? -share * Math.log(share) : 0);
  const first = 1 / (1 + ratio);
  return part(first) + part(1 - first);
}

function shareOfSome(values: readonly number[]): Share {
  const share = shareOf(values);
  if (share === undefined) throw new HankelError("usage", "there are no words to compare on");
  return share;
}

function scaled({ mean, low, high, count }: Share, by: number): Share {
  return { mean: by * mean, low: by * low, high: by * high, count };
}
