/** How the soft learner finds, compares and leaves out states, on models that are written down. */

import { describe, expect, it } from "vitest";
import { Comparison } from "../../../src/learning/soft/comparison.ts";
import { exploredWords } from "../../../src/learning/soft/fit.ts";
import { futureDistance } from "../../../src/learning/soft/futures.ts";
import type { Point } from "../../../src/learning/soft/growth.ts";
import { nearestStates } from "../../../src/learning/soft/nearest-states.ts";
import { prune } from "../../../src/learning/soft/prune.ts";
import { decideRareArcs } from "../../../src/learning/soft/rare-arcs.ts";
import { isSame } from "../../../src/learning/soft/same-automaton.ts";
import { statesByRows } from "../../../src/learning/soft/states-by-rows.ts";
import { likelySuffixes } from "../../../src/learning/soft/suffixes.ts";
import {
  driven,
  EVEN,
  explored,
  type Model,
  ODD,
  parity,
  parityPdfa,
  pdfaOf,
  rowsOf,
} from "../../support/soft-models.ts";

describe("two automata", () => {
  it("are the same up to the names of states, on arcs that are not rare", () => {
    const renamed = pdfaOf(2, [2, 0, 0, 0, 0, 2], EVEN, [0, 0, 1], ODD);
    const three = pdfaOf(2, [1, 0, 0, 1, 0, 0], EVEN, ODD, [0, 0, 1]);
    expect([isSame(three, renamed, 0.01), isSame(parityPdfa, renamed, 0.01)]).toEqual([true, false]);
    const other = pdfaOf(2, [1, 0, 1, 1], EVEN, ODD);
    expect([isSame(parityPdfa, parityPdfa, 0), isSame(parityPdfa, other, 0.01)]).toEqual([true, false]);
    // Every arc is rare here.
    expect(isSame(parityPdfa, other, 0.9)).toBe(true);
  });

  it("may differ on a rare arc of any state", () => {
    const row = [0.5, 0.001, 0.499];
    const one = pdfaOf(2, [1, 0, 2, 0, 0, 0], row, row, row);
    const other = pdfaOf(2, [1, 0, 2, 2, 0, 1], row, row, row);
    expect([isSame(one, other, 0.01), isSame(one, other, 1e-9)]).toEqual([true, false]);
  });

  it("differ where two states of one are one of the other", () => {
    const cycle = pdfaOf(1, [1, 0], [0.5, 0.5], [0.5, 0.5]);
    const loop = pdfaOf(1, [0, 0], [0.5, 0.5], [0.5, 0.5]);
    expect([isSame(loop, cycle, 0.01), isSame(cycle, cycle, 0.01)]).toEqual([false, true]);
  });
});

describe("states", () => {
  it("come nearest first by their rows", () => {
    const pdfa = pdfaOf(1, [0, 0, 0], [0.9, 0.1], [0.5, 0.5], [0.2, 0.8]);
    expect(nearestStates(pdfa, Float64Array.of(9, 9, 0.45, 0.55), 2)).toEqual([1, 2, 0]);
  });

  it("that bring nothing are left out, and the others close up", () => {
    const { known, nodes } = explored(parity);
    // State 1 is a copy of state 0, which b leads to.
    const pdfa = pdfaOf(2, [2, 1, 2, 0, 0, 2], EVEN, EVEN, ODD);
    const suffixes = nodes
      .slice(0, 3)
      .map((node) => ({ parent: [-1], letter: [-1], weight: [1], nodes: [node] }));
    const point: Point = {
      pdfa,
      access: [nodes[0], nodes[2], nodes[1]],
      suffixes: [suffixes[0], suffixes[2], suffixes[1]],
      distances: [1, 2, 3, 4, 5, 6],
      radius: 0.5,
    };
    expect(prune(known, point, exploredWords(known))).toEqual({
      pdfa: parityPdfa,
      access: [nodes[0], nodes[1]],
      suffixes: [suffixes[0], suffixes[1]],
      distances: [1, 2, 5, 6],
      radius: 0.5,
    });
    const needed = { ...point, pdfa: parityPdfa, access: [nodes[0], nodes[1]] };
    expect(prune(known, needed, exploredWords(known))).toEqual(needed);
  });
});

