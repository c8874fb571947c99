import { compare, type InferProgress, Interruption, infer, inferring, interruptible } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { languageProblem as problem } from "./samples.ts";

const HELD_OUT = { heldOut: 0 };

describe("a search for a shorter automaton", () => {
  test("finds none that is longer, keeps all labels, and finds the same one again", () => {
    let shorter = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const { sample, words } = problem(seed, 12, 150);
      const plain = infer(sample, { ...HELD_OUT, attempts: 0 });
      const searched = infer(sample, { ...HELD_OUT, attempts: 30 });
      const least = (tried: typeof plain.tried) => Math.min(...tried.map(({ loss }) => loss));
      expect(plain.attempts).toBe(0);
      const agreed = new Set(plain.tried.map(({ loss }) => loss.toFixed(6))).size === 1;
      expect(searched.attempts).toBe(agreed ? 0 : 30);
      expect(searched.tried.slice(0, plain.tried.length)).toEqual(plain.tried);
      expect(least(searched.tried)).toBeLessThanOrEqual(least(plain.tried));
      if (least(searched.tried) < least(plain.tried)) {
        shorter++;
        expect(searched.tried.length).toBe(plain.tried.length + 1);
        expect(searched.tried.at(-1)?.states).toBe(searched.automaton.size);
      } else expect(compare<boolean>(searched.automaton, plain.automaton)).toBeUndefined();
      for (const { word, label } of words) expect(searched.automaton.weigh(word)).toBe(label === 1);
      if (seed > 1) continue;
      const again = infer(sample, { ...HELD_OUT, attempts: 30 });
      expect(compare<boolean>(again.automaton, searched.automaton)).toBeUndefined();
    }
    expect(shorter).toBeGreaterThan(0);
  });

  test("labels words better that it has not seen, in the mean", () => {
    let [plain, searched] = [0, 0];
    for (let seed = 1; seed <= 6; seed++) {
      const { sample, others } = problem(seed, 9, 150);
      const right = (attempts: number) => {
        const { automaton } = infer(sample, { ...HELD_OUT, attempts });
        return others.filter(({ word, label }) => automaton.weigh(word) === (label === 1)).length;
      };
      plain += right(0);
      searched += right(60);
    }
    expect(searched).toBeGreaterThan(plain);
  });

  test("is left out where all measures lead to the same automaton", () => {
    const { sample, words } = problem(1, 4, 400);
    const inferred = infer(sample);
    expect(new Set(inferred.tried.map(({ loss }) => loss.toFixed(6))).size).toBe(1);
    expect(inferred.attempts).toBe(0);
    expect(inferred.figures.balanced?.mean).toBe(1);
    for (const { word, label } of words) expect(inferred.automaton.weigh(word)).toBe(label === 1);
  });

  test("is left out where a measure is named", () => {
    const { sample } = problem(1, 6, 60);
    expect(infer(sample, { measure: "bayes" }).attempts).toBe(0);
    expect(infer(sample, { measure: "edsm" }).attempts).toBe(0);
  });

  test("what somebody refused is merged by no attempt", () => {
    const { sample } = problem(2, 6, 60);
    const refused = [[[], [0]]] as const;
    const run = inferring(sample, { ...HELD_OUT, attempts: 40, refused });
    for (let step = run.next(); step.done !== true; step = run.next()) {
      const { done, red, blue } = step.value;
      expect(done === "merged" && red?.length === 0 && blue.join() === "0").toBe(false);
    }
  });

  test("may be stopped or interrupted, and gives the shortest so far", () => {
    const { sample, words } = problem(3, 12, 150);
    const plain = infer(sample, { ...HELD_OUT, attempts: 0 });
    const run = inferring(sample, HELD_OUT);
    let step = run.next();
    for (let steps = 0; step.done !== true; ) {
      if (step.value.model > plain.tried.length) steps++;
      step = run.next(steps > 300 ? "stop" : undefined);
    }
    let model = 0;
    let looks = 0;
    const look = () => {
      if (model > plain.tried.length && ++looks > 5) throw new Interruption("cancelled", "enough");
    };
    const onProgress = (progress: InferProgress) => (model = progress.model);
    const cut = interruptible(look, () => infer(sample, { ...HELD_OUT, onProgress }));
    for (const inferred of [step.value, cut]) {
      if (inferred.kind !== "labelled") throw new Error(inferred.kind);
      expect(inferred.interrupted).toBe(true);
      expect(inferred.attempts).toBeGreaterThan(0);
      const shortest = Math.min(...inferred.tried.map(({ loss }) => loss));
      expect(inferred.tried.find(({ loss }) => loss === shortest)?.states).toBe(inferred.automaton.size);
      for (const { word, label } of words) expect(inferred.automaton.weigh(word)).toBe(label === 1);
    }
  });
});
