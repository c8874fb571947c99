/** Tests that suit machines with sinks, and languages that count. */

import {
  Alphabet,
  boolean,
  breadthFirst,
  type EquivalenceTest,
  functionTeacher,
  learn,
  loopWords,
  type Machine,
  machineOf,
  machineToWdfsa,
  minimize,
  parseEquivalence,
  Random,
  randomAutomaton,
  randomWalks,
  rational,
  shortWords,
  stateTests,
  tropical,
  type Wdfsa,
  WdfsaBuilder,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { ShortestPaths } from "../../src/teachers/testing/strategies/shortest-paths.ts";
import { identifyingWords, MachineSplitting } from "../../src/teachers/testing/strategies/states-apart.ts";
import { randomMachine } from "../support/machines.ts";

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);

function wordsOf<W>(test: EquivalenceTest, hypothesis: Wdfsa<W>, equivalence = 0): Word[] {
  return [...test.words(hypothesis, equivalence, [])];
}

function finds<W>(test: EquivalenceTest, hypothesis: Wdfsa<W>, language: Wdfsa<W>): boolean {
  const { equals } = language.algebra;
  return wordsOf(test, hypothesis).some((word) => !equals(hypothesis.weigh(word), language.weigh(word)));
}

/** A minimal machine as an automaton, what its arcs write, and how its states are told apart. */
function minimalMachine(seed: number) {
  const automaton = minimize(machineToWdfsa(randomMachine(seed, "mealy")));
  const { size: states, target, alphabet } = automaton;
  const arcs = { states, letters: alphabet.size, target, output: machineOf(automaton)?.output ?? [] };
  return { automaton, arcs, splitting: new MachineSplitting(arcs) };
}

/** What a state writes for a word, by stepping. */
function written({ arcs }: ReturnType<typeof minimalMachine>, start: number, word: Word): unknown[] {
  let state = start;
  return word.map((letter) => {
    const arc = state * arcs.letters + letter;
    state = arcs.target[arc];
    return arcs.output[arc];
  });
}

describe("the splitting of a machine", () => {
  it.each(SEEDS)("has a suffix between any two states (seed %i)", (seed) => {
    const machine = minimalMachine(seed);
    const suffixes = machine.splitting.suffixes().map((suffix) => suffix.join());
    for (let p = 0; p < machine.arcs.states; p++) {
      expect(machine.splitting.between(p, p)).toBeUndefined();
      for (let q = 0; q < p; q++) {
        const suffix = machine.splitting.between(p, q) as Word;
        expect(suffixes).toContain(suffix.join());
        expect(written(machine, p, suffix)).not.toEqual(written(machine, q, suffix));
      }
    }
  });

  it.each(SEEDS)("gives words that identify each state (seed %i)", (seed) => {
    const machine = minimalMachine(seed);
    const { states } = machine.arcs;
    for (let state = 0; state < states; state++) {
      const words = identifyingWords(machine.splitting, states, state);
      for (let other = 0; other < states; other++) {
        if (other === state) continue;
        const told = words.filter(
          ({ word }) =>
            JSON.stringify(written(machine, state, word)) !== JSON.stringify(written(machine, other, word)),
        );
        expect(told.length, `states ${state} and ${other}`).toBeGreaterThan(0);
      }
      if (states > 1) expect(words.reduce((sum, { told }) => sum + told, 0)).toBe(states - 1);
    }
  });
});

describe("shortest paths", () => {
  it("draws words for a hypothesis with a state from which nothing is accepted", () => {
    const builder = new WdfsaBuilder(boolean, new Alphabet("ab"));
    const only = builder.state();
    builder.arc(only, "a", true, only).arc(only, "b", true, only).initial(only);
    const hypothesis = builder.build();
    expect(hypothesis.size).toBe(1);
    const words = wordsOf(stateTests(5), hypothesis);
    expect(words.length).toBe(250);
    expect(stateTests(5).claim(hypothesis)).toMatchObject({ about: "250 random words" });
  });

  it("are as short as breadth-first words, and lead where they should", () => {
    const automaton = randomAutomaton({ algebra: tropical, states: 9, letters: 2, shape: "sparse", seed: 4 });
    const paths = new ShortestPaths({ states: automaton.size, letters: 2, target: automaton.target });
    const words = wordsOf(breadthFirst(9), automaton);
    for (let to = 0; to < automaton.size; to++) {
      const shortest = words.find((word) => automaton.stateAfter(word) === to);
      expect(paths.distance(0, to)).toBe(shortest?.length ?? Number.POSITIVE_INFINITY);
      expect(paths.path(0, to)?.length).toBe(shortest?.length);
      if (shortest !== undefined) expect(automaton.stateAfter(paths.path(0, to) as Word)).toBe(to);
    }
  });
});

