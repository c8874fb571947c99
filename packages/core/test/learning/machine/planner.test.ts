import { expect, it, vi } from "vitest";
import { type Fold, SETTLED, UNEXPLORED } from "../../../src/learning/machine/fold.ts";
import type { Identification } from "../../../src/learning/machine/identification.ts";
import { OutputRows } from "../../../src/learning/machine/output-rows.ts";
import { Planner } from "../../../src/learning/machine/planner.ts";
import { Separator } from "../../../src/learning/machine/separate.ts";

/** More states than a suffix is chosen for, and behind them one where all runs end. */
const STATES = 60;
/** All known arcs lead to states from this one on. */
const LIKELY = 50;

/** The arc with the first letter is open in the first states. The letter 0 tells the unlikely states apart, and the letter 1 the likely ones. */
function crowd(open = 1): Fold {
  const arcs = 2 * (STATES + 1);
  const likely = (arc: number) => LIKELY + (arc % (STATES - LIKELY));
  const written = (arc: number) => {
    const [state, letter] = [Math.floor(arc / 2), arc % 2];
    const tells = state < STATES && letter === (state < LIKELY ? 0 : 1);
    return tells ? 1 + (state % 2) : 1;
  };
  const isOpen = (arc: number) => arc % 2 === 0 && arc < 2 * open;
  const output = Array.from({ length: arcs }, (_, arc) => (isOpen(arc) ? 0 : written(arc)));
  const rows = new OutputRows(2);
  output.forEach((of, arc) => rows.set(arc >> 1, arc % 2, of));
  const fold = {
    letters: 2,
    states: STATES + 1,
    target: Array.from({ length: arcs }, (_, arc) => (isOpen(arc) ? -1 : likely(arc))),
    targets: arcs - open,
    output,
    after: output.map(() => STATES),
    rows,
    kind: Array.from({ length: arcs }, (_, arc) => (isOpen(arc) ? UNEXPLORED : SETTLED)),
    countOf: (state: number, kind: number) =>
      (kind === UNEXPLORED && state < open ? 1 : 0) + (kind === SETTLED ? (state < open ? 1 : 2) : 0),
    candidates: [],
    nearest: Array.from({ length: STATES + 1 }, () => 0),
    tree: { word: () => [], depth: () => 0 },
    depth: () => 0,
    stateBefore: (arc: number) => Math.floor(arc / 2),
    isExplored: (arc: number) => !isOpen(arc),
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

it("chooses a suffix once for unexplored arcs that it separates as well, but not for ever", () => {
  const states = Array.from({ length: STATES }, (_, state) => state);
  const identification = { open: () => states } as unknown as Identification;
  const choose = vi.spyOn(Separator.prototype, "choose");
  const open = vi.spyOn(Separator.prototype, "openAfter");
  try {
    const planner = new Planner(crowd(8), identification, { word: 1, letter: 1 });
    const planned = Array.from({ length: 9 }, () => planner.words());
    const words = planned.flat();
    expect(words.length).toBe(72);
    expect(new Set(words.map((word) => word.join()))).toEqual(new Set(["0,1"]));
    // Sixty-four of them are served by the first search.
    expect(choose).toHaveBeenCalledTimes(2);
    // Where more is left open than when it was chosen, it is chosen anew.
    open.mockReturnValueOnce(Number.POSITIVE_INFINITY);
    planner.words();
    expect(choose).toHaveBeenCalledTimes(3);
  } finally {
    vi.restoreAllMocks();
  }
});
