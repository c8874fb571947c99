/** Compression and distinction against their definitions, written out: no states, only words that are tried one by one. */

import {
  Alphabet,
  boolean,
  fromExpression,
  minimize,
  type NextTeacher,
  nextTeacherOf,
  type PrefixPair,
  Random,
  real,
  scorePairs,
  toWdfsa,
  Wdfsa,
  type Word,
  worldModelScores,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { allWords } from "../../src/words/word.ts";

const MACHINES = ["(ab)*", "a(a|b)*b", "(aa|b)*", "ab|ba", "(a|b(ab*a)*b)*", "(a|bb)*b"].map((text) =>
  minimize(fromExpression(text, boolean, { alphabet: new Alphabet(["a", "b"]) })),
);

/** The end is the letter behind a and b. */
const END = 2;

/** The words over a, b and the end, which is last if it occurs, from 1 symbol on. */
function continuations(most: number): Word[] {
  const open = [...allWords(2, most)];
  return [...open.filter((word) => word.length > 0), ...open.map((word) => [...word, END])].filter(
    (word) => word.length <= most,
  );
}

/** Can the machine go on with this after the prefix? With an end the word is accepted; without, it begins an accepted one. */
function valid(machine: Wdfsa<boolean>, prefix: Word, continuation: Word): boolean {
  const word = [...prefix, ...continuation];
  if (word.at(-1) === END) return machine.weigh(word.slice(0, -1));
  return [...allWords(2, machine.size)].some((more) => machine.weigh([...word, ...more]));
}

async function accepted(
  model: NextTeacher,
  prefix: Word,
  continuation: Word,
  epsilon: number,
): Promise<boolean> {
  const rows = await model.next(continuation.map((_, i) => [...prefix, ...continuation.slice(0, i)]));
  return continuation.every((symbol, i) => rows[i][symbol] > epsilon);
}

/** Those that the first accepts and the second does not, of which both accept all that they begin with. */
async function boundary(
  words: readonly Word[],
  first: (word: Word) => boolean | Promise<boolean>,
  second: (word: Word) => boolean | Promise<boolean>,
): Promise<Word[]> {
  const found: Word[] = [];
  for (const word of words) {
    if (!(await first(word)) || (await second(word))) continue;
    const begun = Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i + 1));
    const both = await Promise.all(begun.map(async (part) => (await first(part)) && (await second(part))));
    if (both.every(Boolean)) found.push(word);
  }
  return found;
}

/** Vafa et al.: precision is the part of the model's boundary that the machine tells apart, recall the reverse. */
async function literally(
  model: NextTeacher,
  machine: Wdfsa<boolean>,
  [first, second]: PrefixPair,
  bounds: { readonly epsilon: number; readonly boundary: number; readonly maxLength: number },
) {
  const { epsilon } = bounds;
  const ofModel = (prefix: Word) => (word: Word) => accepted(model, prefix, word, epsilon);
  const ofMachine = (prefix: Word) => (word: Word) => valid(machine, prefix, word);
  const room = bounds.maxLength + 1 - Math.max(first.length, second.length);
  const told = await boundary(continuations(room), ofModel(first), ofModel(second));
  const right = told.filter((word) => ofMachine(first)(word) && !ofMachine(second)(word));
  const truth = await boundary(
    continuations(Math.min(bounds.boundary, room)),
    ofMachine(first),
    ofMachine(second),
  );
  const recalled: Word[] = [];
  for (const word of truth)
    if ((await ofModel(first)(word)) && !(await ofModel(second)(word))) recalled.push(word);
  return {
    told: told.map(String).sort(),
    precision: told.length === 0 ? 1 : right.length / told.length,
    recall: truth.length === 0 ? undefined : recalled.length / truth.length,
  };
}

/** The machine as a language model: what it allows is equally likely. */
function evenly(machine: Wdfsa<boolean>): NextTeacher {
  return changed(machine, (_, allowed) => allowed);
}

/** The same with other symbols allowed; what is left out has a probability below the threshold, but not 0. */
function changed(
  machine: Wdfsa<boolean>,
  change: (word: Word, allowed: readonly boolean[]) => readonly boolean[],
): NextTeacher {
  return {
    alphabet: machine.alphabet,
    next: (words) =>
      words.map((word) => {
        const allowed = change(
          word,
          [0, 1, END].map((symbol) => valid(machine, word, [symbol])),
        );
        const row = Float64Array.from(allowed, (yes) => (yes ? 1 : 0.005));
        const sum = row.reduce((a, b) => a + b, 0);
        return row.map((value) => value / sum);
      }),
  };
}

/** Forgets or invents a symbol here and there, the same way for the same word. */
function broken(machine: Wdfsa<boolean>, seed: number): NextTeacher {
  return changed(machine, (word, allowed) =>
    allowed.map((yes, i) => (new Random(seed, i, word.length, ...word).real() < 0.15 ? !yes : yes)),
  );
}

