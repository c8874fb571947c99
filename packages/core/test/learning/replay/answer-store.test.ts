/** The store of a journal, line by line. */

import { Alphabet, AnswerStore, type JournalLine, rational, type Verdict, weightsIn } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { refusal } from "../../support/refusal.ts";

const verdict = (states: number): Verdict => ({ states, hash: `h${states}`, counterexample: [0] });

function make() {
  const store = new AnswerStore(weightsIn(rational), new Alphabet("ab"));
  return { store, a: store.tree.insert([0]), b: store.tree.insert([1]), ab: store.tree.insert([0, 1]) };
}

describe("a store of weights", () => {
  it("knows the words that were answered, in their order, and no others", () => {
    const { store, a, b, ab } = make();
    store.record(ab, { weight: 3 });
    store.record(b, { weight: 2, answers: [2, 2] });
    expect([store.known(ab), store.known(b), store.known(a)]).toEqual([
      { weight: 3 },
      { weight: 2, answers: [2, 2] },
      undefined,
    ]);
    expect([...store.answers()]).toEqual([
      [[0, 1], 3],
      [[1], 2],
    ]);
    expect(store.memory.missing([b, a, a, ab, 0])).toEqual([a, 0]);
    expect([store.clash(b, 7), store.memory.kept(b, 7), store.kind.tellsPrefixes]).toEqual([
      undefined,
      7,
      false,
    ]);
  });

  it("takes back answers and verdicts, the last first, until there is nothing", () => {
    const { store, a, b } = make();
    store.record(a, { weight: 1 });
    store.recordVerdict(verdict(1));
    store.record(b, { weight: 2 });
    expect(store.undo()).toBe(true);
    expect([store.size, store.verdicts.length, store.isAnswered(b)]).toEqual([1, 1, false]);
    expect(store.undo()).toBe(true);
    expect([store.size, store.verdicts.length]).toEqual([1, 0]);
    expect(store.undo()).toBe(true);
    expect([store.size, store.undo()]).toEqual([0, false]);
  });

  it("forgets verdicts, samples and rechecks at a correction: the run begins anew", () => {
    const { store, a, b } = make();
    store.recordVerdict(verdict(1));
    store.record(a, { weight: 1 });
    store.recordVerdict(verdict(2));
    store.record(b, { weight: 2 });
    store.recordSamples(1, 0, [[1]]);
    store.recordRecheck(1, a, { weight: 5 });
    expect(store.corrections).toBe(0);
    store.correct(a, { weight: 5 });
    expect(store.corrections).toBe(1);
    expect([store.known(a), store.verdicts, store.samples(1, 0), store.rechecked(1, a)]).toEqual([
      { weight: 5 },
      [],
      undefined,
      undefined,
    ]);
    // Only the two answers are left to take back.
    expect([store.undo(), store.isAnswered(b), store.undo(), store.isAnswered(a)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(store.undo()).toBe(false);
  });

  it("counts the answers that a correction adds to those before", () => {
    const { store, a, b, ab } = make();
    store.record(a, { weight: 1, answers: [1, 1] });
    store.recordRecheck(0, a, { weight: 5 });
    expect(store.answered).toBe(3);
    store.correct(a, { weight: 1, answers: [1, 1, 5, 1] });
    expect(store.answered).toBe(4);
    // This word was not answered before.
    store.correct(b, { weight: 2, answers: [2, 2, 2] });
    expect(store.answered).toBe(7);
    store.correct(ab, { weight: 2 });
    expect(store.answered).toBe(7);
  });

  it("keeps samples and rechecks by their conjecture", () => {
    const { store, a, b } = make();
    store.recordSamples(1, 2, [[0], []]);
    expect([store.samples(1, 2), store.samples(2, 1), store.samples(1, 0)]).toEqual([
      [[0], []],
      undefined,
      undefined,
    ]);
    store.recordRecheck(1, a, { weight: 5 });
    store.recordRecheck(1, b, { weight: 6 });
    store.recordRecheck(2, a, { weight: 7 });
    expect([store.rechecked(1, a), store.rechecked(1, b), store.rechecked(2, a)]).toEqual([
      { weight: 5 },
      { weight: 6 },
      { weight: 7 },
    ]);
    expect([store.rechecked(2, b), store.rechecked(0, a), store.answered]).toEqual([undefined, undefined, 3]);
    // Three more answers to a word that was asked again.
    store.recordRecheck(2, a, { weight: 7, answers: [7, 1, 1, 1] });
    expect([store.rechecked(2, a), store.answered]).toEqual([{ weight: 7, answers: [7, 1, 1, 1] }, 6]);
  });

  it("reserves nothing for a word that is answered", () => {
    const { store, a, b } = make();
    store.record(a, { weight: 1 });
    store.reserve(a, { weight: 2 }, true);
    store.reserve(b, { weight: 3, answers: [3] }, false);
    expect([store.early, store.reserved(a), store.reserved(b)]).toEqual([
      0,
      undefined,
      { weight: 3, answers: [3] },
    ]);
    expect([store.takeReserved(b), store.takeReserved(b), store.early]).toEqual([
      { weight: 3, answers: [3] },
      undefined,
      0,
    ]);
  });
});

describe("lines of a journal", () => {
  const lines: JournalLine[] = [
    { kind: "answer", word: ["a"], weight: "1/2" },
    { kind: "answer", word: ["b"], weight: "2", answers: ["2", "2"] },
    { kind: "samples", conjecture: 0, test: 1, words: [["a", "b"], []] },
    { kind: "recheck", conjecture: 0, word: ["b"], weight: "3" },
    { kind: "conjecture", conjecture: 0, states: 2, hash: "00", counterexample: ["b", "a"] },
    { kind: "conjecture", conjecture: 1, states: 3, hash: "01", counterexample: null },
  ];

  it("are taken in one by one", () => {
    const { store, a, b } = make();
    for (const line of lines) store.apply(line);
    expect([store.known(a)?.weight, store.known(b)?.answers]).toEqual([rational.parse("1/2"), [2, 2]]);
    expect([store.samples(0, 1), store.rechecked(0, b)]).toEqual([[[0, 1], []], { weight: 3 }]);
    expect(store.verdicts).toEqual([
      { states: 2, hash: "00", counterexample: [1, 0] },
      { states: 3, hash: "01", counterexample: null },
    ]);
    store.apply({ kind: "undo" });
    expect(store.verdicts).toHaveLength(1);
    store.apply({ kind: "correction", word: ["a"], weight: "7" });
    expect([store.known(a), store.verdicts]).toEqual([{ weight: 7 }, []]);
  });

  it("of conjectures come in order", () => {
    const { store } = make();
    expect(refusal(() => store.apply(lines[5]))).toBe(
      "parse: this is no journal of a run: expected conjecture 0, found 1",
    );
  });

  it("are written as they were read", () => {
    const { store, a, b } = make();
    expect(store.line("answer", a, { weight: rational.parse("1/2") })).toEqual(lines[0]);
    expect(store.line("answer", b, { weight: 2, answers: [2, 2] })).toEqual(lines[1]);
    expect(store.line("correction", 0, { weight: 0 })).toEqual({ kind: "correction", word: [], weight: "0" });
  });

  it("of another journal are reserved, if they hold an answer", () => {
    const { store, a, b } = make();
    for (const line of lines) store.applyReserved(line, true);
    store.applyReserved({ kind: "correction", word: [], weight: "9" }, false);
    store.applyReserved({ kind: "undo" }, true);
    expect([store.early, store.size, store.verdicts]).toEqual([2, 0, []]);
    expect(store.reserved(a)).toEqual({ weight: rational.parse("1/2") });
    expect(store.reserved(b)).toEqual({ weight: 2, answers: [2, 2] });
    expect(store.reserved(0)).toEqual({ weight: 9 });
  });
});
