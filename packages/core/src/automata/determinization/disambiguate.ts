import type { Automaton } from "../convert.ts";
import { toWfsa } from "../convert.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { findAmbiguity, type PairLimits } from "./ambiguity.ts";
import { type DeterminizeLimits, determinize } from "./determinize.ts";

/**
 * The same language with one path per word. An automaton that is unambiguous already (trimmed, and without ε arcs) is
 * returned so; any other is determinized, which is more than needed, and is refused or runs into its budget where no
 * deterministic automaton exists, although an unambiguous one may (Mohri and Riley 2015, "On the disambiguation of
 * weighted automata", find it for some of them; this does not).
 *
 * O(arcs²) for the test, then what `determinize` costs and needs.
 */
export function disambiguate<W>(
  automaton: Automaton<W>,
  limits: PairLimits & DeterminizeLimits = {},
): Wfsa<W> {
  const wfsa = trim(removeEpsilon(toWfsa(automaton), limits));
  return findAmbiguity(wfsa, limits) === undefined ? wfsa : toWfsa(determinize(wfsa, limits));
}
