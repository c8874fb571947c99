/** Which automaton of a growing sequence is chosen, and what is said of it. */

import { type CurvePoint, NONE_STANDS_OUT, toleranceRange } from "@hankel/core";
import { describe, expect, it } from "vitest";
import {
  choose,
  chooseByLoss,
  choosePoint,
  concludeFrom,
  type Grounds,
  isSettled,
} from "../../../src/learning/soft/choice.ts";

/** Points with these divergences and radii, with 1, 2, … states. */
const curveOf = (...points: [divergence: number, radius: number][]): CurvePoint[] =>
  points.map(([divergence, radius], i) => ({
    states: i + 1,
    family: "distance",
    divergence,
    radius,
    variation: divergence / 2,
  }));

describe("the choice", () => {
  it("is the point where divergence and radius fall by a factor of six together", () => {
    expect(choosePoint(curveOf([0.6, 0.5], [0.5, 0.5], [0.1, 0.4], [0.1, 0.4]))).toEqual({
      index: 2,
      standsOut: true,
    });
    // Five sixths of a factor of six are not enough.
    expect(choosePoint(curveOf([0.6, 0.5], [0.5, 0.5], [0.1, 0.5], [0.1, 0.5])).standsOut).toBe(false);
    expect(choosePoint(curveOf([0.6, 0.6], [0.5, 0.5], [0.2, 0.1], [0.2, 0.1])).index).toBe(2);
  });

  it("does not count a fall with much more to fall behind it", () => {
    const curve = curveOf([1, 0.5], [0.1, 0.4], [0.01, 0.3], [0.001, 0.02]);
    expect(choosePoint(curve)).toEqual({ index: 3, standsOut: true });
  });

  it("is the first of points that stand out as much", () => {
    expect(choosePoint(curveOf([1, 1], [0.01, 0.5], [0.01, 0.5]))).toEqual({ index: 1, standsOut: true });
    // The second point fell by as much as the third, and lies before it.
    expect(choosePoint(curveOf([1, 1], [1, 0.01], [1, 0.0001])).index).toBe(1);
  });

  it("never is the first point because it stands out", () => {
    expect(choosePoint(curveOf([0.5, 0.5]))).toEqual({ index: 0, standsOut: false });
  });

  it("is the knee if none stands out: near the least, or hardly anything", () => {
    expect(choosePoint(curveOf([0.4, 0.5], [0.31, 0.5], [0.3, 0.5], [0.2, 0.5])).index).toBe(2);
    expect(choosePoint(curveOf([0.002, 0.05], [0.001, 0.05], [0.0009, 0.05])).index).toBe(1);
  });

  it("takes divergences of rounding for the same", () => {
    expect(choosePoint(curveOf([0.5, 0.5], [1e-13, 0.001], [0, 0.0001])).index).toBe(1);
  });
});

describe("with a tolerance, or where nothing is left", () => {
  it("the choice is the last point", () => {
    const curve = curveOf([0.6, 0.5], [0.01, 0.01], [0.02, 0.005]);
    expect(choose(curve, {}).index).toBe(1);
    expect(choose(curve, { tolerance: 0.005 })).toEqual({ index: 2, standsOut: false });
    expect(choose(curveOf([0.6, 0.5], [0, 1e-9]), { maxStates: 9 }).index).toBe(1);
    expect(choose(curveOf([0.6, 0.5], [0.1, 1e-9]), {})).toEqual({ index: 1, standsOut: true });
    expect(choose(curveOf([0.6, 1e-9]), {})).toEqual({ index: 0, standsOut: false });
    // Never more states than are wanted, though more were grown.
    expect(choose(curveOf([0.6, 0.5], [0.5, 0.5], [0, 0]), { maxStates: 2 }).index).toBe(1);
  });
});

