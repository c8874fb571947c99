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

/** Could any of these be the machine behind an automaton, by its number of states? */
export function areFarSmaller<T extends Candidate>(best: T, tried: readonly T[]): T[] {
  return tried.filter(({ states }) => FAR_SMALLER * states <= best.states);
}

/**
 * Those of far fewer states by which the target is right on random words, those to which it gives each label too, and than which the better
 * one does not pay for its states (docs/theory/acceptors.md, §18): the one with the least price first. On words near the boundary of a label, and on
 * those that a large automaton calls interesting, errors are so many that states can follow them.
 */
export function rightOnRandom<T extends Candidate>(best: T, tried: readonly T[], random: Examples): T[] {
  const price = (of: Candidate) => random.errors(of.dfa) / random.size + PAYS * of.states;
  const most = price(best);
  return areFarSmaller(best, tried)
    .filter((small) => price(small) <= most && isRight(small, best, random))
    .sort((a, b) => price(a) - price(b));
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

/** On what share of the words to which a machine gives a label the target is right. */
export interface Lacking {
  readonly label: number;
  readonly right: number;
}

/** The label of a machine that the target misses most, if it misses one, on words drawn by walks on the machine. */
export function lackingLabel({ dfa }: Candidate, walks: Examples): Lacking | undefined {
  let least: Lacking = { label: 0, right: RIGHT_OF_LABEL };
  for (const label of new Set(dfa.label)) {
    const of = walks.words.flatMap((word, i) => (labelOf(dfa, word) === label ? [walks.labels[i]] : []));
    const right = of.filter((each) => each === label).length / of.length;
    if (right < least.right) least = { label, right };
  }
  return least.right < RIGHT_OF_LABEL ? least : undefined;
}
