import { addRationals, compareRationals, divideRationals, type Rational } from "../algebra/fraction.ts";
import { formatRational, rationalFromNumber, rationalToNumber } from "../algebra/fraction-text.ts";
import { type Automaton, toWfsa } from "../automata/convert.ts";
import { requireNumbers, requireSemifield } from "../automata/requirements.ts";
import type { Wfsa } from "../automata/wfsa.ts";
import { HankelError, quote } from "../errors.ts";
import { decimalWhereExact } from "./ratio.ts";

/** How far from 1 the sum of floating-point probabilities may be; they are divided by it. */
const SLACK = 1e-6;

/**
 * Writes a model of the PAutomaC competition. The automaton must be stochastic: the initial weights sum to 1, and so do
 * the final weight and the arcs of each state. Symbols are numbered in the order of the alphabet. Over the rationals
 * every number is exact: a decimal, or a ratio if the decimal does not end. Of log weights the probabilities are written.
 */
export function writePautomac<W>(automaton: Automaton<W>): string {
  const model = new Model(toWfsa(automaton));
  const { size } = model.automaton;
  const lines = ["I: (state)"];
  const states = Array.from({ length: size }, (_, state) => state);
  for (const state of states) lines.push(`\t(${state}) ${model.initial(state)}`);
  lines.push("F: (state)");
  for (const state of states) lines.push(`\t(${state}) ${model.final(state)}`);
  const symbols = ["S: (state,symbol)"];
  const transitions = ["T: (state,symbol,state)"];
  for (const state of states) model.arcs(state, symbols, transitions);
  return `${[...lines, ...symbols, ...transitions].join("\n")}\n`;
}

/** Refuses weights that are no probabilities. */
export function checkPautomac<W>({ algebra }: Pick<Automaton<W>, "algebra">): void {
  requireSemifield(algebra, "a PAutomaC model", "probabilities");
  const [kind] = algebra.name.split(":");
  if (kind !== "rational" && kind !== "real" && kind !== "log")
    refuse(`weights of ${algebra.name} are no probabilities`);
}

class Model<W> {
  readonly automaton: Wfsa<W>;
  readonly #exact: boolean;
  readonly #toNumber: (weight: W) => number;
  /** What the initial weights sum to. */
  readonly #begin: Rational;

  constructor(automaton: Wfsa<W>) {
    const { algebra } = automaton;
    checkPautomac(automaton);
    if (automaton.epsilons > 0) refuse("it has ε arcs");
    this.automaton = automaton;
    this.#exact = algebra.exact;
    this.#toNumber = requireNumbers(algebra, "writePautomac").toNumber;
    let sum: Rational = 0;
    for (let state = 0; state < automaton.size; state++)
      sum = addRationals(sum, this.#at(automaton.initialWeight[state]));
    this.#begin = this.#checkedSum(sum, "the initial weights");
  }

  initial(state: number): string {
    return this.#show(divideRationals(this.#at(this.automaton.initialWeight[state]), this.#begin));
  }

  final(state: number): string {
    const { start, arcWeight, finalWeight } = this.automaton;
    const stop = this.#at(finalWeight[state]);
    let sum = stop;
    for (let arc = start[state]; arc < start[state + 1]; arc++)
      sum = addRationals(sum, this.#at(arcWeight[arc]));
    this.#checkedSum(sum, `the final weight and the arcs of state ${state}`);
    return this.#show(divideRationals(stop, sum));
  }

  /** The lines of a state in sections S and T. */
  arcs(state: number, symbols: string[], transitions: string[]): void {
    const { start, letter, target, arcWeight } = this.automaton;
    const byLetter = new Map<number, Map<number, Rational>>();
    let going: Rational = 0;
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      const weight = this.#at(arcWeight[arc]);
      going = addRationals(going, weight);
      const targets = byLetter.get(letter[arc]) ?? new Map<number, Rational>();
      targets.set(target[arc], addRationals(targets.get(target[arc]) ?? 0, weight));
      byLetter.set(letter[arc], targets);
    }
    for (const [symbol, targets] of byLetter) {
      let sum: Rational = 0;
      for (const weight of targets.values()) sum = addRationals(sum, weight);
      const share = divideRationals(sum, going);
      symbols.push(`\t(${state},${symbol}) ${this.#show(share)}`);
      for (const [to, weight] of targets) {
        transitions.push(`\t(${state},${symbol},${to}) ${this.#show(divideRationals(weight, sum))}`);
      }
    }
  }

  /** A weight as an exact number. */
  #at(weight: W): Rational {
    const value = this.#exact ? (weight as Rational) : rationalFromNumber(this.#toNumber(weight));
    if (compareRationals(value, 0) < 0)
      refuse(`the weight ${quote(this.automaton.algebra.format(weight))} is negative`);
    return value;
  }

  #show(value: Rational): string {
    return this.#exact ? decimalWhereExact(formatRational(value)) : String(rationalToNumber(value));
  }

  /** A sum that is 1, or nearly so. */
  #checkedSum(sum: Rational, what: string): Rational {
    if (sum === 1 || (this.automaton.size === 0 && sum === 0)) return 1;
    if (!this.#exact && Math.abs(rationalToNumber(sum) - 1) <= SLACK) return sum;
    return refuse(`${what} sum to ${this.#show(sum)}, not to 1; push it to stochastic weights first`);
  }
}

function refuse(what: string): never {
  throw new HankelError("unsupported", `a PAutomaC model is stochastic, but ${what}`);
}
