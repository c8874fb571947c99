import { determinize, fromExpression, HankelError, rational, real } from "@hankel/core";
import { describe, expect, it } from "vitest";

/** Languages with weights that a float64 rounds, and with a deterministic automaton. */
const EXPRESSIONS = [
  "(<1/3>a|<2/3>b)*a(a|b)",
  "(<1/3>a|<2/7>b)*<1/7>ab(a|b)(a|b)",
  "(<1/7>a|<3/7>b|<1/11>c)*<1/13>a(b|c)(a|b|c)",
  "(<1/49>(ab)|<1/3>a|<5/7>b)*",
];

describe("determinize with rounded weights", () => {
  it.each(EXPRESSIONS)("finds the vectors again that differ by rounding: %s", (expression) => {
    const limits = { maxStates: 500, askTwins: false };
    const outcome = (run: () => { size: number }) => {
      try {
        return run().size;
      } catch (error) {
        return (error as HankelError).code;
      }
    };
    const exact = fromExpression(expression, rational);
    const found = outcome(() => determinize(fromExpression(expression, real), limits));
    // Over an exact field the automaton is reduced first, which only leaves states out.
    const least = outcome(() => determinize(exact, limits));
    expect(typeof found).toBe(typeof least);
    if (typeof least === "number") expect(found).toBeGreaterThanOrEqual(least);
  });

  it("tells how far it is, and stops soon at its limit", () => {
    const steps: [number, number][] = [];
    const progress = (states: number, length: number) => steps.push([states, length]);
    const growing = fromExpression("(<1/3>a|<1/7>b)*(<1/5>a|<1/11>b)*", real);
    const started = performance.now();
    expect(() => determinize(growing, { maxStates: 20_000, askTwins: false, progress })).toThrow(
      "determinize stopped at its budget of 20000 states",
    );
    // Comparing every pair of vectors would take 2·10⁸ comparisons, which are seconds.
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(steps[0]).toEqual([1, 0]);
    expect(steps.at(-1)?.[0]).toBeGreaterThan(10_000);
    expect(steps.every(([, length], i) => i === 0 || length >= steps[i - 1][1])).toBe(true);
  });
});
