import { describe, expect, it } from "vitest";
import { learn, loopWords, machineTeacher, randomWalks, stateTests } from "../../src/index.ts";

/** What is open after each letter: brackets cannot be counted by any finite machine. */
function brackets(word: readonly string[]): string[] {
  let depth = 0;
  return word.map((letter) => {
    if (depth >= 0) depth += letter === "(" ? 1 : -1;
    return depth < 0 ? "dead" : depth === 0 ? "ok" : "open";
  });
}

describe("a machine that counts without end", () => {
  it("is not accepted, because loops are tried more often than the hypothesis has states", () => {
    const teacher = machineTeacher({
      kind: "mealy",
      alphabet: ["(", ")"],
      run: brackets,
      equivalence: [randomWalks(50), loopWords(50), stateTests(25)],
    });
    const { outcome, statistics } = learn(teacher, { maxStates: 80 });
    expect(outcome).toBe("budget");
    expect(statistics.states).toBeGreaterThan(80);
  });
});
