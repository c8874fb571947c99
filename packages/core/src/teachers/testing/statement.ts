import type { GroupWithZero } from "../../algebra/semifield.ts";
import { countOf } from "../../errors.ts";
import type { Claim } from "./equivalence-test.ts";

/**
 * What a run established, in one sentence, after so many words, some of which were cut (see `testWords`). It never says "exact" of rounded weights: two automata may both be near a third
 * one and still differ from each other.
 */
export function statement<W>(
  algebra: GroupWithZero<W>,
  states: number,
  claims: readonly Claim[],
  words: number,
  cut = 0,
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
  const count = countOf(words, "word");
  const tested = only ? `Tested on ${count} only` : `No counterexample in ${count}`;
  return `${tested}: ${parts.join("; ")}.${cutWords(algebra, cut)}${within(algebra)}`;
}

function sentence(claim: Claim, states: number): string[] {
  switch (claim.kind) {
    case "complete": {
      const extra = countOf(claim.extraStates, "extra state");
      const most = countOf(states + claim.extraStates, "state");
      return [`complete up to ${extra} (it is right if the language has at most ${most})`];
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
