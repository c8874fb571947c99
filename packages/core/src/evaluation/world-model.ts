/**
 * Does a language model keep the states of a machine apart, and only those? The two scores of Vafa, Chen, Rambachan, Kleinberg and
 * Mullainathan (2024); docs/how-to/world-model.md has the definitions.
 */

import { boolean } from "../algebra/boolean.ts";
import type { Automaton } from "../automata/convert.ts";
import { determinize } from "../automata/determinization/determinize.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import { support } from "../automata/rational/images.ts";
import { HankelError } from "../errors.ts";
import { AskedRows } from "../next/asked-rows.ts";
import type { Distribution } from "../next/distribution.ts";
import type { Arriving, NextTeacher } from "../next/next-teacher.ts";
import { Random } from "../random.ts";
import type { Alphabet } from "../words/alphabet.ts";
import type { Letter, Word } from "../words/word.ts";
import { askable, askMissing, type Model, stopIfCancelled, type Watch } from "./rows.ts";
import { type Share, shareOf } from "./share.ts";

/** How the scores are measured. */
export interface WorldModelOptions extends Watch {
  /** The model accepts what it gives more probability than this, at every step; 0.01 by default. */
  readonly epsilon?: number | undefined;
  /** How many pairs of prefixes each score looks at; 100 by default. */
  readonly pairs?: number | undefined;
  /** How many continuations are drawn for a pair, and the most words of a boundary that are asked; 30 by default. */
  readonly continuations?: number | undefined;
  /** The most symbols of a word of the machine's boundary, its end included; 5 by default. */
  readonly boundary?: number | undefined;
  /** Prefixes have at most half as many letters as this, and at most 64, and with a continuation at most as many; 40 by default. */
  readonly maxLength?: number | undefined;
  readonly seed?: number | undefined;
}

/** A continuation that the model accepts after one prefix and not after another that leads to the same state. */
export interface Confusion {
  readonly accepted: Word;
  readonly rejected: Word;
  /** Its letters; the letter behind those of the alphabet is the end. */
  readonly continuation: Word;
}

/** How well a language model keeps the states of a machine. */
export interface WorldModelScores {
  /** The states of the minimal machine, and how many of them a prefix that is short enough leads to. */
  readonly states: number;
  readonly reached: number;
  /** The symbols of the words here: those of the model. */
  readonly alphabet: Alphabet;
  /** The share of pairs of prefixes to one state after which the model accepts the same; undefined if no state has two prefixes. */
  readonly compression: Share | undefined;
  /** Of what the model tells apart after prefixes to two states, the part that the machine does; undefined with one state. */
  readonly precision: Share | undefined;
  /** Of what the machine tells apart there, the part that the model does, over the pairs for which that is anything. */
  readonly recall: Share | undefined;
  /** The pairs of prefixes to one state that the model takes for different, with a continuation that shows it. */
  readonly confusions: readonly Confusion[];
}

const STREAM = 0x77_6f_72_6c;

/** So many pairs are looked at together. */
const GROUP = 20;

/** The numbers of longer words need not fit a floating-point number. */
const LONGEST_PREFIX = 64;

/** Two prefixes that the machine can read. */
export type PrefixPair = readonly [Word, Word];

/** What the model says after the two prefixes of a pair, beside the machine. */
export interface PairScore {
  /** Do both lead to the same state? */
  readonly same: boolean;
  /** Words that the model accepts after the first and not after the second, without their last symbol after both. */
  readonly told: readonly Word[];
  /** The part of them that the machine accepts after the first and not after the second; 1 if there are none. */
  readonly precision: number;
  /** The part of the machine's boundary that the model tells apart; undefined if there is none. */
  readonly recall: number | undefined;
}

