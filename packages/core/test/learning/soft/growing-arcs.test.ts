import { expect, test } from "vitest";
import { GrowingArcs } from "../../../src/learning/soft/growing-arcs.ts";

const LETTERS = 2;

/** Three states, all of whose arcs lead to state 2, as a log says of every other one. */
function threeStates(): GrowingArcs {
  const arcs = new GrowingArcs();
  for (let arc = 0; arc < 3 * LETTERS; arc++) {
    arcs.add(arc + 1);
    if (arc % 2 === 0) arcs.hear(arc, 2, 3);
    else {
      arcs.target[arc] = 2;
      arcs.compared[arc] = 3;
    }
  }
  return arcs;
}

test("an arc that a log led to a state that is dropped is undecided again", () => {
  const arcs = threeStates();
  expect(arcs.undecided().arcs).toHaveLength(0);
  arcs.shorten(2, LETTERS);
  expect(arcs.count).toBe(4);
  expect([...arcs.undecided().arcs]).toEqual([0, 2]);
  expect([...arcs.heard.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
});

test("an arc that a log led to a state that stays is left where it is", () => {
  const arcs = threeStates();
  arcs.hear(0, 1, 3);
  arcs.shorten(2, LETTERS);
  expect([...arcs.targets()].slice(0, 1)).toEqual([1]);
  expect([...arcs.undecided().arcs]).toEqual([2]);
});
