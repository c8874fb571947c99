import { type Arriving, type Distribution, HankelError, type NextTeacher, type Word } from "@hankel/core";
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
    const answers = new Array<Float64Array>(words.length);
    const width = this.#tokens.length;
    const take = (group: readonly number[], found: Rows) => {
      for (const [row, i] of group.entries()) {
        const word = words[i];
        const rows = this.prefixes ? word.length + 1 : 1;
        const answer = new Float64Array(rows * width);
        const last = this.lastToken(word);
        for (let at = 0; at < rows; at++) {
          const start = found.start(row, last - (rows - 1) + at);
          const into = answer.subarray(at * width, (at + 1) * width);
          const problem = this.#probabilities
            ? this.#share(found, start, into)
            : this.#softmax(found, start, into);
          if (problem === undefined) continue;
          const after = this.alphabet.show(this.prefixes ? word.slice(0, at) : word);
          throw new HankelError("teacher", `${this.output}: no distribution after ${after}: ${problem}`);
        }
        answers[i] = answer;
      }
    };
    await this.read(words, take, onState, pause);
    return answers;
  }

  /** The distribution over the letters and the end, from logits of all tokens. Says what is wrong with them. */
  #softmax({ numbers, step }: Rows, start: number, into: Float64Array): string | undefined {
    const tokens = this.#tokens;
    let largest = Number.NEGATIVE_INFINITY;
    for (const token of tokens) largest = Math.max(largest, numbers[start + token * step]);
    for (let i = 0; i < tokens.length; i++) into[i] = Math.exp(numbers[start + tokens[i] * step] - largest);
    if (divided(into)) return undefined;
    const isNaN = tokens.some((token) => Number.isNaN(numbers[start + token * step]));
    return `its logits ${isNaN ? "are no numbers (NaN)" : "are not finite"}; expected finite numbers`;
  }

  /** The same from probabilities of all tokens. */
  #share(rows: Rows, start: number, into: Float64Array): string | undefined {
    const tokens = this.#tokens;
    for (let i = 0; i < tokens.length; i++) into[i] = rows.numbers[start + tokens[i] * rows.step];
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
    if (
      wrong >= 0 &&
      words.every((_, i) => isBetween0And1(rows, rows.start(i, feeds.tokens(words[i]) - 1)))
    ) {
      notify?.(
        `${name}: the numbers of ${output} are between 0 and 1 but sum to ${Number(sums[wrong].toPrecision(4))} after ${alphabet.show(words[wrong])}, so they are no ` +
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
