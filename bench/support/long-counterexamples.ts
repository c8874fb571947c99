/** A teacher whose counterexamples are long, as those of a random test are. */

import { Random, type Teacher, type Wdfsa, weightsIn } from "@hankel/core";

const SHORTEST = 20;
const LONGEST = 60;
/** So many random words are tried before the teacher falls back on a shortest counterexample. */
const TRIES = 300;

export function withLongCounterexamples<W>(teacher: Teacher<W>, target: Wdfsa<W>, seed: number): Teacher<W> {
  const { algebra, alphabet } = target;
  const random = new Random(seed, target.size, alphabet.size);
  const draw = () =>
    Array.from({ length: SHORTEST + random.below(LONGEST - SHORTEST + 1) }, () =>
      random.below(alphabet.size),
    );
  return {
    kind: weightsIn(algebra),
    alphabet,
    weigh: (words) => teacher.weigh(words),
    findCounterexample(hypothesis) {
      for (let i = 0; i < TRIES; i++) {
        const word = draw();
        if (!algebra.equals(hypothesis.weigh(word), target.weigh(word))) return word;
      }
      return teacher.findCounterexample?.(hypothesis) ?? null;
    },
  };
}
