/** However early a run on a machine ends, its result is a complete machine. */

import { exactTeacher, type LearnerName, learn, machineOf, machineToWdfsa } from "@hankel/core";
import { describe, expect, it } from "vitest";
import * as core from "../../src/index.ts";
import { completeMachine } from "../../src/kinds/complete-machine.ts";
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

describe("an arc that is missing", () => {
  const word = (text: string) => freeWord(...text.split(" "));
  /** One state, whose arc on b is missing. */
  const half = (final = freeGroup.one, initial = freeGroup.one) =>
    new core.Wdfsa({
      algebra: freeGroup,
      alphabet,
      target: Int32Array.of(0, -1),
      arcWeight: [word("x"), freeGroup.zero],
      initialWeight: initial,
      finalWeight: [final],
    });
  const outputs = (machine: core.Wdfsa<string>) => requireMachine(machine).output;

  it("writes what the first answer shows at the place where its word leaves the hypothesis", () => {
    const answers = [
      [[0, 0], word("x x")],
      [[0, 1, 0], word("x y x")],
      [[1], word("z")],
    ] as const;
    expect(outputs(completeMachine({ hypothesis: half(), conjecture: undefined, answers }))).toEqual([
      "x",
      "y",
    ]);
  });

  it("writes something that it has seen elsewhere if no answer shows it", () => {
    for (const answers of [[], [[[], freeGroup.one]], [[[1], freeGroup.inverse(x)]]] as [
      number[],
      string,
    ][][]) {
      const machine = completeMachine({ hypothesis: half(), conjecture: undefined, answers });
      expect(outputs(machine)).toEqual(["x", "x"]);
    }
  });

  it("counts the output before the first letter of a Moore machine", () => {
    const answers = [[[0, 1], word("s x y")]] as const;
    const machine = requireMachine(
      completeMachine({ hypothesis: half(freeGroup.one, word("s")), conjecture: undefined, answers }),
    );
    expect(core.runMachine(machine, ["a", "b", "b"]).slice(-3)).toEqual(["x", "y", "y"]);
  });

  it("moves final weights onto the arcs and the initial weight", () => {
    // ρ = f: the loop f⁻¹… of the hypothesis writes f⁻¹ ⊗ x ⊗ f in the gauge without final weights.
    const scaled = half(word("f"), freeGroup.inverse(word("f")));
    const machine = completeMachine({
      hypothesis: scaled,
      conjecture: undefined,
      answers: [[[1], word("y")]],
    });
    expect(machine.initialWeight).toBe(freeGroup.one);
    expect(Array.from(machine.finalWeight)).toEqual([freeGroup.one]);
    expect(Array.from(machine.arcWeight)).toEqual(["f^-1 x f", "y"]);
  });

  it("returns a hypothesis as it is if nothing was ever written, or a state does not accept", () => {
    const silent = new core.Wdfsa({
      algebra: freeGroup,
      alphabet,
      target: Int32Array.of(-1, -1),
      arcWeight: [freeGroup.zero, freeGroup.zero],
      initialWeight: freeGroup.one,
      finalWeight: [freeGroup.one],
    });
    const nothing = { conjecture: undefined, answers: [] };
    expect(completeMachine({ hypothesis: silent, ...nothing })).toBe(silent);
    const refusing = half(freeGroup.zero);
    expect(completeMachine({ hypothesis: refusing, ...nothing })).toBe(refusing);
  });

  it("follows the last conjecture, but what answers show goes first", () => {
    // The conjecture has two states: b leads from the first to the second, and back.
    const conjecture = core.machineToWdfsa({
      kind: "mealy",
      alphabet,
      target: Int32Array.of(0, 1, 0, 0),
      output: ["x", "y", "u", "v"],
    });
    const completed = (answers: [number[], string][]) =>
      completeMachine({ hypothesis: half(), conjecture, answers });
    expect(outputs(completed([]))).toEqual(["x", "y"]);
    expect(outputs(completed([[[1], word("z")]]))).toEqual(["x", "z"]);
    // The second state has no counterpart in the hypothesis, so the arc stays.
    expect(Array.from(completed([]).target)).toEqual([0, 0]);
  });
});

describe("the last conjecture", () => {
  it("leads to the state that its own word leads to in the hypothesis, or else nowhere", () => {
    const following = (...target: number[]) =>
      Array.from(
        completeMachine({
          hypothesis: partial,
          conjecture: core.machineToWdfsa({
            kind: "mealy",
            alphabet,
            target: Int32Array.from(target),
            output: target.map((_, arc) => (arc === 0 ? "x" : arc === 1 ? "y" : "z")),
          }),
          answers: [],
        }).target,
      );
    expect(following(1, 0, 1, 0)).toEqual([1, 0, 1, 0]);
    expect(following(1, 0, 0, 1)).toEqual([1, 0, 0, 1]);
    // The third state has a word that leaves the hypothesis: the arc stays in its state.
    expect(following(1, 0, 2, 0, 0, 0)).toEqual([1, 0, 1, 0]);
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
