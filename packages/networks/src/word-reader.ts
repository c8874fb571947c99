import { type Alphabet, countOf, HankelError, messageOf, quote, type Word } from "@hankel/core";
import type { NetworkDescription, Notify } from "./description.ts";
import { type Feeds, feedsOf } from "./feeds.ts";
import { groupsOf } from "./groups.ts";
import { type HiddenStates, hiddenStates, type OnState } from "./hidden-states.ts";
import type { Layout, Rows } from "./layout.ts";
import type { Ports } from "./ports.ts";
import type { Session, Tensor } from "./session.ts";
import type { Tokens } from "./token-ids.ts";

/** Larger batches are not faster (docs/benchmarks/models-lm.md), and words wait longer for each other. */
const BATCH = 64;
/** The output of a run has at most about so many numbers: runtimes hold it several times, and never give memory back. */
const MOST_NUMBERS = 2 ** 22;
/** A network that reads this many letters is taken to have no limit until it shows one. */
const LONG = 256;
/** So many runs for each session are begun before the first of them is taken. */
const AHEAD = 2;

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
  /** Receives what is worth knowing about how the network is read. */
  readonly notify?: Notify | undefined;
}

/** A network, and how it lies. */
export interface Opened {
  readonly session: Session;
  readonly description: NetworkDescription;
  readonly ports: Ports;
  readonly layout: Layout;
  readonly options: RunOptions;
}

/** What it takes to run words through a network. */
export interface Reading extends Opened {
  readonly feeds: Feeds;
  readonly alphabet: Alphabet;
  readonly states: HiddenStates | undefined;
}

export async function readingOf(opened: Opened, { alphabet, ids }: Tokens): Promise<Reading> {
  const { session, description, ports, layout, options } = opened;
  const feeds = feedsOf(ports, layout.timeFirst, ids, description.bos);
  const lengths = ports.inputs.some(({ role }) => role === "lengths");
  const setting = { feeds, alphabet, name: options.name, lengths, timeFirst: layout.timeFirst };
  const states = await hiddenStates(session, description.states, setting);
  return { ...opened, feeds, alphabet, states };
}

/** A network that reads words, in batches of similar length, and knows how long they may be. */
export abstract class WordReader {
  readonly alphabet: Alphabet;
  /** Its name in messages. */
  protected readonly name: string;
  /** Can it read ε? Without a token that starts words, it is a word without tokens. */
  protected readonly readsEmpty: boolean;
  readonly #reading: Reading;
  #longest: number | undefined;

  protected constructor(reading: Reading) {
    this.alphabet = reading.alphabet;
    this.name = reading.options.name;
    this.readsEmpty = reading.description.bos !== undefined || reading.layout.readsEmpty;
    this.#reading = reading;
    const { longest } = reading.feeds;
    this.#longest =
      longest === undefined
        ? reading.description.longest
        : Math.min(longest, reading.description.longest ?? longest);
  }

  /** How many numbers its states have; undefined if nothing says which output holds them. */
  get states(): number | undefined {
    return this.#reading.states?.size;
  }

  /** The most letters that the network reads; undefined if no limit is known. A longer word is an error. */
  get longest(): number | undefined {
    return this.#longest;
  }

  /** The token that a word ends with, counted from 0: that of its last letter, or the one that starts it. Negative if it has none. */
  protected lastToken(word: Word): number {
    return this.#reading.feeds.tokens(word) - 1;
  }

  /** The output that answers, for a message. */
  protected get output(): string {
    return `${this.name}, output ${this.#reading.ports.output.name}`;
  }

