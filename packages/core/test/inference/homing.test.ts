/** Runs of machines in which nobody returned to the first state: what was seen is kept, and long ones give the machine. */

import {
  Alphabet,
  HankelError,
  type InferredMachine,
  Interruption,
  infer,
  interruptible,
  type Machine,
  Random,
  runMachine,
  type TraceSample,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { traces } from "./samples.ts";

/** The first letter leads round all states. */
function machineOf(kind: Machine["kind"], states: number, letters: number, seed: number): Machine {
  const random = new Random(seed, states);
  const target = Int32Array.from({ length: states * letters }, (_, arc) =>
    arc % letters === 0 ? (arc / letters + 1) % states : random.below(states),
  );
  const written = kind === "moore" ? states : states * letters;
  const output = Array.from({ length: written }, () => ["x", "y", "z"][random.below(3)]);
  return { kind, alphabet: Alphabet.letters(letters), target, output };
}

function walk(machine: Machine, steps: number, sessions: number, seed: number): TraceSample {
  const random = new Random(seed, steps, sessions);
  const length = Math.floor(steps / sessions);
  const words = Array.from({ length: sessions }, () =>
    Array.from({ length }, () => random.below(machine.alphabet.size)),
  );
  return traces(machine, words);
}

/** What a learned machine writes for each word of a sample is what was seen. */
function expectKept(sample: TraceSample, { automaton, figures }: InferredMachine, message: string): void {
  expect(figures.contradicted, message).toBe(0);
  const extra = sample.kind === "moore" ? 1 : 0;
  for (let word = 0; word + 1 < sample.starts.length; word++) {
    const [from, to] = [sample.starts[word], sample.starts[word + 1]];
    const seen = sample.seen.subarray(from + word * extra, to + (word + 1) * extra);
    const names = Array.from(seen, (output) => sample.outputs.symbols[output]);
    expect(automaton.algebra.format(automaton.weigh([...sample.letters.subarray(from, to)])), message).toBe(
      automaton.algebra.format(
        names.map((name) => automaton.algebra.parse(name)).reduce((a, b) => automaton.algebra.times(a, b)),
      ),
    );
  }
}

describe("homing", () => {
  test.each(["mealy", "moore"] as const)(
    "19.1: %s machines write what was seen, however short the runs",
    (kind) => {
      let made = 0;
      for (let seed = 1; seed <= 12; seed++) {
        const machine = machineOf(kind, 3 + (seed % 6), 2, seed);
        for (const [steps, sessions] of [
          [60, 1],
          [300, 1],
          [600, 3],
          [600, 40],
        ] as const) {
          const sample = walk(machine, steps, sessions, seed);
          try {
            expectKept(
              sample,
              infer(sample, { measure: "homing", heldOut: 0 }),
              `seed ${seed}, ${steps} steps`,
            );
            made++;
          } catch (error) {
            if (!(error instanceof HankelError)) throw error;
          }
          expectKept(sample, infer(sample), `seed ${seed}, ${steps} steps, all measures`);
        }
      }
      expect(made).toBeGreaterThan(20);
    },
  );

  test.each(["mealy", "moore"] as const)(
    "one long run gives the %s machine, which a few steps let choose among all",
    (kind) => {
      let found = 0;
      for (let seed = 1; seed <= 6; seed++) {
        const machine = machineOf(kind, 10, 3, seed);
        const sample = walk(machine, 6000, 1, seed);
        const { automaton, measure, warnings } = infer(sample);
        if (automaton.size !== 10) continue;
        found++;
        expect(measure).toBe("homing");
        expect(warnings.map(({ code }) => code)).toEqual(["one-word"]);
        // What the run goes on with, the learned machine says, too.
        const random = new Random(seed, 9);
        const more = Array.from({ length: 200 }, () => random.below(3));
        const word = [...sample.letters, ...more];
        const written = automaton.algebra.format(automaton.weigh(word));
        const names = runMachine(machine, word).map((name) => automaton.algebra.parse(name));
        expect(written).toBe(automaton.algebra.format(names.reduce((a, b) => automaton.algebra.times(a, b))));
      }
      expect(found).toBeGreaterThanOrEqual(5);
    },
  );

  test("many sessions and one are the same case: the beginning is a history of its own", () => {
    const machine = machineOf("mealy", 10, 3, 2);
    for (const sessions of [1, 5, 50]) {
      const { automaton } = infer(walk(machine, 6000, sessions, 4), { measure: "homing", heldOut: 0 });
      expect(automaton.size, `${sessions} sessions`).toBe(10);
    }
  });

  test("a run that is too short is said to be one, and the measure alone refuses it", () => {
    const machine = machineOf("mealy", 40, 4, 3);
    const sample = walk(machine, 900, 1, 5);
    const { warnings, automaton } = infer(sample);
    expectKept(sample, infer(sample), "short");
    expect(warnings.find(({ code }) => code === "not-shorter")?.text).toContain(
      `the machine is a guess: its ${automaton.size} states`,
    );
    expect(() => infer(sample, { measure: "homing" })).toThrow("makes nothing of this sample");
    expect(() => infer(sample, { measure: "homing", noise: 0.1 })).toThrow(HankelError);
  });

  test("an interruption leaves the best so far", () => {
    const sample = walk(machineOf("mealy", 20, 3, 1), 5000, 1, 1);
    let looks = 0;
    const look = () => {
      if (++looks > 3) throw new Interruption("budget", "over");
    };
    const inferred = interruptible(look, () => infer(sample));
    expect(inferred.interrupted).toBe(true);
    expect(inferred.automaton.size).toBeGreaterThan(0);
  });
});
