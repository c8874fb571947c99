import type { GroupWithZero } from "../../algebra/semifield.ts";
import type { Alphabet } from "../../words/alphabet.ts";
import { type Automaton, toWdfsa, toWfsa } from "../convert.ts";
import type { WorkLimit } from "../distances/shortest-distance.ts";
import { requireNumbers } from "../requirements.ts";
import type { ReadonlyInts } from "../wdfsa.ts";
import { stochastic } from "./expectations.ts";

/** How far from 1 the probabilities of a state may sum. Files hold rounded numbers. */
const SLACK = 1e-6;

/** The semifields whose weights are probabilities, or their logarithms. */
const PROBABILITIES: ReadonlySet<string> = new Set(["real", "log", "rational"]);

/** Are the weights of this algebra probabilities, or their logarithms? */
export function holdsProbabilities({ name }: GroupWithZero<unknown>): boolean {
  return PROBABILITIES.has(name.split(":")[0]);
}

/**
 * Is the automaton a distribution of words as it stands? Its semifield is real, log or rational, no weight is negative, the
 * initial weights sum to 1, and the end and the arcs of each state do too, within 10⁻⁶. Linear.
 *
 * @example
 * console.log(isStochastic(fromExpression("(<2/3>t)*<1/3>", rational)), isStochastic(fromExpression("<2>a", rational))); // true false
 */
export function isStochastic<W>(automaton: Automaton<W>): boolean {
  if (automaton.size === 0 || !holdsProbabilities(automaton.algebra)) return false;
  const algebra = requireNumbers(automaton.algebra, "isStochastic");
  const { size, epsilons, initialWeight, finalWeight, start, arcWeight } = toWfsa(automaton);
  if (epsilons > 0) return false;
  let initial = 0;
  for (let state = 0; state < size; state++) {
    const begin = algebra.toNumber(initialWeight[state]);
    let sum = algebra.toNumber(finalWeight[state]);
    if (!(begin >= 0 && sum >= 0)) return false;
    initial += begin;
    for (let arc = start[state]; arc < start[state + 1]; arc++) {
      const probability = algebra.toNumber(arcWeight[arc]);
      if (!(probability >= 0)) return false;
      sum += probability;
    }
    if (!(Math.abs(sum - 1) <= SLACK)) return false;
  }
  return Math.abs(initial - 1) <= SLACK;
}

/** A deterministic automaton as a language model: what comes next in each state. State 0 is initial. */
export interface Conditionals {
  readonly alphabet: Alphabet;
  readonly size: number;
  /** The state that each letter leads to, or -1; arcs are numbered as in `Wdfsa`. */
  readonly target: ReadonlyInts;
  /** A row for each state: the probability of every letter, and last that of the end. */
  readonly rows: readonly Float64Array[];
}

/**
 * The probabilities of a deterministic automaton: its own if it is stochastic, and otherwise those of its words, whose
 * probabilities are proportional to their weights (`push`). Needs weights that stand for numbers, none negative. Messages
 * name the operation.
 *
 * @example
 * const coin = minimize(fromExpression("(<2/3>t)*<1/3>", rational));
 * console.log(conditionals(coin).rows[0].map((p) => Math.round(p * 100)).join(" ")); // 67 33
 */
export function conditionals<W>(
  automaton: Automaton<W>,
  limits: WorkLimit = {},
  operation = "a language model",
): Conditionals {
  const algebra = requireNumbers(automaton.algebra, operation);
  const given = toWdfsa(automaton);
  const table = isStochastic(given) ? given : toWdfsa(stochastic(given, operation, limits));
  const { alphabet, size, target } = table;
  const width = alphabet.size;
  const rows = Array.from({ length: size }, (_, state) => {
    const row = new Float64Array(width + 1);
    let sum = 0;
    for (let letter = 0; letter < width; letter++) {
      sum += row[letter] = algebra.toNumber(table.arcWeight[state * width + letter]);
    }
    sum += row[width] = algebra.toNumber(table.finalWeight[state]);
    return row.map((probability) => probability / sum);
  });
  return { alphabet, size, target, rows };
}
