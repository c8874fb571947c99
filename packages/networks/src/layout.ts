/** How the axes of a network's tensors lie. Names of axes are anybody's choice, so runs on a few tokens tell. */

import { HankelError, messageOf } from "@hankel/core";
import { feed, fixedSize } from "./feeds.ts";
import { POSITIONS, type Ports } from "./ports.ts";
import { numbersOf, type Session, type Tensor } from "./session.ts";

/** The axes of an output; -1 if it has none of this kind. Axes of one entry that are none of these do not count. */
interface Axes {
  readonly word: number;
  readonly position: number;
  readonly column: number;
}

/** How a network reads words and where its answers stand. */
export interface Layout {
  /** Is the first axis of the tokens that of the positions? */
  readonly timeFirst: boolean;
  /** Is there an answer at each position, which depends on no token behind it? Otherwise only that to the whole word counts. */
  readonly prefixes: boolean;
  /** May a word be padded, without a change of its answer? */
  readonly pads: boolean;
  /** Has an answer the same bits, whatever it is padded to and whatever else is in the run? */
  readonly steady: boolean;
  /** Is there an answer to a word without a token? */
  readonly readsEmpty: boolean;
  /** How many numbers an answer has. */
  readonly width: number;
  /** Their type. */
  readonly type: string;
  /** The answers in an output. */
  rows(tensor: Tensor): Rows;
}

/** The answers in an output: each has `width` numbers, which begin at `start(word, token)`, and are `step` apart. */
export interface Rows {
  readonly numbers: ArrayLike<number>;
  readonly width: number;
  readonly step: number;
  /** `token` is the last token that was read; where there is one answer for each word, it does not matter. */
  start(word: number, token: number): number;
}

/** Tokens that the network knows, to try it with: one in front of words, and two that may be the same. */
export interface TrialTokens {
  readonly start: number;
  readonly some: number;
  readonly other: number;
  /** What the first one is, for a message. */
  readonly called: string;
  /** The most tokens of a word, if that is known. */
  readonly longest?: number | undefined;
}

/** Two runs with different numbers of words and tokens show which axis is which. */
const SIZES: readonly (readonly [number, number])[] = [
  [2, 3],
  [3, 2],
];
/**
 * The lengths of words that show whether answers have the same bits alone and with others. Kernels take positions by fours, eights and so on, and
 * what is left one by one, so these are on both sides of such numbers.
 */
const STEADY = [1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 23];
/** Differences below this share of the largest number are those of rounding. */
const ROUNDING = 1e-4;
const HALF_ROUNDING = 1e-2;

/** Finds out how the tensors of a network lie, by running it. */
export async function layoutOf(
  session: Session,
  ports: Ports,
  trial: TrialTokens,
  name: string,
): Promise<Layout> {
  return new Trial(session, ports, trial, name).layout();
}

class Trial {
  readonly #session: Session;
  readonly #ports: Ports;
  readonly #tokens: TrialTokens;
  readonly #name: string;
  /** The sizes of the two axes of the tokens that the file fixes. */
  readonly #fixed: readonly (number | undefined)[];

  constructor(session: Session, ports: Ports, tokens: TrialTokens, name: string) {
    this.#session = session;
    this.#ports = ports;
    this.#tokens = tokens;
    this.#name = name;
    this.#fixed = [fixedSize(ports.tokens, 0), fixedSize(ports.tokens, 1)];
  }

