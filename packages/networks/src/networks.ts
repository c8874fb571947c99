import {
  type Arriving,
  type Distribution,
  HankelError,
  messageOf,
  type NextTeacher,
  type Word,
} from "@hankel/core";
import type { NetworkDescription } from "./description.ts";
import { feedsOf, portsOf } from "./feeds.ts";
import type { OnState } from "./hidden-states.ts";
import type { Session, Tensor } from "./session.ts";
import { chosenTokens, tokensOf } from "./token-ids.ts";
import { type Pause, type Reading, type RunOptions, readingOf, WordReader } from "./word-reader.ts";

/** A network of either kind. */
export type Network = LanguageModel | Acceptor;

/** The outputs of acceptors, a number for each word, and of language models, for each position a number for each token. */
const LOGIT = "logit";
const LOGITS = "logits";

/**
 * What acceptors are tested with: short words and every state first, and then where the network is unsure. See `parseEquivalence`.
 *
 * @example
 * console.log(ACCEPTOR_TESTS.split("+").length); // 5
 */
export const ACCEPTOR_TESTS = "short:500+states:5+loops:100+box+walk:200";

/**
 * Opens a network of the kind that its description says, or else its outputs. Releases the session if that fails.
 *
 * @example
 * const runtime = await import("onnxruntime-web");
 * const file = await readFile("examples/models/tomita1.onnx");
 * const session = await openSession(runtime, file, "tomita1.onnx");
 * const side = await readFile("examples/models/tomita1.json", "utf8");
 * const network = await openNetwork(session, parseDescription(side, "tomita1.json"), { name: "tomita1.onnx" });
 * console.log(network.kind); // acceptor
 */
export async function openNetwork(
  session: Session,
  description: NetworkDescription,
  options: RunOptions,
): Promise<Network> {
  try {
    const { kind = has(session, LOGIT) && !has(session, LOGITS) ? "acceptor" : "language-model" } =
      description;
    const opened = kind === "acceptor" ? Acceptor : LanguageModel;
    return await opened.open(session, description, options);
  } catch (error) {
    await session.release();
    throw error;
  }
}

function has({ inputs, outputs }: Session, port: string): boolean {
  return [...inputs, ...outputs].some(({ name }) => name === port);
}

/**
 * A network that accepts words: those to which it gives a probability above one half, that is, a positive logit.
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

  static async open(
    session: Session,
    description: NetworkDescription,
    options: RunOptions,
  ): Promise<Acceptor> {
    const missing = ["lengths", LOGIT].find((port) => !has(session, port));
    if (missing !== undefined) {
      throw new HankelError(
        "unsupported",
        `an acceptor has the inputs input_ids and lengths and the output ${LOGIT}; ${options.name} has no ${missing}, ` +
          `but ${portsOf(session)}`,
      );
    }
    const tokens = chosenTokens(tokensOf(description, undefined), options.alphabet);
    const acceptor = new Acceptor(await readingOf(session, description, tokens, LOGIT, options));
    await acceptor.measureLongest();
    await acceptor.checkTokens(tokens.ids);
    return acceptor;
  }

  /** The logits of words: positive for those that are accepted, near 0 where the network is unsure. */
  async logits(words: readonly Word[], onState?: OnState, pause?: Pause): Promise<Float64Array> {
    const logits = new Float64Array(words.length);
    const take = (group: readonly number[], { data }: Tensor) => {
      for (const [row, i] of group.entries()) {
        logits[i] = (data as ArrayLike<number>)[row];
        if (!Number.isNaN(logits[i])) continue;
        throw new HankelError("teacher", `${this.name} gives no number for ${this.alphabet.show(words[i])}`);
      }
    };
    await this.read(words, false, take, onState, pause);
    return logits;
  }

  /** Which words it accepts; `onState`, if it is given, receives the network's states after them. */
  async accepts(words: readonly Word[], onState?: OnState, pause?: Pause): Promise<boolean[]> {
    return Array.from(await this.logits(words, onState, pause), (logit) => logit > 0);
  }
}

