import { expect, it } from "vitest";
import { type Fold, SETTLED, UNEXPLORED } from "../../../src/learning/machine/fold.ts";
import type { Identification } from "../../../src/learning/machine/identification.ts";
import { OutputRows } from "../../../src/learning/machine/output-rows.ts";
import { Planner } from "../../../src/learning/machine/planner.ts";

/** More states than a suffix is chosen for, and behind them one where all runs end. */
const STATES = 60;
/** All known arcs lead to states from this one on. */
const LIKELY = 50;

/** The first arc is open. The letter 0 tells the unlikely states apart, and the letter 1 the likely ones. */
function crowd(): Fold {
  const arcs = 2 * (STATES + 1);
  const likely = (arc: number) => LIKELY + (arc % (STATES - LIKELY));
  const written = (arc: number) => {
    const [state, letter] = [Math.floor(arc / 2), arc % 2];
    const tells = state < STATES && letter === (state < LIKELY ? 0 : 1);
    return tells ? 1 + (state % 2) : 1;
  };
  const output = Array.from({ length: arcs }, (_, arc) => (arc === 0 ? 0 : written(arc)));
  const rows = new OutputRows(2);
  output.forEach((of, arc) => rows.set(arc >> 1, arc % 2, of));
  const fold = {
    letters: 2,
    states: STATES + 1,
    target: Array.from({ length: arcs }, (_, arc) => (arc === 0 ? -1 : likely(arc))),
    targets: arcs - 1,
    output,
    after: output.map(() => STATES),
    rows,
    kind: Array.from({ length: arcs }, (_, arc) => (arc === 0 ? UNEXPLORED : SETTLED)),
    countOf: (state: number, kind: number) =>
      (kind === UNEXPLORED && state === 0 ? 1 : 0) + (kind === SETTLED ? (state === 0 ? 1 : 2) : 0),
    candidates: [],
    nearest: Array.from({ length: STATES + 1 }, () => 0),
    tree: { word: () => [], depth: () => 0 },
    depth: () => 0,
    stateBefore: (arc: number) => Math.floor(arc / 2),
    isExplored: (arc: number) => arc !== 0,
    find: () => -1,
    foreseen: 0,
    next: STATES,
    predict: () => true,
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
