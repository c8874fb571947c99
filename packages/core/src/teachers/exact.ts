import type { Automaton } from "../automata/convert.ts";
import { determinize } from "../automata/determinization/determinize.ts";
import { align } from "../automata/equivalence/align.ts";
import { Prepared } from "../automata/equivalence/compare-deterministic.ts";
import { minimize } from "../automata/minimal/minimize.ts";
import type { Teacher } from "../learning/protocol.ts";

/**
 * A teacher that knows the automaton: weights are read off it, and an equivalence question is answered exactly, with
 * a shortest counterexample. The target is brought into canonical form first, so that the answers depend on the
 * language alone and not on how the target's states are numbered. A nondeterministic target is determinized.
 *
 *     const { automaton } = learn(exactTeacher(readHankel(text)));
 */
export function exactTeacher<W>(automaton: Automaton<W>): Teacher<W> {
  const target = determinize(automaton);
  // Not before it is needed: minimizing an automaton with floats can fail, and then a run ends with what it has.
  let prepared: Prepared<W> | undefined;
  return {
    algebra: target.algebra,
    alphabet: target.alphabet,
    weigh: (words) => words.map((word) => target.weigh(word)),
    findCounterexample(hypothesis) {
      prepared ??= new Prepared(minimize(target));
      if (target.alphabet.equals(hypothesis.alphabet)) return prepared.difference(hypothesis) ?? null;
      const [left, right] = align(target, hypothesis);
      return new Prepared(left).difference(right) ?? null;
    },
  };
}
