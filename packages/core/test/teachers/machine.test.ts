import {
  Alphabet,
  AnswerStore,
  formatJournalHeader,
  freeWord,
  HankelError,
  learn,
  type MachineTeacherOptions,
  machineSize,
  machineTeacher,
  parseJournalHeader,
  requireMachine,
  runMachine,
  runsOf,
  wpMethod,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

/** A turnstile: a coin opens it, a push closes it. */
const turnstile: MachineTeacherOptions = {
  kind: "mealy",
  alphabet: ["coin", "push"],
  run(word) {
    let open = false;
    return word.map((input) => {
      const output = input === "coin" ? (open ? "1" : "0") : open ? "" : "clack";
      open = input === "coin";
      return output;
    });
  },
  equivalence: wpMethod(1),
};

describe("machineTeacher", () => {
  it("teaches a Mealy machine", () => {
    const { automaton } = learn(machineTeacher(turnstile));
    const machine = requireMachine(automaton);
    expect(machine.kind).toBe("mealy");
    expect(machineSize(machine)).toBe(2);
    const word = ["push", "coin", "coin", "push", "push"];
    expect(runMachine(machine, word)).toEqual(["clack", "0", "1", "", "clack"]);
  });

  it("teaches a Moore machine", () => {
    const run = (word: readonly string[]) =>
      ["", ...word].map((input) => (input === "coin" ? "open" : "closed"));
    const { automaton } = learn(machineTeacher({ ...turnstile, kind: "moore", run }));
    const machine = requireMachine(automaton);
    expect(machine.kind).toBe("moore");
    expect(machineSize(machine)).toBe(2);
    expect(runMachine(machine, ["coin", "push"])).toEqual(["closed", "open", "closed"]);
  });

  it.each([
    [() => [], "the answer for coin: expected 1 output (one for each input), got 0"],
    [() => ["a", "b"], "the answer for coin: expected 1 output (one for each input), got 2"],
    [() => [5], 'the answer for coin: output 1 is 5: outputs are strings, so write "5"'],
    [() => new Array(1), "the answer for coin: output 1 is undefined: outputs are strings"],
  ])("names the word of a bad run: %s", (run, message) => {
    const teacher = machineTeacher({ ...turnstile, run: run as () => string[] });
    expect(() => teacher.weigh([[0]])).toThrow(message);
  });

  it("knows two kinds", () => {
    const kind = "mealie" as "mealy";
    expect(() => machineTeacher({ ...turnstile, kind })).toThrow('expected the kind "mealy" or "moore"');
  });
});

describe("a store of runs", () => {
  const alphabet = new Alphabet(["a", "b"]);
  const store = (kind: "mealy" | "moore" = "mealy") => new AnswerStore(runsOf(kind), alphabet);
  const node = (answers: AnswerStore<string>, word: number[]) => answers.tree.insert(word);

  it("knows every prefix of an answered word", () => {
    const answers = store();
    answers.record(node(answers, [0, 1, 0]), { weight: freeWord("x", "", "0") });
    expect(answers.known(node(answers, [0, 1]))?.weight).toBe('x ""');
    expect(answers.known(0)?.weight).toBe("1");
    expect(answers.known(node(answers, [1]))).toBe(undefined);
    expect(answers.size).toBe(1);
    const moore = store("moore");
    expect(moore.known(0)).toBe(undefined);
    moore.record(node(moore, [1]), { weight: freeWord("off", "on") });
    expect(moore.known(0)?.weight).toBe("off");
  });

  it("asks the longest words first, and no prefix of another", () => {
    const answers = store();
    answers.record(node(answers, [1, 1]), { weight: freeWord("x", "y") });
    const words = [[], [0], [1], [0, 0, 1], [0, 1], [0, 0], [1, 1, 0], [0, 1], [1, 1]];
    const asked = answers.memory.missing(words.map((word) => node(answers, word)));
    expect(asked.map((found) => answers.tree.word(found))).toEqual([
      [0, 0, 1],
      [1, 1, 0],
      [0, 1],
    ]);
  });

  it("finds where two runs disagree, and who told the output first", () => {
    const answers = store();
    answers.record(node(answers, [0, 0]), { weight: freeWord("x", "y") });
    answers.record(node(answers, [0, 1]), { weight: freeWord("x", "z") });
    const other = node(answers, [0, 1, 1]);
    expect(answers.clash(other, freeWord("x", "z", "q"))).toBe(undefined);
    expect(answers.clash(other, freeWord("w", "v", "q"))).toEqual({
      prefix: [0],
      word: [0, 0],
      told: "x",
      other: "w",
    });
    expect(answers.memory.kept(other, freeWord("w", "v", "q"))).toBe(freeWord("x", "z", "q"));
  });

  it("lets a correction prevail, also over words that share the prefix", () => {
    const answers = store();
    answers.record(node(answers, [0, 0]), { weight: freeWord("x", "y") });
    answers.correct(node(answers, [0]), { weight: freeWord("w") });
    expect(answers.known(node(answers, [0, 0]))?.weight).toBe("w y");
    expect([...answers.answers()]).toEqual([
      [[0, 0], "w y"],
      [[0], "w"],
    ]);
  });

  it("forgets what a withdrawn answer told", () => {
    const answers = store();
    answers.record(node(answers, [0, 0]), { weight: freeWord("x", "y") });
    answers.undo();
    expect(answers.known(node(answers, [0]))).toBe(undefined);
  });

  it("gives out reserved answers for prefixes too", () => {
    const answers = store();
    answers.reserve(node(answers, [0, 0]), { weight: freeWord("x", "y") }, true);
    expect(answers.known(node(answers, [0]))).toBe(undefined);
    expect(answers.takeReserved(node(answers, [0]))).toEqual({ weight: "x" });
    expect(answers.early).toBe(1);
    expect(answers.takeReserved(node(answers, [0, 0]))).toEqual({ weight: "x y" });
    expect(answers.early).toBe(0);
  });

  it("refuses an answer that is no run", () => {
    const answers = store();
    const line = { kind: "answer", word: ["a"], weight: "x y" } as const;
    expect(() => answers.apply(line)).toThrow(HankelError);
    expect(() => answers.apply({ ...line, weight: "x^-1" })).toThrow(
      "is no run of a Mealy machine on 1 input",
    );
  });

  it("has the kind of machine in the header of its journal", () => {
    const header = {
      journal: "hankel/1",
      algorithm: 3,
      learner: "tree",
      machine: "moore",
      alphabet: ["a"],
      options: {},
      seed: 1,
    } as const;
    expect(parseJournalHeader(formatJournalHeader(header))).toEqual(header);
    const former = { ...header, semifield: "free-group" };
    expect(parseJournalHeader(JSON.stringify(former))).toEqual(header);
    expect(() => parseJournalHeader(JSON.stringify({ ...header, machine: "dfa" }))).toThrow("no journal");
    expect(() => parseJournalHeader(JSON.stringify({ ...header, semifield: "real" }))).toThrow("no journal");
  });
});
