import { describe, expect, it } from "vitest";
import { Alphabet, exactTeacher, type Machine, machineToWdfsa, Random } from "../../src/index.ts";

const LETTERS = 2;
const alphabet = new Alphabet(["a", "b"]);

function randomMachine(random: Random, states: number): Machine {
  const arcs = Array.from({ length: states * LETTERS }, (_, i) => i);
  return {
    kind: "mealy",
    alphabet,
    target: Int32Array.from(arcs, () => random.below(states)),
    output: arcs.map(() => ["x", "y", "left and right"][random.below(3)]),
  };
}

describe("a teacher that compares one machine with many", () => {
  it("answers as one that compares it for the first time", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = new Random(seed);
      const target = machineToWdfsa(randomMachine(random, 6));
      const teacher = exactTeacher(target);
      for (let i = 0; i < 12; i++) {
        const other = i % 4 === 3 ? target : machineToWdfsa(randomMachine(random, 1 + random.below(7)));
        const expected = exactTeacher(target).findCounterexample(other);
        expect(teacher.findCounterexample(other), `seed ${seed}, hypothesis ${i}`).toEqual(expected);
        if (other === target) expect(expected).toBe(null);
      }
    }
  });
});
