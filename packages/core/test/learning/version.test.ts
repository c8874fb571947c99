/**
 * What the learners of this version ask. A journal is read by replaying its run, so a learner that asks other words, or in
 * other batches, is of another ALGORITHM_VERSION. Whoever changes that on purpose raises it and copies the new lines.
 */

import { createHash } from "node:crypto";
import {
  ALGORITHM_VERSION,
  type Automaton,
  type CounterexampleUse,
  type Distribution,
  exactTeacher,
  fieldTeacher,
  type LearnerName,
  learn,
  machineToWdfsa,
  nextTeacherOf,
  type Prices,
  type Question,
  Random,
  type SavingName,
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
import { buildWfsa, type WfsaDraft, wfsaCases } from "../support/wfsas.ts";

interface Choice {
  readonly learner: LearnerName;
  readonly counterexamples?: CounterexampleUse;
  readonly savings?: readonly SavingName[];
  readonly probes?: number;
  readonly prices?: Prices;
}

const LETTERS_ARE_FREE: Prices = { word: 1, letter: 0 };
const WORDS_ARE_FREE: Prices = { word: 0, letter: 1 };

/** Counts, and a digest of every question in order. */
class Transcript {
  #words = 0;
  #letters = 0;
  #batches = 0;
  #conjectures = 0;
  readonly #digest = createHash("sha256");

  readonly observe = (question: Question<unknown, Automaton<unknown>>): void => {
    if (question.kind === "conjecture") {
      this.#conjectures++;
      this.#digest.update(`conjecture ${question.hypothesis.size}\n`);
      return;
    }
    this.#batches++;
    this.#words += question.words.length;
    for (const word of question.words) this.#letters += word.length;
    this.#digest.update(`${JSON.stringify(question.words)}\n`);
  };

  get line(): string {
    const digest = this.#digest.digest("hex").slice(0, 12);
    return `${this.#words} words, ${this.#letters} letters, ${this.#batches} batches, ${this.#conjectures} conjectures: ${digest}`;
  }
}

/** More words than any learner asks of one of the targets. */
const ENOUGH = 20_000;

const SHAPES: readonly Shape[] = ["dense", "sparse", "acyclic", "few-final", "chain"];
const ALGEBRAS = ["boolean", "tropical", "prime-field:7", "free-group"];

/** Every shape over four algebras, with shortest and with long counterexamples. */
const weighing = exactCases
  .filter(({ algebra }) => ALGEBRAS.includes(algebra.name))
  .flatMap((setting, i) =>
    SHAPES.flatMap((shape, j): Teacher<unknown>[] => {
      const letters = 1 + ((i + j) % 3);
      const target = automatonOf(setting, { shape, states: 6 + j, letters, seed: 10 * i + j });
      return [exactTeacher(target), windingTeacher(target, i + j)];
    }),
  );

/** Mealy and Moore machines, with shortest and with long counterexamples. */
const machines = Array.from({ length: 18 }, (_, seed): Teacher<unknown> => {
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

function asked(teachers: readonly Teacher<unknown>[], choice: Choice): string {
  const transcript = new Transcript();
  for (const teacher of teachers) {
    const { outcome } = learn(teacher, { ...choice, maxQuestions: ENOUGH, observe: transcript.observe });
    expect(outcome).toBe("accepted");
  }
  return transcript.line;
}

describe(`by version ${ALGORITHM_VERSION} of the algorithms`, () => {
  it.each<[Choice, string]>([
    [{ learner: "table" }, "3986 words, 36539 letters, 431 batches, 104 conjectures: f01174615dd9"],
    [
      { learner: "table", counterexamples: "suffixes" },
      "4255 words, 35939 letters, 446 batches, 100 conjectures: 8ef2f9960c77",
    ],
    [
      { learner: "table", counterexamples: "rivest-schapire" },
      "3170 words, 23256 letters, 489 batches, 113 conjectures: 94dd36f4c18a",
    ],
    [{ learner: "tree" }, "2329 words, 16888 letters, 1167 batches, 155 conjectures: 38538b57fd66"],
    [
      { learner: "tree", savings: [] },
      "2298 words, 17177 letters, 1112 batches, 150 conjectures: dc7b6863af34",
    ],
    [
      { learner: "tree", prices: LETTERS_ARE_FREE },
      "2275 words, 17720 letters, 1096 batches, 156 conjectures: 7f31471cc557",
    ],
    [
      { learner: "tree", prices: WORDS_ARE_FREE },
      "2319 words, 17278 letters, 1178 batches, 157 conjectures: 43ac28eea4dc",
    ],
    [{ learner: "apart" }, "2462 words, 18486 letters, 1124 batches, 119 conjectures: 6e312da928a7"],
    [
      { learner: "apart", probes: 0 },
      "2229 words, 17499 letters, 1114 batches, 133 conjectures: 2868ecb55d88",
    ],
    [
      { learner: "apart", prices: LETTERS_ARE_FREE },
      "2452 words, 18541 letters, 1113 batches, 117 conjectures: da1f754ed61b",
    ],
    [
      { learner: "apart", prices: WORDS_ARE_FREE },
      "2479 words, 17722 letters, 1155 batches, 121 conjectures: 73879362eba5",
    ],
  ])("of a language, the learner asks %j", (choice, line) => {
    expect(asked(weighing, choice)).toBe(line);
  });

  it.each<[Choice, string]>([
    [{ learner: "table" }, "3922 words, 83560 letters, 138 batches, 43 conjectures: a441bf0a72a6"],
    [{ learner: "tree" }, "674 words, 10582 letters, 353 batches, 69 conjectures: 86f30bde5e81"],
    [{ learner: "apart" }, "802 words, 16936 letters, 326 batches, 41 conjectures: c3e66b4aae78"],
    [{ learner: "machine" }, "624 words, 4149 letters, 303 batches, 62 conjectures: 81b5587df3a0"],
    [
      { learner: "machine", prices: LETTERS_ARE_FREE },
      "520 words, 3770 letters, 304 batches, 63 conjectures: fb6e22996246",
    ],
    [
      { learner: "machine", prices: WORDS_ARE_FREE },
      "598 words, 3823 letters, 295 batches, 52 conjectures: 65b955f2e0ea",
    ],
  ])("of a machine, the learner asks %j", (choice, line) => {
    expect(asked(machines, choice)).toBe(line);
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
    [{}, "222 words, 1128 letters, 55 batches, 3 conjectures: 1c7237724db9"],
    [{ tolerance: 0.05 }, "105 words, 402 letters, 39 batches, 3 conjectures: 4ce8aba7db0d"],
    [{ maxStates: 3, seed: 2 }, "79 words, 285 letters, 31 batches, 3 conjectures: 27a669382d5a"],
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
