import type { GroupWithZero } from "../../algebra/semifield.ts";
import { countOf } from "../../errors.ts";
import type { Kind } from "../../kinds/kind.ts";
import type { Claim } from "./equivalence-test.ts";

/** What was tested, for `statement`. */
export interface Tested {
  /** How many states the automaton has. */
  readonly states: number;
  readonly claims: readonly Claim[];
  /** How many words were compared. */
  readonly words: number;
  /** How many of them were cut short (see `testWords`). */
  readonly cut?: number | undefined;
  /** How long the longest of them was. */
  readonly longest?: number | undefined;
  /** Is the automaton one over a field that need not be deterministic? Then it has as many states as the rank. */
  readonly ranked?: boolean | undefined;
}

/**
 * What a run established, in one sentence. If it was tried on words only, `longest` says what was not tried. It never says "exact" of rounded weights: two automata may both be near a third
 * one and still differ from each other.
 *
 * @example
 * console.log(statement(weightsIn(boolean), { states: 4, claims: [wpMethod(1).claim(minimize(fromExpression("abb", boolean)))], words: 30 })); // No counterexample in 30 words: complete up to 1 extra state (it is right if the language has at most 5 states).
 */
export function statement<W, A>(kind: Kind<W, A>, tested: Tested): string {
  const { algebra } = kind;
  const { states, claims, words, cut = 0, longest, ranked = false } = tested;
  if (claims.some((claim) => claim.kind === "box" && claim.exact)) {
    if (algebra.exact && ranked) {
      return `Exact: the rank is ${states}, and this is the canonical automaton; none has fewer states, deterministic or not.`;
    }
    if (algebra.exact) return `Exact: this is the minimal ${kind.title} of the target, state for state.`;
    return (
      `A comparison with the target found no difference beyond the tolerance of ${algebra.tolerance}. Equality within a ` +
      "tolerance is not transitive: another comparison may find one, and another automaton may have fewer states."
    );
  }
  // What is proved comes first.
  const proved = (claim: Claim) => Number(claim.kind === "complete" || claim.kind === "pac");
  const parts = claims
    .toSorted((a, b) => proved(b) - proved(a))
    .map((claim) => sentence(claim, states, kind));
  const only = claims.every((claim) => claim.kind === "words");
  const { word, letter } = kind.terms;
  const count = countOf(words, word);
  if (longest !== undefined && !claims.some(({ kind }) => kind === "complete" || kind === "box")) {
    parts.push(`no ${word} of more than ${countOf(longest, letter)} was tried`);
  }
  if (words === 0 && claims.every(({ kind }) => kind === "box")) {
    return `Nothing was tested: the black box looked for a counterexample and found none.${within(algebra)}`;
  }
  const result = only ? `Tested on ${count} only` : `No counterexample in ${count}`;
  return `${result}: ${parts.join("; ")}.${cutWords(algebra, cut)}${within(algebra)}`;
}

function sentence<W, A>(claim: Claim, states: number, { terms, form }: Kind<W, A>): string {
  switch (claim.kind) {
    case "complete": {
      if (claim.rank !== undefined) {
        const most = claim.rank + claim.extraStates;
        const above = claim.extraStates === 0 ? "for this rank" : `up to a rank ${claim.extraStates} higher`;
        return `complete ${above} (it is right if the rank of the language is at most ${most})`;
      }
      const extra = countOf(claim.extraStates, "extra state");
      const most = countOf(states + claim.extraStates, "state");
      return `complete up to ${extra} (it is right if the ${terms.language} has at most ${most}${form})`;
    }
    case "pac": {
      const confidence = percent(1 - claim.delta);
      return `with confidence ${confidence} it is wrong on at most ${percent(claim.epsilon)} of ${terms.word}s drawn like this: ${claim.distribution}`;
    }
    case "box":
      return "the black box looked for a counterexample and found none";
    default:
      return claim.about;
  }
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(6))} %`;
}

function cutWords<W>(algebra: GroupWithZero<W>, cut: number): string {
  if (cut === 0) return "";
  const were = cut === 1 ? "1 of these words was" : `${cut} of these words were`;
  return ` ${were} cut short, where weights would leave the range of ${algebra.name}.`;
}

function within<W>(algebra: GroupWithZero<W>): string {
  return algebra.exact
    ? ""
    : ` Weights were compared within a tolerance of ${algebra.tolerance} for each letter.`;
}