describe("rare arcs", () => {
  it("lead to the state with the nearest row, at one question each, if the word is not too long", () => {
    // b is rare; after it comes what comes after an odd number of a's.
    const model: Model = (word) => (word.includes(1) ? [0.2, 0.3, 0.5] : [0.5, 0.001, 0.499]);
    const pdfa = pdfaOf(2, [0, 0, 1, 0], [0.5, 0.001, 0.499], [0.25, 0.25, 0.5]);
    const decide = (longest: number, from = 1e-6, below = 0.01) => {
      const known = rowsOf(2);
      const access = [0, known.tree.insert([1, 1])];
      const asked: string[] = [];
      const shares = { from, below, longest };
      const { target } = driven(decideRareArcs(known, { pdfa, access }, shares), model, asked);
      return [[...target].join(""), ...asked];
    };
    expect(decide(9)).toEqual(["0110", "1"]);
    expect(decide(0)).toEqual(["0010"]);
    expect(decide(9, 0.005)).toEqual(["0010"]);
    expect(decide(9, 1e-6, 1e-5)).toEqual(["0010"]);
  });
});

describe("likely suffixes", () => {
  it("are the likeliest, with their prefixes before them, weighted in proportion", () => {
    const known = rowsOf(2);
    const asked: string[] = [];
    const found = driven(likelySuffixes(known, 0, 4, 9), parity, asked);
    // ε 1, a 0.5, and 0.25 each for b and ab.
    expect(found.letter).toEqual([-1, 0, 1, 1]);
    expect(found.parent).toEqual([-1, 0, 0, 1]);
    expect(found.weight).toEqual([0.5, 0.25, 0.125, 0.125]);
    expect(found.nodes.map((node) => known.tree.word(node))).toEqual([[], [0], [1], [0, 1]]);
    expect(asked[0]).toBe("ε");
  });

  it("leave out what is unlikely or too long", () => {
    const rare: Model = () => [0.5, 0.0039, 0.4961];
    expect(driven(likelySuffixes(rowsOf(2), 0, 3, 9), rare).letter).toEqual([-1, 0, 0]);
    expect(driven(likelySuffixes(rowsOf(2), 0, 9, 1), rare).letter).toEqual([-1, 0]);
    const just: Model = () => [0.5, 0.004, 0.496];
    expect(driven(likelySuffixes(rowsOf(2), 0, 9, 1), just).letter).toEqual([-1, 0, 1]);
  });

  it("measure how far a word is from a state, as far as it is known", () => {
    const { known, nodes } = explored(parity);
    const suffixes = driven(likelySuffixes(known, 0, 3, 9), parity);
    expect(suffixes.weight).toEqual([1 / 1.75, 0.5 / 1.75, 0.25 / 1.75]);
    const [, a, b, aa] = nodes;
    expect(futureDistance(known, a, suffixes, 9)).toEqual({ distance: 0.25, missing: [] });
    expect(futureDistance(known, b, suffixes, 9)).toEqual({ distance: 0, missing: [] });
    const unknown = futureDistance(known, aa, suffixes, 9);
    expect([unknown.distance, unknown.missing.map((node) => known.tree.word(node))]).toEqual([
      0,
      [
        [0, 0, 0],
        [0, 0, 1],
      ],
    ]);
    expect(futureDistance(known, aa, suffixes, 2)).toEqual({ distance: 0, missing: [] });
  });

  it("find the nearest state of a word, and give up the others as soon as they are farther", () => {
    const { known, nodes } = explored(parity);
    const suffixes = [0, nodes[1]].map((node) => driven(likelySuffixes(known, node, 3, 9), parity));
    const options = { arc: 5, best: 0, distance: Infinity, first: 0, longest: 9 };
    const near = new Comparison(known, suffixes, { ...options, node: nodes[5] });
    const missing = near.advance();
    expect(missing.map((node) => known.tree.word(node))).toEqual([
      [1, 0, 1],
      [1, 0, 0],
    ]);
    driven(known.ask(missing, "futures"), parity);
    expect([near.advance(), near.best, near.distance, near.arc]).toEqual([[], 1, 0, 5]);
    // With only the states from the second on, and a best that is nearer, nothing changes.
    const kept = new Comparison(known, suffixes, {
      ...options,
      node: nodes[2],
      first: 1,
      best: 0,
      distance: 0.01,
    });
    expect([kept.advance(), kept.best, kept.distance]).toEqual([[], 0, 0.01]);
  });
});

