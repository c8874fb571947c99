/** All small automata, and one automaton for each language that they have. */

import { Alphabet, type ExactGroup, minimize, type Wdfsa, WdfsaBuilder } from "@hankel/core";
import { bytes } from "./drafts.ts";

/** Every choice of one item from each list. */
export function* choices<T>(lists: readonly (readonly T[])[]): Generator<T[]> {
  if (lists.length === 0) {
    yield [];
    return;
  }
  for (const rest of choices(lists.slice(1))) for (const item of lists[0]) yield [item, ...rest];
}

/** One automaton for each language of at most this many states. */
export function languages<W>(
  algebra: ExactGroup<W>,
  weights: readonly W[],
  states: number,
  letters: number,
): Wdfsa<W>[] {
  const alphabet = Alphabet.letters(letters);
  const targets = Array.from({ length: states }, (_, to) => weights.map((weight) => ({ to, weight }))).flat();
  const arcs = Array.from({ length: states * letters }, () => [undefined, ...targets]);
  const finals = Array.from({ length: states }, () => [algebra.zero, ...weights]);
  const found = new Map<string, Wdfsa<W>>();
  for (const arc of choices<{ to: number; weight: W } | undefined>(arcs)) {
    for (const final of choices(finals)) {
      const builder = new WdfsaBuilder(algebra, alphabet);
      for (let state = 0; state < states; state++) builder.state();
      builder.initial(0, algebra.one);
      final.forEach((weight, state) => {
        if (!algebra.isZero(weight)) builder.final(state, weight);
      });
      arc.forEach((to, i) => {
        const symbol = alphabet.symbols[i % letters];
        if (to !== undefined) builder.arc(Math.floor(i / letters), symbol, to.weight, to.to);
      });
      const minimal = minimize(builder.build());
      found.set(bytes(minimal), minimal);
    }
  }
  return [...found.values()];
}
