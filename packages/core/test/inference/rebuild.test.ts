/** A model of which some arcs are taken away: what remains is as it was, and what is made of it fits the sample (Lemma 19.6). */

import { type LabelledSample, Random, type Word } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { Ground, learnFrom } from "../../src/inference/candidates.ts";
import type { Fitted } from "../../src/inference/fitted.ts";
import { pairOf } from "../../src/inference/merging.ts";
import { Quotient } from "../../src/inference/quotient.ts";
import { rebuild } from "../../src/inference/rebuild.ts";
import { wholeOf, wordOf } from "../../src/inference/sample-tree.ts";
import { languageProblem } from "./samples.ts";

const CANDIDATES = [
  { measure: "edsm", parameter: undefined },
  { measure: "bayes", parameter: 0.3 },
] as const;

function groundOf(sample: LabelledSample): Ground {
  return new Ground(sample, wholeOf(sample), 0);
}

function learned(ground: Ground, candidate: (typeof CANDIDATES)[number]): Fitted {
  const run = learnFrom(ground, candidate);
  for (;;) {
    const { done, value } = run.next();
    if (done !== true) continue;
    if (value === undefined) throw new Error("nothing was learned");
    return value.fitted;
  }
}

/** The state that a word leads to over arcs that were not taken away; -1 if there is none. */
function stateOf({ target, letters }: Fitted, freed: ReadonlySet<number>, word: Word): number {
  return word.reduce((state, letter) => {
    const arc = state * letters + letter;
    return state < 0 || freed.has(arc) ? -1 : target[arc];
  }, 0);
}

/** The red state that a word leads to in a quotient; -1 if it leaves them. */
function redOf({ reds, row, target, width }: Quotient, word: Word): number {
  return word.reduce((red, letter) => {
    const to = red < 0 ? -1 : target[row[red] * width + letter];
    return to < 0 || row[to] < 0 ? -1 : to;
  }, reds[0]);
}

/** Some arcs of a model, and one of them. */
function drawnArcs({ target }: Fitted, random: Random) {
  const arcs = Array.from(target.keys()).filter((arc) => target[arc] >= 0);
  const freed = new Set(
    Array.from({ length: random.below(1 + arcs.length / 2) }, () => arcs[random.below(arcs.length)]),
  );
  return { freed, elsewhere: [...freed].at(0) ?? -1 };
}

describe("a model without some arcs", () => {
  test("has the same states behind the arcs that remain, and nothing else is settled", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed, 0x7265);
      const { sample, words } = languageProblem(seed, 2 + random.below(8), 20 + random.below(120));
      const ground = groundOf(sample);
      const model = learned(ground, CANDIDATES[seed % 2]);
      const { freed } = drawnArcs(model, random);
      const quotient = new Quotient(ground.tree, true);
      rebuild(quotient, { fitted: model, freed, elsewhere: -1 });
      const red = new Map<number, number>();
      for (const { word } of words) {
        for (let length = 0; length <= word.length; length++) {
          const prefix = word.slice(0, length);
          const state = stateOf(model, freed, prefix);
          const found = redOf(quotient, prefix);
          expect(found < 0).toBe(state < 0);
          if (state < 0) break;
          expect(found).toBe(red.get(state) ?? found);
          red.set(state, found);
        }
      }
      expect(new Set(red.values()).size).toBe(red.size);
      expect(quotient.reds.length).toBe(red.size);
    }
  });

  test("is made whole again by the evidence, and fits the sample", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = new Random(seed, 0x7265);
      const { sample, words } = languageProblem(seed, 2 + random.below(8), 20 + random.below(120));
      const ground = groundOf(sample);
      const model = learned(ground, CANDIDATES[0]);
      const { freed } = drawnArcs(model, random);
      const other = CANDIDATES[random.below(2)];
      const run = learnFrom(
        ground,
        other,
        (quotient) => rebuild(quotient, { fitted: model, freed, elsewhere: -1 }),
        true,
      );
      let step = run.next();
      while (step.done !== true) step = run.next();
      if (step.value === undefined) throw new Error("nothing was learned");
      const { fitted, complete } = step.value;
      expect(complete).toBe(true);
      for (const { word, label } of words) {
        const state = stateOf(fitted, new Set(), word);
        expect(state >= 0 && fitted.output[state] === 1).toBe(label === 1);
      }
    }
  });

  test("names the pair that would put the arc back", () => {
    let named = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const random = new Random(seed, 0x7265);
      const { sample } = languageProblem(seed, 2 + random.below(8), 20 + random.below(120));
      const ground = groundOf(sample);
      const model = learned(ground, CANDIDATES[0]);
      const { freed, elsewhere } = drawnArcs(model, random);
      const quotient = new Quotient(ground.tree, true);
      const refused = rebuild(quotient, { fitted: model, freed, elsewhere });
      const pairs = quotient.blues().flatMap(({ node: blue, arc }) => {
        const from = wordOf(ground.tree, quotient.reds[Math.floor(arc / quotient.width)]);
        const own = stateOf(model, freed, from) * quotient.width + (arc % quotient.width);
        const red = quotient.reds.find(
          (node) => stateOf(model, freed, wordOf(ground.tree, node)) === model.target[elsewhere],
        );
        return own === elsewhere && red !== undefined ? [pairOf({ red, blue })] : [];
      });
      expect([...refused]).toEqual(pairs);
      named += pairs.length;
    }
    expect(named).toBeGreaterThan(5);
  });
});