/** How a language model is asked: who receives its states, and what is awaited between two runs. */
export interface NextOptions extends Arriving<Distribution> {
  readonly onState?: OnState | undefined;
  readonly pause?: Pause | undefined;
}

/**
 * A network that says what comes next. From the numbers that it gives for all tokens, it takes those of the symbols and of
 * the end, and makes them a distribution (softmax). A network that reads from the left gives the distributions of all
 * prefixes of a word at once.
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

  private constructor(reading: Reading, tokens: readonly number[], prefixes: boolean) {
    super(reading);
    this.prefixes = prefixes;
    this.#tokens = Int32Array.from(tokens);
  }

  static async open(
    session: Session,
    description: NetworkDescription,
    options: RunOptions,
  ): Promise<LanguageModel> {
    const { name } = options;
    const { bos, eos } = description;
    if (bos === undefined || eos === undefined) throw lacks(bos === undefined ? "bos" : "eos", name);
    if (!has(session, LOGITS)) {
      throw new HankelError(
        "unsupported",
        `${name} has no output ${LOGITS}; it has ${portsOf(session)}. An acceptor has input_ids and lengths, and the output logit`,
      );
    }
    // Two tokens show whether the network answers at every position.
    const probe = feedsOf(session, [bos], bos, name);
    const tried = await session.run(probe.of([[0]]), [LOGITS]).catch((cause: unknown) => {
      throw new HankelError(
        "usage",
        `${name} does not run on its start symbol, "bos": ${bos}; is it one of the network's tokens? (${messageOf(cause)})`,
        { cause },
      );
    });
    const { dims, type } = tried[LOGITS];
    if (type !== "float32" && type !== "float64") {
      throw new HankelError(
        "unsupported",
        `${name}: logits have the type ${type}; expected float32 or float64`,
      );
    }
    const vocabulary = dims[dims.length - 1];
    if (eos >= vocabulary) {
      throw new HankelError(
        "usage",
        `${name}: "eos" is ${eos}, but the network knows ${vocabulary} tokens only, from 0 to ${vocabulary - 1}`,
      );
    }
    const tokens = chosenTokens(tokensOf(description, vocabulary), options.alphabet);
    const reading = await readingOf(session, description, tokens, LOGITS, options);
    const model = new LanguageModel(reading, [...tokens.ids, eos], dims.length === 3 && dims[1] === 2);
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
    const take = (group: readonly number[], logits: Tensor, time: number) => {
      for (const [row, i] of group.entries()) {
        const word = words[i];
        const rows = this.prefixes ? word.length + 1 : 1;
        const answer = new Float64Array(rows * width);
        const first = this.prefixes ? row * time : row;
        for (let at = 0; at < rows; at++) {
          this.#softmax(logits, first + at, answer.subarray(at * width, (at + 1) * width), word);
        }
        answers[i] = answer;
      }
    };
    await this.read(words, !this.prefixes, take, onState, pause);
    return answers;
  }

  /** The distribution over the letters and the end, from one row of numbers for all tokens. */
  #softmax({ data, dims }: Tensor, row: number, into: Float64Array, word: Word): void {
    const logits = data as Float32Array | Float64Array;
    const start = row * dims[dims.length - 1];
    const tokens = this.#tokens;
    let largest = Number.NEGATIVE_INFINITY;
    for (const token of tokens) largest = Math.max(largest, logits[start + token]);
    let sum = 0;
    for (let i = 0; i < tokens.length; i++) {
      into[i] = Math.exp(logits[start + tokens[i]] - largest);
      sum += into[i];
    }
    if (!Number.isFinite(sum)) {
      const after = this.alphabet.show(word);
      throw new HankelError(
        "teacher",
        `${this.name} gives no distribution after ${after}: its logits are not finite`,
      );
    }
    for (let i = 0; i < tokens.length; i++) into[i] /= sum;
  }
}

function lacks(member: "bos" | "eos", name: string): HankelError {
  const role = member === "bos" ? "starts" : "ends";
  return new HankelError(
    "usage",
    `nothing says which token ${role} a word for ${name}: write "${member}": ID into its side file, or give --with ${member}=ID`,
  );
}