  async layout(): Promise<Layout> {
    const { timeFirst: guessed, sizes, dims } = await this.#sizes();
    const [found, columns] = this.#match(sizes, dims);
    const column = columns.find((axis) => dims[0][axis] > 1) ?? -1;
    const timeFirst = await this.#timeFirst(found, guessed, column);
    const [wordAxis, positionAxis] = timeFirst ? [1, 0] : [0, 1];
    const axes: Axes = { word: found[wordAxis], position: found[positionAxis], column };
    const rows = (tensor: Tensor) => rowsIn(tensor, axes);
    await this.#requireApart(timeFirst, axes, dims[0]);
    const positions = axes.position >= 0;
    const prefixes = positions && (await this.#isCausal(timeFirst, rows));
    const pads = prefixes || (!positions && (await this.#pads(timeFirst, rows)));
    if (this.#fixed[positionAxis] !== undefined && !pads) throw this.#fixedLength();
    const readsEmpty = pads && !positions && (await this.#readsEmpty(timeFirst, rows));
    const width = column < 0 ? 1 : dims[0][column];
    const steady = pads && (await this.#isSteady(timeFirst, rows));
    return { timeFirst, prefixes, pads, steady, readsEmpty, width, type: this.#ports.output.type, rows };
  }

  /** The sizes of the tokens and of the output in two runs. With lengths, only the right order of the axes runs. */
  async #sizes() {
    const sizes = SIZES.map((size) => size.map((free, axis) => this.#fixed[axis] ?? free));
    let failure: unknown;
    for (const timeFirst of [false, true]) {
      try {
        const dims: (readonly number[])[] = [];
        for (const [first, second] of sizes) {
          const [words, time] = timeFirst ? [second, first] : [first, second];
          dims.push((await this.#run(timeFirst, this.#filled(words, time, this.#tokens.start))).dims);
        }
        return { timeFirst, sizes, dims };
      } catch (error) {
        failure ??= error;
      }
    }
    throw new HankelError(
      "usage",
      `${this.#name} does not run on ${sizes[0][0]} words of ${sizes[0][1]} tokens, all of them ${this.#tokens.called}; is it one of the ` +
        `network's tokens, and are words and positions free (dynamic) axes? (${messageOf(failure)})`,
      { cause: failure },
    );
  }

  /** For each axis of the tokens, the axis of the output that follows it, or -1; and the other axes of the output. */
  #match(sizes: readonly (readonly number[])[], dims: readonly (readonly number[])[]) {
    const found = [-1, -1];
    // A free axis is known by its change, so it comes first; one that is fixed, by its size only.
    const order = this.#fixed[0] === undefined || this.#fixed[1] !== undefined ? [0, 1] : [1, 0];
    for (const axis of order) {
      found[axis] = dims[0].findIndex(
        (_, i) => !found.includes(i) && dims.every((of, run) => of.length > i && of[i] === sizes[run][axis]),
      );
    }
    const columns = [...dims[0].keys()].filter((axis) => !found.includes(axis));
    const wide = columns.filter((axis) => dims[0][axis] > 1);
    const lost = found.every((axis, i) => axis < 0 && this.#fixed[i] !== 1);
    const changing = columns.some((axis) => dims[0][axis] !== dims[1][axis]);
    if (!lost && wide.length <= 1 && !changing && dims[0].length === dims[1].length)
      return [found, columns] as const;
    throw new HankelError(
      "unsupported",
      `${this.#name}: the output ${this.#ports.output.name} cannot hold answers: for tokens of the size ${sizes[0].join(" × ")} it has the ` +
        `size ${dims[0].join(" × ")}, and for ${sizes[1].join(" × ")} ${dims[1].join(" × ")}; expected words × numbers, or words × tokens × numbers`,
    );
  }

  /** Is the first axis of the tokens that of the positions? An answer depends on other tokens of its own word only. */
  async #timeFirst(found: readonly number[], guessed: boolean, column: number): Promise<boolean> {
    const [first, second] = this.#fixed;
    if (guessed || first === 1 || second === 1) return guessed || (second === 1 && first !== 1);
    if (found[0] < 0 || found[1] < 0) return found[0] < 0;
    const { some, other } = this.#tokens;
    const axes: Axes = { word: found[0], position: found[1], column };
    const [size, time] = [first ?? SIZES[0][0], second ?? SIZES[0][1]];
    const words = this.#filled(size, time, some);
    const before = rowsIn(await this.#run(false, words), axes);
    const after = rowsIn(await this.#run(false, changed(words, 0, other)), axes);
    const alongSecond = Math.max(...counting(time - 1).map((at) => difference(before, after, 0, at + 1)));
    const alongFirst = Math.max(...counting(size - 1).map((word) => difference(before, after, word + 1, 0)));
    if (alongFirst === alongSecond) return this.#saysTimeFirst();
    return alongFirst > alongSecond;
  }

  /** An answer depends on its own word only. Where a run alone gives other answers than the one before, nothing can be said. */
  async #requireApart(timeFirst: boolean, axes: Axes, dims: readonly number[]): Promise<void> {
    const [wordAxis, positionAxis] = timeFirst ? [1, 0] : [0, 1];
    const size = this.#fixed[wordAxis] ?? 2;
    const { some, other } = this.#tokens;
    if (size < 2 || some === other) return;
    const time = this.#fixed[positionAxis] ?? 2;
    const words = this.#filled(size, time, some);
    const first = await this.#run(timeFirst, words);
    const again = await this.#run(timeFirst, words);
    const least = tolerance(first);
    const changes = (tensor: Tensor, word: number) => {
      const [before, after] = [rowsIn(first, axes), rowsIn(tensor, axes)];
      const places = axes.position < 0 ? [0] : counting(time);
      return Math.max(...places.map((at) => difference(before, after, word, at)));
    };
    if (counting(size).some((word) => changes(again, word) > least)) return;
    for (const [changedWord, seen] of [
      [0, 1],
      [1, 0],
    ]) {
      const tensor = await this.#run(timeFirst, words.with(changedWord, new Array<number>(time).fill(other)));
      if (changes(tensor, seen) > least) throw this.#mixes(axes, dims);
    }
  }

  #mixes({ position }: Axes, dims: readonly number[]): HankelError {
    const { name, shape } = this.#ports.output;
    const output = `its output ${name} (${shape.join(" × ")})`;
    const why =
      position < 0 && dims.length < 3
        ? `${output} seems to have no axis of words; export all rows, words first, or with a fixed batch of 1`
        : `is it in evaluation mode, model.eval(), when it is exported? Otherwise fix the batch at 1. The answers are in ${output}`;
    return new HankelError(
      "unsupported",
      `${this.#name}: the answers to a word depend on the other words of a run; ${why}`,
    );
  }

  #saysTimeFirst(): boolean {
    const [first, second] = this.#ports.tokens.shape.map(String);
    return POSITIONS.test(first) && !POSITIONS.test(second);
  }

  /** Does what comes last change nothing before it? */
  async #isCausal(timeFirst: boolean, rows: (tensor: Tensor) => Rows): Promise<boolean> {
    const { some, other } = this.#tokens;
    const time = this.#fixed[timeFirst ? 0 : 1] ?? 3;
    const words = this.#filled(2, time, some);
    const [before, after] = [
      await this.#run(timeFirst, words),
      await this.#run(timeFirst, changed(words, time - 1, other)),
    ];
    const least = tolerance(before);
    return counting(time - 1).every((at) => !(difference(rows(before), rows(after), 0, at) > least));
  }

  /** Does a word have the same answer when it is padded? Only a network that is told the lengths can do that. */
  async #pads(timeFirst: boolean, rows: (tensor: Tensor) => Rows): Promise<boolean> {
    const roles = this.#ports.inputs.map(({ role }) => role);
    if (!roles.some((role) => role === "lengths" || role === "mask" || role === "padding")) return false;
    if (this.#fixed[timeFirst ? 0 : 1] !== undefined) return true;
    return this.#staysWhenPadded(timeFirst, rows, [this.#tokens.some]);
  }

  /**
   * Have answers the same bits when words are padded and run together as when each is run alone? A runtime may add up the positions of a
   * longer word in another order. Networks that read step by step do not, and attention does it on some machines.
   */
  async #isSteady(timeFirst: boolean, rows: (tensor: Tensor) => Rows): Promise<boolean> {
    const [most, time] = timeFirst ? [this.#fixed[1], this.#fixed[0]] : this.#fixed;
    // Every run has the same size then.
    if (most !== undefined && time !== undefined) return true;
    const { some, other, longest = Number.POSITIVE_INFINITY } = this.#tokens;
    const lengths = STEADY.filter((length) => length <= Math.min(time ?? longest, longest)).slice(
      -(most ?? STEADY.length),
    );
    const words = lengths.map((length) =>
      counting(length).map((at) => ((at * at + length) % 3 === 0 ? other : some)),
    );
    // A network that reads short words only fails on the longest ones.
    const run = (some: readonly (readonly number[])[]) =>
      this.#run(timeFirst, some).then(rows, () => undefined);
    for (; words.length > 1; words.pop()) {
      const together = await run(words);
      if (together === undefined) continue;
      for (const [i, word] of words.entries()) {
        const alone = await run([word]);
        if (alone === undefined || !sameBits(together, i, alone, word.length - 1)) return false;
      }
      return true;
    }
    return false;
  }

  /** Is the answer to no token at all one that padding does not change? Only lengths can say that there is none. */
  async #readsEmpty(timeFirst: boolean, rows: (tensor: Tensor) => Rows): Promise<boolean> {
    if (!this.#ports.inputs.some(({ role }) => role === "lengths")) return false;
    try {
      return await this.#staysWhenPadded(timeFirst, rows, []);
    } catch {
      return false;
    }
  }

  async #staysWhenPadded(
    timeFirst: boolean,
    rows: (tensor: Tensor) => Rows,
    word: readonly number[],
  ): Promise<boolean> {
    const { some, other } = this.#tokens;
    const together = rows(await this.#run(timeFirst, [word, [some, other, some]]));
    const tensor = await this.#run(timeFirst, [word]);
    const alone = rows(tensor);
    const isNumber = Number.isFinite(alone.numbers[alone.start(0, 0)]);
    return isNumber && !(difference(together, alone, 0, 0) > tolerance(tensor));
  }

  #filled(words: number, time: number, token: number): number[][] {
    return counting(words).map(() => new Array<number>(time).fill(token));
  }

  async #run(timeFirst: boolean, words: readonly (readonly number[])[]): Promise<Tensor> {
    const time = this.#fixed[timeFirst ? 0 : 1] ?? Math.max(1, ...words.map(({ length }) => length));
    const { name } = this.#ports.output;
    return (await this.#session.run(feed(this.#ports, words, time, timeFirst), [name]))[name];
  }

  #fixedLength(): HankelError {
    const { name: port, shape } = this.#ports.tokens;
    return new HankelError(
      "unsupported",
      `${this.#name}: the input ${port} has the fixed size ${shape.join(" × ")}, and padding would change the answers; export the network with free ` +
        "sizes of the batch and of the length (dynamic_shapes, or dynamic_axes of the old exporter)",
    );
  }
}

function rowsIn(tensor: Tensor, { word, position, column }: Axes): Rows {
  const { dims } = tensor;
  const strides = dims.map((_, axis) => dims.slice(axis + 1).reduce((product, size) => product * size, 1));
  const stride = (axis: number) => (axis < 0 ? 0 : strides[axis]);
  const [perWord, perToken] = [stride(word), stride(position)];
  return {
    numbers: numbersOf(tensor),
    width: column < 0 ? 1 : dims[column],
    step: stride(column),
    start: (row, token) => row * perWord + token * perToken,
  };
}

/** The words with another token in a place of the first one. */
function changed(
  words: readonly (readonly number[])[],
  at: number,
  token: number,
): readonly (readonly number[])[] {
  const [first, ...others] = words;
  return [first.with(at, token), ...others];
}

/** The largest difference between two answers; what is no number tells nothing. */
function difference(a: Rows, b: Rows, word: number, token: number): number {
  const [from, to] = [a.start(word, token), b.start(word, token)];
  let most = 0;
  for (let i = 0; i < a.width; i++) {
    const apart = Math.abs(a.numbers[from + i * a.step] - b.numbers[to + i * b.step]);
    if (apart > most) most = apart;
  }
  return most;
}

/** Are the answers to a word the same in two runs, at all positions up to the last token? In the second it is the first word. */
function sameBits(a: Rows, word: number, b: Rows, last: number): boolean {
  for (let token = 0; token <= last; token++) {
    const [from, to] = [a.start(word, token), b.start(0, token)];
    for (let i = 0; i < a.width; i++)
      if (!Object.is(a.numbers[from + i * a.step], b.numbers[to + i * b.step])) return false;
  }
  return true;
}

/** Differences up to this are those of rounding. */
function tolerance(tensor: Tensor): number {
  let largest = 1;
  for (const number of Array.from(numbersOf(tensor)))
    if (Number.isFinite(number)) largest = Math.max(largest, Math.abs(number));
  return largest * (tensor.type === "float16" ? HALF_ROUNDING : ROUNDING);
}

/** 0, 1, …, count − 1. */
function counting(count: number): number[] {
  return Array.from({ length: Math.max(count, 0) }, (_, i) => i);
}
