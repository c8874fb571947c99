/** Runs over language models: journals, crashes, noise, rechecks, repetitions, budgets. */

import {
  Alphabet,
  createLearner,
  type Distribution,
  type JournalHeader,
  parseJournal,
  replayJournal,
  storeOf,
  type Word,
  writeHankel,
} from "@hankel/core";
import {
  type BlackBox,
  Journal,
  type LiveOptions,
  learnLive,
  mergeJournals,
  nextBox,
} from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { kindlessHeader } from "./support/bare-header.ts";
import { BatchLearner, following } from "./support/language-models.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

const alphabet = new Alphabet("ab");
const BATCHES: Word[][] = [[[], [0]], [[1], [0, 1, 1], [0, 1]], [[1, 0, 0]]];

interface Asked {
  readonly box: BlackBox<number, Distribution>;
  readonly words: string[];
}

/** A language model in memory that notes what it is asked; `noise` is added to the first probability. */
function model(prefixes: boolean, noise: (count: number) => number = () => 0): Asked {
  const words: string[] = [];
  const rowOf = (word: Word) => {
    const shift = noise(words.length);
    const [a, b, end] = following(word);
    return [a + shift, b - shift, end];
  };
  const answer = (word: Word) => {
    words.push(alphabet.format(word));
    const found = prefixes ? word.map((_, i) => rowOf(word.slice(0, i))) : [];
    return Float64Array.from([...found, rowOf(word)].flat());
  };
  return { words, box: nextBox({ alphabet, prefixes, next: (asked) => asked.map(answer) }, "model") };
}

const headerFor = (prefixes: boolean): JournalHeader => ({
  ...kindlessHeader,
  learner: "soft",
  semifield: "real",
  next: { prefixes },
});

async function run(
  { box }: Asked,
  options: Partial<LiveOptions<number, Distribution>> = {},
  files = { main: new MemoryStorage(), early: new MemoryStorage() },
) {
  const learner = new BatchLearner(alphabet, BATCHES);
  const journal = new Journal("j", headerFor(box.kind.header.next?.prefixes === true), files);
  const result = await learnLive(box, { createLearner: () => learner, tests: [], journal, ...options });
  journal.close();
  return { result, learner, journal: files.main.text };
}

describe.each([false, true])("the journal of a language model (prefixes: %s)", (prefixes) => {
  it("holds every answer once, with all of its rows", async () => {
    const asked = model(prefixes);
    const { journal } = await run(asked);
    const lines = parseJournal(journal).lines.filter(({ kind }) => kind === "answer");
    expect(lines).toHaveLength(asked.words.length);
    expect(asked.words).toEqual(
      prefixes ? ["a", "a b b", "b", "b a a"] : ["", "a", "b", "a b b", "a b", "b a a"],
    );
    const row = following([]).join(" ");
    expect(lines[prefixes ? 0 : 1]).toMatchObject({
      word: ["a"],
      weight: prefixes ? `${row} ${following([0]).join(" ")}` : following([0]).join(" "),
    });
    const known = new Map(
      [...storeOf(parseJournal(journal)).answers()].map(([word, row]) => [String(word), row]),
    );
    expect(known.size).toBe(asked.words.length);
  });

  it("resumes from any byte: nothing answered is asked again, and the result is the same", async () => {
    const whole = await run(model(prefixes));
    const bytes = new TextEncoder().encode(whole.journal);
    for (let cut = 0; cut <= bytes.length; cut += 7) {
      const main = new MemoryStorage(bytes.slice(0, cut));
      const text = main.text.slice(0, main.text.lastIndexOf("\n") + 1);
      const known = text === "" ? [] : parseJournal(text).lines.filter(({ kind }) => kind === "answer");
      const asked = model(prefixes);
      const resumed = await run(asked, {}, { main, early: new MemoryStorage() });
      expect(resumed.journal).toBe(whole.journal);
      expect(writeHankel(resumed.result.automaton)).toBe(writeHankel(whole.result.automaton));
      const all = prefixes ? 4 : 6;
      expect(asked.words).toHaveLength(all - known.length);
    }
  });

  it("is replayed by the soft learner: the same automaton, without the model", async () => {
    const { result, journal } = await run(model(prefixes), {
      createLearner: (setting) => createLearner(setting, { seed: 1 }),
    });
    const { learned } = replayJournal(parseJournal(journal));
    expect(learned.outcome).toBe("accepted");
    expect(writeHankel(learned.automaton)).toBe(writeHankel(result.automaton));
  });

  it("is merged with others: equal within the tolerance, or a conflict", async () => {
    const texts = await Promise.all(
      [0, 1e-6, 0.01].map(async (shift) => (await run(model(prefixes, () => shift))).journal),
    );
    const journals = texts.map((text, i) => ({ path: `${i}.jsonl`, ...parseJournal(text) }));
    const near = mergeJournals(journals.slice(0, 2));
    expect(near.conflicts).toEqual([]);
    expect(near.answers).toBe(prefixes ? 4 : 6);
    expect(parseJournal(near.text).header).toMatchObject({ learner: "", next: { prefixes } });
    expect(mergeJournals(journals).conflicts.length).toBeGreaterThan(0);
  });

  it("belongs to a model of its kind", async () => {
    const { journal } = await run(model(prefixes));
    const main = new MemoryStorage(new TextEncoder().encode(journal));
    const other = () => new Journal("j", headerFor(!prefixes), { main, early: new MemoryStorage() });
    expect(other).toThrow(`next {"prefixes":${prefixes}} there, {"prefixes":${!prefixes}} here`);
    const [one, two] = [journal, (await run(model(!prefixes))).journal].map((text, i) => ({
      path: `${i}.jsonl`,
      ...parseJournal(text),
    }));
    expect(() => mergeJournals([one, two])).toThrow("hold answers of different kinds");
  });
});

