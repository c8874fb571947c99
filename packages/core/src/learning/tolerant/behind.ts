import { wilson } from "./agreement.ts";
import { type Dfa, type Examples, labelOf } from "./dfa.ts";
import { type Candidate, PAYS } from "./matches.ts";

/** A target is right, as people say, if it agrees with a machine on this share of random words, and on this one of those of each label. */
const RIGHT = 0.99;
const RIGHT_OF_LABEL = 0.9;

/** Of fewer words of a label nothing is said. */
const LEAST_OF_LABEL = 10;

/** An automaton must have so many times fewer states to be taken for the machine behind a better one. */
const FAR_SMALLER = 2;

/**
 * The machine behind an automaton that is better than all others: one of far fewer states by which the target is right on random words, those of
 * each label too, and on these the better one does not pay for its states (docs/theory/acceptors.md, §18). On words near the boundary of a label, and on
 * those that a large automaton calls interesting, errors are so many that states can follow them.
 */
export function machineBehind<T extends Candidate>(best: T, tried: readonly T[], random: Examples): T {
  const price = (of: Candidate) => random.errors(of.dfa) / random.size + PAYS * of.states;
  let [behind, least] = [best, price(best)];
  for (const small of tried) {
    if (FAR_SMALLER * small.states > best.states || price(small) > least || !isRight(small, best, random))
      continue;
    [behind, least] = [small, price(small)];
  }
  return behind;
}

function isRight({ dfa }: Candidate, best: Candidate, random: Examples): boolean {
  const [, most] = wilson(random.size - random.errors(dfa), random.size);
  const labels = new Set([...dfa.label, ...best.dfa.label, ...random.labels]);
  return most >= RIGHT && [...labels].every((label) => isRightOf(label, dfa, random));
}

function isRightOf(label: number, dfa: Dfa, { words, labels }: Examples): boolean {
  const said = words.filter((_, i) => labels[i] === label);
  const right = said.filter((word) => labelOf(dfa, word) === label).length;
  return said.length >= LEAST_OF_LABEL && right >= RIGHT_OF_LABEL * said.length;
}
