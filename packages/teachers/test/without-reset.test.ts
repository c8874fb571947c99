/** Machines that are never reset: learned up to their initial state, from one long run. */

import {
  Alphabet,
  createLearner,
  freeWord,
  type Machine,
  machineSize,
  machineToWdfsa,
  minimize,
  Random,
  requireMachine,
  runMachine,
  runsOf,
} from "@hankel/core";
import { type BlackBox, learnLive, withoutReset } from "@hankel/teachers";
import { learnAsync, machineBox } from "@hankel/teachers/live";
import { describe, expect, it, test } from "vitest";

/** A machine in which every state leads to every other one: the transitions of the first input make a round of all. */
function randomMachine(seed: number): Machine {
  const random = new Random(seed);
  const alphabet = new Alphabet("abc".slice(0, 2 + random.below(2)));
  const states = 1 + random.below(10);
  const arcs = states * alphabet.size;
  const target = Int32Array.from({ length: arcs }, (_, arc) =>
    arc % alphabet.size === 0 ? (arc / alphabet.size + 1) % states : random.below(states),
  );
  const output = Array.from({ length: arcs }, () => "xyz"[random.below(2 + random.below(2))]);
  return { kind: "mealy", alphabet, target, output };
}

/** The machine as a box that goes on from word to word, from this state on. */
function running(machine: Machine, from = 0): BlackBox<string> & { sent: number } {
  let state = from;
  return {
    sent: 0,
    alphabet: machine.alphabet,
    kind: runsOf("mealy"),
    async weigh(words) {
      return words.map((word) => {
        this.sent += word.length;
        const outputs = word.map((letter) => {
          const arc = state * machine.alphabet.size + letter;
          state = machine.target[arc];
          return machine.output[arc];
        });
        return freeWord(...outputs);
      });
    },
  };
}

/** Is a machine this one, begun in some state? Looks at all words up to a length that tells all of their states apart. */
function isWithin(learned: Machine, machine: Machine): boolean {
  const letters = machine.alphabet.size;
  const same = (state: number) => {
    const seen = new Set<string>();
    const queue: (readonly [number, number])[] = [[0, state]];
    for (const [a, b] of queue) {
      if (seen.has(`${a},${b}`)) continue;
      seen.add(`${a},${b}`);
      for (let letter = 0; letter < letters; letter++) {
        const [one, other] = [a * letters + letter, b * letters + letter];
        if (learned.output[one] !== machine.output[other]) return false;
        queue.push([learned.target[one], machine.target[other]]);
      }
    }
    return true;
  };
  return Array.from({ length: machineSize(machine) }, (_, state) => state).some(same);
}

describe("a machine that is never reset", () => {
  it.each(Array.from({ length: 20 }, (_, i) => i + 1))(
    "is learned up to its initial state, seed %i",
    async (seed) => {
      const machine = requireMachine(minimize(machineToWdfsa(randomMachine(seed))));
      const box = running(machine, seed % machineSize(machine));
      const { automaton, outcome, statistics, statement } = await learnAsync(withoutReset(box, seed), {
        seed,
      });
      expect(outcome).toBe("accepted");
      const learned = requireMachine(automaton);
      expect(machineSize(learned)).toBe(machineSize(machine));
      expect(isWithin(learned, machine)).toBe(true);
      expect(statistics.cost).toBe(box.sent);
      expect(statement).toContain(`It was never reset: ${box.sent} inputs in one run`);
    },
  );

  it("is known by the states that it comes back to", async () => {
    // State 0 is left for ever.
    const machine: Machine = {
      kind: "mealy",
      alphabet: new Alphabet("ab"),
      target: Int32Array.of(1, 1, 2, 1, 1, 2),
      output: ["begin", "begin", "0", "1", "1", "0"],
    };
    const { automaton } = await learnAsync(withoutReset(running(machine)));
    const learned = requireMachine(automaton);
    expect(machineSize(learned)).toBe(2);
    expect(runMachine(learned, [0, 0]).join()).not.toContain("begin");
  });

  it("takes a system whose answers come later", async () => {
    let count = 0;
    const step = async (input: string) => {
      await new Promise((go) => setTimeout(go, 0));
      return input === "b" ? String((count = (count + 1) % 4) === 0) : "-";
    };
    const { automaton } = await learnAsync(
      withoutReset(machineBox({ alphabet: "ab", open: () => ({ step }) })),
    );
    expect(automaton.size).toBe(4);
  });

  it("keeps to budgets", async () => {
    const box = running(randomMachine(7));
    const { outcome, statistics } = await learnAsync(withoutReset(box), { maxQuestions: 10 });
    expect(outcome).toBe("budget");
    expect(statistics.questions).toBeLessThanOrEqual(10);
  });
});

test("other kinds of machines and journals are refused, with the reason", async () => {
  const moore = { ...running(randomMachine(1)), kind: runsOf("moore") };
  expect(() => withoutReset(moore)).toThrow(
    /without a reset Mealy machines are learned, and .* a Moore machine/u,
  );
  const box = withoutReset(running(randomMachine(1)));
  await expect(
    learnLive(box, {
      createLearner: (setting) => createLearner(setting),
      tests: [],
      journal: {
        recorded: [],
        recordedEarly: [],
        length: 0,
        append: () => {},
        keepEarly: () => {},
        dropEarly: () => {},
        sync: async () => {},
      },
    }),
  ).rejects.toThrow(/a machine that is never reset has no journal/u);
});
