import { exactTeacher, HankelError, type Wdfsa } from "@hankel/core";
import type { BlackBox } from "./box.ts";

/** An automaton in memory as a black box. Only this kind can prove that there is no counterexample. */
export function automatonBox<W>(target: Wdfsa<W>, name = "the automaton"): BlackBox<W> {
  const teacher = exactTeacher(target);
  return {
    name,
    algebra: target.algebra,
    machine: teacher.machine,
    alphabet: target.alphabet,
    finds: "exact",
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
