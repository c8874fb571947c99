/** Machines whose outputs depend on time or load: an answer counts when it was seen several times in a row. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  Alphabet,
  createLearner,
  freeWord,
  type Machine,
  machineToWdfsa,
  minimize,
  Random,
  runMachine,
  runsOf,
  wpMethod,
  writeHankel,
} from "@hankel/core";
import { type BlackBox, type LiveOptions, learnLive } from "@hankel/teachers";
import { learnAsync } from "@hankel/teachers/live";
import { describe, expect, it } from "vitest";

/** A turnstile that counts to three. */
const turnstile: Machine = {
  kind: "mealy",
  alphabet: new Alphabet(["coin", "push"]),
  target: Int32Array.of(1, 0, 2, 0, 2, 0),
  output: ["paid 1", "locked", "paid 2", "open", "full", "open twice"],
};
const right = writeHankel(minimize(machineToWdfsa(turnstile)));

/** The turnstile as a box that asks what to spoil: it is told the outputs, the word, and how often the word was asked before. */
function box(
  spoil: (outputs: string[], word: string, before: number) => string[],
): BlackBox<string> & { asked: number } {
  const times = new Map<string, number>();
  return {
    asked: 0,
    alphabet: turnstile.alphabet,
    kind: runsOf("mealy"),
    async weigh(words) {
      this.asked += words.length;
      return words.map((word) => {
        const name = word.join();
        const before = times.get(name) ?? 0;
        times.set(name, before + 1);
        return freeWord(...spoil(runMachine(turnstile, word), name, before));
      });
    },
  };
}

function run(of: BlackBox<string>, options: Partial<LiveOptions<string>> = {}) {
  return learnLive(of, {
    createLearner: (setting) => createLearner(setting),
    tests: [wpMethod(1)],
    onConflict: "stable",
    ...options,
  });
}

const last = (outputs: string[], output: string) => [...outputs.slice(0, -1), output];
/** The first two times that a word is asked, its last output comes too late. */
const slow = (outputs: string[], _word: string, before: number) =>
  before < 2 ? last(outputs, "late") : outputs;

