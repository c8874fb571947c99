/** Checks what docs/exactness.md says about Hankel, and what it says about OpenFst if OpenFst is installed. */

import {
  AttReader,
  documentToAutomaton,
  equivalent,
  minimize,
  readWhole,
  tropical,
  type Wdfsa,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { weighsAlike } from "../../scripts/exactness.ts";
import {
  changed,
  disguised,
  negativeCycles,
  probabilities,
  realWeights,
} from "../../scripts/exactness-targets.ts";
import { missingCommand, OpenFst } from "../../scripts/openfst.ts";

const SEEDS = [1, 2, 3, 4, 5];

describe("Hankel is right", () => {
  test.each(SEEDS)("about equality and minimality, seed %i", (seed) => {
    for (const { left, right, minimal } of [realWeights(seed), probabilities(seed), disguised(seed, 1)]) {
      expect(equivalent(left, right)).toBe(true);
      expect(equivalent(left, changed(right))).toBe(false);
      expect(minimize(right).size).toBe(minimal);
    }
  });

  test.each(SEEDS)("with negative cycles, seed %i", (seed) => {
    const target = negativeCycles(seed);
    expect(weighsAlike(minimize(target), target)).toBe(true);
  });
});

const BY_HAND = "0\t1\ta\t2\n1\t0\tb\t-3\n1\t1\ta\t1\n1\t0.5\n";

test.skipIf(missingCommand() !== undefined)("OpenFst loses the weights of a negative cycle", () => {
  const target = documentToAutomaton(
    readWhole(new AttReader({ algebra: tropical }), BY_HAND),
  ) as Wdfsa<number>;
  const fst = new OpenFst();
  try {
    const name = fst.compile("hand", target);
    fst.apply("fstminimize", [], name, "hand-min");
    const theirs = fst.read("hand-min", name, tropical);
    expect(tropical.format(target.weigh([0]))).toBe("5/2");
    expect(tropical.format(minimize(target).weigh([0]))).toBe("5/2");
    expect(weighsAlike(theirs, target)).toBe(false);
  } finally {
    fst.remove();
  }
});
