import { real } from "../algebra/float64.ts";
import { Answers, type Clash } from "../answers/answers.ts";
import { countOf, HankelError, quote } from "../errors.ts";
import type { KindHeader, NextAnswers } from "../formats/journal-lines.ts";
import { isPacked, packNumbers, unpackNumbers } from "../formats/packed-numbers.ts";
import { type Distribution, distanceOfRows, rowAt, showRow } from "../next/distribution.ts";
import { type DistributionNotation, isWide, RowReader } from "../next/read-distributions.ts";
import type { Alphabet } from "../words/alphabet.ts";
import { lengthened } from "../words/collections.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import type { Word } from "../words/word.ts";
import {
  type Combined,
  type Kind,
  type OnConflict,
  readAnswers,
  UsualKind,
  type WeightChoice,
  widest,
} from "./kind.ts";

/** The batch that a word is in changes the last bits of what a network says; this is far more than that. */
const TOLERANCE = 1e-4;

/** The most bytes of a probability as JSON, with its comma. */
const PROBABILITY_BYTES = 25;

/** So many probabilities, or a quarter of those there are, get room at once: 64 MiB. */
const SOME_NUMBERS = 2 ** 23;

/** A number that is not negative, as JavaScript writes it. */
const NUMBER = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/;

/** The numbers that blanks separate in a text; undefined if there is anything else. */
function readNumbers(text: string): Float64Array | undefined {
  const numbers = text.split(" ");
  return numbers.every((number) => NUMBER.test(number)) ? Float64Array.from(numbers, Number) : undefined;
}

/** How a language model answers, and how its answers are written. */
export type RowsOptions = DistributionNotation & Partial<Pick<NextAnswers, "longest">>;

/**
 * The target is a language model, and says what comes next after each word: a distribution over an alphabet and the end.
 *
 * @example
 * console.log(rowsOver(new Alphabet("ab")).name); // rows
 */
export function rowsOver(alphabet: Alphabet, options: RowsOptions = {}): RowsKind {
  return new RowsKind(alphabet, options);
}

/** Does a target of this kind say what comes next? For whoever needs distributions, and can do nothing without. */
export function isRows(kind: Kind<unknown>): kind is RowsKind {
  return kind.name === "rows";
}

/**
 * Reads the distributions of words, from JSON or from a function, and divides each by its sum.
 *
 * @example
 * const [row] = readDistributions(new Alphabet("a"), [[]], [[0.25, 0.75]]);
 * console.log(row.join(" ")); // 0.25 0.75
 */
export function readDistributions(
  alphabet: Alphabet,
  words: readonly Word[],
  values: unknown,
  notation: DistributionNotation = {},
): Distribution[] {
  return readAnswers(rowsOver(alphabet, notation), alphabet, words, values);
}

/**
 * Distributions of what comes next: equal if no probability differs by more than a tolerance. Journals write them as numbers
 * separated by spaces, row after row; with prefixes, an answer has a row for each prefix of its word, ε first. Over a large
 * alphabet a number has 32 bits, as in a network, and journals write them as these.
 */
export class RowsKind extends UsualKind<number, Distribution> implements Kind<number, Distribution> {
  readonly alphabet: Alphabet;
  readonly options: RowsOptions;
  readonly algebra = real;
  readonly name = "rows";
  /** How it answers. */
  readonly next: NextAnswers;
  readonly header: KindHeader;
  readonly tellsPrefixes: boolean;
  readonly exact = false;
  readonly verb = "next";
  readonly reply = "distributions";
  readonly noun = "distribution";
  readonly corrects = false;
  readonly suspicion = "";
  readonly approximate = true;
  readonly answerer: string;
  readonly learner = "soft";
  readonly tests = undefined;
  readonly #reader: RowReader;

  constructor(alphabet: Alphabet, options: RowsOptions) {
    super();
    const { prefixes = false, longest } = options;
    this.alphabet = alphabet;
    this.options = options;
    this.next = { prefixes, ...(longest !== undefined && { longest }) };
    this.header = { semifield: real.name, next: this.next };
    this.tellsPrefixes = prefixes;
    this.answerer = `a language model that tells ${prefixes ? "all prefixes" : "single words"}`;
    this.#reader = new RowReader(alphabet, options);
  }

  get announced(): object {
    return { next: true, prefixes: this.tellsPrefixes, normalized: true };
  }

  get answerBytes(): number {
    return PROBABILITY_BYTES * ((this.options.full ?? this.alphabet).size + 1);
  }

  get longest(): number | undefined {
    return this.options.longest;
  }

  equals(a: Distribution, b: Distribution): boolean {
    return a.length === b.length && distanceOfRows(a, b) <= TOLERANCE;
  }

  isAnswer(value: unknown): value is Distribution {
    return value instanceof Float64Array && value.length > 0 && value.every((p) => p >= 0 && p < Infinity);
  }

