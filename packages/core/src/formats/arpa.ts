import type { Rational } from "../algebra/fraction.ts";
import { rational, tropical } from "../algebra/rational.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import type { Automaton } from "../automata/convert.ts";
import { distances } from "../automata/distances/shortest-distance.ts";
import { type Numeric, OperationBudget, requireNumbers, unsupported } from "../automata/requirements.ts";
import { stochastic } from "../automata/stochastic/expectations.ts";
import type { Wfsa } from "../automata/wfsa.ts";
import { HankelError, quote } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import { PrefixTree } from "../words/prefix-tree.ts";
import { Ints } from "./bytes.ts";
import type { AutomatonDocument } from "./document.ts";
import { Columns, failAt, failAtPlace, type Line, LineReader, orFail, textOf } from "./lines.ts";
import { decimalLogarithmIn } from "./probability.ts";
import { TokenTable } from "./tokens.ts";

/** Longer n-grams than this are neither read nor written; real models are shorter. */
const MAX_ORDER = 20;
/** How the files write the logarithm of 0, after SRILM. */
const ARPA_ZERO = -99;
const [BEGIN, END] = ["<s>", "</s>"];

/**
 * Reads an n-gram model in the ARPA format of SRILM and KenLM, and expands its back-off. States are histories, and
 * every word has an arc, so the automaton is deterministic and weighs a sentence as the model does. `<s>` and `</s>`
 * mark the beginning and the end; they are not symbols. Over the tropical semifield, the default, weights are the
 * decimal logarithms of the file, negated and exact. As in SRILM, -99 stands for the logarithm of 0.
 *
 * @example
 * const text = writeArpa(fromExpression("(<0.5>a)*<0.5>", real), { order: 1 });
 * const document = readWhole(new ArpaReader(), text);
 * console.log(documentToAutomaton(document).alphabet.symbols.join(" ")); // a
 */
export class ArpaReader extends LineReader<AutomatonDocument<unknown>> {
  readonly #algebra: AnyAlgebra;
  readonly #toWeight: (logarithm: Rational) => unknown;
  readonly #columns = new Columns(MAX_ORDER + 2);
  readonly #tokens = new TokenTable();
  readonly #tree = new PrefixTree();
  readonly #weight: unknown[] = [undefined];
  readonly #backoff: unknown[] = [undefined];
  /** How many n-grams are announced, by length, and how many were read. */
  readonly #announced: number[] = [];
  readonly #found: number[] = [];
  readonly #unigrams = new Ints();
  #section: "before" | "data" | "grams" | "end" = "before";
  #order = 0;

  constructor(algebra: AnyAlgebra = tropical) {
    super();
    this.#algebra = algebra;
    this.#toWeight = decimalLogarithmIn(algebra);
  }

