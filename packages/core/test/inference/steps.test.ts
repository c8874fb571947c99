/** Merging step by step: what a step says, what a refusal does, and that the same decisions give the same automaton. */

import {
  Alphabet,
  boolean,
  compare,
  type InferOptions,
  type Inferred,
  type InferSample,
  type InferStep,
  infer,
  inferring,
  type Machine,
  Random,
  randomAutomaton,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { randomPdfa } from "../support/pdfas.ts";
import { drawn, labelled, observed, randomWords, traces } from "./samples.ts";

const OUTPUTS = ["x", "y", "z"];

/** Samples of each kind, with measures for them. */
function samples(seed: number): { sample: InferSample; measures: InferOptions[] }[] {
  const random = new Random(seed, 5);
  const language = randomAutomaton({ algebra: boolean, states: 5, letters: 2, seed });
  const words = randomWords(random, 2, 60, 7);
  const target = Int32Array.from({ length: 8 }, () => random.below(4));
  const output = Array.from(target, () => OUTPUTS[random.below(3)]);
  const machine: Machine = { kind: "mealy", alphabet: Alphabet.letters(2), target, output };
  const model = randomPdfa({ seed, states: 3, letters: 2, end: 0.3 });
  return [
    {
      sample: labelled(
        2,
        words.map((word) => ({ word, label: language.weigh(word) ? 1 : 0 })),
      ),
      measures: [{ measure: "rpni" }, { measure: "edsm" }, { measure: "bayes", parameter: 0.3 }],
    },
    { sample: traces(machine, words), measures: [{ measure: "edsm" }, { measure: "bayes" }] },
    {
      sample: { kind: "words", ...observed(model.alphabet, drawn(model, 80, seed)) },
      measures: [
        { measure: "alergia", parameter: 0.05 },
        { measure: "bayes", parameter: 5 },
      ],
    },
  ];
}

/** What a step says, as plain data. */
function written({ done, why, blue, red, score, states, blues, candidates, tree }: InferStep) {
  return { done, why, blue, red, score, states, blues, candidates: [...candidates], reds: [...tree.reds] };
}

function followed(sample: InferSample, options: InferOptions) {
  const run = inferring(sample, { ...options, heldOut: 0 });
  const steps: ReturnType<typeof written>[] = [];
  for (;;) {
    const next = run.next();
    if (next.done === true) return { steps, inferred: next.value };
    steps.push(written(next.value));
  }
}

function expectSame(one: Inferred, other: Inferred): void {
  expect(one.automaton.target).toEqual(other.automaton.target);
  expect(one.automaton.finalWeight).toEqual(other.automaton.finalWeight);
  expect(one.automaton.arcWeight).toEqual(other.automaton.arcWeight);
}

const pairOf = ({ red, blue }: { readonly red: Word | undefined; readonly blue: Word }) =>
  [red ?? [], blue] as const;

describe("a run that is followed", () => {
  test("ends with what infer returns, whatever is looked at on the way", () => {
    for (let seed = 1; seed <= 6; seed++) {
      for (const { sample, measures } of samples(seed)) {
        for (const options of measures)
          expectSame(followed(sample, options).inferred, infer(sample, { ...options, heldOut: 0 }));
      }
    }
  });

  test("says of each step which red states were compared, and why it is done", () => {
    let compared = 0;
    for (const { sample, measures } of [...samples(3), ...samples(7)]) {
      for (const options of measures) {
        for (const { done, why, red, score, states, candidates, reds } of followed(sample, options).steps) {
          expect(candidates).toHaveLength(states);
          expect(reds).toHaveLength(states);
          const scores = candidates.map((candidate) => candidate.score ?? Number.NEGATIVE_INFINITY);
          if (red !== undefined) {
            expect(candidates.find((one) => String(one.red) === String(red))?.score).toBe(score);
            if (options.measure !== "rpni") expect(Math.max(...scores)).toBe(score);
          }
          expect(why).toBe(done === "settled" ? "apart" : score >= 0 ? "fits" : "rare");
          if (done === "settled") expect(Math.max(...scores)).toBeLessThan(0);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  test("its tree leads every word to the state that it will have: red states stay where they are", () => {
    for (const { sample, measures } of samples(4)) {
      const run = inferring(sample, { ...measures[0], heldOut: 0 });
      let tree: InferStep["tree"] | undefined;
      let next = run.next();
      for (; next.done !== true; next = run.next()) {
        ({ tree } = next.value);
        const blues = new Set(tree.blues());
        for (const red of tree.reds) {
          expect(tree.reds[tree.number(red)]).toBe(red);
          for (let a = 0; a < sample.alphabet.size; a++) {
            const to = tree.after(red, a);
            if (to >= 0) expect(tree.number(to) >= 0 || blues.has(to)).toBe(true);
          }
        }
      }
      if (tree === undefined) throw new Error("no step");
      const automaton = next.value.automaton as Wdfsa<unknown>;
      expect(tree.blues()).toEqual([]);
      for (let node = 0; node < tree.nodes; node++) {
        let state = tree.reds[0];
        for (const letter of tree.word(node)) state = tree.after(state, letter);
        expect(automaton.stateAfter(tree.word(node))).toBe(tree.number(state));
      }
    }
  });
});

describe("a merge that is refused", () => {
  /** Refuses the merge of the step with this number. */
  function refusing(sample: InferSample, options: InferOptions, at: number) {
    const before = followed(sample, options);
    const merges = before.steps.filter(({ done }) => done === "merged");
    const step = merges[at % Math.max(1, merges.length)];
    if (step === undefined) return undefined;
    const refused = [...(options.refused ?? []), pairOf(step)];
    return { before, step, at: before.steps.indexOf(step), options: { ...options, refused } };
  }

  test("is not done; everything before it is as before, and its place takes the next best", () => {
    let refused = 0;
    for (let seed = 1; seed <= 4; seed++) {
      for (const { sample, measures } of samples(seed)) {
        for (const [i, options] of measures.entries()) {
          const found = refusing(sample, options, seed + i);
          if (found === undefined) continue;
          const { before, step, at } = found;
          const after = followed(sample, found.options);
          expect(after.steps.slice(0, at)).toEqual(before.steps.slice(0, at));
          for (const other of after.steps) {
            if (other.done === "merged") expect(pairOf(other)).not.toEqual(pairOf(step));
          }
          const here = after.steps.find(({ blue }) => String(blue) === String(step.blue));
          const candidate = here?.candidates.find(({ red }) => String(red) === String(step.red));
          if (candidate !== undefined) expect(candidate.score).toBe(Number.NEGATIVE_INFINITY);
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(15);
  });

  test("by hand is the same as by an option, and taking it back gives the automaton from before", () => {
    for (const { sample, measures } of samples(2)) {
      const found = refusing(sample, measures[0], 1);
      if (found === undefined) throw new Error("nothing is merged");
      const run = inferring(sample, { ...measures[0], heldOut: 0 });
      let next = run.next();
      for (let steps = 0; next.done !== true; steps++)
        next = run.next(steps === found.at ? "refuse" : undefined);
      expectSame(next.value, followed(sample, found.options).inferred);
      expectSame(followed(sample, { ...found.options, refused: [] }).inferred, found.before.inferred);
    }
  });

  test("of a language still has all labels right; of the two words of a pair either may come first", () => {
    const [{ sample }] = samples(1);
    const found = refusing(sample, { measure: "edsm" }, 0);
    if (found === undefined || sample.kind !== "labelled") throw new Error("nothing is merged");
    const { figures, automaton } = infer(sample, found.options);
    expect(figures.contradicted).toBe(0);
    const turned = found.options.refused.map(([one, other]) => [other, one] as const);
    expect(compare(automaton, infer(sample, { measure: "edsm", refused: turned }).automaton)).toBeUndefined();
  });
});
