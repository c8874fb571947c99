/** Which automaton of a growing sequence is chosen, and what is said of it. */

import { type CurvePoint, NONE_STANDS_OUT, toleranceRange } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { choose, concludeFrom, type Grounds, isSettled, nearest } from "../../../src/learning/soft/choice.ts";

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
  it("is the point where the loss and the radius fall by a factor of three together", () => {
    expect(choose(curveOf([0.6, 0.5], [0.5, 0.5], [0.25, 0.25], [0.25, 0.2]), {})).toEqual({
      index: 2,
      standsOut: true,
    });
    // A fall by 2 and one by 1.4 are not enough, nor is one by 5 if the tolerances differ by 1.4 only.
    expect(choose(curveOf([0.6, 0.5], [0.5, 0.5], [0.25, 0.35], [0.25, 0.3]), {}).standsOut).toBe(false);
    expect(choose(curveOf([0.6, 0.5], [0.5, 0.5], [0.1, 0.35], [0.1, 0.3]), {}).standsOut).toBe(false);
  });

  it("does not count a fall with much more to fall behind it", () => {
    const curve = curveOf([1, 0.5], [0.1, 0.4], [0.02, 0.3], [0.002, 0.02]);
    expect(choose(curve, {})).toEqual({ index: 3, standsOut: true });
  });

  it("counts the largest radius from a point on: one that is followed by a far state is no end", () => {
    const curve = curveOf([1, 0.5], [0.5, 0.5], [0.01, 0.01], [0.01, 0.5], [0.005, 0.01]);
    expect(choose(curve, {})).toEqual({ index: 4, standsOut: true });
  });

  it("compares with a tenth fewer states: neighbours may be as good by chance", () => {
    const losses = Array.from({ length: 24 }, (_, i): [number, number] => [i < 18 ? 0.5 : 0.01, 0.5]);
    const curve = curveOf(
      ...losses.slice(0, 20),
      [0.01, 0.05],
      ...losses.slice(21).map(([loss]) => [loss, 0.05] as [number, number]),
    );
    // With 19 states it fell, but the radius only with 21; 18 of 21 states are a tenth fewer.
    expect(choose(curve, {})).toEqual({ index: 20, standsOut: true });
  });

  it("never is the first point because it stands out, nor one that has not grown by distance", () => {
    expect(choose(curveOf([0.5, 0.5]), {})).toEqual({ index: 0, standsOut: false });
    const gain = curveOf([0.5, 1], [0.01, 1], [0.01, 1]).map((point) => ({
      ...point,
      family: "gain" as const,
    }));
    expect(choose(gain, {})).toEqual({ index: 1, standsOut: false });
  });

  it("is the knee if none stands out: near the least, or hardly anything", () => {
    expect(choose(curveOf([0.4, 0.5], [0.26, 0.5], [0.25, 0.5], [0.2, 0.5]), {}).index).toBe(2);
    expect(choose(curveOf([0.002, 0.05], [0.001, 0.05], [0.0009, 0.05]), {}).index).toBe(1);
    const losses = Array.from({ length: 40 }, (_, i): [number, number] => [(i + 1) ** -0.2, 1]);
    const { index, standsOut } = choose(curveOf(...losses), {});
    expect(standsOut).toBe(false);
    expect(losses[index][0]).toBeLessThanOrEqual(1.25 * losses[39][0]);
    expect(losses[index - 1][0]).toBeGreaterThan(1.25 * losses[39][0]);
  });

  it("takes losses of rounding for the same", () => {
    expect(choose(curveOf([0.5, 0.5], [1e-13, 0.001], [0, 0.0001]), {}).index).toBe(1);
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
  it("has a range of tolerances for each point, of the radii that were not the end", () => {
    const curve = curveOf([1, 0.5], [0.5, 0.6], [0.2, 0.1], [0.2, 0.3], [0.2, 0.05]);
    expect([0, 1, 2, 3, 4].map((index) => toleranceRange(curve, index))).toEqual([
      [0.6, 1],
      [0.6, 0.6],
      [0.3, 0.6],
      [0.3, 0.3],
      [0.05, 0.3],
    ]);
  });

  it("is settled three states beyond the one that stands out", () => {
    const falls: [number, number][] = [
      [0.6, 0.5],
      [0.01, 0.01],
    ];
    const flat = (count: number) => Array.from({ length: count }, (): [number, number] => [0.01, 0.01]);
    const settled = (behind: number) => isSettled(curveOf(...falls, ...flat(behind)));
    expect([settled(2), settled(3)]).toEqual([false, true]);
  });

  it("is settled with eight states, or twice those of the knee, if hardly anything is left", () => {
    const tiny = (count: number, loss = 0.0005) =>
      isSettled(curveOf(...Array.from({ length: count }, (): [number, number] => [loss, 0.05])));
    expect([tiny(7), tiny(8)]).toEqual([false, true]);
    // At the bound itself, too; and never if nothing stands out.
    expect([tiny(8, 0.001), tiny(8, 0.0011), tiny(99, 0.5)]).toEqual([true, false, false]);
    const late = (count: number) =>
      curveOf(
        ...Array.from({ length: 4 }, (): [number, number] => [0.002, 0.05]),
        ...Array.from({ length: count - 4 }, (): [number, number] => [0.0009, 0.05]),
      );
    expect([isSettled(late(9)), isSettled(late(10))]).toEqual([false, true]);
  });

  it("with a limit on states has the smallest that is within two per cent of the least", () => {
    const best = (...points: [number, number][]) => choose(curveOf(...points), { maxStates: 3 });
    expect(best([0.5, 0.4], [0.202, 0.3], [0.2, 0.3])).toEqual({ index: 1, standsOut: false });
    expect(best([0.5, 0.4], [0.206, 0.3], [0.2, 0.3])).toEqual({ index: 2, standsOut: false });
    // One that stands out is taken if it has no more states.
    const machine = curveOf([0.5, 0.5], [0.5, 0.5], [0.01, 0.01], [0.009, 0.01]);
    expect(choose(machine, { maxStates: 4 })).toEqual({ index: 2, standsOut: true });
    expect(choose(machine, { maxStates: 2 })).toEqual({ index: 0, standsOut: false });
  });

  it("that is stopped has the automaton that is nearest to the model", () => {
    expect(nearest(curveOf([0.5, 0.5], [0.1, 0.4], [0.2, 0.3]))).toBe(1);
    expect(nearest(curveOf([0.5, 0.5], [0.101, 0.4], [0.1, 0.3]))).toBe(1);
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
      `${left}, which are the likeliest ones. It is a distribution of words as it stands; more questions make it better.`,
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
      `2 states: of the automata with at most 2 states, the smallest whose KL is within 2 % of the least (${left}).`,
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

  it("compares with n-grams where words are held out", () => {
    const judged = { words: 200, ngram: { n: 2, states: 27, divergence: 0.9 } };
    const ngram =
      "The best n-gram model with no more states, made of the same words, has n = 2 and 27 states: KL 0.9.";
    expect(said({ judged })).toBe(
      `${NONE_STANDS_OUT}, so the target is probably no machine of a few states. This is the knee of the curve: 2 states, KL 0.12 nats per ` +
        `symbol, total variation 0.061 on 200 drawn words that it is not made of; with up to 3 states, KL falls to 0.05. ${ngram}`,
    );
    expect(said({ judged, maxStates: 2 })).toContain(`not made of). ${ngram}`);
    expect(said({ judged, finished: false })).toContain("on 200 drawn words that it is not made of. It is");
  });

  it("calls two per cent no fall", () => {
    const nearly = curveOf([0.5, 0.4], [0.1, 0.1], [0.0981, 0.03]);
    expect(said({ curve: nearly })).toContain("up to 3 states are no better");
    expect(said({ curve: curveOf([0.5, 0.4], [0.1, 0.1], [0.0979, 0.03]) })).toContain("falls to 0.098");
  });
});
