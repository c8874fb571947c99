import type { Automaton } from "../convert.ts";
import { toWfsa } from "../convert.ts";
import { removeEpsilon } from "../rational/remove-epsilon.ts";
import { trim } from "../trim.ts";
import type { Wfsa } from "../wfsa.ts";
import { findAmbiguity, type PairLimits } from "./ambiguity.ts";
import { type DeterminizeLimits, determinize } from "./determinize.ts";

/**
 * The same language with one path per word. An unambiguous automaton is returned trimmed and without ε arcs. Any other is
 * determinized, which is more than needed: it fails if no deterministic automaton exists, although an unambiguous one may
 * exist (Mohri and Riley 2015, "On the disambiguation of weighted automata", find it in some of these cases).
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