describe("an answer that has to be stable", () => {
  it("counts when it was seen n times in a row, where the first answer is wrong", async () => {
    const result = await run(box(slow), { repeat: 3 });
    expect(result.outcome).toBe("accepted");
    expect(writeHankel(result.automaton)).toBe(right);
    expect(result.conflicts.length).toBeGreaterThan(0);
    const first = await run(box(slow), { repeat: 3, onConflict: "keep-first", maxQuestions: 60 });
    expect(writeHankel(first.automaton)).not.toBe(right);
  });

  it("is seen three times in a row unless it is said how often", async () => {
    const three = box((outputs) => outputs);
    const result = await run(three);
    expect(result.statistics.asked).toBe(three.asked);
    expect(three.asked % 3).toBe(0);
    expect(writeHankel(result.automaton)).toBe(right);
  });

  it("asks no more than n times where nothing changes, and only the words that change more often", async () => {
    const steady = box((outputs) => outputs);
    await run(steady, { repeat: 2 });
    const one = box((outputs, word, before) =>
      word === "0,1,0" && before === 0 ? last(outputs, "late") : outputs,
    );
    const result = await run(one, { repeat: 2 });
    expect(one.asked - steady.asked).toBeLessThanOrEqual(1);
    expect(writeHankel(result.automaton)).toBe(right);
  });

  it("ends with a sentence when a word is never stable: where, which outputs, how often", async () => {
    const result = await run(
      box((outputs, word, before) =>
        word.startsWith("0,1") && before % 2 === 0 ? [outputs[0], "busy", ...outputs.slice(2)] : outputs,
      ),
      { repeat: 2 },
    );
    expect(result.outcome).toBe("contradiction");
    expect(result.reason).toContain(
      "never answers the same 2 times in a row: at the end of coin push it wrote",
    );
    expect(result.reason).toMatch(/"busy" 20 times, "open" 20 times|"open" 20 times, "busy" 20 times/u);
    expect(result.reason).toContain("--workers 1");
  });

  it("is corrected when a burst of load made a wrong answer stable", async () => {
    // Four times in a row the word is wrong; whatever begins like it is right.
    const burst = (outputs: string[], word: string, before: number) =>
      word === "0,1" && before < 4 ? last(outputs, "timeout") : outputs;
    const asked = box(burst);
    // The word is asked by itself before longer ones.
    const result = await run(asked, {
      repeat: 2,
      tests: [
        {
          text: "first",
          words: () => [
            [0, 1],
            [0, 1, 1],
            [0, 1, 0],
          ],
          claim: () => ({ kind: "words", about: "" }),
        },
        wpMethod(1),
      ],
    });
    expect(result.outcome).toBe("accepted");
    expect(writeHankel(result.automaton)).toBe(right);
  });

  it.for([
    ["that changes one output only", (right: string[], place: number) => right.with(place, "timeout")],
    [
      "that swallows the input, so that the rest of the run is another one",
      (right: string[], place: number, word: readonly number[]) => [
        ...right.slice(0, place),
        "timeout",
        ...runMachine(turnstile, word.toSpliced(place, 1)).slice(place),
      ],
    ],
  ] as const)("is settled output by output: long words with a timeout %s", async ([, spoil]) => {
    const random = new Random(5);
    const shaky = box((outputs, name) => {
      const word = name === "" ? [] : name.split(",").map(Number);
      const place = outputs.findIndex(() => random.below(20) === 0);
      return place < 0 ? outputs : spoil(outputs, place, word);
    });
    const words = Array.from({ length: 20 }, () => Array.from({ length: 50 }, () => random.below(2)));
    const long = { text: "long", words: () => words, claim: () => ({ kind: "words", about: "" }) as const };
    const result = await run(shaky, { repeat: 3, tests: [long] });
    expect(result.outcome).toBe("accepted");
    expect(writeHankel(result.automaton)).toBe(right);
  });

  it("leaves out what a run says behind an output that was wrong: the input may have been lost", () => {
    const kind = runsOf("mealy");
    const late = ["one", "two", "three"].map((first) => freeWord(first, "wrong"));
    const steady = kind.steady([...late, ...Array.from({ length: 2 }, () => freeWord("ok", "right"))], 2);
    expect([kind.write(steady.answer), steady.missing]).toEqual([["ok", "right"], 0]);
    // Of these three only two count behind the first output, and they differ there.
    const three = [freeWord("ok", "right"), freeWord("ok", "wrong"), freeWord("late", "wrong")];
    expect(kind.steady(three, 2)).toMatchObject({ missing: 1, place: 1, seen: ["right", "wrong"] });
  });

  it("goes on from a journal without asking again", async () => {
    const journal = join(mkdtempSync(join(tmpdir(), "hankel-stable-")), "a.journal");
    const options = { onConflict: "stable", repeat: 3, equivalence: wpMethod(1), journal } as const;
    try {
      const first = await learnAsync(box(slow), options);
      const again = box(slow);
      const second = await learnAsync(again, { ...options, recheck: 0 });
      expect(again.asked).toBe(0);
      expect(writeHankel(second.automaton)).toBe(writeHankel(first.automaton));
      expect(second.statement.startsWith(`${first.statement} Nothing new was asked in this run`)).toBe(true);
    } finally {
      rmSync(dirname(journal), { recursive: true });
    }
  });

  it("keeps to the budget of questions as far as a batch allows", async () => {
    const random = new Random(7);
    const shaky = box((outputs) => (random.below(3) === 0 ? last(outputs, "late") : outputs));
    const result = await run(shaky, { repeat: 3, maxQuestions: 200 });
    expect(result.outcome).toBe("budget");
    const most = 40 * 60;
    expect(shaky.asked).toBeLessThan(most);
    expect(result.statistics.asked).toBe(shaky.asked);
  });
});