describe("a sequence", () => {
  it("has a range of tolerances for each point", () => {
    const curve = curveOf([1, 0.5], [0.5, 0.6], [0.2, 0.1]);
    expect([0, 1, 2].map((index) => toleranceRange(curve, index))).toEqual([
      [0.5, 1],
      [0.6, 0.5],
      [0.1, 0.5],
    ]);
  });

  it("is settled three states beyond the one that stands out", () => {
    const falls: [number, number][] = [
      [0.6, 0.5],
      [0.01, 0.01],
    ];
    const flat = (count: number) => Array.from({ length: count }, (): [number, number] => [0.01, 0.01]);
    const settled = (behind: number) => isSettled(curveOf(...falls, ...flat(behind)), 32);
    expect([settled(2), settled(3)]).toEqual([false, true]);
  });

  it("is settled with a quarter of the patience, or twice the states of the knee, if hardly anything is left", () => {
    const tiny = (count: number, loss = 0.0005) =>
      isSettled(curveOf(...Array.from({ length: count }, (): [number, number] => [loss, 0.05])), 32);
    expect([tiny(7), tiny(8)]).toEqual([false, true]);
    // At the bound itself, too.
    expect([tiny(8, 0.001), tiny(8, 0.0011)]).toEqual([true, false]);
    const late = (count: number) =>
      curveOf(
        ...Array.from({ length: 4 }, (): [number, number] => [0.002, 0.05]),
        ...Array.from({ length: count - 4 }, (): [number, number] => [0.0009, 0.05]),
      );
    expect([isSettled(late(9), 32), isSettled(late(10), 32)]).toEqual([false, true]);
  });

  it("is settled late if nothing stands out", () => {
    const level = (count: number) =>
      isSettled(curveOf(...Array.from({ length: count }, (): [number, number] => [0.5, 0.5])), 32);
    expect([level(31), level(32)]).toEqual([false, true]);
  });

  it("with a limit on states has the smallest that is within two per cent of the least", () => {
    const best = (...points: [number, number][]) => choose(curveOf(...points), { maxStates: 3 });
    expect(best([0.5, 0.4], [0.102, 0.1], [0.1, 0.1])).toEqual({ index: 1, standsOut: false });
    expect(best([0.5, 0.4], [0.103, 0.1], [0.1, 0.1])).toEqual({ index: 2, standsOut: false });
  });
});

describe("the choice by words that automata are not made of", () => {
  const points = (...losses: number[]) => curveOf(...losses.map((loss): [number, number] => [loss, 1]));

  it("is the elbow: with a tenth fewer states much is lost, with more of them little gained", () => {
    const losses = [1, 0.9, 0.8, 0.7, 0.2, 0.19, 0.18, 0.18];
    expect(chooseByLoss(points(...losses), losses, {})).toEqual({ index: 4, standsOut: true });
    // Neighbours are told apart by all words, though those held out say otherwise.
    expect(chooseByLoss(points(1, 0.9, 0.8, 0.21, 0.2, 0.19, 0.18, 0.18), losses, {}).index).toBe(4);
  });

  it("is the knee where there is none, never one state if more of them halve the loss", () => {
    const losses = Array.from({ length: 40 }, (_, i) => (i + 1) ** -0.2);
    const { index, standsOut } = chooseByLoss(points(...losses), losses, {});
    expect(standsOut).toBe(false);
    expect(losses[index]).toBeLessThanOrEqual(1.25 * losses[39]);
    expect(losses[index - 1]).toBeGreaterThan(1.25 * losses[39]);
    expect(index).toBeGreaterThan(0);
  });

  it("with a limit on states is the smallest that is nearly the best of these", () => {
    const losses = [1, 0.5, 0.496, 0.3];
    expect(chooseByLoss(points(...losses), losses, { maxStates: 3 })).toEqual({ index: 1, standsOut: false });
  });

  it("is explained, with what n-grams reach", () => {
    const judged = { words: 200, ngram: { n: 2, states: 27, divergence: 0.9 } };
    const ngram =
      "The best n-gram model with no more states, made of the same words, has n = 2 and 27 states: KL 0.9.";
    const grounds = { index: 1, exact: false, finished: true, judged };
    const curve = points(1, 0.4, 0.35);
    expect(concludeFrom(curve, { ...grounds, standsOut: true })).toBe(
      "2 states: here the curve has an elbow. With fewer states KL is at least 1 nats per symbol, with these it is 0.4, on 200 drawn words " +
        `that it is not made of; with up to 3 states, KL falls to 0.35. ${ngram}`,
    );
    expect(concludeFrom(curve, { ...grounds, standsOut: false })).toContain(`KL falls to 0.35. ${ngram}`);
    expect(concludeFrom(curve, { ...grounds, standsOut: false, maxStates: 2 })).toContain(
      `not made of). ${ngram}`,
    );
  });
});

