/**
 * What the learners of this version ask. A journal is read by replaying its run, so a learner that asks other words, or in
 * other batches, is of another ALGORITHM_VERSION. Whoever changes that on purpose raises it and copies the new lines.
 */

import {
  ALGORITHM_VERSION,
  type CounterexampleUse,
  type Distribution,
  exactTeacher,
  fieldTeacher,
  type LearnerName,
  learn,
  machineToWdfsa,
  nextTeacherOf,
  type Prices,
  Random,
  type Shape,
  type SoftOptions,
  type SyncNextTeacher,
  softTeacher,
  type Teacher,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { quietMachine, randomMachine } from "../support/machines.ts";
import { randomPdfa } from "../support/pdfas.ts";
import { automatonOf, windingTeacher } from "../support/targets.ts";
import { askedOf, Transcript } from "../support/transcript.ts";
import { buildWfsa, type WfsaDraft, wfsaCases } from "../support/wfsas.ts";

interface Choice {
  readonly learner: LearnerName;
  readonly counterexamples?: CounterexampleUse;
  readonly probes?: number;
  readonly prices?: Prices;
}

const LETTERS_ARE_FREE: Prices = { word: 1, letter: 0 };
const WORDS_ARE_FREE: Prices = { word: 0, letter: 1 };

/** More words than any learner asks of one of the targets. */
const ENOUGH = 20_000;

const SHAPES: readonly Shape[] = ["dense", "sparse", "acyclic", "few-final", "chain"];
const ALGEBRAS = ["boolean", "tropical", "prime-field:7", "free-group"];

/** Every shape over four algebras, with shortest and with long counterexamples, which each teacher draws anew. */
const weighing = () =>
  exactCases
    .filter(({ algebra }) => ALGEBRAS.includes(algebra.name))
    .flatMap((setting, i) =>
      SHAPES.flatMap((shape, j): Teacher<unknown>[] => {
        const letters = 1 + ((i + j) % 3);
        const target = automatonOf(setting, { shape, states: 6 + j, letters, seed: 10 * i + j });
        return [exactTeacher(target), windingTeacher(target, i + j)];
      }),
    );

/** Mealy and Moore machines, with shortest and with long counterexamples. */
const machines = () =>
  Array.from({ length: 18 }, (_, seed): Teacher<unknown> => {
    const machine = seed < 12 ? randomMachine(seed) : quietMachine(seed, seed + 4, 1 + (seed % 4));
    const target = machineToWdfsa(machine) as Wdfsa<unknown>;
    return seed % 4 < 2 ? exactTeacher(target) : windingTeacher(target, seed);
  });

/** Nondeterministic automata over three fields, and a larger one where weights stay small. */
const overFields = wfsaCases
  .filter(({ algebra }) => ["rational", "prime-field:7", "quaternion"].includes(algebra.name))
  .flatMap((setting) =>
    (setting.name === "prime-field:7" ? [3, 4, 5, 6, 12] : [3, 4, 5]).map((states) =>
      fieldTeacher(buildWfsa(setting, drawnDraft(new Random(states), states))),
    ),
  );

function drawnDraft(random: Random, states: number): WfsaDraft {
  const letters = 1 + random.below(2);
  const sometimes = () => (random.below(2) === 0 ? null : random.below(12));
  return {
    states,
    letters,
    initials: Array.from({ length: states }, sometimes),
    finals: Array.from({ length: states }, sometimes),
    arcs: Array.from({ length: 3 * states }, () => ({
      from: random.below(states),
      letter: random.below(letters),
      weight: random.below(12),
      to: random.below(states),
    })),
  };
}

/** Language models: an automaton, and two that are near it, each word with a disturbance of its own. */
const models = ([0, 0.02, 0.1] as const).map((noise): SyncNextTeacher => {
  const automaton = randomPdfa({ seed: 5, states: 4, letters: 2, end: 0.2 });
  const exact = nextTeacherOf(automaton);
  const disturbed = (word: Word): Distribution => {
    const random = new Random(17, word.length, ...word);
    const share = random.below(1000) / 1000;
    const other = [share / 2, (1 - share) / 2, 0.5];
    return exact.next([word])[0].map((p, i) => (1 - noise) * p + noise * other[i]);
  };
  return { alphabet: automaton.alphabet, prefixes: false, next: (words) => words.map(disturbed) };
});

describe(`by version ${ALGORITHM_VERSION} of the algorithms`, () => {
  it.each<[Choice, string]>([
    [{ learner: "table" }, "4105 words, 37136 letters, 437 batches, 107 conjectures: 844f0dd3ed1d"],
    [
      { learner: "table", counterexamples: "suffixes" },
      "4447 words, 41904 letters, 442 batches, 98 conjectures: 16c34c9ddef0",
    ],
    [
      { learner: "table", counterexamples: "rivest-schapire" },
      "3494 words, 32059 letters, 482 batches, 109 conjectures: 5760a38495af",
    ],
    [{ learner: "tree" }, "2304 words, 17990 letters, 1164 batches, 153 conjectures: 2614344f3444"],
    [
      { learner: "tree", prices: LETTERS_ARE_FREE },
      "2305 words, 18861 letters, 1111 batches, 152 conjectures: 3403915c1a7e",
    ],
    [
      { learner: "tree", prices: WORDS_ARE_FREE },
      "2302 words, 17923 letters, 1193 batches, 153 conjectures: 6becfd32d192",
    ],
    [{ learner: "apart" }, "2504 words, 20390 letters, 1158 batches, 119 conjectures: 0888a48f1fd8"],
    [
      { learner: "apart", probes: 0 },
      "2211 words, 18775 letters, 1108 batches, 135 conjectures: bf3d3c10f750",
    ],
    [
      { learner: "apart", prices: LETTERS_ARE_FREE },
      "2495 words, 20391 letters, 1149 batches, 117 conjectures: f6d380d1c529",
    ],
    [
      { learner: "apart", prices: WORDS_ARE_FREE },
      "2504 words, 20390 letters, 1158 batches, 119 conjectures: 0888a48f1fd8",
    ],
  ])("of a language, the learner asks %j", (choice, line) => {
    expect(askedOf(weighing(), { ...choice, maxQuestions: ENOUGH })).toBe(line);
  });

  it.each<[Choice, string]>([
    [{ learner: "table" }, "3922 words, 83560 letters, 138 batches, 43 conjectures: a441bf0a72a6"],
    [{ learner: "tree" }, "662 words, 6314 letters, 324 batches, 60 conjectures: b7ac482fa488"],
    [{ learner: "apart" }, "765 words, 6934 letters, 321 batches, 43 conjectures: b3f28acaff45"],
    [{ learner: "machine" }, "616 words, 3923 letters, 292 batches, 59 conjectures: 83224cefd45f"],
    [
      { learner: "machine", prices: LETTERS_ARE_FREE },
      "519 words, 3575 letters, 255 batches, 58 conjectures: 2a0cec1bbcaa",
    ],
    [
      { learner: "machine", prices: WORDS_ARE_FREE },
      "600 words, 3709 letters, 265 batches, 55 conjectures: 8e7e5c8bf40b",
    ],
  ])("of a machine, the learner asks %j", (choice, line) => {
    expect(askedOf(machines(), { ...choice, maxQuestions: ENOUGH })).toBe(line);
  });

  it.each<[boolean, string]>([
    [true, "139 words, 608 letters, 73 batches, 15 conjectures: 2feac23036eb"],
    [false, "116 words, 498 letters, 74 batches, 30 conjectures: ac08db940c5d"],
  ])("of an automaton over a field, the multiplicity learner asks with trials %j", (trials, line) => {
    const transcript = new Transcript();
    for (const teacher of overFields) {
      const options = { learner: "multiplicity", trials, maxQuestions: ENOUGH } as const;
      expect(learn(teacher, { ...options, observe: transcript.observe }).outcome).toBe("accepted");
    }
    expect(transcript.line).toBe(line);
  });

  it.each<[SoftOptions, string]>([
    [{}, "139 words, 597 letters, 42 batches, 3 conjectures: 34e955a1a402"],
    [{ tolerance: 0.05 }, "105 words, 402 letters, 42 batches, 3 conjectures: abf8e613ff3e"],
    [{ maxStates: 3, seed: 2 }, "149 words, 650 letters, 57 batches, 3 conjectures: 2620c98567b6"],
  ])("of a language model, the soft learner asks with %j", (options, line) => {
    const transcript = new Transcript();
    for (const model of models) {
      const teacher = softTeacher(model);
      const { outcome } = learn(teacher, { ...options, maxQuestions: ENOUGH, observe: transcript.observe });
      expect(outcome).toBe("accepted");
    }
    expect(transcript.line).toBe(line);
  });
});
