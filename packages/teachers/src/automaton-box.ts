import {
  type Automaton,
  exactTeacher,
  fieldTeacher,
  HankelError,
  isField,
  removeEpsilon,
  type Teacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import type { BlackBox } from "./box.ts";

/** An automaton in memory as a black box. Only this kind can prove that there is no counterexample. */
export function automatonBox<W>(target: Wdfsa<W>, name = "the automaton"): BlackBox<W> {
  return boxOf(exactTeacher(target), name, "exact");
}

/**
 * An automaton that need not be deterministic, and is not determinized, as a black box for a learner over a field. Over an
 * exact field it proves that there is no counterexample; over rounded weights tests have to find one.
 */
export function fieldBox<W>(target: Automaton<W>, name = "the automaton"): BlackBox<W> {
  const { algebra, alphabet } = target;
  if (algebra.exact && isField(algebra)) return boxOf(fieldTeacher(target), name, "exact");
  const plain = removeEpsilon(target);
  const weigh = (words: readonly Word[]) => words.map((word) => plain.weigh(word));
  return boxOf({ algebra, alphabet, weigh, findCounterexample: () => null }, name, "none");
}

function boxOf<W>(teacher: Teacher<W>, name: string, finds: "exact" | "none"): BlackBox<W> {
  return {
    name,
    algebra: teacher.algebra,
    machine: teacher.machine,
    alphabet: teacher.alphabet,
    finds,
    draws: false,
    async weigh(words, options) {
      if (options?.signal?.aborted) throw new HankelError("cancelled", "cancelled");
      const weights = Array.from(teacher.weigh(words));
      options?.arrived?.(0, weights);
      return weights;
    },
    findCounterexample: async (hypothesis) => teacher.findCounterexample(hypothesis),
    draw: () => Promise.reject(new HankelError("usage", `${name} cannot draw samples`)),
    close: async () => {},
  };
}