describe("the conclusion", () => {
  const curve = curveOf([0.5, 0.4], [0.123, 0.1], [0.05, 0.03]);
  const said = ({ curve: points = curve, ...some }: Partial<Grounds & { curve: CurvePoint[] }>) =>
    concludeFrom(points, {
      index: 1,
      exact: false,
      tolerance: undefined,
      maxStates: undefined,
      standsOut: false,
      finished: true,
      ...some,
    });
  const left = "KL 0.12 nats per symbol, total variation 0.061 on the words asked";

  it.each<[string, Partial<Grounds & { curve: CurvePoint[] }>, string]>([
    ["of nothing", { curve: [] }, "It is a first guess, which was not compared with the target."],
    [
      "of a run that was stopped",
      { finished: false },
      `${left}. It is a distribution of words as it stands; more questions make it better.`,
    ],
    [
      "of equal rows",
      { exact: true },
      "2 states: the target is this automaton on every word that was asked, up to rounding.",
    ],
    [
      "within a tolerance",
      { tolerance: 0.1 },
      `2 states: within the tolerance of 0.1; the likely futures of an arc's word and of its state differ by at most 0.1 in expectation (${left}).`,
    ],
    [
      "beyond a tolerance",
      { tolerance: 0.09 },
      `2 states, and the tolerance of 0.09 is not reached: the likely futures of an arc's word and of its state differ by at most 0.1 in expectation (${left}).`,
    ],
    [
      "of a limit",
      { maxStates: 2 },
      `2 states: of the automata grown with at most 2 states, the smallest whose KL is within 2 % of the least (${left}).`,
    ],
    [
      "of one state",
      { index: 0 },
      "1 state: more of them gain little (KL 0.5 nats per symbol, total variation 0.25 on the words asked; with up to 3 states, KL falls to 0.05).",
    ],
    [
      "of a knee",
      { curve: curve.slice(0, 2) },
      `${NONE_STANDS_OUT}, so the target is probably no machine of a few states. This is the knee of the curve: 2 states, ${left}; ` +
        "up to 2 states are no better.",
    ],
    [
      "of one that stands out",
      { standsOut: true },
      "2 states: the same automaton for every tolerance from 0.1 to 0.4. On the words asked, KL is at least 0.5 nats per symbol with " +
        "fewer states; here it is 0.12, and with up to 3 states, KL falls to 0.05.",
    ],
  ])("%s", (_, some, expected) => {
    expect(said(some)).toBe(expected);
  });

  it("says how many drawn words were cut, once the run is over", () => {
    const draw = { words: [[0], [0, 0, 0], []], cut: 1, longest: 3 };
    const cut = " Of 3 words drawn from the target, 1 went on after 3 letters and was cut there.";
    expect(said({ draw, exact: true })).toBe(said({ exact: true }) + cut);
    expect(said({ draw: { ...draw, cut: 0 }, exact: true })).toBe(said({ exact: true }));
    expect(said({ draw, finished: false })).toBe(said({ finished: false }));
  });

  it("says from how many states a small number was joined", () => {
    expect(said({ maxStates: 2, joined: 7 })).toBe(
      `2 states, joined from the 7 that it would take without a limit (${left}).`,
    );
  });

  it("calls two per cent no fall", () => {
    const nearly = curveOf([0.5, 0.4], [0.1, 0.1], [0.0981, 0.03]);
    expect(said({ curve: nearly })).toContain("up to 3 states are no better");
    expect(said({ curve: curveOf([0.5, 0.4], [0.1, 0.1], [0.0979, 0.03]) })).toContain("falls to 0.098");
  });
});
