/** Crashes at every possible point: after each byte of the journal and in each state of its two files. */

import { type LearnerName, learners, randomAutomaton, rational, type Wdfsa } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { MemoryStorage } from "../support/memory-storage.ts";
import { simulate } from "./process-run.ts";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");
const EQUIVALENCE = "random:12,mean=4+wp:1";

function target(seed: number): Wdfsa<unknown> {
  return randomAutomaton({ algebra: rational, states: 3, letters: 2, seed });
}

/** The words whose answer lines are complete in a file. */
function answeredIn(text: string): Set<string> {
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  const words = lines.flatMap((line) => {
    const entry = (line === "" ? {} : JSON.parse(line)) as { word?: string[] };
    return entry.word === undefined ? [] : [entry.word.join()];
  });
  return new Set(words);
}

/** Resumes from a state of the files; checks that the result is the same and that no answered word is asked again. */
async function expectResumed(
  box: Wdfsa<unknown>,
  learner: LearnerName,
  expected: { text: string; journal: string },
  files: { main: Uint8Array; early: Uint8Array },
  workers: number,
): Promise<void> {
  const main = new MemoryStorage(files.main);
  const early = new MemoryStorage(files.early);
  const known = answeredIn(main.text);
  for (const word of answeredIn(main.text === "" ? "" : early.text)) known.add(word);
  const report = await simulate(box, { learner, equivalence: EQUIVALENCE, main, early, workers });
  expect(report.text).toBe(expected.text);
  expect(report.journal).toBe(expected.journal);
  expect(early.bytes.length).toBe(0);
  const asked = [...report.program.answered].filter((word) => known.has(word));
  expect(asked).toEqual([]);
  expect(report.program.asked).toBe(answeredIn(expected.journal).size - known.size);
}

describe.each(names)("the %s learner", (learner) => {
  it("resumes from any byte of its journal", async () => {
    const box = target(2);
    const expected = await simulate(box, { learner, equivalence: EQUIVALENCE });
    const bytes = new TextEncoder().encode(expected.journal);
    expect(bytes.length).toBeGreaterThan(1000);
    for (let cut = 0; cut <= bytes.length; cut += cut < 260 ? 4 : 5) {
      const files = { main: bytes.slice(0, cut), early: new Uint8Array(0) };
      await expectResumed(box, learner, expected, files, 1 + (cut % 3));
    }
  });

  it("resumes from every state of the two files when answers arrive out of order", async () => {
    const box = target(3);
    const expected = await simulate(box, { learner, equivalence: EQUIVALENCE });
    const states: { main: Uint8Array; early: Uint8Array }[] = [];
    const note = () => states.push({ main: main.bytes.slice(), early: early.bytes.slice() });
    const main: MemoryStorage = new MemoryStorage(undefined, undefined, note);
    const early: MemoryStorage = new MemoryStorage(undefined, undefined, note);
    const report = await simulate(box, {
      learner,
      equivalence: EQUIVALENCE,
      main,
      early,
      workers: 4,
      seed: 5,
    });
    expect(report.journal).toBe(expected.journal);
    expect(states.some((state) => state.early.length > 0)).toBe(true);
    for (const state of states) {
      await expectResumed(box, learner, expected, state, 3);
      // The last write to either file may also be torn.
      for (const [mainLess, earlyLess] of [
        [7, 0],
        [0, 7],
      ]) {
        const torn = {
          main: state.main.slice(0, Math.max(0, state.main.length - mainLess)),
          early: state.early.slice(0, Math.max(0, state.early.length - earlyLess)),
        };
        await expectResumed(box, learner, expected, torn, 2);
      }
    }
  });
});

describe("a full disk", () => {
  it("stops the run with an error, leaves complete lines, and the run resumes when there is room", async () => {
    const box = target(4);
    const expected = await simulate(box, { equivalence: EQUIVALENCE });
    const size = new TextEncoder().encode(expected.journal).length;
    for (let capacity = 250; capacity < size; capacity += 101) {
      const full = new MemoryStorage(undefined, capacity);
      const early = new MemoryStorage();
      const { result } = await simulate(box, { equivalence: EQUIVALENCE, main: full, early, workers: 2 });
      expect(result).toMatchObject({ outcome: "failed", error: { code: "system" } });
      expect(result.reason).toMatch(
        /cannot write the journal j: the disk is full; what was answered before is kept/u,
      );
      expect(full.text.endsWith("\n")).toBe(true);
      const files = { main: full.bytes, early: early.bytes };
      await expectResumed(box, "table", expected, files, 1);
    }
  });
});
