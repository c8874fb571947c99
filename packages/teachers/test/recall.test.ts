/** A journal of another version of a function, and a run that goes on with it. */

import { boolean, type JournalLine, weightsIn, writeHankel } from "@hankel/core";
import { type AsyncLearnOptions, functionBox, learnAsync } from "@hankel/teachers/live";
import { describe, expect, it } from "vitest";

/** Counts to a number: the version. `flip` says which calls are answered wrongly. */
function counter(version: number, flip: (call: number) => boolean = () => false) {
  const asked: string[] = [];
  const box = functionBox({
    alphabet: "ab",
    kind: weightsIn(boolean),
    answer(word) {
      asked.push(word.join(""));
      const right = word.filter((symbol) => symbol === "a").length % version === 0;
      return flip(asked.length) ? !right : right;
    },
  });
  return { box, asked };
}

function journalWith(recorded: readonly JournalLine[]) {
  const lines: JournalLine[] = [];
  const journal = {
    name: "old",
    recorded,
    recordedEarly: [],
    length: 0,
    append: (more: readonly JournalLine[]) => lines.push(...more),
    keepEarly() {},
    dropEarly() {},
    sync: () => Promise.resolve(),
  };
  return { journal, lines };
}

async function begun(options: AsyncLearnOptions<boolean> = {}) {
  const { journal, lines } = journalWith([]);
  const first = await learnAsync(counter(3).box, { ...options, journal });
  return { first, lines };
}

const goOn = (version: number, lines: readonly JournalLine[], options: AsyncLearnOptions<boolean> = {}) => {
  const { journal, lines: added } = journalWith(lines);
  const { box, asked } = counter(version);
  return { asked, added, result: learnAsync(box, { ...options, journal }) };
};

describe("answers of before", () => {
  it("are asked again first: counterexamples, the longest, and some from everywhere", async () => {
    const { first, lines } = await begun();
    const { asked, added, result } = goOn(3, lines);
    const again = await result;
    expect(writeHankel(again.automaton)).toBe(writeHankel(first.automaton));
    expect(again.recalled).toEqual({
      answers: lines.filter(({ kind }) => kind === "answer").length,
      again: asked.length,
      others: 0,
      fresh: 0,
      changed: [],
    });
    const words = lines.flatMap((line) => (line.kind === "answer" ? [line.word.join("")] : []));
    const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 8);
    for (const word of longest.slice(0, 7)) expect(asked).toContain(word);
    for (const line of lines)
      if (line.kind === "conjecture" && line.counterexample !== null)
        expect(asked).toContain(line.counterexample.join(""));
    // Some are of the first half, where the learner asks, and some of the second.
    const half = words.length / 2;
    const places = asked.map((word) => words.indexOf(word));
    expect(Math.min(...places)).toBeLessThan(half / 4);
    expect(Math.max(...places)).toBeGreaterThan(half);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(3 * 8);
    // Another run asks others from everywhere.
    const third = goOn(3, [...lines, ...added]);
    await third.result;
    expect(third.asked).not.toEqual(asked);
  });

  it("of another version end the run, in words of the library, and add nothing to the journal", async () => {
    const { lines } = await begun({ fingerprint: "3" });
    const { added, result } = goOn(4, lines, { fingerprint: "4" });
    const { outcome, reason: message, statement } = await result;
    expect([outcome, statement]).toEqual(["contradiction", `Nothing is established: ${message}.`]);
    expect(message).toMatch(/^the target no longer answers as in the journal old: .* weighs \w+, then \w+/u);
    expect(message).toContain("the fingerprint has changed since the last run with this journal");
    expect(message).toContain(
      'repeat and onConflict, such as onConflict: "stable", say what to do about noise',
    );
    expect(message).not.toContain("--");
    expect(added).toEqual([]);
  });

  it("are not asked again where that is not wanted, or not paid for", async () => {
    const { lines } = await begun();
    const trusting = goOn(4, lines, { recheck: 0 });
    const { statement, recalled } = await trusting.result;
    expect([recalled.again, recalled.fresh]).toEqual([0, 0]);
    expect(statement).toMatch(/Nothing new was asked in this run: .*, none of which was asked again\.$/u);
    const answers = lines.filter(({ kind }) => kind === "answer" || kind === "recheck").length;
    const poor = goOn(3, lines, { maxQuestions: answers + 5 });
    expect((await poor.result).outcome).toBe("accepted");
    expect(poor.asked.length).toBe(5);
  });

  it("that noise has changed are outvoted, as long as they are few", async () => {
    const options = { onConflict: "majority", seed: 3 } as const;
    const { first, lines } = await begun(options);
    const { journal } = journalWith(lines);
    const noisy = counter(3, (call) => call === 5);
    const again = await learnAsync(noisy.box, { ...options, journal });
    expect(writeHankel(again.automaton)).toBe(writeHankel(first.automaton));
    expect(again.statement).toContain("and 1 answer was another one.");
    const { result } = goOn(4, lines, options);
    expect((await result).reason).toContain("the target no longer answers as in the journal old");
  });
});

describe("messages for people who write programs", () => {
  it("name no options of the command line", async () => {
    let call = 0;
    const box = functionBox({
      alphabet: "a",
      kind: weightsIn(boolean),
      answer: () => ++call % 2 === 0,
    });
    const told: string[] = [];
    const { outcome, reason, statement } = await learnAsync(box, {
      onProgress: (_counts, event) => told.push(JSON.stringify(event)),
    });
    expect([outcome, reason]).toEqual(["contradiction", expect.stringContaining('onConflict: "stable"')]);
    for (const said of [reason, statement, ...told]) expect(said).not.toMatch(/--[a-z]/u);
  });
});