  parse(text: string): Distribution {
    const numbers = isPacked(text) ? unpackNumbers(text) : readNumbers(text);
    if (numbers === undefined || !this.isAnswer(numbers))
      throw new HankelError("parse", `expected probabilities separated by spaces, got ${quote(text)}`);
    const width = this.alphabet.size + 1;
    if (numbers.length % width === 0) return numbers;
    const expected = `${countOf(width, "probability", "probabilities")} in each row`;
    throw new HankelError("parse", `expected ${expected}, got ${numbers.length} in all: ${quote(text)}`);
  }

  format(answer: Distribution): string {
    return isWide(this.alphabet.size) ? packNumbers(answer) : answer.join(" ");
  }

  read(word: Word, value: unknown): Distribution {
    return this.tellsPrefixes ? this.#reader.rows(word, value) : this.#reader.row(value);
  }

  write(answer: Distribution): unknown {
    const width = this.alphabet.size + 1;
    if (!this.tellsPrefixes) return Array.from(answer);
    return Array.from({ length: answer.length / width }, (_, row) => Array.from(rowAt(answer, row, width)));
  }

  /** The mean, or the first answer if that should stand. A mean of distributions is a distribution. */
  combine(answers: readonly Distribution[], rule: OnConflict): Combined<Distribution> {
    const [first] = answers;
    const spread = widest(answers, distanceOfRows);
    const conflict = spread > TOLERANCE;
    const keep = spread === 0 || rule === "keep-first" || (rule === "stop" && conflict);
    const mean = () =>
      first.map((_, i) =>
        this.#rounded(answers.reduce((sum, answer) => sum + answer[i], 0) / answers.length),
      );
    return { answer: keep ? first : mean(), spread, conflict, decided: true };
  }

  #rounded(probability: number): number {
    return isWide(this.alphabet.size) ? Math.fround(probability) : probability;
  }

  /** Shows only the rows where the answers differ most from the first one. */
  differing(alphabet: Alphabet, word: Word, answers: readonly Distribution[]): string {
    const width = this.alphabet.size + 1;
    const [first] = answers;
    let [place, most] = [0, -1];
    for (let row = 0; row * width < first.length; row++) {
      for (const answer of answers) {
        const distance = distanceOfRows(rowAt(first, row, width), rowAt(answer, row, width));
        if (distance > most) [place, most] = [row, distance];
      }
    }
    const prefix = alphabet.show(this.tellsPrefixes ? word.slice(0, place) : word);
    const said = answers.map((answer) => showRow(rowAt(answer, place, width))).join(", then ");
    return `after ${prefix} it gives the distributions ${said}`;
  }

  clashing(alphabet: Alphabet, { prefix, told, other }: Clash<Word>, before: string, now: string): string {
    const first = `after ${alphabet.show(prefix)} it gave the distribution ${told} along with ${before}`;
    return `${first}, and ${other} along with ${now}`;
  }

  describe(notation = true): string {
    const { longest, logs } = this.options;
    const limit = longest === undefined ? "" : `, for words of at most ${longest} letters`;
    const written = logs === true && notation ? ", as logarithms" : "";
    return `distributions${this.tellsPrefixes ? " of all prefixes" : ""}${written}${limit}`;
  }

  unlike(other: Kind<unknown>): string | undefined {
    const { prefixes, longest } = this.next;
    if (!isRows(other) || other.next.prefixes !== prefixes || other.next.longest !== longest)
      return "hold answers of different kinds";
    return this.alphabet.equals(other.alphabet) ? undefined : "hold distributions over different alphabets";
  }

  /** The distribution over this alphabet. */
  override carried(answer: Distribution, word: Word, full: Alphabet): Distribution {
    const lacking = this.alphabet.symbols.find((symbol) => full.letter(symbol) < 0);
    if (lacking !== undefined) {
      throw new HankelError(
        "usage",
        `the distributions for --warm say nothing about the symbol ${quote(lacking)}`,
      );
    }
    return readDistributions(this.alphabet, [word], [answer], { prefixes: this.tellsPrefixes, full })[0];
  }

  answers(alphabet: Alphabet, tree = new PrefixTree(alphabet.size)): RowAnswers {
    return new RowAnswers(tree, this);
  }

  chosen(alphabet: Alphabet, { semifield }: WeightChoice): RowsKind {
    if (semifield === undefined) return rowsOver(alphabet, { ...this.options, full: this.alphabet });
    const problem = "the black box answers with distributions, not with weights, so leave --semifield out";
    throw new HankelError("usage", problem);
  }

  override writtenAs(notation: DistributionNotation): RowsKind {
    return rowsOver(this.alphabet, { ...this.options, ...notation });
  }
}

/**
 * Rows of probabilities, one after the other in one flat array.
 *
 * @example
 * const alphabet = new Alphabet("ab");
 * const answers = new RowAnswers(new PrefixTree(2), rowsOver(alphabet));
 * answers.tell(0, Float64Array.of(0.5, 0.25, 0.25));
 * console.log(answers.row(0)[1]); // 0.25
 */
