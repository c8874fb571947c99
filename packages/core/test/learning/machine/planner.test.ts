import { expect, it } from "vitest";
import type { Fold } from "../../../src/learning/machine/fold.ts";
import type { Identification } from "../../../src/learning/machine/identification.ts";
import { Planner } from "../../../src/learning/machine/planner.ts";

/** More states than a suffix is chosen for, and behind them one where all runs end. */
const STATES = 60;
/** All known arcs lead to states from this one on. */
const LIKELY = 50;

/** The first arc is open. The letter 0 tells the unlikely states apart, and the letter 1 the likely ones. */
function crowd(): Fold {
  const arcs = 2 * (STATES + 1);
  const likely = (arc: number) => LIKELY + (arc % (STATES - LIKELY));
  const fold = {
    letters: 2,
    states: STATES + 1,
    target: Array.from({ length: arcs }, (_, arc) => (arc === 0 ? -1 : likely(arc))),
    output: Array.from({ length: arcs }, (_, arc) => (arc === 0 ? 0 : 1)),
    candidates: [],
    nearest: Array.from({ length: STATES + 1 }, () => 0),
    tree: { word: () => [], depth: () => 0 },
    depth: () => 0,
    stateBefore: (arc: number) => Math.floor(arc / 2),
    isExplored: (arc: number) => arc !== 0,
    find: () => -1,
    foreseen: 0,
    next: 0,
    predict(state: number, letter: number): boolean {
      const tells = state < STATES && letter === (state < LIKELY ? 0 : 1);
      Object.assign(fold, { foreseen: tells ? 1 + (state % 2) : 1, next: STATES });
      return true;
    },
  };
  return fold as unknown as Fold;
}

it("separates the likeliest of many candidates", () => {
  const states = Array.from({ length: STATES }, (_, state) => state);
  const identification = { open: () => states } as unknown as Identification;
  const planner = new Planner(crowd(), identification, { word: 1, letter: 1 });
  // The letter of the arc, and the suffix.
  expect(planner.words()).toEqual([[0, 1]]);
});
