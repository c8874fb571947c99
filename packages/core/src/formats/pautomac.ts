import {
  addRationals,
  compareRationals,
  divideRationals,
  multiplyRationals,
  type Rational,
  subtractRationals,
} from "../algebra/fraction.ts";
import {
  decimalWhereExact,
  formatRational,
  rationalFromNumber,
  rationalToNumber,
} from "../algebra/fraction-text.ts";
import { rational } from "../algebra/rational.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import { type Automaton, toWfsa } from "../automata/convert.ts";
import { requireNumbers, requireSemifield, unsupported } from "../automata/requirements.ts";
import { holdsProbabilities } from "../automata/stochastic/conditionals.ts";
import { quote, shortened } from "../errors.ts";
import { Alphabet } from "../words/alphabet.ts";
import type { AutomatonDocument } from "./document.ts";
import { failAt, failAtPlace, type Line, LineReader, orFail, textOf } from "./lines.ts";
import { probabilityIn } from "./probability.ts";

/** The sections, and the keys of their entries. */
const SHAPES = { I: "(state)", F: "(state)", S: "(state,symbol)", T: "(state,symbol,state)" } as const;
type Section = keyof typeof SHAPES;

interface Entry {
  readonly parts: readonly number[];
  readonly probability: Rational;
  readonly line: number;
}

/** Longer lines are no entries. A probability with as many digits as an exponent may ask for fits. */
const LONGEST_ENTRY = 2 ** 16;
const ENTRY = /^\s*\(\s*(\d{1,9}(?:\s*,\s*\d{1,9})*)\s*\)\s+(\S+)\s*$/;

/**
 * Reads a model of the PAutomaC competition. It has four sections of probabilities: I to start in a state; F to stop in
 * it; S to emit a symbol if it does not stop; T to move to a state with that symbol. So an arc weighs
 *
 *     (1 − F(q)) · S(q, a) · T(q, a, q'),
 *
 * computed exactly from the decimals of the file. Entries that are not listed are 0.
 *
 * @example
 * const coin = fromExpression("(<1/2>a)*<1/2>", rational);
 * const document = readWhole(new PautomacReader(), writePautomac(coin));
 * console.log(documentToAutomaton(document).size); // 2
 */
export class PautomacReader extends LineReader<AutomatonDocument<unknown>> {
  readonly #algebra: AnyAlgebra;
  readonly #entries: Record<Section, Entry[]> = { I: [], F: [], S: [], T: [] };
  readonly #seen = new Set<string>();
  readonly #headers = new Set<Section>();
  #section: Section | undefined;

  constructor(algebra: AnyAlgebra = rational) {
    super();
    this.#algebra = algebra;
  }

