import type { Automaton } from "../automata/convert.ts";
import { distances } from "../automata/distances/shortest-distance.ts";
import { OperationBudget } from "../automata/operation-budget.ts";
import { type Numeric, requireNumbers } from "../automata/requirements.ts";
import { stochastic } from "../automata/stochastic/expectations.ts";
import type { Wfsa } from "../automata/wfsa.ts";
import { HankelError, quote } from "../errors.ts";
import { ARPA_ZERO } from "./backoff.ts";

/** How `writeArpa` approximates. */
export interface ArpaWriteOptions {
  /** How long the n-grams are; 3 by default. */
  readonly order?: number | undefined;
  /** A budget for the n-grams; 10⁶ by default. */
  readonly maxNgrams?: number | undefined;
}

/** Longer n-grams are not read either. */
const MAX_ORDER = 20;
const DEFAULT_ORDER = 3;
const [BEGIN, END] = ["<s>", "</s>"];

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
 */
export function writeArpa<W>(automaton: Automaton<W>, options: ArpaWriteOptions = {}): string {
  const { order = DEFAULT_ORDER, maxNgrams = 1e6 } = options;
  const algebra = checkArpa(automaton, options);
  const budget = new OperationBudget("writeArpa", "n-grams", maxNgrams);
  const model = new Expectations(algebra, stochastic(automaton, "writeArpa", {}));
  const sections: string[][] = [];
  let histories = [model.anywhere()];
  for (let n = 1; n <= order; n++) {
    const lines: string[] = n === 1 ? [line(ARPA_ZERO, BEGIN, order > 1)] : [];
    const longer: History[] = n === 1 ? [model.beginning()] : [];
    for (const history of histories) {
      const { total, end, next } = model.after(history);
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

/** Expected visits of the states of a stochastic automaton. */
class Expectations<W> {
  readonly #algebra: Numeric<W>;
  readonly #wfsa: Wfsa<W>;

  constructor(algebra: Numeric<W>, wfsa: Wfsa<W>) {
    this.#algebra = algebra;
    this.#wfsa = wfsa;
  }

  /** Behind the empty sequence: all visits of a state count. */
  anywhere(): History {
    const visits = distances(this.#wfsa, this.#algebra, "forward", "writeArpa", {});
    return { text: "", visits: this.#numbers(visits) };
  }

  /** Behind the beginning of a word. */
  beginning(): History {
    return { text: BEGIN, visits: this.#numbers(Array.from(this.#wfsa.initialWeight)) };
  }

  #numbers(weights: readonly W[]): Map<number, number> {
    const numbers = weights.map((weight, state) => [state, this.#algebra.toNumber(weight)] as const);
    return new Map(numbers.filter(([, number]) => number > 0));
  }

  /** How often a history is expected, how often a word ends behind it, and how often each symbol follows. */
  after({ visits }: History) {
    const { alphabet, start, letter, target, arcWeight, finalWeight } = this.#wfsa;
    const { toNumber } = this.#algebra;
    const next = new Map<number, Followed>();
    let [total, end] = [0, 0];
    for (const [state, visit] of visits) {
      total += visit;
      end += visit * toNumber(finalWeight[state]);
      for (let arc = start[state]; arc < start[state + 1]; arc++) {
        const taken = visit * toNumber(arcWeight[arc]);
        if (!(taken > 0)) continue;
        let entry = next.get(letter[arc]);
        if (entry === undefined) {
          next.set(
            letter[arc],
            (entry = { symbol: alphabet.symbols[letter[arc]], count: 0, visits: new Map() }),
          );
        }
        entry.count += taken;
        entry.visits.set(target[arc], (entry.visits.get(target[arc]) ?? 0) + taken);
      }
    }
    const inOrder = [...next].sort(([a], [b]) => a - b);
    return { total, end, next: inOrder.map(([, entry]) => entry) };
  }
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
  throw new HankelError("unsupported", `an ARPA model cannot have the symbol ${quote(bad)}, which ${why}`);
}
