import type { Word } from "../../words/word.ts";
import type { Fold, Place } from "./fold.ts";

/** What words cost: `word` each, and `letter` for each letter. */
export interface Prices {
  readonly word: number;
  readonly letter: number;
}

/** States that may be what is asked for, with their likelihoods. */
export interface Candidates {
  readonly states: readonly number[];
  readonly likelihoods: ArrayLike<number>;
}

/** How many beginnings of a word are extended further. */
const BEAM = 24;
const LONGEST = 8;
/** What a bit that remains open costs, in words. */
const BIT = Number((globalThis as any).process?.env.BIT ?? 0.75);

/** Candidates that agree on everything so far; `NaN` is the place of one that nothing more is known about. */
interface Class {
  readonly members: readonly number[];
  readonly places: readonly Place[];
}

interface Beginning {
  readonly word: Word;
  readonly classes: readonly Class[];
  readonly score: number;
}

/**
 * The suffix that separates candidates best: adaptive distinguishing sequences, as far as words can be adaptive. It weighs
 * its letters against the words that are still needed afterwards, as the outcome is expected. `undefined` if no
 * short suffix separates any two of them. `before` is the length of the word that the suffix follows.
 */
export function separate(fold: Fold, candidates: Candidates, before: number, prices: Prices): Word | undefined {
  const again = prices.word + prices.letter * (before + 2);
  const { states, likelihoods } = candidates;
  const start: Class = { members: states.map((_, i) => i), places: states };
  const first = remaining([start], likelihoods);
  let best: Word | undefined;
  let least = Number.POSITIVE_INFINITY;
  let beam: Beginning[] = [{ word: [], classes: [start], score: 0 }];
  for (let length = 1; length <= LONGEST && beam.length > 0; length++) {
    const longer: Beginning[] = [];
    for (const { word, classes } of beam) {
      for (let letter = 0; letter < fold.letters; letter++) {
        const split = read(fold, classes, letter);
        if (split === undefined) continue;
        const { bits, open } = remaining(split.classes, likelihoods);
        const score = prices.letter * length + again * (open + BIT * bits);
        if (bits < first.bits && score < least) [best, least] = [[...word, letter], score];
        if (split.goesOn) longer.push({ word: [...word, letter], classes: split.classes, score });
      }
    }
    beam = longer.filter(() => prices.letter * (length + 1) < least);
    beam = beam.sort((a, b) => a.score - b.score).slice(0, BEAM);
  }
  return best;
}

/** Splits classes by the output that a letter has; `undefined` if nothing is known about it. */
function read(fold: Fold, classes: readonly Class[], letter: number) {
  const next: Class[] = [];
  let [splits, goesOn] = [false, false];
  for (const one of classes) {
    if (one.members.length < 2) {
      next.push(one);
      continue;
    }
    const parts = new Map<number, { members: number[]; places: Place[] }>();
    const silent: number[] = [];
    for (let i = 0; i < one.members.length; i++) {
      const place = one.places[i];
      if (Number.isNaN(place) || !fold.predict(place, letter)) {
        silent.push(one.members[i]);
        continue;
      }
      let part = parts.get(fold.foreseen);
      if (part === undefined) parts.set(fold.foreseen, (part = { members: [], places: [] }));
      part.members.push(one.members[i]);
      part.places.push(fold.next);
    }
    if (parts.size > 1) splits = true;
    let largest: { members: number[]; places: Place[] } | undefined;
    for (const part of parts.values()) {
      if (part.members.length > 1) goesOn = true;
      if (largest === undefined || part.members.length > largest.members.length) largest = part;
    }
    // Nobody knows what these would answer: they stay with the largest part.
    largest ??= { members: [], places: [] };
    for (const member of silent) {
      largest.members.push(member);
      largest.places.push(Number.NaN);
    }
    if (parts.size === 0) next.push(largest);
    else next.push(...parts.values());
  }
  return splits || goesOn ? { classes: next, goesOn } : undefined;
}

/** How much is still open, as it is expected: the bits, and the likelihood that it is anything at all. */
function remaining(classes: readonly Class[], likelihoods: ArrayLike<number>) {
  let [bits, open, total] = [0, 0, 0];
  for (const { members } of classes) {
    let sum = 0;
    for (let i = 0; i < members.length; i++) sum += likelihoods[members[i]];
    total += sum;
    if (members.length < 2) continue;
    open += sum;
    for (let i = 0; i < members.length; i++) {
      const part = likelihoods[members[i]];
      bits -= part * Math.log2(part / sum);
    }
  }
  return { bits: bits / total, open: open / total };
}
