import { type Alphabet, countOf, HankelError, messageOf, type Word } from "@hankel/core";
import type { Feeds } from "./feeds.ts";
import type { HiddenStates, OnState } from "./hidden-states.ts";
import { lengthGroups } from "./length-groups.ts";
import type { Session, Tensor } from "./session.ts";

/** Larger batches are hardly faster, and words wait longer for each other. */
const BATCH = 64;
/** A network that reads this many letters is taken to have no limit until it shows one. */
const LONG = 256;

/** Is called between runs, so that a page or a program can do something else. It throws to end the work. */
export type Pause = () => Promise<void>;

/** How words are run through a network. */
export interface RunOptions {
  /** The name of the network in messages. */
  readonly name: string;
  /** The most words in one run; 64 unless given. */
  readonly batch?: number | undefined;
  /** Called between runs if the caller has no pause of its own. */
  readonly pause?: Pause | undefined;
  /** Use only these symbols, in this order. */
  readonly alphabet?: readonly string[] | undefined;
}

/** Runs words through a network, in batches of similar length, and knows how long they may be. */
export class WordRunner {
  readonly alphabet: Alphabet;
  readonly #session: Session;
  readonly #feeds: Feeds;
  readonly #output: string;
  readonly #options: RunOptions;
  readonly #states: HiddenStates | undefined;
  #longest: number | undefined;

  constructor(
    session: Session,
    feeds: Feeds,
    alphabet: Alphabet,
    output: string,
    longest: number | undefined,
    options: RunOptions,
    states?: HiddenStates,
  ) {
    this.alphabet = alphabet;
    this.#session = session;
    this.#feeds = feeds;
    this.#output = output;
    this.#longest = longest;
    this.#options = options;
    this.#states = states;
  }

  /** How many numbers the network's states have; undefined if nothing says which output holds them. */
  get states(): number | undefined {
    return this.#states?.size;
  }

  /** The most letters that the network reads; undefined if no limit is known. */
  get longest(): number | undefined {
    return this.#longest;
  }

  /** Finds the limit by trying a long word, unless it is given. */
  async measureLongest(): Promise<void> {
    if (this.#longest !== undefined || this.alphabet.size === 0 || (await this.#reads(LONG)) === undefined)
      return;
    const problem = await this.#reads(1);
    if (problem !== undefined) throw this.#failure(1, problem);
    this.#longest = await this.#limitBelow(LONG);
  }

  /**
   * Runs words. `take` gets the output of each group of words (indices), and how many tokens each word was padded to;
   * `onState`, if it is given, the network's state after each word.
   *
   * @param equal groups have words of one length only
   */
  async run(
    words: readonly Word[],
    equal: boolean,
    take: (group: readonly number[], output: Tensor, time: number) => void,
    onState?: OnState,
    pause = this.#options.pause,
  ): Promise<void> {
    for (const word of words) this.#checkLength(word);
    const states = onState === undefined ? undefined : this.#requireStates();
    const { batch = BATCH } = this.#options;
    for (const [i, group] of lengthGroups(words, batch, equal || states?.equal === true).entries()) {
      if (i > 0) await pause?.();
      const chosen = group.map((index) => words[index]);
      const outputs = states === undefined ? [this.#output] : [this.#output, states.output];
      const tensors = await this.#runGroup(chosen, outputs);
      const time = this.#feeds.time(chosen);
      take(group, tensors[this.#output], time);
      if (states === undefined) continue;
      for (const [row, index] of group.entries()) {
        onState?.(index, states.read(tensors[states.output], row, time, words[index]));
      }
    }
  }

  #requireStates(): HiddenStates {
    if (this.#states !== undefined) return this.#states;
    throw new HankelError("usage", `nothing says which output of ${this.#options.name} holds its states`);
  }

  release(): Promise<void> {
    return this.#session.release();
  }

  async #runGroup(
    words: readonly Word[],
    outputs: readonly string[],
  ): Promise<Readonly<Record<string, Tensor>>> {
    try {
      return await this.#runOnce(words, outputs);
    } catch (error) {
      const { length } = words[words.length - 1];
      if (this.#longest !== undefined || (await this.#reads(0)) !== undefined)
        throw this.#failure(length, error);
      // It reads shorter words, so it has a limit that nobody told.
      this.#longest = await this.#limitBelow(length);
      throw this.#tooLong(
        length,
        `; write "longest": ${this.#longest} into its side file, so that none is asked`,
      );
    }
  }

  #runOnce(words: readonly Word[], outputs: readonly string[]): Promise<Readonly<Record<string, Tensor>>> {
    return this.#session.run(this.#feeds.of(words), outputs);
  }

  /** Why a word of so many letters cannot be read; undefined if it can. */
  async #reads(length: number): Promise<Error | undefined> {
    try {
      await this.#runOnce([new Array<number>(length).fill(0)], [this.#output]);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(messageOf(error));
    }
  }

  /** The largest length that can be read, below one that cannot. */
  async #limitBelow(length: number): Promise<number> {
    let [reads, fails] = [0, length];
    while (fails - reads > 1) {
      const middle = (reads + fails) >> 1;
      if ((await this.#reads(middle)) === undefined) reads = middle;
      else fails = middle;
    }
    return reads;
  }

  #checkLength(word: Word): void {
    if (this.#longest !== undefined && word.length > this.#longest) throw this.#tooLong(word.length);
  }

  #tooLong(length: number, advice = ""): HankelError {
    const most = countOf(this.#longest ?? 0, "letter");
    const message = `${this.#options.name} reads words of at most ${most}, and was asked about one of ${length}${advice}`;
    return new HankelError("teacher", message);
  }

  #failure(length: number, cause: unknown): HankelError {
    const message = `${this.#options.name} failed on words of ${countOf(length, "letter")}: ${messageOf(cause)}`;
    return new HankelError("teacher", message, { cause });
  }
}
