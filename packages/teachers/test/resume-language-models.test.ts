/** A run over a language model that is resumed after any cut of its journal leaves the journal of an uninterrupted run. */

import { createLearner, type Distribution, nextTeacherOf } from "@hankel/core";
import { type BlackBox, type LiveOptions, nextBox, weightsBox } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { randomPdfa, tellingPrefixes } from "../../core/test/support/pdfas.ts";
import { expectSameAfterEveryCut } from "./support/cuts.ts";
import { has, optionsFor, RECHECK } from "./support/resumed-runs.ts";

describe("a run over a language model resumes after any cut", () => {
  const pdfa = randomPdfa({ seed: 1, states: 3, end: 0.3 });

  it.each([false, true])("with distributions (of all prefixes: %s)", async (prefixes) => {
    const box = () => nextBox(prefixes ? tellingPrefixes(pdfa) : nextTeacherOf(pdfa));
    const options = (): LiveOptions<number, Distribution> => ({
      createLearner: (setting) => createLearner(setting, { learner: "soft" }),
      tests: [],
      recheck: RECHECK,
    });
    const { text } = await expectSameAfterEveryCut({ box, options });
    expect(has(text, "recheck")).toBe(true);
  });

  it("with the weights of whole words", async () => {
    const box = () => weightsBox(nextBox(nextTeacherOf(pdfa))) as BlackBox<unknown>;
    const options = () => optionsFor("tree", "short:12");
    const { text } = await expectSameAfterEveryCut({ box, options });
    expect(has(text, "recheck")).toBe(true);
  });
});