  protected result(lines: number): AutomatonDocument<unknown> {
    const place = { line: lines, column: 1 };
    if (this.#section !== "end") failAtPlace(place, "expected \\end\\, found the end of the text");
    this.#announced.forEach((count, n) => {
      if (count !== (this.#found[n] ?? 0)) {
        failAtPlace(place, `${count} ${n}-grams are announced, but there are ${this.#found[n] ?? 0}`);
      }
    });
    const names = this.#tokens.texts();
    const [start, end] = [names.indexOf(BEGIN), names.indexOf(END)];
    if (end < 0) failAtPlace(place, "the model has no </s>: no sentence would end");
    const words = Array.from(this.#unigrams.array).filter((word) => word !== start && word !== end);
    const model = {
      algebra: this.#algebra,
      order: this.#announced.length - 1,
      tree: this.#tree,
      weight: this.#weight,
      backoff: this.#backoff,
      start,
      end,
      words,
      symbols: words.map((word) => names[word]),
    };
    return expandBackoff(model, (message) => failAtPlace(place, message));
  }

  protected line(line: Line): void {
    const columns = this.#columns;
    columns.split(line);
    if (columns.count === 0) return;
    if (line.bytes[columns.starts[0]] === 0x5c && columns.count === 1) this.#heading(line);
    else if (this.#section === "data") this.#announce(line);
    else if (this.#section === "grams") this.#gram(line);
    else if (this.#section === "end") failAt(line, columns.starts[0], "expected nothing behind \\end\\");
  }

  #heading(line: Line): void {
    const text = this.#columns.text(line, 0);
    const at = this.#columns.starts[0];
    const order = /^\\(\d{1,2})-grams:$/.exec(text)?.[1];
    if (text === "\\data\\" && this.#section === "before") this.#section = "data";
    else if (text === "\\end\\" && this.#section === "grams") this.#section = "end";
    else if (order !== undefined && (this.#section === "data" || this.#section === "grams")) {
      if (Number(order) !== this.#order + 1) failAt(line, at, `expected \\${this.#order + 1}-grams:`);
      if (this.#announced[Number(order)] === undefined)
        failAt(line, at, `\\data\\ does not announce ${order}-grams`);
      this.#order++;
      this.#section = "grams";
    } else if (this.#section !== "before") failAt(line, at, `the heading ${quote(text)} is out of place`);
  }

  #announce(line: Line): void {
    const match = /^\s*ngram\s+(\d{1,2})\s*=\s*(\d{1,15})\s*$/.exec(textOf(line).slice(0, 200));
    const order = Number(match?.[1]);
    if (match === null || order !== Math.max(1, this.#announced.length) || order > MAX_ORDER) {
      failAt(line, line.start, `expected "ngram ${Math.max(1, this.#announced.length)}=count"`);
    }
    this.#announced[0] = 0;
    this.#announced[order] = Number(match?.[2]);
  }

  #gram(line: Line): void {
    const { count, starts, ends } = this.#columns;
    const order = this.#order;
    if (count !== order + 1 && count !== order + 2) {
      failAt(
        line,
        starts[0],
        `expected a logarithm, ${order} words and perhaps a back-off, found ${count} columns`,
      );
    }
    let node = 0;
    for (let i = 1; i <= order; i++) {
      const known = this.#tokens.size;
      const token = this.#tokens.number(line.bytes, starts[i], ends[i]);
      if (token === known) {
        textOf(line, starts[i], ends[i]);
        if (order > 1)
          failAt(line, starts[i], `the word ${quote(this.#tokens.text(token))} is none of the 1-grams`);
        this.#unigrams.push(token);
      }
      node = this.#tree.extend(node, token);
    }
    if (this.#weight[node] !== undefined) failAt(line, starts[0], "this n-gram occurs twice");
    while (this.#weight.length < this.#tree.size) {
      this.#weight.push(undefined);
      this.#backoff.push(undefined);
    }
    this.#weight[node] = this.#logarithm(line, 0);
    if (count === order + 2) this.#backoff[node] = this.#logarithm(line, count - 1);
    this.#found[0] = 0;
    this.#found[order] = (this.#found[order] ?? 0) + 1;
  }

  #logarithm(line: Line, column: number): unknown {
    const text = this.#columns.text(line, column);
    if (text.toLowerCase() === "-inf") return this.#algebra.zero;
    const fail = (message: string) => failAt(line, this.#columns.starts[column], message);
    const value = orFail(() => rational.parse(text), fail);
    return value === ARPA_ZERO ? this.#algebra.zero : orFail(() => this.#toWeight(value), fail);
  }
}

/** An n-gram model: n-grams are the nodes of a tree, each with a weight and a back-off weight. */
interface BackoffModel {
  readonly algebra: AnyAlgebra;
  readonly order: number;
  readonly tree: PrefixTree;
  /** The weight of the last word of an n-gram after the others; undefined if the model does not list it. */
  readonly weight: readonly unknown[];
  /** The weight of backing off from an n-gram to a shorter one; undefined means 1. */
  readonly backoff: readonly unknown[];
  /** The start and the end of a sentence, as letters of the tree. */
  readonly start: number;
  readonly end: number;
  /** The letters of the tree that are words, and their names. */
  readonly words: readonly number[];
  readonly symbols: readonly string[];
}

/** The most arcs that are expanded; a model with a full vocabulary would not fit into memory. */
const MAX_ARCS = 2 ** 24;

/**
 * The deterministic automaton of a back-off model (Katz 1987). After the history h, a word w has the weight that the
 * model lists for h w, or else the back-off weight of h times the weight of w after h without its first word. The next
 * history is the longest suffix of h w that the model has. States are the reachable histories; O(states · words).
 */
function expandBackoff(
  { algebra, order, tree, weight, backoff, start, end, words, symbols }: BackoffModel,
  fail: (message: string) => never,
): AutomatonDocument<unknown> {
  /** The histories that are reached, by state: nodes of the tree below its order. */
  const histories: number[] = [];
  const states = new Map<number, number>();
  const stateOf = (node: number) => {
    let state = states.get(node);
    if (state === undefined) states.set(node, (state = histories.push(node) - 1));
    return state;
  };
  const shorter = new Map<number, number>();
  /** The longest proper suffix of a history that the model has. */
  const without = (node: number) => {
    let found = shorter.get(node) ?? -1;
    if (found >= 0) return found;
    const word = tree.word(node);
    for (let first = 1; found < 0; first++) found = tree.find(word.slice(first));
    shorter.set(node, found);
    return found;
  };
  const weigh = (history: number, word: number): unknown => {
    let factor = algebra.one;
    for (let node = history; ; node = without(node)) {
      const child = tree.child(node, word);
      if (child >= 0 && weight[child] !== undefined) return algebra.times(factor, weight[child]);
      if (node === 0) return algebra.zero;
      factor = algebra.times(factor, backoff[node] ?? algebra.one);
    }
  };
  const behind = (history: number, word: number): number => {
    for (let node = history; ; node = without(node)) {
      const child = tree.child(node, word);
      if (child >= 0 && tree.depth(child) < order) return child;
      if (node === 0) return 0;
    }
  };
  const [from, letters, to] = [new Ints(), new Ints(), new Ints()];
  const weights: unknown[] = [];
  const finalStates: number[] = [];
  const finalWeights: unknown[] = [];
  stateOf(start < 0 ? 0 : Math.max(0, tree.child(0, start)));
  for (const [state, history] of histories.entries()) {
    const final = weigh(history, end);
    if (!algebra.isZero(final)) {
      finalStates.push(state);
      finalWeights.push(final);
    }
    for (let letter = 0; letter < words.length; letter++) {
      const along = weigh(history, words[letter]);
      if (algebra.isZero(along)) continue;
      from.push(state);
      letters.push(letter);
      to.push(stateOf(behind(history, words[letter])));
      weights.push(along);
    }
    if (histories.length * words.length > MAX_ARCS) {
      const sizes = `${histories.length} histories and more, ${words.length} words each`;
      fail(`the back-off is not expanded: ${sizes}; at most ${MAX_ARCS} arcs are made`);
    }
  }
  const symbolOf = new Map(words.map((word, i) => [word, symbols[i]]));
  const named = (letter: number) => (letter === start ? BEGIN : (symbolOf.get(letter) ?? END));
  return {
    algebra,
    alphabet: new Alphabet(symbols),
    states: histories.length,
    names: histories.map((node) => tree.word(node).map(named).join(" ")),
    initial: { states: [0], weights: [algebra.one] },
    final: { states: finalStates, weights: finalWeights },
    arcs: { from: from.array, letters: letters.array, weights, to: to.array },
    place: () => ({ line: 1, column: 1 }),
  };
}

/** How `writeArpa` approximates. */
export interface ArpaWriteOptions {
  /** How long the n-grams are; 3 by default. */
  readonly order?: number | undefined;
  /** A budget for the n-grams; 10⁶ by default. */
  readonly maxNgrams?: number | undefined;
}

const DEFAULT_ORDER = 3;

/** A sequence of symbols, and for each state how often a word is expected to be there right behind the sequence. */
interface History {
  readonly text: string;
  readonly visits: ReadonlyMap<number, number>;
}

/**
 * Refuses weights and symbols that no ARPA model can have, and a wrong order; returns the algebra as one of numbers.
 */
export function checkArpa<W>(
  { algebra, alphabet }: Pick<Automaton<W>, "algebra" | "alphabet">,
  { order = DEFAULT_ORDER }: ArpaWriteOptions = {},
): Numeric<W> {
  if (!Number.isSafeInteger(order) || order < 1 || order > MAX_ORDER) {
    throw new HankelError("usage", `the order of an ARPA model is 1 to ${MAX_ORDER}, not ${order}`);
  }
  const numbers = requireNumbers(algebra, "an ARPA model");
  refuseSymbols(alphabet.symbols);
  return numbers;
}

/**
 * Writes the n-gram model that is nearest to a probabilistic automaton, in the ARPA format: each symbol has its conditional
 * probability given the n − 1 symbols before it, the ratio of how often the longer and the shorter sequence are expected in a
 * word. Among all n-gram models it has the least KL divergence from the automaton. All sequences that can occur are listed, so
 * what is not listed is impossible: backing off has the probability 0, which ARPA files write as -99.
 *
 * Needs weights that stand for numbers, none negative; words may have several paths. Costs what `push` does, and then
 * O(arcs) for every sequence of fewer than n symbols that can occur.
 *
 * @example
 * console.log(writeArpa(fromExpression("(<0.5>a)*<0.5>", real), { order: 1 }).includes("ngram 1=")); // true
 */
export function writeArpa<W>(automaton: Automaton<W>, options: ArpaWriteOptions = {}): string {
  const { order = DEFAULT_ORDER, maxNgrams = 1e6 } = options;
  const algebra = checkArpa(automaton, options);
  const budget = new OperationBudget("writeArpa", "n-grams", maxNgrams);
  const wfsa = stochastic(automaton, "writeArpa", {});
  const visits = (weights: Iterable<W>) => {
    const numbers = Array.from(weights, (weight, state) => [state, algebra.toNumber(weight)] as const);
    return new Map(numbers.filter(([, number]) => number > 0));
  };
  const sections: string[][] = [];
  // Behind the empty sequence, all visits of a state count.
  let histories = [{ text: "", visits: visits(distances(wfsa, algebra, "forward", "writeArpa", {})) }];
  for (let n = 1; n <= order; n++) {
    const lines: string[] = n === 1 ? [line(ARPA_ZERO, BEGIN, order > 1)] : [];
    const longer = n === 1 ? [{ text: BEGIN, visits: visits(Array.from(wfsa.initialWeight)) }] : [];
    for (const history of histories) {
      const { total, end, next } = expectedAfter(history, algebra, wfsa);
      budget.spend(next.length + 1);
      if (end > 0) lines.push(line(logarithm(end / total), joined(history, END), false));
      for (const { symbol, count, visits } of next) {
        const text = joined(history, symbol);
        lines.push(line(logarithm(count / total), text, n < order));
        longer.push({ text, visits });
      }
    }
    if (n === 1) lines.push(...unused(automaton.alphabet.symbols, longer));
    sections.push(lines);
    histories = longer;
  }
  const counts = sections.map((lines, i) => `ngram ${i + 1}=${lines.length}`);
  const grams = sections.flatMap((lines, i) => [`\\${i + 1}-grams:`, ...lines, ""]);
  return ["\\data\\", ...counts, "", ...grams, "\\end\\", ""].join("\n");
}

/** A symbol that follows a history: how often, and the states behind it. */
interface Followed {
  readonly symbol: string;
  count: number;
  readonly visits: Map<number, number>;
}

/** How often a history is expected, how often a word ends behind it, and how often each symbol follows. */
function expectedAfter<W>({ visits }: History, { toNumber }: Numeric<W>, wfsa: Wfsa<W>) {
  const { alphabet, start, letter, target, arcWeight, finalWeight } = wfsa;
  const next = new Map<number, Followed>();
  let [total, end] = [0, 0];
  for (const [state, visit] of visits) {
    total += visit;
    end += visit * toNumber(finalWeight[state]);
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      const taken = visit * toNumber(arcWeight[arc]);
      if (!(taken > 0)) continue;
      const symbol = alphabet.symbols[letter[arc]];
      const entry: Followed = next.get(letter[arc]) ?? { symbol, count: 0, visits: new Map() };
      next.set(letter[arc], entry);
      entry.count += taken;
      entry.visits.set(target[arc], (entry.visits.get(target[arc]) ?? 0) + taken);
    }
  }
  const inOrder = [...next].sort(([a], [b]) => a - b);
  return { total, end, next: inOrder.map(([, entry]) => entry) };
}

/** The symbols that never occur: they belong to the vocabulary all the same. */
function unused(symbols: readonly string[], used: readonly History[]): string[] {
  const known = new Set(used.map(({ text }) => text));
  return symbols.filter((symbol) => !known.has(symbol)).map((symbol) => line(ARPA_ZERO, symbol, false));
}

function joined({ text }: History, symbol: string): string {
  return text === "" ? symbol : `${text} ${symbol}`;
}

/** A line of a section; a sequence that can go on has a back-off weight, which is 0. */
function line(log: number, text: string, goesOn: boolean): string {
  return `${decimal(log)}\t${text}${goesOn ? `\t${ARPA_ZERO}` : ""}`;
}

function logarithm(probability: number): number {
  return Math.max(Math.log10(probability), ARPA_ZERO + 1);
}

/** A number without an exponent, which not every reader understands. */
function decimal(value: number): string {
  const text = value.toFixed(13).replace(/\.?0+$/u, "");
  return text === "-0" ? "0" : text;
}

function refuseSymbols(symbols: readonly string[]): void {
  const bad = symbols.find(
    (symbol) => symbol === "" || /\s/u.test(symbol) || symbol === BEGIN || symbol === END,
  );
  if (bad === undefined) return;
  const why =
    bad === BEGIN || bad === END ? "marks the beginning or the end" : "is empty or contains a blank";
  unsupported(`an ARPA model cannot have the symbol ${quote(bad)}, which ${why}`);
}
