import type { Word } from "../../../words/word.ts";
import { type MachineArcs, MachineSplitting, remembered } from "./states-apart.ts";

/** Words that tell the states of a minimal model apart. */
export interface Identification {
  /** Enough for all states together. */
  readonly all: readonly Word[];
  /** Some of them, which tell a state, or the dead state -1, from all others. */
  identifying(state: number): readonly Word[];
  /** Some of them: any two states have one in common that tells them apart. */
  harmonised(state: number): readonly Word[];
}

/** Words that tell the states of a machine apart by the outputs along them. */
export function identificationOf(arcs: MachineArcs): Identification {
  const { states, own } = arcs;
  const splitting = new MachineSplitting(arcs);
  const differ = (p: number, q: number, word: Word) =>
    (own !== undefined && own[p] !== own[q]) || splitting.follow(p, q, word) < 0;
  const orNothing = (words: readonly Word[]): readonly Word[] => (words.length > 0 ? words : [[]]);
  return {
    all: orNothing(splitting.suffixes()),
    harmonised: remembered((state) => orNothing(splitting.path(state))),
    identifying: remembered((state) => {
      const others = Array.from({ length: states }, (_, other) => other).filter((other) => other !== state);
      return orNothing(fewest(splitting.path(state), others, (other, word) => differ(state, other, word)));
    }),
  };
}

/** Some of these words, such that every one of the others is told by one of them; greedily few. */
function fewest(
  words: readonly Word[],
  others: readonly number[],
  tells: (other: number, word: Word) => boolean,
): Word[] {
  const chosen: Word[] = [];
  for (let left = others; left.length > 0; ) {
    let best: { word: Word; left: readonly number[] } | undefined;
    for (const word of words) {
      const still = left.filter((other) => !tells(other, word));
      if (best === undefined || still.length < best.left.length) best = { word, left: still };
    }
    if (best === undefined || best.left.length === left.length) break;
    chosen.push(best.word);
    left = best.left;
  }
  return chosen;
}
