import {
  type Alphabet,
  type Arriving,
  type Distribution,
  HankelError,
  messageOf,
  type NextTeacher,
  type Word,
} from "@hankel/core";
import type { NetworkDescription } from "./description.ts";
import { Feeds, portNames } from "./feeds.ts";
import { HiddenStates, type OnState } from "./hidden-states.ts";
import type { Session, Tensor } from "./session.ts";
import { chosenTokens, type Tokens, tokensOf } from "./token-ids.ts";
import { type Pause, type RunOptions, WordRunner } from "./word-runner.ts";

/** The name of the output that holds, for each position, a number for each token. */
export const LOGITS = "logits";

/** How a language model is asked: who receives its states, and what is awaited between two runs. */
export interface NextOptions extends Arriving<Distribution> {
  readonly onState?: OnState | undefined;
  readonly pause?: Pause | undefined;
}

/**
 * A network that says what comes next. From the numbers that it gives for all tokens, it takes those of the symbols and of
 * the end, and makes them a distribution (softmax). A network that reads from the left gives the distributions of all
 * prefixes of a word at once.
 */
export class LanguageModel implements NextTeacher {
  readonly kind = "language-model";
  readonly alphabet: Alphabet;
  /** Does an answer hold the distributions of all prefixes, ε first? */
  readonly prefixes: boolean;
  readonly #runner: WordRunner;
  readonly #name: string;
  /** The tokens of the letters, and last that of the end. */
  readonly #tokens: Int32Array;

  private constructor(runner: WordRunner, { ids }: Tokens, eos: number, prefixes: boolean, name: string) {
    this.alphabet = runner.alphabet;
    this.prefixes = prefixes;
    this.#runner = runner;
    this.#name = name;
    this.#tokens = Int32Array.from([...ids, eos]);
  }

  static async open(
    session: Session,
    description: NetworkDescription,
    options: RunOptions,
  ): Promise<LanguageModel> {
    const { name } = options;
    const { bos, eos, longest, states: output } = description;
    if (bos === undefined || eos === undefined) throw lacks(bos === undefined ? "bos" : "eos", name);
    if (!session.outputs.some((port) => port.name === LOGITS)) throw lacksLogits(session, name);
    // Two tokens show whether the network answers at every position.
    const probe = new Feeds(session, [bos], bos, name);
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
    if (eos >= vocabulary) throw outside("eos", eos, vocabulary, name);
    const tokens = chosenTokens(tokensOf(description, vocabulary), options.alphabet);
    const feeds = new Feeds(session, tokens.ids, bos, name);
    const { alphabet } = tokens;
    const states = await HiddenStates.open(session, output, { feeds, alphabet, name });
    const runner = new WordRunner(session, feeds, alphabet, LOGITS, longest, options, states);
    await runner.measureLongest();
    return new LanguageModel(runner, tokens, eos, dims.length === 3 && dims[1] === 2, name);
  }

  /** The most letters that the network reads; undefined if no limit is known. A longer word is an error. */
  get longest(): number | undefined {
    return this.#runner.longest;
  }

  /** How many numbers its states have; undefined if nothing says which output holds them. */
  get states(): number | undefined {
    return this.#runner.states;
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
    await this.#runner.run(words, !this.prefixes, take, onState, pause);
    return answers;
  }

  release(): Promise<void> {
    return this.#runner.release();
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
        `${this.#name} gives no distribution after ${after}: its logits are not finite`,
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

function lacksLogits(session: Session, name: string): HankelError {
  return new HankelError(
    "unsupported",
    `${name} has no output ${LOGITS}; it has the inputs ${portNames(session.inputs)} and the outputs ` +
      `${portNames(session.outputs)}. An acceptor has input_ids and lengths, and the output logit`,
  );
}

function outside(member: string, id: number, vocabulary: number, name: string): HankelError {
  return new HankelError(
    "usage",
    `${name}: "${member}" is ${id}, but the network knows ${vocabulary} tokens only, from 0 to ${vocabulary - 1}`,
  );
}
