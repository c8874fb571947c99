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
    const { outcome, reason, statistics } = learn(teacher, { maxStates: 80 });
    expect([outcome, statistics.states]).toEqual(["budget", 80]);
    expect(reason).toMatch(/^the machine has more than 80 states \((8[1-9]|9\d) told apart so far\)$/u);
  });
});
