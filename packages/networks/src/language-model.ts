import {
  type Arriving,
  type Distribution,
  type FoldedAnswer,
  type GuessedWord,
  HankelError,
  type Letter,
  type NextTeacher,
  type Word,
} from "@hankel/core";
import type { NetworkDescription } from "./description.ts";
import type { OnState } from "./hidden-states.ts";
import type { Rows } from "./layout.ts";
import { chosenTokens, tokensOf } from "./token-ids.ts";
import { type Opened, type Pause, type Reading, readingOf, WordReader } from "./word-reader.ts";

/** How a language model is asked: who receives its states, and what is awaited between two runs. */
export interface NextOptions extends Arriving<Distribution> {
  readonly onState?: OnState | undefined;
  readonly pause?: Pause | undefined;
}

/** The letters that are kept, in their order, and all others. */
interface Folding {
  readonly kept: readonly Letter[];
  readonly others: Int32Array;
}

type Scores = NonNullable<NetworkDescription["scores"]>;

/** Probabilities that sum to 1 up to this are a distribution: half precision does no better. */
const SLACK = 0.02;
/** In single precision, they do. */
const EXACT_SLACK = 1e-3;
/** So many rows show whether they are probabilities. */
const TRIED = 16;
/** Outputs with such a name are said to hold probabilities. */
const PROBABILITIES = /prob|softmax/iu;
/** Those with such a name hold logarithms of them, which are read as logits are. */
const LOGARITHMS = /log/iu;

/**
 * A network that says what comes next. From the numbers that it gives for all tokens, it takes those of the symbols and of
 * the end, and makes them a distribution: by softmax if they are logits or logarithms of probabilities, and by their sum if they are
 * probabilities already. A network that reads from the left gives the distributions of all prefixes of a word at once.
 *
 * @example
 * const runtime = await import("onnxruntime-web");
 * const file = await readFile("examples/models/uhl2.onnx");
 * const session = await openSession(runtime, file, "uhl2.onnx");
 * const side = await readFile("examples/models/uhl2.json", "utf8");
 * const network = await openNetwork(session, parseDescription(side, "uhl2.json"), { name: "uhl2.onnx" });
 * if (network instanceof LanguageModel) console.log((await network.next([[]]))[0].length); // 6
 */
export class LanguageModel extends WordReader implements NextTeacher {
  readonly kind = "language-model";
  /** Does an answer hold the distributions of all prefixes, ε first? */
  readonly prefixes: boolean;
  /** The tokens of the letters, and last that of the end. */
  readonly #tokens: Int32Array;
  readonly #probabilities: boolean;

  private constructor(reading: Reading, tokens: readonly number[], probabilities: boolean) {
    super(reading);
    this.prefixes = reading.layout.prefixes;
    this.#tokens = Int32Array.from(tokens);
    this.#probabilities = probabilities;
  }

  /** For `openNetwork`, which has found the tensors of the network and how they lie. */
  static async open(opened: Opened): Promise<LanguageModel> {
    const { description, layout, ports, options } = opened;
    const { bos, eos, scores } = description;
    if (bos === undefined || eos === undefined) throw lacks(bos === undefined ? "bos" : "eos", options.name);
    const { width } = layout;
    if (eos >= width) {
      throw new HankelError(
        "usage",
        `${options.name}: "eos" is ${eos}, but the network knows ${width} tokens only, from 0 to ${width - 1}: its output ` +
          `${ports.output.name} has ${width} columns`,
      );
    }
    const tokens = chosenTokens(tokensOf(description, width, options.name), options.alphabet);
    const reading = await readingOf(opened, tokens);
    const found = scores ?? (await scoresOf(reading));
    const model = new LanguageModel(reading, [...tokens.ids, eos], found === "probabilities");
    await model.measureLongest();
    return model;
  }

