/** How a run is closed: its automaton in canonical form, weights written down, whether it was accepted or stopped. */

import {
  Batch,
  deterministicForm,
  exactTeacher,
  type Learner,
  type LearnerName,
  learn,
  quaternion,
  rational,
  readHankel,
  runLearner,
  type Wdfsa,
  Wfsa,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

/** An automaton over rational or quaternion, with names of states that a result does not keep. */
function automaton(
  semifield: string,
  initial: string,
  final: readonly (readonly [number, string])[],
  arcs: readonly (readonly [number, string, string, number])[],
) {
  const states = 1 + Math.max(...arcs.flatMap(([from, , , to]) => [from, to]));
  const text = {
    format: "hankel/1",
    semifield,
    alphabet: ["a", "b"],
    states,
    initial: [[0, initial]],
    final,
    arcs,
  };
  return readHankel(JSON.stringify(text));
}

/** Three states of different scales, and two more: state 3 is dead, and state 4 is like state 0. */
const target = automaton(
  "rational",
  "2",
  [
    [0, "5"],
    [1, "4"],
    [2, "1"],
    [4, "1"],
  ],
  [
    [0, "a", "10", 1],
    [0, "b", "15", 4],
    [1, "a", "1", 2],
    [1, "b", "9", 3],
    [2, "a", "5", 2],
    [2, "b", "7/5", 0],
    [4, "a", "2", 1],
    [4, "b", "3", 4],
  ],
);

/** Every state's shortlex-first accepted suffix weighs 1, and states are numbered breadth first. */
const canonical = automaton(
  "rational",
  "10",
  [
    [0, "1"],
    [1, "1"],
    [2, "1"],
  ],
  [
    [0, "a", "8", 1],
    [0, "b", "3", 0],
    [1, "a", "1/4", 2],
    [2, "a", "5", 2],
    [2, "b", "7", 0],
  ],
);

const learners: readonly LearnerName[] = ["tree", "table", "apart"];
const teacher = exactTeacher(target as never);

describe.each(learners)("a run of the %s learner", (learner) => {
  it("that is accepted ends with the canonical automaton", () => {
    const learned = learn(teacher, { learner });
    expect([learned.outcome, writeHankel(learned.automaton)]).toEqual(["accepted", writeHankel(canonical)]);
    expect(learned.statistics).toMatchObject({ states: 3, arcs: 5 });
  });

  it("that is stopped at its first conjecture ends with that in canonical form", () => {
    // ε, a and b are alike as far as known: L(ε) = 10, L(a) = 80, L(b) = 30.
    const first = automaton(
      "rational",
      "10",
      [[0, "1"]],
      [
        [0, "a", "8", 0],
        [0, "b", "3", 0],
      ],
    );
    const learned = learn(teacher, { learner, maxQuestions: 3 });
    expect([learned.outcome, writeHankel(learned.automaton)]).toEqual(["budget", writeHankel(first)]);
    expect(learned.statistics).toMatchObject({ states: 1, arcs: 2, questions: 3, equivalences: 1 });
  });

  it("that asked nothing ends with the zero language", () => {
    const learned = learn(teacher, { learner, maxQuestions: 0 });
    expect([learned.outcome, learned.automaton.size]).toEqual(["budget", 0]);
  });

  it("keeps weights that do not commute on their sides", () => {
    // λ = i ⊗ j, and the loop is j⁻¹ ⊗ k ⊗ j = -k.
    const sides = automaton("quaternion", "i", [[0, "j"]], [[0, "a", "k", 0]]);
    const { automaton: found } = learn(exactTeacher(sides as never), { learner });
    expect(quaternion.format(found.initialWeight as never)).toBe("k");
    expect(quaternion.format(found.finalWeight[0] as never)).toBe("1");
    expect(quaternion.format(found.arcWeight[0] as never)).toBe("-k");
  });
});

describe("a run of the multiplicity learner", () => {
  it("ends with an automaton of the rank's size, stopped or not", () => {
    const options = { learner: "multiplicity" } as const;
    const accepted = learn(teacher, options);
    expect([accepted.outcome, accepted.automaton.size]).toEqual(["accepted", 3]);
    const stopped = learn(teacher, { ...options, maxQuestions: 3 });
    expect([stopped.outcome, stopped.automaton.size]).toEqual(["budget", 1]);
    for (const { automaton: found } of [accepted, stopped]) {
      const weigh = (word: readonly number[]) => rational.format(found.weigh(word) as never);
      expect(found).toBeInstanceOf(Wfsa);
      expect([weigh([]), weigh([0]), weigh([1])]).toEqual(["10", "80", "30"]);
    }
  });
});

it("a large automaton of a run that is told to stop stays as it stands, since the user waits", () => {
  // A chain that is not in canonical form: its final weight is 2.
  const chain = (states: number) => {
    const arcs = Array.from({ length: states - 1 }, (_, i) => [i, "a", "1", i + 1] as const);
    return automaton("rational", "1", [[states - 1, "2"]], arcs) as Wdfsa<unknown>;
  };
  const stopped = (hypothesis: Wdfsa<unknown>) => {
    const { algebra, alphabet, size } = hypothesis;
    const learner: Learner<unknown> = {
      name: "chain",
      kind: weightsIn(algebra),
      form: deterministicForm,
      algebra,
      alphabet,
      states: size,
      hypothesis: () => hypothesis,
      answers: () => [],
      *run() {
        yield { kind: "weigh", batch: Batch.of([[]]), why: { kind: "start" } };
        return hypothesis;
      },
    };
    return runLearner(learner, exactTeacher(hypothesis), { cancelled: () => true }).automaton;
  };
  const large = chain(40_000);
  expect(stopped(large)).toBe(large);
  expect(stopped(chain(3)).initialWeight).toEqual(rational.parse("2"));
});
