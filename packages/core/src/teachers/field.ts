import type { Automaton } from "../automata/convert.ts";
import type { WorkLimit } from "../automata/distances/shortest-distance.ts";
import { alignWfsas } from "../automata/equivalence/align.ts";
import { fieldDifference } from "../automata/fields/field-equivalence.ts";
import { HalvedWeights } from "../automata/fields/halved-weights.ts";
import { removeEpsilon } from "../automata/rational/remove-epsilon.ts";
import { requireExactField } from "../automata/requirements.ts";
import { trim } from "../automata/trim.ts";
import { weightsIn } from "../kinds/weights.ts";
import type { FindingTeacher } from "../learning/protocol.ts";

/**
 * A teacher that knows an automaton over an exact field, which need not be deterministic and need not have a deterministic
 * form: weights are read off it, and an equivalence question about a hypothesis of either kind is answered exactly, by
 * linear algebra (see `compare`), with a shortest counterexample.
 *
 * Over the rational numbers, the counterexample is a shortest one modulo a prime of 26 bits: it is one for certain, and
 * only if the prime divides a difference of weights is there a shorter one.
 *
 * @example
 * const target = fromExpression("(<2>a|b)*|(a|<2>b)*", rational);
 * console.log(learn(fieldTeacher(target), { learner: "multiplicity" }).automaton.size); // 2
 */
export function fieldTeacher<W>(automaton: Automaton<W>, limits: WorkLimit = {}): FindingTeacher<W> {
  const algebra = requireExactField(automaton.algebra, "fieldTeacher");
  const target = trim(removeEpsilon(automaton, limits));
  const weights = new HalvedWeights(target, algebra);
  return {
    kind: weightsIn<W>(algebra),
    alphabet: automaton.alphabet,
    weigh: (words) => words.map((word) => weights.weigh(word)),
    findCounterexample(hypothesis) {
      const [left, right] = alignWfsas<W>(target, hypothesis);
      return fieldDifference(left, right, limits, { proven: false }) ?? null;
    },
  };
}