export class RowAnswers extends Answers<Distribution> {
  readonly letters: number;
  values: Float64Array<ArrayBuffer>;
  readonly #kind: RowsKind;
  readonly #width: number;
  #end = 0;

  constructor(tree: PrefixTree, kind: RowsKind) {
    super(tree, kind.tellsPrefixes);
    this.#kind = kind;
    this.letters = kind.alphabet.size;
    this.#width = this.letters + 1;
    this.values = new Float64Array(64 * this.#width);
  }

  override get bytes(): number {
    return super.bytes + this.values.byteLength;
  }

  /** Where the row of a node begins. */
  at(node: number): number {
    return this.place[node] - 1;
  }

  /** The row of a node. It is a part of `values`, and not to be kept. */
  row(node: number): Distribution {
    return this.values.subarray(this.at(node), this.at(node) + this.#width);
  }

  answer(node: number): Distribution {
    return this.tellsPrefixes ? this.#rows(node, (at) => this.row(at)) : this.row(node).slice();
  }

  /** Networks do not give the same bits in every batch, so the first row stays, also where another one is as good. */
  tell(node: number, answer: Distribution, corrects = false): void {
    const own = this.#check(node, answer);
    const until = own === 0 ? node : 0;
    for (let at = node, row = own; row >= 0 && at >= until; at = this.tree.parent(at), row--) {
      this.#keep(at, answer, row, corrects);
    }
  }

  /** The rows behind the prefixes that are known, and always the last: with large alphabets, rows fill a journal. */
  override news(node: number, answer: Distribution): Distribution {
    if (!this.tellsPrefixes) return answer;
    let rows = 1;
    for (let at = this.tree.parent(node); at >= 0 && !this.knows(at); at = this.tree.parent(at)) rows++;
    return answer.subarray(answer.length - rows * this.#width);
  }

  clash(node: number, answer: Distribution): Clash | undefined {
    if (!this.tellsPrefixes) return undefined;
    this.#checkWhole(node, answer);
    let found: Clash | undefined;
    for (let at = node; at >= 0; at = this.tree.parent(at)) {
      if (!this.knows(at)) continue;
      const [told, other] = [this.row(at), this.#own(answer, at)];
      if (!this.#kind.equals(told, other)) found = { prefix: at, told: showRow(told), other: showRow(other) };
    }
    return found;
  }

  kept(node: number, answer: Distribution): Distribution {
    if (!this.tellsPrefixes) return answer;
    return this.#rows(node, (at) => (this.knows(at) ? this.row(at) : this.#own(answer, at)));
  }

  #own(answer: Distribution, at: number): Distribution {
    return rowAt(answer, this.tree.depth(at), this.#width);
  }

  /** An answer made of a row for each prefix of the node's word. */
  #rows(node: number, rowOf: (at: number) => Distribution): Distribution {
    const answer = new Float64Array((this.tree.depth(node) + 1) * this.#width);
    for (let at = node; at >= 0; at = this.tree.parent(at)) this.#own(answer, at).set(rowOf(at));
    return answer;
  }

  /** The number of the node's own row in an answer: the last one. Rows of prefixes that are known may be missing. */
  #check(node: number, answer: Distribution): number {
    const width = this.#width;
    const depth = this.tree.depth(node);
    if (answer.length === (depth + 1) * width) return depth;
    const rows = answer.length / width;
    if (rows === 1 && !this.tellsPrefixes) return 0;
    if (Number.isInteger(rows) && rows >= 1 && rows <= depth && this.tellsPrefixes) {
      let before = node;
      for (let row = 0; row < rows; row++) before = this.tree.parent(before);
      if (this.knows(before)) return rows - 1;
    }
    throw this.#wrong(depth, answer);
  }

  #checkWhole(node: number, answer: Distribution): void {
    const depth = this.tree.depth(node);
    if (answer.length !== (depth + 1) * this.#width) throw this.#wrong(depth, answer);
  }

  #wrong(depth: number, { length }: Distribution): HankelError {
    const expected = `${countOf(depth + 1, "row")} of ${countOf(this.#width, "probability", "probabilities")}`;
    return new HankelError(
      "parse",
      `expected ${expected} for ${countOf(depth, "letter")}, got ${length} in all`,
    );
  }

  #keep(node: number, answer: Distribution, row: number, corrects: boolean): void {
    this.reserve(node);
    if (this.place[node] === 0) {
      this.place[node] = this.#end + 1;
      this.#end += this.#width;
      if (this.#end > this.values.length) {
        // Old and new values are there at once for a moment, so where they are many they grow slowly.
        const { length } = this.values;
        this.values = lengthened(this.values, length + Math.min(length, Math.max(SOME_NUMBERS, length / 4)));
      }
    } else if (!corrects) return;
    this.values.set(rowAt(answer, row, this.#width), this.at(node));
  }
}