describe("the states by rows", () => {
  const found = (model: Model, options: { certain?: boolean; longest?: number; most?: number } = {}) =>
    driven(statesByRows(rowsOf(2), { certain: false, longest: 9, most: 99, ...options }), model);

  it("are the different rows", () => {
    const point = found(parity);
    if (typeof point === "string") throw new Error(point);
    expect(point.pdfa).toEqual(parityPdfa);
    expect([point.distances, point.radius, point.suffixes]).toEqual([[0, 0, 0, 0], 0, []]);
  });

  it("have no arcs for letters that never come, nor for words that are too long", () => {
    const ending: Model = (word) => (word.length === 0 ? [1, 0, 0] : [0, 0, 1]);
    const point = found(ending, { certain: true });
    expect(typeof point === "string" ? point : [...point.pdfa.target]).toEqual([1, 0, 0, 0]);
    expect(typeof found(parity, { longest: 0, certain: true })).toBe("object");
    const one = found(ending, { certain: true, longest: 0 });
    expect(typeof one === "string" ? one : one.pdfa.size).toBe(1);
  });

  it("are noisy if rows are near without being equal, or none are equal", () => {
    const near: Model = ({ length }) => [0.5, 0.25 + 1e-8 * length, 0.25 - 1e-8 * length];
    expect([found(near), found(near, { certain: true })]).toEqual(["noisy", "noisy"]);
    const different: Model = (word) => {
      const share = (1 + word.reduce((sum, letter) => 2 * sum + letter + 1, 0)) / 1e4;
      return [0.5 - share, 0.4 + share, 0.1];
    };
    expect(found(different)).toBe("noisy");
  });

  it("are those of the one word there is, without a second to compare", () => {
    const alone = found(parity, { longest: 0 });
    expect(typeof alone === "string" ? alone : [alone.pdfa.size, ...alone.pdfa.rows]).toEqual([1, ...EVEN]);
    // Two rows that are never seen again are no sign of an automaton.
    const ending: Model = (word) => (word.length === 0 ? [1, 0, 0] : [0, 0, 1]);
    expect(found(ending)).toBe("noisy");
  });

  it("are noisy up to a millionth, and equal up to a billionth", () => {
    const off =
      (by: number): Model =>
      ({ length }) => [0.5, 0.25 + by * (length % 2), 0.25 - by * (length % 2)];
    expect(found(off(9e-7))).toBe("noisy");
    const sizes = [2e-6, 5e-10].map((by) => {
      const point = found(off(by));
      return typeof point === "string" ? point : point.pdfa.size;
    });
    expect(sizes).toEqual([2, 1]);
  });

  it("are endless if there are more than the most", () => {
    const counting: Model = ({ length }) => [0.4 - length / 1000, 0.4 + length / 1000, 0.2];
    expect([found(counting, { most: 5 }), typeof found(counting, { most: 20 })]).toEqual([
      "endless",
      "object",
    ]);
  });
});
