import { HankelError } from "../../errors.ts";
import { type Automaton, toWfsa } from "../convert.ts";
import { type DeterminizeLimits, determinize } from "../determinization/determinize.ts";
import { OperationBudget } from "../operation-budget.ts";
import { trim } from "../trim.ts";
import { EPSILON, type Wfsa } from "../wfsa.ts";
import { WfsaBuilder } from "../wfsa-builder.ts";
import type { ProductLimits } from "./intersect.ts";

/** The state of the second automaton after it has died. */
const DEAD = -1;

/**
 * The first language without the words of the second, which is unweighted (use `support` on a weighted one): words that
 * the second does not accept keep their weight. The second is determinized, which may take 2ⁿ states; then pairs of
 * states are formed as in a product. Any group with zero; the first may have ε arcs.
 */
export function difference<W>(
  left: Automaton<W>,
  right: Automaton<boolean>,
  limits: ProductLimits & DeterminizeLimits = {},
): Wfsa<W> {
  if (right.algebra.name !== "boolean") {
    const advice = "support makes one of a weighted automaton";
    throw new HankelError("usage", `difference subtracts an unweighted automaton; ${advice}`);
  }
  const a = toWfsa(left);
  const { algebra, alphabet } = a;
  const other = determinize(right, limits);
  const letters = alphabet.symbols.map((symbol) => other.alphabet.letter(symbol));
  const budget = new OperationBudget("difference", "states", limits.maxStates ?? 1e6);
  const builder = new WfsaBuilder(algebra, alphabet);
  const number = new Map<number, number>();
  const pairs: { readonly p: number; readonly q: number }[] = [];
  const reach = (p: number, q: number): number => {
    const key = p * (other.size + 1) + q + 1;
    const known = number.get(key);
    if (known !== undefined) return known;
    budget.spend();
    pairs.push({ p, q });
    const accepted = q !== DEAD && other.finalWeight[q];
    const state = builder.state(accepted ? algebra.zero : a.finalWeight[p]);
    number.set(key, state);
    return state;
  };
  const step = (q: number, letter: number): number => {
    if (q === DEAD || letter === EPSILON) return q;
    return letters[letter] < 0 ? DEAD : other.target[q * other.alphabet.size + letters[letter]];
  };
  for (let i = 0; i < a.initials.length; i++) {
    const p = a.initials[i];
    builder.initial(reach(p, other.size === 0 ? DEAD : 0), a.initialWeight[p]);
  }
  for (let from = 0; from < pairs.length; from++) {
    const { p, q } = pairs[from];
    for (let arc = a.start[p]; arc < a.start[p + 1]; arc++) {
      const letter = a.letter[arc];
      builder.arcOn(from, letter, a.arcWeight[arc], reach(a.target[arc], step(q, letter)));
    }
  }
  return trim(builder.build());
}
