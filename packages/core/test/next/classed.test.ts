/** Quotients by classes of distributions (Theorem 13.8): Moore machines that are learned exactly. */

import {
  Alphabet,
  bins,
  classed,
  HankelError,
  IMPOSSIBLE,
  machineSize,
  type NextTeacher,
  nextTeacherOf,
  parseClasses,
  Random,
  requireMachine,
  runMachine,
  runsOf,
  runWeight,
  topRanks,
  toWdfsa,
  type Wdfsa,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { learnLater } from "../support/learn-later.ts";
import { randomPdfa, rowAfter, tellingPrefixes } from "../support/pdfas.ts";

const ab = new Alphabet("ab");

describe("classes", () => {
  test("their names say what their distributions have in common", () => {
    expect(bins(10).of(Float64Array.of(0.35, 0.65, 0), ab)).toBe("a:30% b:60%");
    expect(bins(4).of(Float64Array.of(0, 0, 1), ab)).toBe("end:75%");
    expect(bins(2).of(Float64Array.of(0.4, 0.3, 0.3), ab)).toBe("all below 50%");
    expect(bins(3).of(Float64Array.of(0.4, 0.3, 0.3), new Alphabet(["a", "end"]))).toBe("a:33.33%");
    expect(topRanks(3).of(Float64Array.of(0.2, 0.7, 0.1), ab)).toBe("b > a > end");
    expect(topRanks(2).of(Float64Array.of(0.4, 0.2, 0.4), ab)).toBe("a > end");
    expect(topRanks(9).of(Float64Array.of(0, 1, 0), ab)).toBe("b");
    expect(topRanks(1).of(Float64Array.of(0, 0, 1), new Alphabet(["a", "end"]))).toBe("<end>");
    expect(parseClasses("bins:10").name).toBe("bins:10");
    expect(parseClasses("top:3").name).toBe("top:3");
    for (const text of ["bins", "bins:0", "top:x", "rank:3", "top:-1"]) {
      expect(() => parseClasses(text)).toThrow(HankelError);
    }
  });

  test("distributions in one class of n bins differ by less than 1/n in every probability", () => {
    const probability = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), probability, probability, (n, p, q) => {
        const [one, other] = [Float64Array.of(p, 1 - p), Float64Array.of(q, 1 - q)];
        const same = bins(n).of(one, new Alphabet("a")) === bins(n).of(other, new Alphabet("a"));
        if (same) expect(Math.abs(p - q)).toBeLessThanOrEqual(1 / n);
      }),
    );
  });
});

/** The states of the quotient by partition refinement over the automaton's own states, with one more for the impossible. */
function slowSize(automaton: Wdfsa<number>, nameOf: (row: Float64Array) => string): number {
  const width = automaton.alphabet.size;
  const target = (state: number, letter: number) =>
    state < 0 ? -1 : automaton.target[state * width + letter];
  const reached = [0];
  for (let at = 0; at < reached.length; at++) {
    for (let letter = 0; letter < width; letter++) {
      const to = target(reached[at], letter);
      if (!reached.includes(to)) reached.push(to);
    }
  }
  const rowOf = (state: number) => {
    const arcs = Array.from({ length: width }, (_, letter) => automaton.arcWeight[state * width + letter]);
    return Float64Array.from([...arcs, automaton.finalWeight[state]]);
  };
  let block = new Map(reached.map((state) => [state, state < 0 ? IMPOSSIBLE : nameOf(rowOf(state))]));
  for (let before = 0; ; ) {
    const size = new Set(block.values()).size;
    if (size === before) return size;
    before = size;
    const longer = (state: number) =>
      JSON.stringify([
        block.get(state),
        ...Array.from({ length: width }, (_, a) => block.get(target(state, a))),
      ]);
    block = new Map(reached.map((state) => [state, longer(state)]));
  }
}