describe.each([false, true])(
  "a language model that is not quite the same every time (prefixes: %s)",
  (prefixes) => {
    it("passes rechecks within the tolerance", async () => {
      const asked = model(prefixes, (count) => 1e-6 * (count % 3));
      const { result, journal } = await run(asked, { recheck: 8 });
      expect(result.outcome).toBe("accepted");
      expect(result.conflicts).toEqual([]);
      expect(journal).toContain('{"recheck":');
    });

    it("contradicts itself beyond the tolerance", async () => {
      const asked = model(prefixes, (count) => (count > (prefixes ? 4 : 6) ? 0.01 : 0));
      const { result } = await run(asked, { recheck: 8 });
      expect(result.outcome).toBe("contradiction");
      expect(result.reason).toMatch(
        /^the black box contradicts itself: after \S+ it gives the distributions 0\.\d/u,
      );
      expect(result.reason).toContain("--repeat, --stable and --on-conflict say what to do about noise");
    });

    it("is averaged over repetitions", async () => {
      // Every other answer is shifted.
      const asked = model(prefixes, (count) => (count % 2 === 0 ? 0.02 : 0));
      const { result, learner, journal } = await run(asked, { repeat: 4 });
      expect(result.outcome).toBe("accepted");
      expect(result.spread).toBeCloseTo(0.02, 9);
      expect(result.conflicts.length).toBeGreaterThan(0);
      expect(asked.words.length).toBe(4 * (prefixes ? 4 : 6));
      for (const [word, answer] of learner.told) {
        const row = answer.slice(-3);
        expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
        expect(Math.abs(row[0] - following(word)[0])).toBeLessThan(0.021);
      }
      expect(parseJournal(journal).lines[0]).toMatchObject({
        answers: [{}, {}, {}, {}].map(() => expect.any(String)),
      });
    });

    it("keeps the first answer if the user says so", async () => {
      const asked = model(prefixes, (count) => 0.01 * (count % 5));
      const { result } = await run(asked, { repeat: 2, onConflict: "keep-first" });
      expect(result.outcome).toBe("accepted");
      for (const { answers, used } of result.conflicts) expect(answers.map(String)).toContain(String(used));
    });
  },
);

describe("rows that answers to different words tell differently", () => {
  it("are a contradiction that names the prefix and both words", async () => {
    const asked = model(true, (count) => (count === 3 ? 0.01 : 0));
    const { result } = await run(asked);
    expect(result.outcome).toBe("contradiction");
    expect(result.reason).toMatch(
      /^the black box contradicts itself: after ε it gave the distribution 0\.5 0\.25 0\.25 along with a, and 0\.51 0\.24 0\.25 along with b; /u,
    );
  });

  it("stay as they were told first if the majority decides: nothing starts again", async () => {
    const asked = model(true, (count) => (count === 3 ? 0.01 : 0));
    const { result, learner } = await run(asked, { onConflict: "majority" });
    expect(result.outcome).toBe("accepted");
    expect(asked.words).toHaveLength(4);
    for (const [, answer] of learner.told) expect(answer[0]).toBe(0.5);
  });
});

describe("budgets", () => {
  it("count the words that are asked, not those that are told along with others", async () => {
    const asked = model(true);
    const { result } = await run(asked, { maxQuestions: 3 });
    expect(result.outcome).toBe("budget");
    expect(result.reason).toBe("the next batch would go beyond 3 questions (3 asked so far)");
    expect(asked.words).toHaveLength(3);
    expect(result.statistics.asked).toBe(3);
  });

  it("leave the number of states to the learner", async () => {
    expect((await run(model(false), { maxStates: 0 })).result.outcome).toBe("accepted");
  });
});