describe("the scores of given pairs", () => {
  const bounds = { epsilon: 0.01, boundary: 3, maxLength: 4 };
  for (const [number, machine] of MACHINES.entries()) {
    test(`are those of the definitions, machine ${number}`, async () => {
      const prefixes = [...allWords(2, 2)].filter((word) => valid(machine, word, []));
      const pairs = prefixes.flatMap((first) => prefixes.map((second) => [first, second] as const));
      for (const model of [evenly(machine), broken(machine, 1), broken(machine, 2)]) {
        const scores = await scorePairs(model, machine, pairs, { ...bounds, continuations: 1500, seed: 1 });
        for (const [i, pair] of pairs.entries()) {
          const { told, precision, recall, same } = scores[i];
          const slow = await literally(model, machine, pair, bounds);
          expect({ told: told.map(String).sort(), precision, recall }).toEqual(slow);
          const apart = continuations(4).some(
            (word) => valid(machine, pair[0], word) !== valid(machine, pair[1], word),
          );
          expect(same).toBe(!apart);
        }
      }
    });
  }

  test("of a large boundary, an even draw is asked", async () => {
    const machine = minimize(fromExpression("a(a|b)(a|b)(a|b)a|b(a|b)(a|b)(a|b)b", boolean));
    const forgetful = changed(machine, (word, allowed) => {
      // Forgets the first letter of words whose second one is b.
      if (word.length === 4 && word[1] === 1) return [true, true, false];
      return allowed;
    });
    const [score] = await scorePairs(evenly(machine), machine, [[[0], [1]]], { continuations: 4 });
    expect(score.recall).toBe(1);
    const pairs = Array.from({ length: 200 }, () => [[0], [1]] as const);
    const scores = await scorePairs(forgetful, machine, pairs, { continuations: 4, seed: 3 });
    const mean = scores.reduce((sum, { recall = 0 }) => sum + recall, 0) / scores.length;
    expect(mean).toBeGreaterThan(0.42);
    expect(mean).toBeLessThan(0.58);
  });

  test("a prefix that the machine cannot read is refused", async () => {
    const [machine] = MACHINES;
    await expect(scorePairs(evenly(machine), machine, [[[1], [0]]])).rejects.toThrow(
      "no word of the machine begins with b",
    );
  });
});

describe("compression and distinction", () => {
  for (const [number, machine] of MACHINES.entries()) {
    test(`are 1 for the machine itself, ${number}`, async () => {
      const scores = await worldModelScores(evenly(machine), machine, { pairs: 50, seed: 1 });
      expect(scores.states).toBe(machine.size);
      expect(scores.compression?.mean ?? 1).toBe(1);
      expect(scores.precision?.mean).toBe(1);
      expect(scores.recall?.mean).toBe(1);
      expect(scores.confusions).toEqual([]);
    });
  }

  const parity = MACHINES[4];

  test("are below 1 for models that err, and show where", async () => {
    const { compression, precision, recall, confusions } = await worldModelScores(broken(parity, 1), parity, {
      seed: 1,
    });
    for (const score of [compression, precision, recall]) expect(score?.high).toBeLessThan(1);
    const model = broken(parity, 1);
    for (const { accepted: first, rejected, continuation } of confusions) {
      expect(await accepted(model, first, continuation, 0.01)).toBe(true);
      expect(await accepted(model, rejected, continuation, 0.01)).toBe(false);
      expect(
        continuations(4).every((word) => valid(parity, first, word) === valid(parity, rejected, word)),
      ).toBe(true);
    }
    expect(confusions.length).toBe(Math.round(100 * (1 - (compression?.mean ?? 1))));
  });

  test("a model that allows everything compresses, and distinguishes nothing", async () => {
    const anything = changed(parity, () => [true, true, true]);
    const { compression, precision, recall } = await worldModelScores(anything, parity, { seed: 2 });
    expect([compression?.mean, precision?.mean, recall?.mean]).toEqual([1, 1, 0]);
  });

  test("a model that counts letters tells apart what is the same", async () => {
    const machine = minimize(fromExpression("(a|b)*", boolean));
    const counting = changed(machine, (word) =>
      word.length % 2 === 0 ? [true, true, true] : [true, false, true],
    );
    const { compression, precision, states } = await worldModelScores(counting, machine, { seed: 3 });
    expect(states).toBe(1);
    expect(precision).toBeUndefined();
    expect(compression?.high).toBeLessThan(0.8);
  });

  test("an automaton says nothing behind words that it cannot read", async () => {
    const [machine] = MACHINES;
    const partial = toWdfsa(fromExpression("<0.5>ab|<0.5>", real, { alphabet: new Alphabet(["a", "b"]) }));
    const { recall, compression } = await worldModelScores(partial, machine, { seed: 1 });
    expect(recall?.high).toBeLessThan(1);
    expect(compression?.high).toBeLessThan(1);
  });

  test("symbols are matched by name, and one that the model lacks is named", async () => {
    const machine = minimize(fromExpression("(ba)*", boolean, { alphabet: new Alphabet(["b", "a"]) }));
    const same = nextTeacherOf(
      toWdfsa(fromExpression("(<0.5>ba)*<0.5>", real, { alphabet: new Alphabet(["c", "a", "b"]) })),
    );
    const scores = await worldModelScores(same, machine, { seed: 1 });
    expect([scores.compression?.mean, scores.precision?.mean, scores.recall?.mean]).toEqual([1, 1, 1]);
    const lacking = nextTeacherOf(toWdfsa(fromExpression("(<0.5>b)*<0.5>", real)));
    await expect(worldModelScores(lacking, machine)).rejects.toThrow(
      "the model lacks a, symbols of the machine",
    );
  });

  test("numbers that make no sense are refused", async () => {
    const [machine] = MACHINES;
    await expect(worldModelScores(evenly(machine), machine, { pairs: 0 })).rejects.toThrow(
      "pairs is a whole number",
    );
    await expect(worldModelScores(evenly(machine), machine, { epsilon: 1 })).rejects.toThrow("epsilon is");
    const empty = Wdfsa.zero(boolean, machine.alphabet);
    await expect(worldModelScores(evenly(machine), empty)).rejects.toThrow("accepts no word");
  });
});