describe("the quotient", () => {
  test("of an automaton is its coarsest partition that keeps classes, and is learned exactly", async () => {
    for (let seed = 1; seed <= 25; seed++) {
      const automaton = randomPdfa({ seed, states: 8, letters: 2, missing: seed % 2 === 0 ? 0.3 : 0 });
      for (const classes of [bins(3), topRanks(2)]) {
        const { run } = classed(nextTeacherOf(automaton), classes);
        const random = new Random(seed);
        const { automaton: learned } = await learnLater({
          kind: runsOf("moore"),
          alphabet: automaton.alphabet,
          weigh: async (words) =>
            (await run(words)).map((names, i) => runWeight("moore", words[i].length, names)),
          findCounterexample: async (hypothesis) => {
            const machine = requireMachine(toWdfsa(hypothesis));
            for (let tried = 0; tried < 300; tried++) {
              const word = Array.from({ length: 1 + random.below(14) }, () => random.below(2));
              const [names] = await run([word]);
              if (runMachine(machine, word).join("|") !== names.join("|")) return word;
            }
            return null;
          },
        });
        const expected = slowSize(automaton, (row) => classes.of(row, automaton.alphabet));
        expect(machineSize(requireMachine(learned)), `seed ${seed}, ${classes.name}`).toBe(expected);
      }
    }
  });

  test("by one class is the set of possible words, finite even where no two words have the same row", async () => {
    // The first letter may be an a only, so that ε is one state, the words that begin with a another, and all others ⊥.
    const model: NextTeacher = {
      alphabet: ab,
      next: (words) =>
        words.map((word) => {
          if (word.length === 0) return Float64Array.of(1, 0, 0);
          const p = word.reduce((sum, letter) => (sum + letter + 0.5) / 3, 0.1);
          return Float64Array.of(p / 2, (1 - p) / 2, 0.5);
        }),
    };
    const words = [
      [0, 1, 0, 0, 1],
      [0, 0, 1, 1, 1],
      [1, 0, 0, 1, 0],
    ];
    const classes = async (n: number) => new Set((await classed(model, bins(n)).run(words)).flat());
    expect(await classes(1)).toContain(IMPOSSIBLE);
    expect((await classes(1)).size).toBe(2);
    expect((await classes(1000)).size).toBeGreaterThan(8);
  });

  test("words of probability 0 share one class, whatever the model says behind them", async () => {
    const model: NextTeacher = {
      alphabet: ab,
      next: (words) =>
        words.map((word) => (word.length === 0 ? Float64Array.of(1, 0, 0) : Float64Array.of(0, 0, 1))),
    };
    const [run] = await classed(model, topRanks(1)).run([[1, 0, 0]]);
    expect(run).toEqual(["a", IMPOSSIBLE, IMPOSSIBLE, IMPOSSIBLE]);
    expect((await classed(model, topRanks(1)).run([[0, 0]]))[0]).toEqual(["a", "end", IMPOSSIBLE]);
  });

  test("asks for each prefix once, and for whole words if answers tell the prefixes", async () => {
    const automaton = randomPdfa({ seed: 3 });
    const inner = nextTeacherOf(automaton);
    const asked: string[] = [];
    const counting: NextTeacher = {
      alphabet: ab,
      next: (words) => {
        asked.push(...words.map((word) => word.join("")));
        return inner.next(words);
      },
    };
    const words = [[0, 1, 0], [0, 1], [1], [0, 1, 1], []];
    const plain = classed(counting, bins(5));
    const runs = await plain.run(words);
    await plain.run(words);
    expect(asked.toSorted()).toEqual(["", "0", "01", "010", "011", "1"]);
    const telling = tellingPrefixes(automaton);
    expect(await classed(telling, bins(5)).run(words)).toEqual(runs);
    runs.forEach((run, i) => {
      const names = [...words[i].keys(), words[i].length].map((n) =>
        bins(5).of(Float64Array.from(rowAfter(automaton, words[i].slice(0, n))), ab),
      );
      expect(run).toEqual(names);
    });
  });
});
