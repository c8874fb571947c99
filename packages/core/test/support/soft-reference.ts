/** The growth of the soft learner, by its definition: nothing is pruned, batched or remembered. */

import { type Distribution, type Pdfa, usesOf, type Word } from "@hankel/core";

export type NextFunction = (word: Word) => Distribution;

interface Future {
  readonly suffix: Word;
  readonly weight: number;
}

export function totalVariation(p: Distribution, q: Distribution): number {
  return p.reduce((sum, value, i) => sum + Math.abs(value - q[i]), 0) / 2;
}

/** The likeliest continuations of a word, with their weights. */
function futuresOf(next: NextFunction, letters: number, word: Word, count: number): Future[] {
  const open: Future[] = [{ suffix: [], weight: 1 }];
  const chosen: Future[] = [];
  while (chosen.length < count && open.length > 0) {
    let best = 0;
    open.forEach(({ weight }, i) => {
      if (weight > open[best].weight) best = i;
    });
    const [{ suffix, weight }] = open.splice(best, 1);
    chosen.push({ suffix, weight });
    const row = next([...word, ...suffix]);
    for (let letter = 0; letter < letters; letter++) {
      if (weight * row[letter] > 0) open.push({ suffix: [...suffix, letter], weight: weight * row[letter] });
    }
  }
  const total = chosen.reduce((sum, { weight }) => sum + weight, 0);
  return chosen.map(({ suffix, weight }) => ({ suffix, weight: weight / total }));
}

/** The expected distance between the futures of two words; those of the second are looked at. */
export function futureDistance(
  next: NextFunction,
  letters: number,
  x: Word,
  u: Word,
  suffixes: number,
): number {
  return futuresOf(next, letters, u, suffixes).reduce(
    (sum, { suffix, weight }) =>
      sum + weight * totalVariation(next([...x, ...suffix]), next([...u, ...suffix])),
    0,
  );
}

/** Lets every arc that is used lead to the nearest state, until no other arc becomes used. */
export function settledByDefinition(
  next: NextFunction,
  letters: number,
  access: readonly Word[],
  { suffixes, rare }: { readonly suffixes: number; readonly rare: number },
): { readonly target: Int32Array; readonly radius: number } {
  const words = access.flatMap((word) => Array.from({ length: letters }, (_, letter) => [...word, letter]));
  const nearest = words.map((word) => {
    const distances = access.map((state) => futureDistance(next, letters, word, state, suffixes));
    const distance = Math.min(...distances);
    return { state: distances.indexOf(distance), distance };
  });
  const rows = Float64Array.from(access.flatMap((word) => [...next(word)]));
  const decided = new Set<number>();
  for (;;) {
    const target = Int32Array.from(nearest, ({ state }, arc) => (decided.has(arc) ? state : 0));
    const pdfa: Pdfa = { size: access.length, letters, target, rows };
    const { arcs } = usesOf(pdfa);
    const fresh = [...arcs.keys()].filter((arc) => arcs[arc] >= rare && arcs[arc] > 0 && !decided.has(arc));
    if (fresh.length === 0) {
      const telling = nearest.filter((_, arc) => arcs[arc] >= rare);
      return { target, radius: Math.max(0, ...telling.map(({ distance }) => distance)) };
    }
    for (const arc of fresh) decided.add(arc);
  }
}
