import { align } from "../automata/equivalence/align.ts";
import { Prepared } from "../automata/equivalence/compare.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Teacher } from "../learning/protocol.ts";

/**
 * A teacher that knows the automaton: weights are read off it, and an equivalence question is answered exactly, with
 * a shortest counterexample. What it answers depends on the language alone, not on how the target's states are
 * numbered, since the target is brought into canonical form first.
 */
export function exactTeacher<W>(target: Wdfsa<W>): Teacher<W> {
  const prepared = new Prepared(minimize(target));
  return {
    algebra: target.algebra,
    alphabet: target.alphabet,
    weigh: (words) => words.map((word) => target.weigh(word)),
    findCounterexample(hypothesis) {
      if (target.alphabet.equals(hypothesis.alphabet)) return prepared.difference(hypothesis) ?? null;
      const [left, right] = align(target, hypothesis);
      return new Prepared(left).difference(right) ?? null;
    },
  };
}