describe("states:N", () => {
  it.each(SEEDS)(
    "leaves each state of a machine by each letter, and asks no word for nothing (seed %i)",
    (seed) => {
      const { automaton, arcs } = minimalMachine(seed);
      const left = new Set<number>();
      const known = new Set<string>();
      for (const word of wordsOf(stateTests(2, seed), automaton)) {
        expect(known.has(word.join())).toBe(false);
        word.forEach((letter, i) => {
          known.add(word.slice(0, i + 1).join());
          left.add(automaton.stateAfter(word.slice(0, i)) * arcs.letters + letter);
        });
      }
      expect(left.size).toBe(arcs.states * arcs.letters);
    },
  );

  it.each(SEEDS)("asks no word of a weighted language twice (seed %i)", (seed) => {
    const automaton = randomAutomaton({ algebra: rational, states: 6, letters: 2, shape: "sparse", seed });
    const words = wordsOf(stateTests(3, seed), automaton).map((word) => word.join());
    expect(new Set(words).size).toBe(words.length);
  });

  it.each(["states:3", "states:0", "loops:50", "wp:0", "wp:2", "wmethod:1"])(
    "%s has at most as many words as it says",
    (text) => {
      const [test] = parseEquivalence(text, { seed: 3, box: "none", samples: false, words: () => [] });
      for (const seed of SEEDS) {
        const automaton = randomAutomaton({
          algebra: rational,
          states: 5,
          letters: 2,
          shape: "sparse",
          seed,
        });
        const machine = minimalMachine(seed).automaton;
        expect(wordsOf(test, automaton).length).toBeLessThanOrEqual(test.atMost?.(automaton, 0) as number);
        expect(wordsOf(test, machine).length).toBeLessThanOrEqual(test.atMost?.(machine, 0) as number);
      }
    },
  );

  it("grows with states and letters", () => {
    const size = (states: number, letters: number) =>
      wordsOf(stateTests(10), randomAutomaton({ algebra: rational, states, letters, seed: 1 })).length;
    expect(size(40, 4)).toBeGreaterThan(1.5 * size(20, 4));
    expect(size(40, 8)).toBeGreaterThan(1.5 * size(40, 4));
  });

  it("finds what walks miss behind a sink", () => {
    const { wrong, right } = handshakes();
    expect(finds(randomWalks(200), wrong, right)).toBe(false);
    expect(finds(stateTests(25), wrong, right)).toBe(true);
  });

  it("says what was tried", () => {
    const { wrong } = handshakes();
    expect(stateTests(25).claim(wrong)).toEqual({
      kind: "words",
      about:
        "each of 9 states was left by each of 10 letters, once with all identifying suffixes and 25 times with a random detour",
    });
  });
});

/** A handshake of eight steps in which any other letter ends in a sink, and one whose last state also knows a letter more. */
function handshakes() {
  const letters = 10;
  const steps = 8;
  const random = new Random(5);
  const target = new Array<number>((steps + 1) * letters).fill(steps);
  const output = new Array<string>(target.length).fill("closed");
  for (let state = 0; state < steps; state++) {
    const arc = state * letters + random.below(letters);
    target[arc] = state === steps - 1 ? 0 : state + 1;
    output[arc] = `step ${state}`;
  }
  const machine = { kind: "mealy", alphabet: Alphabet.letters(letters), target, output } as const;
  const other = (steps - 1) * letters + (((target.indexOf(0) % letters) + 1) % letters);
  const changed: Machine = {
    ...machine,
    output: output.map((text, arc) => (arc === other ? "hello" : text)),
  };
  return { wrong: minimize(machineToWdfsa(machine)), right: minimize(machineToWdfsa(changed)) };
}

describe("loops:N", () => {
  const balanced = (word: readonly string[]) => {
    let depth = 0;
    for (const symbol of word) {
      depth += symbol === "a" ? 1 : -1;
      if (depth < 0) return false;
    }
    return depth === 0;
  };
  const power = (word: readonly string[], letters: string) => {
    const times = word.length / letters.length;
    return word.join("") === [...letters].map((letter) => letter.repeat(Math.floor(times))).join("");
  };
  const languages: readonly [string, string, (word: readonly string[]) => boolean][] = [
    ["aⁿbⁿ", "ab", (word) => power(word, "ab")],
    ["brackets", "ab", balanced],
    ["aⁿbⁿcⁿ", "abc", (word) => power(word, "abc")],
  ];

  it.each(languages)(
    "%s is never accepted: there is always a larger hypothesis",
    (_name, alphabet, weigh) => {
      const equivalence = [shortWords(500), loopWords(100)];
      const teacher = functionTeacher({ algebra: boolean, alphabet, weigh, equivalence });
      const result = learn(teacher, { maxStates: 60 });
      expect(result.outcome).toBe("budget");
      expect(result.automaton.size).toBeGreaterThan(10);
    },
  );

  it("leaves a regular language alone", () => {
    const weigh = (word: readonly string[]) => word.filter((symbol) => symbol === "a").length % 3 === 0;
    const equivalence = [shortWords(500), loopWords(100)];
    const result = learn(functionTeacher({ algebra: boolean, alphabet: "ab", weigh, equivalence }));
    expect(result.outcome).toBe("accepted");
    expect(result.automaton.size).toBe(3);
  });
});