  /**
   * For each word, its distribution: a probability for each letter, and last that of the end. `onState`, if it is given,
   * receives the network's states after the words.
   */
  async next(words: readonly Word[], { onState, pause }: NextOptions = {}): Promise<readonly Distribution[]> {
    const width = this.#tokens.length;
    const answers = words.map((word) => new Float64Array(this.#rows(word) * width));
    const take = (word: number, found: Rows, startAt: (row: number) => number) => {
      const answer = answers[word];
      for (let at = 0, from = 0; from < answer.length; at++, from += width) {
        const start = startAt(at);
        const problem = this.#probabilities
          ? this.#share(found, start, answer.subarray(from, from + width))
          : this.#softmax(found, start, answer, from);
        if (problem !== undefined) throw this.#noDistribution(words[word], at, problem);
      }
    };
    await this.#readRows(words, take, onState, pause);
    return answers;
  }

  /**
   * The same over some letters only, with all others as one. Of a large vocabulary this takes much less: no row of all letters is made, and none at all where a
   * guess in the word is wrong.
   */
  async folded(
    asked: readonly GuessedWord[],
    kept: readonly Letter[],
    { pause }: NextOptions = {},
  ): Promise<readonly FoldedAnswer[]> {
    const letters = this.#tokens.length - 1;
    const isKept = new Uint8Array(letters);
    for (const letter of kept) isKept[letter] = 1;
    const folding: Folding = {
      kept,
      others: Int32Array.from(isKept.keys()).filter((letter) => isKept[letter] === 0),
    };
    const width = kept.length + 2;
    const answers = new Array<FoldedAnswer>(asked.length);
    const words = asked.map(({ word }) => word);
    const take = (index: number, found: Rows, startAt: (row: number) => number) => {
      const { word, guesses } = asked[index];
      for (const place of guesses) {
        const letter = this.#likeliest(found, startAt(place), folding);
        if (letter === word[place]) continue;
        answers[index] = { place, letter };
        return;
      }
      const rows = new Float64Array(this.#rows(word) * width);
      const likeliest: Letter[] = [];
      for (let at = 0; at < rows.length / width; at++) {
        const start = startAt(at);
        const likely = this.#likeliest(found, start, folding);
        likeliest.push(likely);
        const into = rows.subarray(at * width, (at + 1) * width);
        const problem = this.#fold(found, start, folding, likely, into);
        if (problem !== undefined) throw this.#noDistribution(word, at, problem);
      }
      answers[index] = { rows, likeliest };
    };
    await this.#readRows(words, take, undefined, pause);
    return answers;
  }

  /** The likeliest of the letters that are not kept, of equal ones the first. */
  #likeliest({ numbers, step }: Rows, start: number, { others }: Folding): Letter {
    const tokens = this.#tokens;
    let [most, best] = [Number.NEGATIVE_INFINITY, others[0]];
    for (let i = 0; i < others.length; i++) {
      const number = numbers[start + tokens[others[i]] * step];
      if (number > most) [most, best] = [number, others[i]];
    }
    return best;
  }

  /** The distribution over the kept letters, all others as one, and the end; `likely` is the likeliest of the others. Says what is wrong with the numbers. */
  #fold(
    found: Rows,
    start: number,
    { kept, others }: Folding,
    likely: Letter,
    into: Float64Array,
  ): string | undefined {
    const { numbers, step } = found;
    const tokens = this.#tokens;
    const rest = into.length - 2;
    for (let i = 0; i < rest; i++) into[i] = numbers[start + tokens[kept[i]] * step];
    into[rest] = numbers[start + tokens[likely] * step];
    into[rest + 1] = numbers[start + tokens[tokens.length - 1] * step];
    let sum = 0;
    if (this.#probabilities) {
      for (let i = 0; i < others.length; i++) sum += numbers[start + tokens[others[i]] * step];
      into[rest] = sum;
      return this.#divide(found, start, into);
    }
    let largest = Number.NEGATIVE_INFINITY;
    for (const number of into) largest = Math.max(largest, number);
    for (let i = 0; i < into.length; i++) into[i] = Math.exp(into[i] - largest);
    for (let i = 0; i < others.length; i++)
      sum += Math.exp(numbers[start + tokens[others[i]] * step] - largest);
    into[rest] = sum;
    return divided(into) ? undefined : this.#noNumbers(found, start);
  }

  /** How many rows the answer to a word has. */
  #rows(word: Word): number {
    return this.prefixes ? word.length + 1 : 1;
  }

  /** Reads words, and hands over where each row of each answer begins. */
  #readRows(
    words: readonly Word[],
    take: (word: number, found: Rows, startAt: (row: number) => number) => void,
    onState: OnState | undefined,
    pause: Pause | undefined,
  ): Promise<void> {
    const takeGroup = (group: readonly number[], found: Rows) => {
      for (const [row, i] of group.entries()) {
        const first = this.lastToken(words[i]) - (this.#rows(words[i]) - 1);
        take(i, found, (at) => found.start(row, first + at));
      }
    };
    return this.read(words, takeGroup, onState, pause);
  }

  #noDistribution(word: Word, row: number, problem: string): HankelError {
    const after = this.alphabet.show(this.prefixes ? word.slice(0, row) : word);
    return new HankelError("teacher", `${this.output}: no distribution after ${after}: ${problem}`);
  }

  /** Writes the distribution over the letters and the end, from logits of all tokens. Says what is wrong with them. */
  #softmax(rows: Rows, start: number, into: Float64Array, from: number): string | undefined {
    const { numbers, step } = rows;
    const tokens = this.#tokens;
    // Most of what a run costs besides the network is here, so there are few passes, and no object for a row.
    let largest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < tokens.length; i++) {
      const number = numbers[start + tokens[i] * step];
      if (number > largest) largest = number;
    }
    let sum = 0;
    for (let i = 0, at = from; i < tokens.length; i++, at++) {
      const weight = Math.exp(numbers[start + tokens[i] * step] - largest);
      into[at] = weight;
      sum += weight;
    }
    if (!(sum > 0 && sum < Number.POSITIVE_INFINITY)) return this.#noNumbers(rows, start);
    for (let at = from; at < from + tokens.length; at++) into[at] /= sum;
    return undefined;
  }

  #noNumbers({ numbers, step }: Rows, start: number): string {
    const isNaN = this.#tokens.some((token) => Number.isNaN(numbers[start + token * step]));
    return `its logits ${isNaN ? "are no numbers (NaN)" : "are not finite"}; expected finite numbers`;
  }

  /** The same from probabilities of all tokens. */
  #share(rows: Rows, start: number, into: Float64Array): string | undefined {
    const tokens = this.#tokens;
    for (let i = 0; i < tokens.length; i++) into[i] = rows.numbers[start + tokens[i] * rows.step];
    return this.#divide(rows, start, into);
  }

  /** Makes probabilities of some tokens a distribution. Says what is wrong with those of all, if something is. */
  #divide(rows: Rows, start: number, into: Float64Array): string | undefined {
    const [sum, least] = sumOf(rows, start);
    if (!(Math.abs(sum - 1) <= SLACK && least >= 0)) {
      const found =
        least < 0 ? `${least} is one of its numbers` : `its numbers sum to ${Number(sum.toPrecision(4))}`;
      return `${found}; expected probabilities that sum to 1. If they are logits, write "scores": "logits" into the side file`;
    }
    return divided(into) ? undefined : "all its symbols and the end have probability 0";
  }
}