/**
 * The scores of a language model for a machine, an automaton of any kind of which only the words count that it does not weigh
 * zero. A model that is the machine, with probabilities above `epsilon`, has scores of 1.
 *
 * @example
 * const machine = minimize(fromExpression("(ab)*", boolean));
 * const same = toWdfsa(fromExpression("(<0.5>ab)*<0.5>", real));
 * const { compression, precision, recall } = await worldModelScores(same, machine);
 * console.log(compression?.mean, precision?.mean, recall?.mean); // 1 1 1
 */
export async function worldModelScores(
  model: Model,
  machine: Automaton<unknown>,
  options: WorldModelOptions = {},
): Promise<WorldModelScores> {
  const { pairs = 100, seed = 1 } = checked(options);
  const { alphabet } = model;
  const world = new World(machine, alphabet);
  const longest = Math.floor(longestWord(askable(model), options) / 2);
  const prefixes = new Prefixes(world, Math.min(LONGEST_PREFIX, longest));
  const [reached, twice] = [prefixes.states(1), prefixes.states(2)];
  const draw = (states: readonly number[], same: boolean, i: number): PrefixPair => {
    const random = new Random(STREAM, seed, same ? 0 : 1, i);
    const state = states[random.below(states.length)];
    const first = prefixes.draw(state, random);
    for (;;) {
      const other = same ? state : states[random.below(states.length)];
      const second = prefixes.draw(other, random);
      if (same ? !isSame(first, second) : other !== state) return [first, second];
    }
  };
  const alike = Array.from({ length: twice.length < 1 ? 0 : pairs }, (_, i) => draw(twice, true, i));
  const apart = Array.from({ length: reached.length < 2 ? 0 : pairs }, (_, i) => draw(reached, false, i));
  const all = [...alike, ...apart];
  const scores = await scorePairs(model, machine, all, options);
  const [same, different] = [scores.slice(0, alike.length), scores.slice(alike.length)];
  return {
    states: world.size,
    reached: reached.length,
    alphabet,
    compression: shareOf(same.map(({ precision }) => precision)),
    precision: shareOf(different.map(({ precision }) => precision)),
    recall: shareOf(different.flatMap(({ recall }) => recall ?? [])),
    confusions: same.flatMap(({ told: [continuation] }, i) =>
      continuation === undefined ? [] : [{ accepted: alike[i][0], rejected: alike[i][1], continuation }],
    ),
  };
}

/**
 * The same for given pairs of prefixes, by the letters of the model, pair by pair.
 *
 * @example
 * const machine = minimize(fromExpression("(ab)*", boolean));
 * const anything = toWdfsa(fromExpression("(<0.3>a|<0.3>b)*<0.4>", real));
 * const [score] = await scorePairs(anything, machine, [[[], [0]]]);
 * console.log(score.same, score.precision, score.recall); // false 1 0
 */
export async function scorePairs(
  model: Model,
  machine: Automaton<unknown>,
  pairs: readonly PrefixPair[],
  options: WorldModelOptions = {},
): Promise<PairScore[]> {
  const { epsilon = 0.01, continuations = 30, boundary = 5, seed = 1 } = checked(options);
  const teacher = askable(model);
  const world = new World(machine, teacher.alphabet);
  const longest = longestWord(teacher, options);
  const judge = { world, epsilon, continuations, boundary, longest };
  const trials = pairs.map(([first, second], i): Trial => {
    const [q1, q2] = [world.after(first), world.after(second)];
    if (q1 >= 0 && q2 >= 0) return { first, second, q1, q2, random: new Random(STREAM, seed, 2, i) };
    const word = teacher.alphabet.show(q1 < 0 ? first : second);
    throw new HankelError("usage", `no word of the machine begins with ${word}`);
  });
  const scores: PairScore[] = [];
  for (let from = 0; from < trials.length; from += GROUP) {
    stopIfCancelled(options);
    const group = trials.slice(from, from + GROUP);
    const asked = new AskedRows(teacher);
    const boundaries = await modelBoundaries(group, asked, judge, options);
    const recalled = await recalls(group, asked, judge, options);
    group.forEach(({ q1, q2 }, i) => {
      const told = boundaries[i];
      const right = told.filter((word) => world.tells(q1, q2, word));
      const precision = told.length === 0 ? 1 : right.length / told.length;
      scores.push({ same: q1 === q2, told, precision, recall: recalled[i] });
    });
    options.progress?.(scores.length);
  }
  return scores;
}

