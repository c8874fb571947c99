import type { TestSetting } from "@hankel/core";

/** Equivalence tests of a target that neither finds counterexamples nor draws words. */
export const setting: TestSetting = {
  seed: 7,
  box: "none",
  samples: false,
  words: () => [[0], [1, 0]],
};