/** Makes the entries sum to 1; false if that cannot be. */
function divided(row: Float64Array): boolean {
  let sum = 0;
  for (const share of row) sum += share;
  if (!(sum > 0 && sum < Number.POSITIVE_INFINITY)) return false;
  for (let i = 0; i < row.length; i++) row[i] /= sum;
  return true;
}

/** The sum of an answer's numbers, and the smallest. */
function sumOf({ numbers, step, width }: Rows, start: number): readonly [sum: number, least: number] {
  let [sum, least] = [0, Number.POSITIVE_INFINITY];
  for (let i = 0; i < width; i++) {
    const number = numbers[start + i * step];
    sum += number;
    if (!(number >= least)) least = number;
  }
  return [sum, least];
}

/** Are all numbers of an answer between 0 and 1? */
function isBetween0And1({ numbers, step, width }: Rows, start: number): boolean {
  for (let i = 0; i < width; i++) {
    const number = numbers[start + i * step];
    if (!(number >= 0 && number <= 1)) return false;
  }
  return true;
}

/** Are these probabilities already, or logits? Words of one letter tell. */
async function scoresOf({ session, ports, layout, feeds, alphabet, options }: Reading): Promise<Scores> {
  const { name, notify } = options;
  const { name: output, type } = ports.output;
  const words =
    alphabet.size === 0 ? [[]] : alphabet.symbols.slice(0, feeds.most ?? TRIED).map((_, letter) => [letter]);
  const rows = layout.rows((await session.run(feeds.of(words), [output]))[output]);
  const sums = words.map((word, i) => {
    const [sum, least] = sumOf(rows, rows.start(i, feeds.tokens(word) - 1));
    return least >= 0 ? sum : Number.NaN;
  });
  const slack = type === "float16" ? SLACK : EXACT_SLACK;
  if (sums.every((sum) => Math.abs(sum - 1) <= slack)) {
    notify?.(
      `${name}: the rows of ${output} sum to 1, so they count as probabilities ("scores": "logits" in the side file says otherwise)`,
    );
    return "probabilities";
  }
  const wrong = sums.findIndex((sum) => !(Math.abs(sum - 1) <= SLACK));
  if (!PROBABILITIES.test(output) || LOGARITHMS.test(output)) {
    if (wrong >= 0 && !sums.some(Number.isNaN)) {
      const areShares = words.every((_, i) =>
        isBetween0And1(rows, rows.start(i, feeds.tokens(words[i]) - 1)),
      );
      notify?.(
        `${name}: the numbers of ${output} are ${areShares ? "between 0 and 1" : "never below 0"} but sum to ${Number(sums[wrong].toPrecision(4))} after ${alphabet.show(words[wrong])}, so they are no ` +
          'distribution and count as logits ("scores": "logits" in the side file says that they are)',
      );
    }
    return "logits";
  }
  throw new HankelError(
    "teacher",
    `${name}: the output ${output} is called after probabilities, but holds none: after ${alphabet.show(words[wrong])} its numbers ` +
      `${Number.isNaN(sums[wrong]) ? "are not all 0 or more" : `sum to ${Number(sums[wrong].toPrecision(4))}`}; expected rows that sum to 1. ` +
      'If they are logits, write "scores": "logits" into the side file',
  );
}

function lacks(member: "bos" | "eos", name: string): HankelError {
  const role = member === "bos" ? "starts" : "ends";
  return new HankelError(
    "usage",
    `nothing says which token ${role} a word for ${name}: write "${member}": ID into its side file, or give --with ${member}=ID`,
  );
}
