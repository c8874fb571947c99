import type { Letter, Word } from "../../../words/word.ts";
import type { MachineSplitting } from "./machine-splitting.ts";

/** A word that tells a state from some of the others. */
export interface IdentifyingWord {
  readonly word: Word;
  /** From how many states. */
  readonly told: number;
}

/** A second suffix is not added beyond this length, although the word may not tell all states apart: each letter costs. */
const LONGEST = 40;

/**
 * Words that together tell a state of a machine from all others; usually one word is enough.
 *
 * A machine shows its outputs along the way, so suffixes can follow one another in a single word: the next one is the
 * suffix that tells the most of the remaining candidates apart for each of its letters. A candidate that reaches the same
 * state with the same outputs is lost for this word, and is left to another one.
 */
export function identifyingWords(
  splitting: MachineSplitting,
  states: number,
  state: number,
): IdentifyingWord[] {
  const found: IdentifyingWord[] = [];
  let left = Array.from({ length: states }, (_, other) => other).filter((other) => other !== state);
  while (left.length > 0) {
    const { word, lost } = oneWord(splitting, state, left);
    if (lost.length === left.length) break;
    found.push({ word, told: left.length - lost.length });
    left = lost;
  }
  // A single state has no others to be told from; its arcs are tried all the same.
  return found.length > 0 ? found : [{ word: [], told: 1 }];
}

/** A state that has shown the same outputs so far: where it started, and where it is. */
interface Candidate {
  readonly start: number;
  readonly at: number;
}

function oneWord(splitting: MachineSplitting, state: number, others: readonly number[]) {
  const word: Letter[] = [];
  const lost: number[] = [];
  let candidates: Candidate[] = others.map((start) => ({ start, at: start }));
  for (let at = state; candidates.length > 0; ) {
    const suffix = bestSuffix(splitting, at, candidates);
    if (suffix === undefined || (word.length > 0 && word.length + suffix.length > LONGEST)) break;
    const reached = splitting.follow(at, at, suffix);
    const same: Candidate[] = [];
    for (const candidate of candidates) {
      const to = splitting.follow(at, candidate.at, suffix);
      if (to === reached) lost.push(candidate.start);
      else if (to >= 0) same.push({ start: candidate.start, at: to });
    }
    word.push(...suffix);
    at = reached;
    candidates = same;
  }
  for (const { start } of candidates) lost.push(start);
  return { word, lost };
}

/** The suffix that is known to tell a state from the most candidates, for each of its letters. */
function bestSuffix(
  splitting: MachineSplitting,
  state: number,
  candidates: readonly Candidate[],
): Word | undefined {
  const told = new Map<Word, number>();
  for (const { at } of candidates) {
    const suffix = splitting.between(state, at);
    if (suffix !== undefined) told.set(suffix, (told.get(suffix) ?? 0) + 1);
  }
  let best: Word | undefined;
  let most = 0;
  for (const [suffix, count] of told) {
    if (count / suffix.length <= most) continue;
    most = count / suffix.length;
    best = suffix;
  }
  return best;
}
