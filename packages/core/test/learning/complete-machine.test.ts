/** However early a run on a machine ends, its result is a complete machine. */

import { exactTeacher, type LearnerName, learn, machineOf, machineToWdfsa } from "@hankel/core";
import { describe, expect, it } from "vitest";
import * as core from "../../src/index.ts";
import { completeMachine } from "../../src/learning/complete-machine.ts";
import { randomMachine } from "../support/machines.ts";

const { freeGroup, freeWord, requireMachine } = core;
const alphabet = new core.Alphabet("ab");
const [x, y, z] = [freeWord("x"), freeWord("y"), freeWord("z")];

/** Two states. State 1, which a leads to, has no arcs. */
const partial = new core.Wdfsa({
  algebra: freeGroup,
  alphabet,
  target: Int32Array.of(1, 0, -1, -1),
  arcWeight: [x, y, freeGroup.zero, freeGroup.zero],
  initialWeight: freeGroup.one,
  finalWeight: [freeGroup.one, freeGroup.one],
});

/** One state, which writes x for a and y for b. */
const conjecture = core.machineToWdfsa({
  kind: "mealy",
  alphabet,
  target: Int32Array.of(0, 0),
  output: ["x", "y"],
});

describe("completeMachine", () => {
  it("writes what answers show, and goes where the last conjecture goes", () => {
    const answers = [[[1, 0, 0, 1], freeGroup.times(freeGroup.times(y, x), freeGroup.times(z, y))]] as const;
    const machine = requireMachine(completeMachine({ hypothesis: partial, conjecture, answers }));
    expect(machine.output).toEqual(["x", "y", "z", "y"]);
    expect(Array.from(machine.target)).toEqual([1, 0, 0, 0]);
  });

  it("stays in a state about which there is nothing else to say", () => {
    const machine = requireMachine(
      completeMachine({ hypothesis: partial, conjecture: undefined, answers: [] }),
    );
    expect(Array.from(machine.target)).toEqual([1, 0, 1, 1]);
    expect(core.runMachine(machine, ["b", "a"])).toEqual(["y", "x"]);
  });

  it("leaves a hypothesis alone that has all arcs", () => {
    const nothing = { conjecture: undefined, answers: [] };
    expect(completeMachine({ hypothesis: conjecture, ...nothing })).toBe(conjecture);
  });
});

describe("a run on a machine that is stopped", () => {
  const learners: LearnerName[] = ["machine", "tree", "apart", "table"];
  for (const learner of learners) {
    for (const kind of ["mealy", "moore"] as const) {
      it(`ends with a complete ${kind} machine: ${learner}`, () => {
        for (let seed = 1; seed <= 10; seed++) {
          const teacher = exactTeacher(machineToWdfsa(randomMachine(seed, kind)));
          const { questions } = learn(teacher, { learner }).statistics;
          for (let maxQuestions = 8; maxQuestions < questions; maxQuestions += 3) {
            const { automaton, statistics } = learn(teacher, { learner, maxQuestions });
            if (statistics.questions === 0) continue;
            expect(machineOf(automaton)?.kind, `seed ${seed}, ${maxQuestions} questions`).toBe(kind);
          }
        }
      });
    }
  }
});