  protected line(line: Line): void {
    const text = textOf(line);
    if (text.trim() === "") return;
    const header = /^\s*([IFST])\s*:/.exec(text)?.[1] as Section | undefined;
    if (header !== undefined) {
      if (this.#headers.has(header)) failAt(line, line.start, `a second section ${header}`);
      this.#headers.add(header);
      this.#section = header;
      return;
    }
    const section = this.#section ?? failAt(line, line.start, 'expected a section, such as "I: (state)"');
    const shape = SHAPES[section];
    const match = text.length < LONGEST_ENTRY ? ENTRY.exec(text) : null;
    const parts = match?.[1].split(",").map(Number) ?? [];
    if (match === null || parts.length !== shape.split(",").length) {
      return failAt(line, line.start, `expected ${shape} and a probability, found ${quote(text)}`);
    }
    const key = `${section} ${parts.join(" ")}`;
    if (this.#seen.has(key))
      failAt(line, line.start, `a second entry for (${parts.join(",")}) in section ${section}`);
    this.#seen.add(key);
    const probability = orFail(
      () => rational.parse(match[2]),
      (message) => failAt(line, line.start + text.indexOf(match[2]), message),
    );
    if (compareRationals(probability, 0) < 0 || compareRationals(probability, 1) > 0) {
      failAt(line, line.start, `a probability lies between 0 and 1, not ${shortened(match[2])}`);
    }
    this.#entries[section].push({ parts, probability, line: line.number });
  }

  protected result(): AutomatonDocument<unknown> {
    const { I, F, S, T } = this.#entries;
    for (const section of ["I", "F", "S", "T"] as const) {
      if (!this.#headers.has(section))
        failAtPlace({ line: 1, column: 1 }, `the section ${section} is missing`);
    }
    const states = range("state", [...mentions([...I, ...F, ...S, ...T], 0), ...mentions(T, 2)]);
    const symbols = range("symbol", mentions([...S, ...T], 1));
    const weight = probabilityIn(this.#algebra);
    const stop = new Map(F.map(({ parts, probability }) => [parts[0], probability]));
    const puts = new Map(S.map((entry) => [entry.parts[0] * symbols + entry.parts[1], entry]));
    this.#refuseLost(symbols, stop);
    const arcs = T.map(({ parts: [from, letter, to], probability, line }) => {
      const symbol = puts.get(from * symbols + letter)?.probability ?? 0;
      const go = subtractRationals(1, stop.get(from) ?? 0);
      return {
        from,
        letter,
        to,
        line,
        weight: weight(multiplyRationals(multiplyRationals(go, symbol), probability)),
      };
    });
    const lists = { initial: I, final: F, arcs };
    const weighted = (entries: readonly Entry[]) => ({
      states: entries.map(({ parts }) => parts[0]),
      weights: entries.map(({ probability }) => weight(probability)),
    });
    return {
      algebra: this.#algebra,
      alphabet: new Alphabet(Array.from({ length: symbols }, (_, symbol) => String(symbol))),
      states,
      names: undefined,
      initial: weighted(I),
      final: weighted(F),
      arcs: {
        from: arcs.map(({ from }) => from),
        letters: arcs.map(({ letter }) => letter),
        weights: arcs.map((arc) => arc.weight),
        to: arcs.map(({ to }) => to),
      },
      place: (section, entry) => ({ line: lists[section][entry].line, column: 1 }),
    };
  }

  /** An error if an emitted symbol leads nowhere: its probability would be lost silently. */
  #refuseLost(symbols: number, stop: ReadonlyMap<number, Rational>): void {
    const led = new Map<number, Rational>();
    for (const { parts, probability } of this.#entries.T) {
      const key = parts[0] * symbols + parts[1];
      led.set(key, addRationals(led.get(key) ?? 0, probability));
    }
    for (const { parts, probability, line } of this.#entries.S) {
      if (probability === 0 || stop.get(parts[0]) === 1) continue;
      if ((led.get(parts[0] * symbols + parts[1]) ?? 0) !== 0) continue;
      failAtPlace({ line, column: 1 }, `section T has no target for (${parts.join(",")})`);
    }
  }
}

/** How far from 1 the sum of floating-point probabilities may be; they are divided by it. */
const SLACK = 1e-6;

/** The numbers at a place of some entries, with their lines. */
function mentions(entries: readonly Entry[], part: number): (readonly [number: number, line: number])[] {
  return entries.map(({ parts, line }) => [parts[part], line]);
}

/** One more than the largest number; an error if it is far more than there are mentions. */
function range(what: string, all: readonly (readonly [number: number, line: number])[]): number {
  let [most, line] = [-1, 1];
  for (const [number, at] of all) if (number > most) [most, line] = [number, at];
  if (most > 4 * all.length + 1024)
    failAtPlace({ line, column: 1 }, `the ${what} ${most} leaves too many out`);
  return most + 1;
}

/**
 * Writes a model of the PAutomaC competition. The automaton must be stochastic: the initial weights sum to 1, and so do
 * the final weight and the arcs of each state. Symbols are numbered in the order of the alphabet. Over the rationals
 * every number is exact: a decimal, or a ratio if the decimal does not end. Of log weights the probabilities are written.
 *
 * @example
 * console.log(writePautomac(fromExpression("(<1/2>a)*<1/2>", rational)).split("\n")[0]); // I: (state)
 */
export function writePautomac<W>(automaton: Automaton<W>): string {
  checkPautomac(automaton);
  const { algebra, size, epsilons, start, letter, target, ...weights } = toWfsa(automaton);
  if (epsilons > 0) refuse("it has ε arcs");
  const { exact } = algebra;
  const { toNumber } = requireNumbers(algebra, "writePautomac");
  /** A weight as an exact number. */
  const numberOf = (weight: W): Rational => {
    const value = exact ? (weight as Rational) : rationalFromNumber(toNumber(weight));
    if (compareRationals(value, 0) < 0) refuse(`the weight ${quote(algebra.format(weight))} is negative`);
    return value;
  };
  const show = (value: Rational) =>
    exact ? decimalWhereExact(formatRational(value)) : String(rationalToNumber(value));
  /** A sum that is 1, or nearly so. */
  const checkedSum = (parts: readonly Rational[], what: string): Rational => {
    const sum = sumOf(parts);
    if (sum === 1 || (size === 0 && sum === 0)) return 1;
    if (!exact && Math.abs(rationalToNumber(sum) - 1) <= SLACK) return sum;
    return refuse(`${what} sum to ${show(sum)}, not to 1; push it to stochastic weights first`);
  };
  const initial = Array.from(weights.initialWeight, numberOf);
  const begin = checkedSum(initial, "the initial weights");
  const sections: Record<Section, string[]> = { I: [], F: [], S: [], T: [] };
  initial.forEach((value, state) => {
    sections.I.push(`\t(${state}) ${show(divideRationals(value, begin))}`);
  });
  for (let state = 0; state < size; state++) {
    const stop = numberOf(weights.finalWeight[state]);
    const byLetter = new Map<number, Map<number, Rational>>();
    const going: Rational[] = [];
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      const weight = numberOf(weights.arcWeight[arc]);
      going.push(weight);
      const targets = byLetter.get(letter[arc]) ?? new Map<number, Rational>();
      targets.set(target[arc], addRationals(targets.get(target[arc]) ?? 0, weight));
      byLetter.set(letter[arc], targets);
    }
    const left = sumOf(going);
    const sum = checkedSum([stop, ...going], `the final weight and the arcs of state ${state}`);
    sections.F.push(`\t(${state}) ${show(divideRationals(stop, sum))}`);
    for (const [symbol, targets] of byLetter) {
      const share = sumOf(targets.values());
      sections.S.push(`\t(${state},${symbol}) ${show(divideRationals(share, left))}`);
      for (const [to, weight] of targets)
        sections.T.push(`\t(${state},${symbol},${to}) ${show(divideRationals(weight, share))}`);
    }
  }
  const lines = (["I", "F", "S", "T"] as const).flatMap((section) => [
    `${section}: ${SHAPES[section]}`,
    ...sections[section],
  ]);
  return `${lines.join("\n")}\n`;
}

function sumOf(numbers: Iterable<Rational>): Rational {
  let sum: Rational = 0;
  for (const number of numbers) sum = addRationals(sum, number);
  return sum;
}

/** Refuses weights that are no probabilities. */
export function checkPautomac<W>({ algebra }: Pick<Automaton<W>, "algebra">): void {
  requireSemifield(algebra, "a PAutomaC model", "probabilities");
  if (!holdsProbabilities(algebra)) refuse(`weights of ${algebra.name} are no probabilities`);
}

function refuse(what: string): never {
  return unsupported(`a PAutomaC model is stochastic, but ${what}`);
}