/** Refuses numbers that make no sense. */
function checked(options: WorldModelOptions): WorldModelOptions {
  const { epsilon = 0, pairs = 1, continuations = 1, boundary = 1, maxLength = 1 } = options;
  for (const [what, value] of Object.entries({ pairs, continuations, boundary, maxLength })) {
    if (!Number.isSafeInteger(value) || value < 1)
      throw new HankelError("usage", `${what} is a whole number from 1 on, not ${value}`);
  }
  if (epsilon >= 0 && epsilon < 1) return options;
  throw new HankelError("usage", `epsilon is a probability below 1, not ${epsilon}`);
}

function longestWord({ longest }: NextTeacher, { maxLength = 40 }: WorldModelOptions): number {
  return Math.min(maxLength, longest ?? maxLength);
}

/** Two prefixes and the states that they lead to. */
interface Trial {
  readonly q1: number;
  readonly q2: number;
  readonly first: Word;
  readonly second: Word;
  readonly random: Random;
}

interface Judge {
  readonly world: World;
  readonly epsilon: number;
  readonly continuations: number;
  readonly boundary: number;
  readonly longest: number;
}

type Asked = AskedRows<Arriving<Distribution>>;

/** The minimal machine, by the letters of the model. The end is the letter behind them. */
class World {
  readonly size: number;
  readonly end: Letter;
  readonly #target: Int32Array;
  readonly #final: readonly boolean[];
  readonly #counts = new Map<number, number>();

  constructor(automaton: Automaton<unknown>, alphabet: Alphabet) {
    const machine = minimize(determinize(support(automaton)));
    const lacking = machine.alphabet.symbols.filter((symbol) => alphabet.letter(symbol) < 0);
    if (lacking.length > 0)
      throw new HankelError("usage", `the model lacks ${lacking.join(", ")}, symbols of the machine`);
    if (machine.size === 0) throw new HankelError("usage", "the machine accepts no word: it has no states");
    this.size = machine.size;
    this.end = alphabet.size;
    this.#target = new Int32Array(machine.size * alphabet.size).fill(-1);
    machine.alphabet.symbols.forEach((symbol, letter) => {
      for (let q = 0; q < machine.size; q++)
        this.#target[q * alphabet.size + alphabet.letter(symbol)] =
          machine.target[q * machine.alphabet.size + letter];
    });
    this.#final = Array.from({ length: machine.size }, (_, q) => !boolean.isZero(machine.finalWeight[q]));
  }

  /** Where a symbol leads: to a state, to `OVER` with the end, or to `NOWHERE`. */
  step(state: number, symbol: Letter): number {
    if (state < 0) return NOWHERE;
    if (symbol === this.end) return this.#final[state] ? OVER : NOWHERE;
    return this.#target[state * this.end + symbol];
  }

  /** The state after a prefix, or `NOWHERE`. */
  after(prefix: Word, from = 0): number {
    return prefix.reduce((state, symbol) => this.step(state, symbol), from);
  }

  /** Is the word in the language of one state and not in that of the other, so that it tells them apart? */
  tells(q1: number, q2: number, word: Word): boolean {
    return this.after(word, q1) !== NOWHERE && this.after(word, q2) === NOWHERE;
  }

  /** How many words of the boundary of two states have at most so many symbols. */
  boundarySize(q1: number, q2: number, symbols: number): number {
    if (q1 === q2 || q1 < 0 || symbols === 0) return 0;
    const key = (symbols * this.size + q1) * this.size + q2;
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    let sum = 0;
    for (let symbol = 0; symbol <= this.end; symbol++) sum += this.#behind(q1, q2, symbol, symbols);
    this.#counts.set(key, sum);
    return sum;
  }

