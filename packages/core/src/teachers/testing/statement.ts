import type { GroupWithZero } from "../../algebra/semifield.ts";
import { amount } from "../../errors.ts";
import type { Claim } from "./equivalence-test.ts";

/**
 * What a run established, in one sentence. It never says "exact" of rounded weights: two automata may both be near a third
 * one and still differ from each other.
 */
export function statement<W>(
  algebra: GroupWithZero<W>,
  states: number,
  claims: readonly Claim[],
  words: number,
): string {
  if (claims.some((claim) => claim.kind === "box" && claim.exact)) {
    if (algebra.exact) return "Exact: this is the minimal automaton of the target, state for state.";
    return (
      `A comparison with the target found no difference beyond the tolerance of ${algebra.tolerance}. Equality within a ` +
      "tolerance is not transitive: another comparison may find one, and another automaton may have fewer states."
    );
  }
  const parts = claims.flatMap((claim) => sentence(claim, states));
  const only = claims.every((claim) => claim.kind === "words");
  const tested = only
    ? `Tested on ${amount(words, "word")} only`
    : `No counterexample in ${amount(words, "word")}`;
  return `${tested}: ${parts.join("; ")}.${within(algebra)}`;
}

function sentence(claim: Claim, states: number): string[] {
  switch (claim.kind) {
    case "complete": {
      const most = states + claim.extraStates;
      const extra = amount(claim.extraStates, "extra state");
      return [`complete up to ${extra} (it is right if the language has at most ${amount(most, "state")})`];
    }
    case "pac": {
      const confidence = percent(1 - claim.delta);
      return [
        `with confidence ${confidence} it is wrong on at most ${percent(claim.epsilon)} of words drawn like this: ${claim.distribution}`,
      ];
    }
    case "box":
      return ["the black box looked for a counterexample and found none"];
    default:
      return [claim.about];
  }
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(6))} %`;
}

function within<W>(algebra: GroupWithZero<W>): string {
  return algebra.exact ? "" : ` Weights were compared within a tolerance of ${algebra.tolerance}.`;
}
