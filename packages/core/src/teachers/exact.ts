import { align } from "../automata/align.ts";
import { shortestDifference } from "../automata/compare.ts";
import { minimize } from "../automata/minimize.ts";
import { trim } from "../automata/trim.ts";
import type { Wdfsa } from "../automata/wdfsa.ts";
import type { Teacher } from "../learning/protocol.ts";

/**
 * A teacher that knows the automaton: weights are read off it, and an equivalence question is answered exactly, with
 * a shortest counterexample. What it answers depends on the language alone, not on how the target's states are
 * numbered, since the target is brought into canonical form first.
 */
export function exactTeacher<W>(target: Wdfsa<W>): Teacher<W> {
  const canonical = minimize(target);
  return {
    algebra: target.algebra,
    alphabet: target.alphabet,
    weigh: (words) => words.map((word) => target.weigh(word)),
    findCounterexample(hypothesis) {
      const [a, b] = align(canonical, hypothesis);
      return shortestDifference(a, trim(b)) ?? null;
    },
  };
}