  /** Those that begin with this symbol. */
  #behind(q1: number, q2: number, symbol: Letter, symbols: number): number {
    const [to1, to2] = [this.step(q1, symbol), this.step(q2, symbol)];
    if (to1 === NOWHERE) return 0;
    return to2 === NOWHERE ? 1 : this.boundarySize(to1, to2, symbols - 1);
  }

  /** The words of the boundary of two states, if there are at most so many; otherwise so many drawn evenly from it. */
  boundary(q1: number, q2: number, symbols: number, most: number, random: Random): Word[] {
    const size = this.boundarySize(q1, q2, symbols);
    if (size <= most) return [...this.#boundary(q1, q2, symbols)];
    return Array.from({ length: most }, () => this.#drawn(q1, q2, symbols, random));
  }

  *#boundary(q1: number, q2: number, symbols: number): Generator<Word> {
    for (let symbol = 0; symbol <= this.end; symbol++) {
      if (this.#behind(q1, q2, symbol, symbols) === 0) continue;
      const [to1, to2] = [this.step(q1, symbol), this.step(q2, symbol)];
      if (to2 === NOWHERE) yield [symbol];
      else for (const rest of this.#boundary(to1, to2, symbols - 1)) yield [symbol, ...rest];
    }
  }

  #drawn(q1: number, q2: number, symbols: number, random: Random): Word {
    const word: Letter[] = [];
    let [at1, at2] = [q1, q2];
    while (at2 !== NOWHERE) {
      const left = symbols - word.length;
      const weights = Array.from({ length: this.end + 1 }, (_, symbol) =>
        this.#behind(at1, at2, symbol, left),
      );
      const symbol = chosen(weights, random);
      word.push(symbol);
      [at1, at2] = [this.step(at1, symbol), this.step(at2, symbol)];
    }
    return word;
  }
}

const NOWHERE = -1;
/** Behind the end, where nothing follows. */
const OVER = -2;

/** The words that lead to the states of a machine, up to a length: how many there are, and even draws of them. */
class Prefixes {
  /** For each length, how many words lead to each state, as shares of the most. */
  readonly #counts: Float64Array[] = [];
  readonly #words: Float64Array;
  readonly #into: readonly (readonly (readonly [from: number, symbol: Letter])[])[];

  constructor(world: World, longest: number) {
    const into: (readonly [number, Letter])[][] = Array.from({ length: world.size }, () => []);
    for (let q = 0; q < world.size; q++) {
      for (let letter = 0; letter < world.end; letter++) {
        const to = world.step(q, letter);
        if (to >= 0) into[to].push([q, letter]);
      }
    }
    this.#into = into;
    this.#words = new Float64Array(world.size);
    let counts = new Float64Array(world.size);
    let words = new Float64Array(world.size);
    [counts[0], words[0]] = [1, 1];
    for (let length = 0; length <= longest; length++) {
      this.#counts.push(counts);
      for (let q = 0; q < world.size; q++) this.#words[q] += words[q];
      const ahead = (before: Float64Array) =>
        Float64Array.from(into, (arcs) => arcs.reduce((sum, [from]) => sum + before[from], 0));
      counts = ahead(counts);
      const most = Math.max(...counts);
      if (most === 0) break;
      counts = counts.map((count) => count / most);
      // More than two are two: it is enough to know whether there is another one.
      words = ahead(words).map((count) => Math.min(2, count));
    }
  }

  /** The states to which at least so many words lead. */
  states(least: 1 | 2): number[] {
    return Array.from(this.#words.keys()).filter((q) => this.#words[q] >= least);
  }

  /** A word to a state: of a length for which there are some, all as likely, and of the words of this length all as likely. */
  draw(state: number, random: Random): Word {
    const lengths = [...this.#counts.keys()].filter((length) => this.#counts[length][state] > 0);
    const length = lengths[random.below(lengths.length)];
    const word: Letter[] = [];
    for (let at = state, left = length; left > 0; left--) {
      const arcs = this.#into[at];
      const before = this.#counts[left - 1];
      const [from, symbol] =
        arcs[
          chosen(
            arcs.map(([q]) => before[q]),
            random,
          )
        ];
      word.push(symbol);
      at = from;
    }
    return word.reverse();
  }
}

/** What the model tells apart after the two prefixes of each trial, as far as words drawn from it show: each word once. */
async function modelBoundaries(
  trials: readonly Trial[],
  asked: Asked,
  { world, epsilon, continuations, longest }: Judge,
  watch: Watch,
): Promise<Word[][]> {
  const { answers } = asked;
  const { tree } = answers;
  const found = trials.map(() => new Map<string, Word>());
  let open = trials.flatMap((trial, i) =>
    Array.from({ length: continuations }, () => ({
      trial,
      at: [tree.insert(trial.first), tree.insert(trial.second)],
      word: [] as Letter[],
      boundary: found[i],
    })),
  );
  while (open.length > 0) {
    await askMissing(asked, new Set(open.flatMap(({ at }) => at)), { cancelled: watch.cancelled });
    open = open.filter((drawing) => {
      const { at, word, boundary, trial } = drawing;
      const [after1, after2] = at.map((node) => answers.row(node));
      const accepted = after1.map((probability) => (probability > epsilon ? probability : 0));
      if (!accepted.some((probability) => probability > 0)) return false;
      const symbol = chosen(accepted, trial.random);
      word.push(symbol);
      if (!(after2[symbol] > epsilon)) {
        boundary.set(word.join(" "), word);
        return false;
      }
      if (symbol === world.end || at.some((node) => tree.depth(node) >= longest)) return false;
      drawing.at = at.map((node) => tree.extend(node, symbol));
      return true;
    });
  }
  return found.map((words) => [...words.values()]);
}

/** Of the machine's boundary for each trial, the share that the model tells apart, too; undefined where it has none. */
async function recalls(
  trials: readonly Trial[],
  asked: Asked,
  { world, epsilon, continuations, boundary, longest }: Judge,
  watch: Watch,
): Promise<(number | undefined)[]> {
  const { answers } = asked;
  const { tree } = answers;
  const symbols = (trial: Trial) =>
    Math.min(boundary, longest + 1 - Math.max(trial.first.length, trial.second.length));
  const words = trials.map((trial) =>
    world.boundary(trial.q1, trial.q2, symbols(trial), continuations, trial.random),
  );
  const nodes = new Set<number>();
  trials.forEach(({ first, second }, i) => {
    for (const word of words[i]) {
      for (const prefix of [first, second]) {
        let node = tree.insert(prefix);
        for (const symbol of word) {
          nodes.add(node);
          if (symbol !== world.end) node = tree.extend(node, symbol);
        }
      }
    }
  });
  await askMissing(asked, nodes, { cancelled: watch.cancelled });
  const accepts = (prefix: Word, word: Word): boolean => {
    let node = tree.find(prefix);
    return word.every((symbol) => {
      const accepted = answers.row(node)[symbol] > epsilon;
      if (symbol !== world.end) node = tree.child(node, symbol);
      return accepted;
    });
  };
  return trials.map(({ first, second }, i) => {
    const told = words[i].filter((word) => accepts(first, word) && !accepts(second, word));
    return words[i].length === 0 ? undefined : told.length / words[i].length;
  });
}

function isSame(a: Word, b: Word): boolean {
  return a.length === b.length && a.every((letter, i) => letter === b[i]);
}

/** One of some, by their weights, which are not all zero. */
function chosen(weights: ArrayLike<number>, random: Random): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += weights[i];
  let rest = random.real() * sum;
  let last = 0;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] <= 0) continue;
    last = i;
    rest -= weights[i];
    if (rest < 0) return i;
  }
  return last;
}
