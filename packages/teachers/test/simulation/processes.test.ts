/** Runs over black boxes with every kind of simulated fault, in virtual time. */

import {
  type LearnerName,
  learners,
  minimize,
  randomAutomaton,
  rational,
  type Wdfsa,
  writeHankel,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { type RunReport, simulate } from "./process-run.ts";
import { type Fault, faults } from "./simulated-program.ts";

function target(seed: number, states = 4): Wdfsa<unknown> {
  return randomAutomaton({ algebra: rational, states, letters: 2, seed });
}

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");

describe.each(names)("the %s learner", (learner) => {
  it("ends with the same automaton and journal, or with a clear error, whatever the black box does", async () => {
    let good = 0;
    let faulty = 0;
    const calm = new Map<number, RunReport>();
    for (let seed = 1; seed <= 60; seed++) {
      const box = target(1 + (seed % 5));
      let expected = calm.get(seed % 5);
      if (expected === undefined) {
        expected = await simulate(box, { learner });
        calm.set(seed % 5, expected);
        expect(expected.text).toBe(writeHankel(minimize(box)));
        expect(expected.program.askedTwice).toEqual([]);
        expect(expected.program.asked).toBe(expected.program.answered.size);
      }
      const options = {
        learner,
        seed,
        rate: 0.02 + 0.03 * (seed % 10),
        startRate: 0.1,
        workers: 1 + (seed % 4),
      };
      let report: RunReport;
      try {
        report = await simulate(box, options);
      } catch (error) {
        // A black box that cannot be started: there is no run.
        expect(error).toMatchObject({ name: "HankelError", code: "teacher" });
        expect((error as Error).message).toMatch(/did not start|cannot be started/u);
        continue;
      }
      if (report.result.outcome !== "accepted") {
        expect(report.result).toMatchObject({ outcome: "failed", error: { code: "teacher" } });
        expect(report.result.reason).toMatch(/failed on|did not start|cannot be started/u);
        expect(report.result.automaton.size).toBeLessThanOrEqual(box.size);
        continue;
      }
      good++;
      faulty += report.program.faulty;
      expect(report.text).toBe(expected.text);
      expect(report.journal).toBe(expected.journal);
      expect(report.program.askedTwice).toEqual([]);
    }
    expect(good).toBeGreaterThan(40);
    expect(faulty).toBeGreaterThan(200);
  });
});

describe("a run with a single kind of fault", () => {
  it.each(faults)("%s", async (fault: Fault) => {
    const box = target(2);
    const calm = await simulate(box);
    for (let seed = 2; seed <= 6; seed++) {
      const report = await simulate(box, { faults: [fault], rate: 0.1, seed, workers: 1 + (seed % 3) });
      expect(report.text).toBe(calm.text);
      expect(report.journal).toBe(calm.journal);
      expect(report.program.askedTwice).toEqual([]);
    }
    const hopeless = simulate(box, { faults: [fault], rate: 1 });
    if (["duplicate", "stray id", "late"].includes(fault)) expect((await hopeless).text).toBe(calm.text);
    else if (fault === "crash after") expect((await hopeless).text).toBe(calm.text);
    else {
      const { outcome, reason } = (await hopeless).result;
      expect([outcome, reason]).toEqual(["failed", expect.stringMatching(/the black box failed on/u)]);
    }
  });
});

describe("a run", () => {
  it.each(names)("of the %s learner leaves the same journal with 1 worker and with 8", async (learner) => {
    for (let seed = 1; seed <= 10; seed++) {
      const box = target(seed, 6);
      const one = await simulate(box, { learner, equivalence: "random:200+wp:1" });
      const eight = await simulate(box, { learner, equivalence: "random:200+wp:1", workers: 8, seed });
      expect(eight.journal).toBe(one.journal);
      expect(eight.text).toBe(one.text);
    }
  });
});
