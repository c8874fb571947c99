import {
  type Automaton,
  determinize,
  exactTeacher,
  fieldTeacher,
  functionTeacher,
  HankelError,
  removeEpsilon,
  type Teacher,
  type Wdfsa,
} from "hankel";
import { isField } from "hankel/algebra";
import { blockTestsFor } from "./function-target.ts";
import type { StudioLearner } from "./spec.ts";

/** An automaton as a target, and who answers for it. */
export interface AutomatonTarget {
  readonly automaton: Automaton<unknown>;
  readonly teacher: Teacher<unknown>;
  /** How conjectures are answered, in a sentence. */
  readonly equivalence: string;
  /** A run that has told apart more states ends. */
  readonly maxStates?: number;
}

/** Determinizing an automaton over a field is given up at this many states. */
const MOST_DETERMINIZED = 2000;
/** So many states are enough to see that a deterministic automaton grows while the rank stands still. */
const ENOUGH_STATES = 128;

const EXACTLY = "Conjectures are compared with the target exactly, and a shortest counterexample is given.";
const BY_ALGEBRA =
  "Conjectures are compared with the target exactly, by linear algebra, and a shortest counterexample is given.";
const BY_TESTS =
  "Conjectures are tested, since weights are rounded: all short words, 300 random ones, and the W-method for one dimension more.";

/** The target of a learner: deterministic, if the learner needs it and the language allows it. */
export function automatonTarget(given: Automaton<unknown>, learner: StudioLearner): AutomatonTarget {
  const { algebra } = given;
  if (learner === "multiplicity" && isField(algebra)) return overField(given);
  if (!algebra.exact || !isField(algebra)) return deterministic(determinize(given));
  try {
    return deterministic(determinize(given, { maxStates: MOST_DETERMINIZED }));
  } catch (error) {
    if (!(error instanceof HankelError) || error.code !== "budget") throw error;
    return {
      ...overField(given),
      maxStates: ENOUGH_STATES,
      equivalence: `${BY_ALGEBRA} The target seems to have no deterministic automaton: it was determinized up to ${MOST_DETERMINIZED} states, and there were more. So this run ends at ${ENOUGH_STATES} states.`,
    };
  }
}

function deterministic(automaton: Wdfsa<unknown>): AutomatonTarget {
  return { automaton, teacher: exactTeacher(automaton), equivalence: EXACTLY };
}

/** Any automaton over a field stays as it is; over rounded weights conjectures can only be tested. */
function overField(given: Automaton<unknown>): AutomatonTarget {
  const automaton = removeEpsilon(given);
  const { algebra, alphabet } = automaton;
  if (algebra.exact) return { automaton, teacher: fieldTeacher(automaton), equivalence: BY_ALGEBRA };
  const weigh = (word: readonly string[]) => automaton.weigh(word);
  const teacher = functionTeacher({ algebra, alphabet, weigh, equivalence: blockTestsFor(alphabet) });
  return { automaton, teacher, equivalence: BY_TESTS };
}
