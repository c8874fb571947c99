/** Journal files: opening, refusing, replaying, merging. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  Alphabet,
  AnswerStore,
  type JournalHeader,
  type JournalLine,
  randomAutomaton,
  rational,
  replayJournal,
  storeOf,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import { Journal, journalOf, mergeJournals, readJournal } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { summed } from "../../../scripts/summed.ts";
import { simulate } from "./simulation/process-run.ts";
import { workplace } from "./support/boxes.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

const header: JournalHeader = {
  journal: "hankel/1",
  algorithm: 1,
  learner: "tree",
  semifield: "rational",
  alphabet: ["a", "b"],
  options: { equivalence: "wp:1" },
  seed: 1,
};

const answer = (word: string, weight: string): JournalLine => ({ kind: "answer", word: [...word], weight });

describe("a journal", () => {
  it("is written and read back, and leaves no other file when it is closed", async () => {
    using place = workplace();
    const path = join(place.folder, "run.jsonl");
    const first = await Journal.open(path, header);
    first.append([answer("a", "1/2")]);
    await expect(Journal.open(path, header)).rejects.toThrow(/is in use/u);
    first.close();
    const second = await Journal.open(path, header);
    expect([...second.recorded]).toEqual([answer("a", "1/2")]);
    second.append([answer("b", "1"), { kind: "undo" }]);
    await second.sync();
    second.close();
    expect(readJournal(path).lines).toHaveLength(3);
    expect([...storeOf(readJournal(path)).answers()]).toHaveLength(1);
    expect(readdirSync(place.folder)).toEqual(["run.jsonl"]);
  });

  it.each([
    [{ semifield: "real" }, /semifield "rational" there, "real" here/u],
    [{ alphabet: ["a", "b", "c"] }, /alphabet \["a","b"\] there, \["a","b","c"\] here/u],
    [{ learner: "table" }, /learner "tree" there, "table" here/u],
    [{ seed: 2 }, /seed 1 there, 2 here/u],
    [{ algorithm: 2 }, /algorithm 1 there, 2 here/u],
    [
      { options: { equivalence: "wp:2", repeat: 3 } },
      /equivalence "wp:1" there, "wp:2" here; option repeat nothing there, 3 here/u,
    ],
  ])("of another run is refused with the differences: %#", async (change, message) => {
    using place = workplace();
    const path = join(place.folder, "run.jsonl");
    (await Journal.open(path, header)).close();
    const before = readFileSync(path, "utf8");
    await expect(Journal.open(path, { ...header, ...change })).rejects.toThrow(message);
    expect(readFileSync(path, "utf8")).toBe(before);
    (await Journal.open(path, header)).close();
  });

  it.each(["hello", "hello\n", '{"format":"hankel/1"}\n', '{"journal":"hankel/1","alg', "\u0000\u0000"])(
    "does not overwrite a file that is not a journal: %j",
    async (text) => {
      using place = workplace();
      const path = place.file("notes", text);
      const opened = Journal.open(path, {
        ...header,
        learner: text.startsWith('{"journal') ? "other" : "tree",
      });
      if (text.startsWith('{"journal')) (await opened).close();
      else {
        await expect(opened).rejects.toThrow(/journal/u);
        expect(readFileSync(path, "utf8")).toBe(text);
      }
    },
  );

  it("with a malformed line in the middle is refused with the line number", () => {
    const text = `${JSON.stringify(header)}\n{"word":["a"],"weight":"1"}\n{"wo\n{"word":[],"weight":"1"}\n`;
    const main = new MemoryStorage(new TextEncoder().encode(text));
    expect(() => new Journal("j", header, { main, early: new MemoryStorage() })).toThrow(/^j:3: not JSON/u);
  });

  it("with a changed answer is refused, also if its lines got other ends", () => {
    const main = new MemoryStorage();
    const storages = () => ({ main, early: new MemoryStorage() });
    new Journal("j", header, storages()).append([{ kind: "answer", word: ["a"], weight: "1" }]);
    const changed = new TextDecoder()
      .decode(main.read(0, main.size()))
      .replace('"weight":"1"', '"weight":"2"')
      .replaceAll("\n", "\r\n");
    const refusal = /^j:1: this line's checksum is not where Hankel writes it: the line was changed/u;
    const bytes = new TextEncoder().encode(changed);
    expect(() => new Journal("j", header, { ...storages(), main: new MemoryStorage(bytes) })).toThrow(
      refusal,
    );
    expect(() => journalOf("j", bytes)).toThrow(refusal);
  });

  it("that is only read must exist", () => {
    using place = workplace();
    const path = join(place.folder, "no");
    expect(() => readJournal(path)).toThrow(`cannot read ${path}: no such file or folder`);
  });

  it("in a missing folder is an error", async () => {
    using place = workplace();
    await expect(Journal.open(join(place.folder, "no", "j"), header)).rejects.toThrow(
      /no such file or folder/u,
    );
  });
});

describe("a store of answers", () => {
  it("knows what stands after corrections and undoing", () => {
    const store = new AnswerStore(weightsIn(rational), new Alphabet("ab"));
    store.apply(answer("a", "1"));
    store.apply({ kind: "conjecture", conjecture: 0, states: 1, hash: "x", counterexample: ["a"] });
    store.apply(answer("b", "2"));
    store.apply({ kind: "undo" });
    expect([...store.answers()]).toEqual([[[0], 1]]);
    store.apply({ kind: "undo" });
    expect(store.verdicts).toEqual([]);
    store.apply({ kind: "conjecture", conjecture: 0, states: 1, hash: "y", counterexample: null });
    store.apply({ kind: "correction", word: ["a"], weight: "3", answers: ["1", "3", "3"] });
    expect([...store.answers()]).toEqual([[[0], 3]]);
    expect(store.verdicts).toEqual([]);
    expect(() =>
      store.apply({ kind: "conjecture", conjecture: 1, states: 1, hash: "z", counterexample: null }),
    ).toThrow(/expected conjecture 0/u);
    store.apply({ kind: "undo" });
    store.apply({ kind: "undo" });
    expect(store.size).toBe(0);
  });
});

describe("replay", () => {
  it("replays a journal, finished or not, and refuses one that does not fit", async () => {
    using place = workplace();
    const target = randomAutomaton({ algebra: rational, states: 4, letters: 2, seed: 2 }) as never;
    const { journal, text } = await simulate(target, { learner: "tree" });
    const whole = readJournal(place.file("whole", journal));
    const done = replayJournal(whole);
    expect(done.learned.outcome).toBe("accepted");
    expect(done.store.size).toBe(whole.lines.filter((line) => line.kind === "answer").length);
    expect(writeHankel(done.learned.automaton)).toBe(text);

    const half = readJournal(place.file("half", journal.slice(0, journal.length >> 1)));
    const part = replayJournal(half);
    expect(part.learned).toMatchObject({ outcome: "cancelled", reason: "the journal ends here" });
    expect(part.learned.automaton.size).toBeGreaterThan(0);

    const wrong = summed(journal.replace(/"hash":"[^"]+"/u, '"hash":"0"'));
    const unfit = () => replayJournal(readJournal(place.file("wrong", wrong)));
    expect(unfit).toThrow(/the journal does not fit/u);
  });
});

describe("merge", () => {
  it("collects the answers and reports contradictions", () => {
    const one = { path: "one", header, lines: [answer("a", "1"), answer("b", "2")] };
    const two = {
      path: "two",
      header: { ...header, alphabet: ["b", "c"] },
      lines: [answer("b", "3"), answer("c", "4")],
    };
    const { text, answers, conflicts } = mergeJournals([one, two]);
    expect(answers).toBe(3);
    expect(conflicts).toEqual([{ word: ["b"], weights: ["2", "3"] }]);
    using place = workplace();
    writeFileSync(join(place.folder, "m"), text);
    const merged = readJournal(join(place.folder, "m"));
    expect(merged.header.alphabet).toEqual(["a", "b", "c"]);
    expect(merged.lines).toEqual([answer("a", "1"), answer("b", "2"), answer("c", "4")]);
  });

  it("refuses journals over different semifields", () => {
    const one = { path: "one", header, lines: [] };
    const two = { path: "two", header: { ...header, semifield: "real" }, lines: [] };
    expect(() => mergeJournals([one, two])).toThrow(/cannot merge journals over different semifields/u);
  });
});
