import {
  boolean,
  log,
  push,
  quaternion,
  rational,
  real,
  type Semifield,
  shortestDistance,
  totalWeight,
  toWdfsa,
  tropical,
  Wdfsa,
  type Wfsa,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf, buildWfsa, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const small = wfsaDrafts({ maxStates: 4, maxLetters: 2, maxArcs: 8 });

/** The sum of the weights that leave a state or enter it, including its final or initial weight. */
function sumAt(
  automaton: Wfsa<unknown>,
  algebra: Semifield<unknown>,
  state: number,
  towards: "initial" | "final",
): unknown {
  const [ends, weights] =
    towards === "initial"
      ? [automaton.source, automaton.finalWeight]
      : [automaton.target, automaton.initialWeight];
  let sum = weights[state];
  for (let arc = 0; arc < automaton.arcs; arc++) {
    if (ends[arc] === state) sum = algebra.plus(sum, automaton.arcWeight[arc]);
  }
  return sum;
}

describe.each(wfsaCases)("over $name", (setting) => {
  const { algebra } = setting;

  it.each(["initial", "final"] as const)("push towards %s keeps the language and makes sums 1", (towards) => {
    let done = 0;
    fc.assert(
      fc.property(small, (draft) => {
        const automaton = buildWfsa(setting, draft);
        const said = refusal(() => push(automaton, { towards }));
        if (said !== "none") {
          expect(said).toMatch(/^unsupported: push: .*(?:has no value|sum to zero|improve for ever)/u);
          return;
        }
        done++;
        const pushed = push(automaton, { towards });
        for (const word of wordsUpTo(draft.letters, 4)) {
          expect(algebra.equals(pushed.weigh(word), automaton.weigh(word))).toBe(true);
        }
        for (let state = 0; state < pushed.size; state++) {
          expect(algebra.equals(sumAt(pushed, algebra, state, towards), algebra.one)).toBe(true);
        }
      }),
      { seed: 71, numRuns: 60 },
    );
    expect(done).toBeGreaterThan(15);
  });

  it("totalWeight is the sum over all words, where the language is finite", () => {
    fc.assert(
      fc.property(small, (draft) => {
        const acyclic = { ...draft, arcs: draft.arcs.filter(({ from, to }) => from < to) };
        const automaton = buildWfsa(setting, acyclic);
        let sum = algebra.zero;
        for (const word of wordsUpTo(draft.letters, 4)) sum = algebra.plus(sum, automaton.weigh(word));
        expect(algebra.equals(totalWeight(automaton), sum)).toBe(true);
      }),
      { seed: 72, numRuns: 50 },
    );
  });

  it("shortestDistance solves its equations, forwards and backwards", () => {
    let done = 0;
    fc.assert(
      fc.property(small, (draft) => {
        const automaton = buildWfsa(setting, draft);
        for (const direction of ["forward", "backward"] as const) {
          const said = refusal(() => shortestDistance(automaton, { direction }));
          if (said !== "none") {
            expect(said).toMatch(/^unsupported: shortestDistance: .*(?:has no value|improve for ever)/u);
            continue;
          }
          done++;
          const distance = shortestDistance(automaton, { direction });
          const forward = direction === "forward";
          for (let state = 0; state < automaton.size; state++) {
            let sum = (forward ? automaton.initialWeight : automaton.finalWeight)[state];
            for (let arc = 0; arc < automaton.arcs; arc++) {
              const [p, q, w] = [automaton.source[arc], automaton.target[arc], automaton.arcWeight[arc]];
              if (forward && q === state) sum = algebra.plus(sum, algebra.times(distance[p], w));
              if (!forward && p === state) sum = algebra.plus(sum, algebra.times(w, distance[q]));
            }
            expect(algebra.equals(distance[state], sum)).toBe(true);
          }
        }
      }),
      { seed: 73, numRuns: 60 },
    );
    expect(done).toBeGreaterThan(30);
  });
});

describe("push", () => {
  const stochastic = "> 0 1; 0 a 1/2 0; 0 b 1/4 1; 1 a 1/3 0; 1 b 1/3 1; 0 1/4; 1 1/3";

  it("leaves a stochastic automaton unchanged, to the last digit", () => {
    const automaton = toWdfsa(automatonOf(rational, stochastic));
    const pushed = push(automaton);
    expect(pushed).toBeInstanceOf(Wdfsa);
    expect(Array.from(pushed.arcWeight)).toEqual(Array.from(automaton.arcWeight));
    expect(totalWeight(automaton)).toBe(1);
  });

  it("can normalize the total weight to 1", () => {
    const automaton = automatonOf(rational, "> 0 2; 0 a 1/2 0; 0 b 1/3 1; 1 a 1/5 0; 1 b 1/7 1; 0 4; 1 1");
    const normal = push(automaton, { removeTotalWeight: true });
    expect(totalWeight(normal)).toBe(1);
    expect(normal.initialWeight[0]).toBe(1);
    const factor = rational.inverse(totalWeight(automaton));
    for (const word of wordsUpTo(2, 5)) {
      expect(normal.weigh(word)).toEqual(rational.times(factor, automaton.weigh(word)));
    }
  });

  it("works on floating-point weights, up to rounding", () => {
    const half = (algebra: Semifield<number>, w: (p: number) => string) =>
      automatonOf(
        algebra,
        `> 0 ${w(1)}; 0 a ${w(0.5)} 0; 0 b ${w(0.4)} 1; 1 a ${w(0.9)} 0; 0 ${w(0.1)}; 1 ${w(0.1)}`,
      );
    expect(totalWeight(half(real, String))).toBeCloseTo(1, 12);
    expect(totalWeight(half(log, (p) => String(-Math.log(p))))).toBeCloseTo(0, 12);
  });

  it("is canonical without ⊕", () => {
    const automaton = toWdfsa(automatonOf(quaternion, "> 0 1; 0 a i 1; 1 b j 0; 1 k"));
    const pushed = push(automaton, { towards: "canonical" });
    expect(quaternion.format(pushed.finalWeight[1])).toBe("1");
    expect(quaternion.format(pushed.weigh([0]))).toBe(quaternion.format(automaton.weigh([0])));
  });

  it("refuses divisors that are zero and meaningless options", () => {
    const cancel = automatonOf(rational, "> 0 1; 0 a 1 1; 0 b -1 1; 1 1");
    expect(refusal(() => push(cancel))).toMatch(
      /unsupported: push: the weights backward from state 0 sum to zero/u,
    );
    expect(refusal(() => push(cancel, { towards: "canonical" }))).toBe("none");
    expect(refusal(() => push(cancel, { towards: "final", removeTotalWeight: true }))).toMatch(/^usage: /u);
    expect(refusal(() => push(cancel, { towards: "up" as "final" }))).toMatch(/^usage: push goes towards/u);
    const units = automatonOf(quaternion, "> 0 1; 0 a i 1; 1 1");
    expect(refusal(() => push(units, { removeTotalWeight: true }))).toMatch(/needs a commutative ⊗/u);
    const zero = automatonOf(rational, "> 0 1; > 1 -1; 0 1; 1 1");
    expect(refusal(() => push(zero, { removeTotalWeight: true }))).toMatch(/the total weight is zero/u);
  });
});

describe("sums that have no value", () => {
  it("are refused, with the state", () => {
    const growing = automatonOf(rational, "> 0 1; 0 a 1 1; 1 a 1/2 1; 1 b 1/2 1; 1 1");
    expect(refusal(() => totalWeight(growing))).toBe(
      "unsupported: totalWeight: the sum over the cycles through state 1 has no value in rational",
    );
    const gaining = automatonOf(tropical, "> 0 0; 0 a 1 1; 1 a -2 0; 0 0");
    expect(refusal(() => totalWeight(gaining))).toMatch(/^unsupported: totalWeight: .* improve for ever/u);
    expect(totalWeight(automatonOf(boolean, "> 0 1; 0 a 1 0; 0 1"))).toBe(true);
  });

  it("do not hang: the work is limited", () => {
    const lines = Array.from({ length: 40 }, (_, i) =>
      [1, 2, 3, 4].map((k) => `${i} a 1/9 ${(i * k + 7) % 40}`).join("; "),
    );
    const dense = automatonOf(rational, `> 0 1; ${lines.join("; ")}; 0 1`);
    expect(refusal(() => totalWeight(dense, { maxProducts: 100 }))).toMatch(
      /^budget: totalWeight stopped at its budget/u,
    );
    expect(refusal(() => totalWeight(dense))).toBe("none");
    expect(refusal(() => shortestDistance(dense, { direction: "up" as "forward" }))).toMatch(
      /^usage: a direction/u,
    );
  });
});
