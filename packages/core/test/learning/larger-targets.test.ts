/**
 * What learners ask of targets with dozens of states, where savings and choices show that small ones never need. As in
 * `version.test.ts`, whoever changes that on purpose raises ALGORITHM_VERSION and copies the new lines.
 */

import {
  Alphabet,
  type Distribution,
  exactTeacher,
  type LearnerName,
  learn,
  machineToWdfsa,
  nextTeacherOf,
  type Prices,
  Random,
  type SoftOptions,
  type SyncNextTeacher,
  softTeacher,
  type Teacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { quietMachine } from "../support/machines.ts";
import { randomPdfa } from "../support/pdfas.ts";
import { automatonOf, windingTeacher } from "../support/targets.ts";
import { askedOf, Transcript } from "../support/transcript.ts";

interface Choice {
  readonly learner: LearnerName;
  readonly prices?: Prices;
}

const LETTERS_ARE_FREE: Prices = { word: 1, letter: 0 };

/** More words than any learner asks of one of the targets. */
const ENOUGH = 50_000;

const machines = () =>
  [40, 41, 42, 43].map((seed): Teacher<unknown> => {
    const target = machineToWdfsa(quietMachine(seed, seed - 15, 2 + (seed % 3))) as Wdfsa<unknown>;
    return seed % 4 < 2 ? exactTeacher(target) : windingTeacher(target, seed);
  });

const languages = () =>
  exactCases
    .filter(({ algebra }) => ["boolean", "prime-field:7"].includes(algebra.name))
    .flatMap((setting, i) =>
      (["dense", "few-final", "chain"] as const).map((shape, j): Teacher<unknown> => {
        const target = automatonOf(setting, {
          shape,
          states: 24 + j,
          letters: 2 + ((i + j) % 2),
          seed: 70 + j,
        });
        return j === 1 ? windingTeacher(target, i) : exactTeacher(target);
      }),
    );

describe("the learner asks", () => {
  it.each<[Choice, string]>([
    [{ learner: "machine" }, "570 words, 4643 letters, 193 batches, 32 conjectures: d912c0690cda"],
    [
      { learner: "machine", prices: LETTERS_ARE_FREE },
      "520 words, 4821 letters, 236 batches, 19 conjectures: c4a00c2ef186",
    ],
    [{ learner: "tree" }, "820 words, 6139 letters, 321 batches, 44 conjectures: 14a419bb6bc3"],
    [{ learner: "apart" }, "952 words, 7153 letters, 306 batches, 35 conjectures: dc00a45702aa"],
  ])("of a machine with %j", (choice, line) => {
    expect(askedOf(machines(), { ...choice, maxQuestions: ENOUGH })).toBe(line);
  });

  it.each<[Choice, string]>([
    [{ learner: "tree" }, "3594 words, 77064 letters, 1447 batches, 54 conjectures: fbe93d8a1d4e"],
    [
      { learner: "tree", prices: LETTERS_ARE_FREE },
      "3369 words, 76756 letters, 1327 batches, 59 conjectures: 67050f2894d3",
    ],
    [{ learner: "apart" }, "3399 words, 87901 letters, 1265 batches, 18 conjectures: 407aa6e7a919"],
    [{ learner: "table" }, "9908 words, 326687 letters, 169 batches, 22 conjectures: dfd22190a826"],
  ])("of a language with %j", (choice, line) => {
    expect(askedOf(languages(), { ...choice, maxQuestions: ENOUGH })).toBe(line);
  });
});

describe("the soft learner asks", () => {
  const alphabet = new Alphabet("ab");
  const of = (row: (word: Word) => Distribution): SyncNextTeacher => ({
    alphabet,
    prefixes: false,
    next: (words) => words.map(row),
  });
  const exact = nextTeacherOf(randomPdfa({ seed: 9, states: 12, letters: 2, end: 0.1 }));
  const noisy = (noise: number) =>
    of((word) => {
      const share = new Random(23, word.length, ...word).below(1000) / 1000;
      const other = [share / 2, (1 - share) / 2, 0.5];
      return exact.next([word])[0].map((p, i) => (1 - noise) * p + noise * other[i]);
    });
  /** Rows that differ only later: by the place in a cycle of nine letters. */
  const late = of(({ length }) =>
    Float64Array.from([1, 4, 8].includes(length % 9) ? [0.15, 0.75, 0.1] : [0.75, 0.15, 0.1]),
  );
  /** No two words with other numbers of letters are alike. */
  const endless = of((word) => {
    const share = (1 + word.filter((letter) => letter === 0).length) / (2 + word.length);
    return Float64Array.from([0.8 * share, 0.8 * (1 - share), 0.2]);
  });

  it.each<[string, SyncNextTeacher, SoftOptions, string]>([
    [
      "an automaton with noise",
      noisy(0.03),
      {},
      "121 words, 655 letters, 31 batches, 1 conjectures: 9076babac78a",
    ],
    [
      "the same with a tolerance",
      noisy(0.03),
      { tolerance: 0.01 },
      "103 words, 536 letters, 31 batches, 1 conjectures: 085198eacd54",
    ],
    [
      "the same with many states",
      noisy(0.03),
      { maxStates: 60 },
      "121 words, 655 letters, 31 batches, 1 conjectures: 9076babac78a",
    ],
    [
      "states that differ later",
      late,
      {},
      "576 words, 12425 letters, 42 batches, 1 conjectures: aa0673230425",
    ],
    [
      "the same for sure",
      late,
      { tolerance: 0 },
      "576 words, 12425 letters, 42 batches, 1 conjectures: aa0673230425",
    ],
    [
      "a model that is no machine",
      endless,
      {},
      "6301 words, 418284 letters, 172 batches, 1 conjectures: d6094685a800",
    ],
    [
      "this model with many states",
      endless,
      { maxStates: 110 },
      "438 words, 4311 letters, 83 batches, 1 conjectures: 1b0d50dded11",
    ],
  ])("of %s", (_, model, options, line) => {
    const transcript = new Transcript();
    learn(softTeacher(model), { ...options, maxQuestions: 50_000, observe: transcript.observe });
    expect(transcript.line).toBe(line);
  });
});
