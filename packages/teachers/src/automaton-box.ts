import {
  type Automaton,
  exactTeacher,
  fieldTeacher,
  HankelError,
  isField,
  removeEpsilon,
  type Teacher,
  type Wdfsa,
  weightsIn,
} from "@hankel/core";
import type { BlackBox } from "./box.ts";

/**
 * An automaton in memory as a black box. Only this one can prove that there is no counterexample.
 *
 * @example
 * const box = automatonBox(minimize(fromExpression("(ab)*", boolean)));
 * console.log((await box.weigh([[0, 1], [1]])).join(" ")); // true false
 */
export function automatonBox<W>(target: Wdfsa<W>, name = "the automaton"): BlackBox<W> {
  return boxOf(exactTeacher(target), name);
}

/**
 * An automaton that need not be deterministic, and is not determinized, as a black box for a learner over a field. Over an
 * exact field it proves that there is no counterexample; over rounded weights tests have to find one.
 */
export function fieldBox<W>(target: Automaton<W>, name = "the automaton"): BlackBox<W> {
  const { algebra, alphabet } = target;
  if (algebra.exact && isField(algebra)) return boxOf(fieldTeacher(target), name);
  const plain = removeEpsilon(target);
  const weigh: Teacher<W>["weigh"] = (words) => words.map((word) => plain.weigh(word));
  return boxOf({ kind: weightsIn(algebra), alphabet, weigh }, name);
}

/** A teacher in memory as a black box. If it finds counterexamples at all, it finds all that there are. */
function boxOf<W, A>(teacher: Teacher<W, A>, name: string): BlackBox<W, A> {
  const { kind, alphabet } = teacher;
  const find = teacher.findCounterexample?.bind(teacher);
  return {
    name,
    kind,
    alphabet,
    async weigh(words, options) {
      if (options?.signal?.aborted) throw new HankelError("cancelled", "cancelled");
      const answers = Array.from(teacher.weigh(words));
      options?.arrived?.(0, answers);
      return answers;
    },
    ...(find && { findCounterexample: async (hypothesis: Automaton<W>) => find(hypothesis), proves: true }),
  };
}