  /** Finds the limit by trying a long word, unless it is given. */
  protected async measureLongest(): Promise<void> {
    const { description, feeds, ports, options } = this.#reading;
    if (this.#longest !== undefined) {
      if (this.#longest === description.longest) return;
      const { name, shape } = ports.tokens;
      options.notify?.(
        `${this.name}: the input ${name} has the fixed size ${shape.join(" × ")}, so words have at most ${countOf(feeds.longest ?? 0, "letter")}; ` +
          "export it with free sizes (dynamic_shapes, or dynamic_axes of the old exporter) for longer ones",
      );
      return;
    }
    if (this.alphabet.size === 0 || (await this.#reads(LONG)) === undefined) return;
    const problem = await this.#reads(1);
    if (problem !== undefined) throw this.#failure(1, problem);
    this.#longest = await this.#limitBelow(LONG);
    options.notify?.(
      `${this.name} reads words of at most ${countOf(this.#longest, "letter")}; longer ones are not asked`,
    );
  }

  /** Refuses tokens that the network does not know: it fails on the largest, though it reads another one. */
  protected async checkTokens(ids: readonly number[]): Promise<void> {
    if (ids.length === 0 || this.#longest === 0) return;
    const largest = ids.indexOf(Math.max(...ids));
    const problem = await this.tries([largest]);
    if (
      problem === undefined ||
      (ids.length > 1 && (await this.tries([ids.indexOf(Math.min(...ids))])) !== undefined)
    )
      return;
    const symbol = quote(this.alphabet.symbols[largest]);
    throw new HankelError(
      "usage",
      `${this.name} does not read the token ${ids[largest]} of ${symbol}; does its side file belong to it? (${problem.message})`,
      { cause: problem },
    );
  }

  /**
   * Reads words. `take` gets the answers to each group of words (indices), in the order of the groups; `onState`, if it is given, the network's state after
   * each word. A word without a token is not run if the network cannot read it; recurrent networks are in the state zero then.
   */
  protected async read(
    words: readonly Word[],
    take: (group: readonly number[], answers: Rows) => void,
    onState?: OnState,
    pause = this.#reading.options.pause,
  ): Promise<void> {
    for (const { length } of words) if (length > (this.#longest ?? length)) throw this.#tooLong(length);
    const { feeds, ports, layout } = this.#reading;
    const output = ports.output.name;
    const states = onState === undefined ? undefined : this.#requireStates();
    const outputs = states === undefined ? [output] : [output, states.output];
    const groups = this.#groups(words, states?.equal === true);
    const runs = groups.map(
      (group) => () =>
        this.#runGroup(
          group.map((index) => words[index]),
          outputs,
        ),
    );
    const ahead = this.#copies === 1 ? 1 : AHEAD * this.#copies;
    for await (const [place, tensors] of inOrder(runs, ahead, pause)) {
      const group = groups[place];
      const time = feeds.time(group.map((index) => words[index]));
      take(group, layout.rows(tensors[output]));
      if (states === undefined) continue;
      for (const [row, index] of group.entries()) {
        onState?.(index, states.read(tensors[states.output], row, time, words[index]));
      }
    }
    if (states === undefined || this.readsEmpty) return;
    for (const [index, word] of words.entries()) {
      if (feeds.tokens(word) === 0) onState?.(index, new Float64Array(states.size));
    }
  }

  get #copies(): number {
    return this.#reading.session.copies ?? 1;
  }

  /** The words that are run together. Where that could change the bits of answers, it depends on the words alone. */
  #groups(words: readonly Word[], equal: boolean): number[][] {
    const { feeds, layout, options } = this.#reading;
    const tokens = words.map((word) => feeds.tokens(word));
    const readable = Array.from(words.keys()).filter((i) => this.readsEmpty || tokens[i] > 0);
    const size = Math.min(options.batch ?? BATCH, feeds.most ?? BATCH);
    return groupsOf(tokens, readable, {
      most: (longest) => Math.min(size, mostWords(layout, feeds.padded(longest))),
      // What is padded to a size that the file fixes is always padded to it.
      equal: equal || !(layout.steady || (layout.pads && feeds.longest !== undefined)),
      atLeast: layout.steady ? this.#copies : 1,
    });
  }

  #requireStates(): HiddenStates {
    const { states } = this.#reading;
    if (states !== undefined) return states;
    throw new HankelError("usage", `nothing says which output of ${this.name} holds its states`);
  }

  release(): Promise<void> {
    return this.#reading.session.release();
  }

  async #runGroup(
    words: readonly Word[],
    outputs: readonly string[],
  ): Promise<Readonly<Record<string, Tensor>>> {
    try {
      return await this.#runOnce(words, outputs);
    } catch (error) {
      const { length } = words[words.length - 1];
      if (this.#longest !== undefined || (await this.#reads(this.readsEmpty ? 0 : 1)) !== undefined)
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
    const { session, feeds } = this.#reading;
    return session.run(feeds.of(words), outputs);
  }

  /** Why a word of so many letters cannot be read; undefined if it can. */
  #reads(length: number): Promise<Error | undefined> {
    return this.tries(new Array<number>(length).fill(0));
  }

  /** Why a word cannot be read; undefined if it can. */
  protected async tries(word: Word): Promise<Error | undefined> {
    try {
      await this.#runOnce([word], [this.#reading.ports.output.name]);
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

  #tooLong(length: number, advice = ""): HankelError {
    const most = countOf(this.#longest ?? 0, "letter");
    const message = `${this.name} reads words of at most ${most}, and was asked about one of ${length}${advice}`;
    return new HankelError("teacher", message);
  }

  #failure(length: number, cause: unknown): HankelError {
    const message = `${this.name} failed on words of ${countOf(length, "letter")}: ${messageOf(cause)}`;
    return new HankelError("teacher", message, { cause });
  }
}

/** How many words of so many tokens may run together, so that the memory of the runtime does not grow with the vocabulary. */
function mostWords({ prefixes, width }: Layout, time: number): number {
  return Math.max(1, Math.floor(MOST_NUMBERS / (width * (prefixes ? time : 1))));
}

/** The results of runs, in their order, with at most `ahead` of them begun and not yet taken. When one fails, those under way end first. */
async function* inOrder<T>(
  runs: readonly (() => Promise<T>)[],
  ahead: number,
  pause: Pause | undefined,
): AsyncGenerator<readonly [place: number, result: T]> {
  const underWay: Promise<T>[] = [];
  let begun = 0;
  try {
    for (let place = 0; place < runs.length; place++) {
      for (; begun < Math.min(runs.length, place + ahead); begun++) {
        if (begun > 0) await pause?.();
        const run = runs[begun]();
        // A failure is heard of when its turn comes, or at the end.
        run.catch(() => {});
        underWay.push(run);
      }
      const result = await underWay[0];
      void underWay.shift();
      yield [place, result];
    }
  } finally {
    await Promise.allSettled(underWay);
  }
}
