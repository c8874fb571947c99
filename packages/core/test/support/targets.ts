/** Random targets of every shape, and teachers for them. */

import {
  compare,
  exactTeacher,
  type Random,
  randomAutomaton,
  type Shape,
  shapes,
  type Teacher,
  type Wdfsa,
} from "@hankel/core";
import * as fc from "fast-check";
import type { Case } from "./cases.ts";
import { dice } from "./disguise.ts";

export interface Target {
  readonly shape: Shape;
  readonly states: number;
  readonly letters: number;
  readonly seed: number;
}

export function targets(maxStates: number): fc.Arbitrary<Target> {
  return fc.record({
    shape: fc.constantFrom(...(Object.keys(shapes) as Shape[])),
    states: fc.integer({ min: 1, max: maxStates }),
    letters: fc.integer({ min: 1, max: 3 }),
    seed: fc.nat(1e6),
  });
}

export function automatonOf({ algebra, pool }: Case, target: Target): Wdfsa<unknown> {
  return randomAutomaton({ algebra, ...target, weight: (random: Random) => pool[random.below(pool.length)] });
}

/** An exact teacher that prefers long random counterexamples to shortest ones. */
export function windingTeacher<W>(target: Wdfsa<W>, seed: number): Teacher<W> {
  const exact = exactTeacher(target);
  const roll = dice(seed);
  const { algebra, alphabet } = target;
  return {
    ...exact,
    findCounterexample(hypothesis) {
      for (let tries = 0; tries < 40 && alphabet.size > 0; tries++) {
        const word = Array.from({ length: roll(3 * target.size + 4) }, () => roll(alphabet.size));
        if (!algebra.equals(target.weigh(word), hypothesis.weigh(word))) return word;
      }
      return compare(target, hypothesis)?.word ?? null;
    },
  };
}
