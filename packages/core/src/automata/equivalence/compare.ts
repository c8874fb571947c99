import { floatingField, isField } from "../../algebra/semifield.ts";
import { type ErrorCode, HankelError } from "../../errors.ts";
import { type Automaton, isDeterministic, toWdfsa } from "../convert.ts";
import { type DeterminizeLimits, determinize } from "../determinization/determinize.ts";
import { fieldDifference } from "../fields/field-equivalence.ts";
import { numericalDifference } from "../fields/numerical.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import type { Wdfsa } from "../wdfsa.ts";
import { alignWfsas } from "./align.ts";
import { compareDeterministic, type Difference } from "./compare-deterministic.ts";

/**
 * Where two automata differ, or `undefined` if their languages are equal. Symbols are matched by name.
 *
 * - Both deterministic: Hopcroft and Karp with ratios, near-linear, any group with zero.
 * - Over an exact field, such as rational, a prime field or the quaternions: a basis of the vectors that words reach,
 *   O(letters · states³) (`fieldDifference`).
 * - Over a field of floats, such as real: the same numerically (`numericalDifference`). A difference found is one beyond
 *   the tolerance; none means no difference on words that numerically span what all words reach in both.
 * - Otherwise both are determinized. If that fails, the question is refused: for tropical and similar automata it is
 *   undecidable in general (Krob 1994, "The equality problem for rational series with multiplicities in the tropical
 *   semiring is undecidable").
 *
 * @example
 * const difference = compare(fromExpression("a*", boolean), fromExpression("(aa)*", boolean));
 * if (difference !== undefined) console.log(difference.alphabet.format(difference.word)); // a
 */
export function compare<W>(
  left: Automaton<W>,
  right: Automaton<W>,
  limits: DeterminizeLimits = {},
): Difference<W> | undefined {
  if (isDeterministic(left) && isDeterministic(right))
    return compareDeterministic(toWdfsa(left), toWdfsa(right));
  const floating = floatingField(left.algebra);
  if (floating === undefined && !(left.algebra.exact && isField(left.algebra)))
    return compareDeterministic(determinized(left, limits), determinized(right, limits));
  const [a, b] = alignWfsas(left, right).map((one) => removeEpsilon(one, limits));
  const { alphabet } = a;
  if (floating !== undefined) {
    const found = numericalDifference(a, b, floating, limits);
    return found && { ...found, alphabet };
  }
  const word = fieldDifference(a, b, limits);
  return word && { word, left: a.weigh(word), right: b.weigh(word), alphabet };
}

/**
 * Do two automata have the same language? See `compare`, which also shows where they differ.
 *
 * @example
 * console.log(equivalent(fromExpression("(a|b)*", boolean), fromExpression("(a*b*)*", boolean))); // true
 */
export function equivalent<W>(
  left: Automaton<W>,
  right: Automaton<W>,
  limits: DeterminizeLimits = {},
): boolean {
  return compare(left, right, limits) === undefined;
}

/** How determinizing ends where there is no deterministic form; rounded weights leave their range on the way. */
const NO_FORM: ReadonlySet<ErrorCode> = new Set(["budget", "unsupported", "algebra"]);

function determinized<W>(automaton: Automaton<W>, limits: DeterminizeLimits): Wdfsa<W> {
  try {
    return determinize(automaton, { maxStates: 1e4, ...limits });
  } catch (error) {
    if (!(error instanceof HankelError) || !NO_FORM.has(error.code)) throw error;
    const { name } = automaton.algebra;
    const why = `undecidable in general or not implemented here, because an automaton has no deterministic form`;
    throw new HankelError(
      "unsupported",
      `comparing nondeterministic automata over ${name} is ${why}: ${error.message}`,
      {
        cause: error,
      },
    );
  }
}
