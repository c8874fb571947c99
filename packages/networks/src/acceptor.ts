import { HankelError, type Word } from "@hankel/core";
import type { OnState } from "./hidden-states.ts";
import type { Rows } from "./layout.ts";
import { chosenTokens, tokensOf } from "./token-ids.ts";
import { type Opened, type Pause, type Reading, readingOf, WordReader } from "./word-reader.ts";

/** So many short words, and longer ones of these lengths, show whether an acceptor gives probabilities. */
const TRIED = 64;
const TRIED_LENGTHS = [8, 16, 32];
/** An output with such a name holds no probabilities, even where its numbers lie between 0 and 1 by chance. */
const LOGITS = /logit/iu;
/** No logit is larger: a probability of 1 has none. */
const LARGEST = 50;

/** How sure the network is that a word belongs to the language: positive if it does. */
type Reads = (rows: Rows, start: number) => number;

/** What the numbers of an acceptor mean, by their form. */
const FORMS = {
  logit: ({ numbers }, start) => numbers[start],
  probability({ numbers }, start) {
    const share = numbers[start];
    const logit = Math.log(share) - Math.log1p(-share);
    return Math.max(-LARGEST, Math.min(LARGEST, logit));
  },
  decision: ({ numbers }, start) => (numbers[start] > 0 ? 1 : -1),
  twoClasses: ({ numbers, step }, start) => numbers[start + step] - numbers[start],
} as const satisfies Readonly<Record<string, Reads>>;

/**
 * A network that accepts words: those to which it gives a probability above one half, that is, a positive logit. It has one number for
 * a word, or two, of which the second is that of the words that it accepts.
 *
 * @example
 * const runtime = await import("onnxruntime-web");
 * const file = await readFile("examples/models/tomita1.onnx");
 * const session = await openSession(runtime, file, "tomita1.onnx");
 * const side = await readFile("examples/models/tomita1.json", "utf8");
 * const network = await openNetwork(session, parseDescription(side, "tomita1.json"), { name: "tomita1.onnx" });
 * if (network instanceof Acceptor) console.log((await network.accepts([[], [1], [0]])).join(" ")); // true true false
 */
export class Acceptor extends WordReader {
  readonly kind = "acceptor";
  #reads: Reads;
  /** What it says of ε if it cannot read it. */
  readonly #empty: boolean;

  private constructor(reading: Reading) {
    super(reading);
    const { layout, description } = reading;
    const isFloat = layout.type.startsWith("float");
    this.#reads = layout.width === 2 ? FORMS.twoClasses : isFloat ? FORMS.logit : FORMS.decision;
    this.#empty = description.empty === true;
  }

  /** For `openNetwork`, which has found the tensors of the network and how they lie. */
  static async open(opened: Opened): Promise<Acceptor> {
    const { description, options } = opened;
    const tokens = chosenTokens(tokensOf(description, undefined, options.name), options.alphabet);
    const acceptor = new Acceptor(await readingOf(opened, tokens));
    await acceptor.measureLongest();
    await acceptor.checkTokens(tokens.ids);
    if (acceptor.#reads === FORMS.logit) await acceptor.#findScores(opened);
    if (!acceptor.readsEmpty && description.empty === undefined) {
      options.notify?.(
        `${options.name} cannot read ε, since no token starts words; it counts as rejected ("empty": true in the side file says otherwise)`,
      );
    }
    return acceptor;
  }

  /** Numbers from 0 to 1 on all words that are tried are probabilities, if the output's name does not say otherwise. */
  async #findScores({ description, ports, options }: Opened): Promise<void> {
    if (description.scores === "probabilities") this.#reads = FORMS.probability;
    if (description.scores !== undefined || LOGITS.test(ports.output.name)) return;
    const words = [
      ...shortWords(this.alphabet.size, this.longest),
      ...longerWords(this.alphabet.size, this.longest),
    ];
    const logits = await this.logits(words);
    if (!logits.every((number) => number >= 0 && number <= 1)) return;
    this.#reads = FORMS.probability;
    options.notify?.(
      `${options.name}: ${ports.output.name} is between 0 and 1 for all words that were tried, so it counts as a probability ` +
        '("scores": "logits" in the side file says otherwise)',
    );
  }

  /** The logits of words: positive for those that are accepted, near 0 where the network is unsure. */
  async logits(words: readonly Word[], onState?: OnState, pause?: Pause): Promise<Float64Array> {
    const logits = new Float64Array(words.length).fill(this.#empty ? 1 : -1);
    const take = (group: readonly number[], rows: Rows) => {
      for (const [row, i] of group.entries()) {
        const start = rows.start(row, this.lastToken(words[i]));
        logits[i] = this.#reads(rows, start);
        if (Number.isNaN(logits[i])) throw this.#noLogit(words[i], rows.numbers[start]);
      }
    };
    await this.read(words, take, onState, pause);
    return logits;
  }

  #noLogit(word: Word, number: number): HankelError {
    const shown = this.alphabet.show(word);
    const problem = Number.isNaN(number)
      ? `no number (NaN) for ${shown}; expected finite numbers`
      : `${number} for ${shown} is no probability; if these are logits, write "scores": "logits" into the side file`;
    return new HankelError("teacher", `${this.output}: ${problem}`);
  }

  /** Which words it accepts; `onState`, if it is given, receives the network's states after them. */
  async accepts(words: readonly Word[], onState?: OnState, pause?: Pause): Promise<boolean[]> {
    return Array.from(await this.logits(words, onState, pause), (logit) => logit > 0);
  }
}

/** The first words of one letter and more. */
function shortWords(letters: number, longest = Number.POSITIVE_INFINITY): Word[] {
  const words: Word[] = [[]];
  for (let i = 0; i < words.length && words.length <= TRIED && words[i].length < longest; i++) {
    for (let letter = 0; letter < letters; letter++) words.push([...words[i], letter]);
  }
  return words.slice(1, TRIED + 1);
}

/** Powers of each letter, and of all letters in turn: numbers that grow with a word have left [0, 1] there. */
function longerWords(letters: number, longest = Number.POSITIVE_INFINITY): Word[] {
  const powers = Math.min(letters, TRIED);
  const lengths = TRIED_LENGTHS.filter((length) => length <= longest);
  return lengths.flatMap((length) => [
    ...Array.from({ length: powers }, (_, letter) => new Array<number>(length).fill(letter)),
    Array.from({ length }, (_, i) => i % letters),
  ]);
}
