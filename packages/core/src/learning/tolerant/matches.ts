import type { Random } from "../../random.ts";
import type { Word } from "../../words/word.ts";
import type { Asking } from "../protocol.ts";
import { type Dfa, type Examples, labelOf } from "./dfa.ts";
import { DrawnWords } from "./drawn-words.ts";

/** A DFA that may be the result, with the number of states that people count. */
export interface Candidate {
  readonly dfa: Dfa;
  readonly states: number;
}

/**
 * Each further state must lower the share of words on which automaton and target differ by this much. At less, states would
 * follow the errors of a network; at more, rare states of a machine would be missed.
 */
export const PAYS = 0.0025;

/** The same where two automata differ on words only that were asked before, or on very few words: errors may have been learned by heart. */
const PAYS_KNOWN = 0.005;
const PAYS_FEW = 0.02;

/** So many words are not few, and fewer than so many are never a reason for a state. */
const ENOUGH_WORDS = 3;
const LEAST_WORDS = 2;

/** The target must side with the larger automaton on this share of the words on which the two differ. */
const SIDES = 0.75;

/** So many words are drawn to find those on which two automata differ, and so many of these are asked at most, some at a time. */
const DRAWN = 4000;
const MOST_ASKED = 64;
const ASKED = 16;

/** How two automata differ. */
export interface Difference {
  /** Words on which they differ, each with how often it was drawn. */
  readonly words: readonly (readonly [Word, number])[];
  /** The share of all drawn words on which they differ. */
  readonly share: number;
  /** What a further state must gain. */
  readonly price: number;
}

/**
 * Draws words for two automata, half of them for each, and keeps those on which they differ: fresh ones if there are some, and
 * otherwise those that were asked before.
 */
export function differenceOf(
  large: Dfa,
  small: Dfa,
  {
    longest,
    random,
    isFresh = () => true,
  }: { readonly longest: number; readonly random: Random; readonly isFresh?: (word: Word) => boolean },
): Difference {
  const sources = [small, large].map((dfa) => new DrawnWords(dfa, random, longest));
  const words = new Map<string, [Word, number]>();
  const fresh: [Word, number][] = [];
  let [drawn, differing] = [0, 0];
  for (; drawn < DRAWN && fresh.length < MOST_ASKED; drawn++) {
    const word = sources[drawn % 2].next();
    if (labelOf(large, word) === labelOf(small, word)) continue;
    differing++;
    const known = words.get(word.join());
    if (known !== undefined) {
      known[1]++;
      continue;
    }
    const counted: [Word, number] = [word, 1];
    words.set(word.join(), counted);
    if (isFresh(word)) fresh.push(counted);
  }
  const share = differing / drawn;
  if (fresh.length >= ENOUGH_WORDS) return { words: fresh, share, price: PAYS };
  const all = [...words.values()].slice(0, MOST_ASKED);
  return { words: all, share, price: all.length >= ENOUGH_WORDS ? PAYS_KNOWN : PAYS_FEW };
}

/** Does a gain suffice for the states that the larger automaton has more? */
export function pays(gain: number, large: Candidate, small: Candidate, price = PAYS): boolean {
  return gain >= price * Math.max(1, large.states - small.states);
}

/**
 * Is the larger automaton better than the smaller one (docs/theory/acceptors.md, 18.2)? The target is asked about words on which the two differ. Where the larger one has
 * followed errors of a network, the target sides with the smaller one on fresh words; where its states are right, with the larger one.
 */
export function* beats<W>(
  [large, small]: readonly [Candidate, Candidate],
  { words, share, price }: Difference,
  ask: (words: readonly Word[]) => Asking<W, number[]>,
  keep: Examples,
): Asking<W, boolean> {
  if (words.length < LEAST_WORDS || !pays(share, large, small, price)) return false;
  let [won, lost, asked, gained, drawn] = [0, 0, 0, 0, 0];
  while (asked < words.length) {
    const some = words.slice(asked, asked + ASKED);
    const labels = yield* ask(some.map(([word]) => word));
    for (const [i, [word, times]] of some.entries()) {
      keep.add(word, labels[i]);
      drawn += times;
      if (labelOf(large.dfa, word) === labels[i]) [won, gained] = [won + 1, gained + times];
      if (labelOf(small.dfa, word) === labels[i]) [lost, gained] = [lost + 1, gained - times];
    }
    asked += some.length;
    // Clear enough, for the one or the other.
    if (won <= asked / 2 || (asked > ASKED && won >= asked - 1)) break;
  }
  return won >= SIDES * (won + lost) && pays((share * gained) / drawn, large, small, price);
}

/** Does the target side with an automaton on these words, on which another one differs from it? */
export function* sides<W>(
  { dfa }: Candidate,
  words: Difference["words"],
  ask: (words: readonly Word[]) => Asking<W, number[]>,
  keep: Examples,
): Asking<W, boolean> {
  const labels = yield* ask(words.map(([word]) => word));
  let agreed = 0;
  for (const [i, [word]] of words.entries()) {
    keep.add(word, labels[i]);
    if (labelOf(dfa, word) === labels[i]) agreed++;
  }
  return agreed >= SIDES * words.length;
}
