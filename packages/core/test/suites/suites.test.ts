import {
  Alphabet,
  boolean,
  fromExpression,
  keepConnection,
  machineOf,
  machineToWdfsa,
  rational,
  readDot,
  runMachine,
  type Suite,
  suiteFormatByEnding,
  testSuite,
  toWdfsa,
  traceOf,
  Wdfsa,
  type Word,
  wordsOfTest,
  writeSuite,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { randomMachine } from "../support/machines.ts";

const METHODS = ["cover", "states", "w", "wp", "hsi", "wp:1", "tuples:2", "tuples:3", "random:30"];

function begins(prefix: Word, word: Word): boolean {
  return prefix.length <= word.length && prefix.every((letter, i) => word[i] === letter);
}

/** Each pair of a state and as many letters as are taken behind it. */
function tuplesOf(machine: Wdfsa<unknown>, words: Iterable<Word>, k: number): Set<string> {
  const taken = new Set<string>();
  for (const word of words) {
    for (let from = 0; from + k <= word.length; from++) {
      taken.add(`${machine.stateAfter(word.slice(0, from))}:${word.slice(from, from + k).join()}`);
    }
  }
  return taken;
}

const DOOR = `digraph door {
  s0 [label="closed"]; s1 [label="open"]; s2 [label="locked"]; s9 [label="nowhere"];
  s0 -> s1 [label="open / ok"]; s0 -> s2 [label="lock / ok"];
  s1 -> s0 [label="close / ok"]; s2 -> s0 [label="unlock / ok"]; s9 -> s0 [label="close / no"];
  __start0 [label="" shape="none"]; __start0 -> s0;
}`;

function door(): Wdfsa<unknown> {
  const automaton = readDot(DOOR);
  return toWdfsa(automaton as Wdfsa<unknown>);
}

describe.each([...METHODS, "spy", "spy:1"])("a suite of a machine by %s", (method) => {
  it("has no test that begins another, and says what the machine answers", () => {
    for (let seed = 0; seed < 20; seed++) {
      const machine = randomMachine(seed);
      const { tests, alphabet } = testSuite(machineToWdfsa(machine), { method });
      expect(alphabet.symbols).toEqual(machine.alphabet.symbols);
      for (const { word, expected } of tests) {
        expect(tests.filter((other) => begins(word, other.word))).toHaveLength(1);
        expect(expected).toEqual(runMachine(machine, word));
      }
    }
  });
});

describe.each(METHODS)("a suite by %s", (method) => {
  it("has no test of a language that begins another, and looks at each word once", () => {
    for (const expression of ["a*b", "(a|b)*abb", "ab|ba", "()"]) {
      const automaton = fromExpression(expression, boolean, { alphabet: new Alphabet("ab") });
      const suite = testSuite(automaton, { method });
      const words = suite.tests.flatMap((test) => wordsOfTest(suite, test));
      expect(new Set(words.map(String)).size).toBe(words.length);
      for (const { word, expected } of suite.tests) {
        expect(suite.tests.filter((other) => begins(word, other.word))).toHaveLength(1);
        expect(expected.at(-1)).toBe(automaton.weigh(word) ? "accept" : "reject");
        expect(expected).toHaveLength(word.length + 1);
      }
    }
  });

  it("goes only where a machine with missing transitions answers", () => {
    const suite = testSuite(door(), { method });
    expect(suite.speaks).toBe("mealy");
    expect(suite.notes.join(" ")).toMatch(
      /1 state of the model cannot be reached.*lacks 8 of 12 transitions/u,
    );
    for (const { word, expected } of suite.tests) {
      expect(word.length).toBeGreaterThan(0);
      expect(expected.every((output) => output === "ok")).toBe(true);
      expect(door().stateAfter(word)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("coverings", () => {
  it("take every transition, every state and every tuple of transitions", () => {
    for (let seed = 0; seed < 30; seed++) {
      const automaton = machineToWdfsa(randomMachine(seed));
      const machine = machineOf(automaton);
      if (machine === undefined) throw new Error("no machine");
      const letters = automaton.alphabet.size;
      const reached = new Set([0]);
      for (const state of reached) {
        for (let letter = 0; letter < letters; letter++)
          reached.add(automaton.target[state * letters + letter]);
      }
      const words = (method: string) => testSuite(automaton, { method }).tests.map(({ word }) => word);
      expect(tuplesOf(automaton, words("cover"), 1).size).toBe(reached.size * letters);
      for (const k of [1, 2, 3]) {
        expect(tuplesOf(automaton, words(`tuples:${k}`), k).size).toBe(reached.size * letters ** k);
      }
      const entered = words("states").flatMap((word) => word.map((_, i) => word.slice(0, i + 1)));
      expect(new Set([[], ...entered].map((word) => automaton.stateAfter(word)))).toEqual(reached);
    }
  });

  it("take tuples in few paths", () => {
    const automaton = machineToWdfsa(randomMachine(5));
    const { tests } = testSuite(automaton, { method: "tuples:2" });
    const arcs = automaton.target.length * automaton.alphabet.size;
    expect(tests.length).toBeLessThanOrEqual(arcs / 2);
  });
});

describe("random tests", () => {
  it("are as many as are asked for, the same for one seed, and others for another", () => {
    const automaton = machineToWdfsa(randomMachine(4));
    const words = (seed: number) =>
      testSuite(automaton, { method: "random:50", seed }).tests.map(({ word }) => word);
    expect(words(1)).toHaveLength(50);
    expect(words(1)).toEqual(words(1));
    expect(words(2)).not.toEqual(words(1));
  });

  it("are fewer where there are no more words", () => {
    const alphabet = machineToWdfsa(randomMachine(0)).alphabet.size;
    expect(alphabet).toBeGreaterThan(0);
    const automaton = fromExpression("()", boolean, { alphabet: new Alphabet("") });
    expect(testSuite(automaton, { method: "random:5" }).tests).toHaveLength(1);
  });
});

describe("a suite", () => {
  it("tests weights behind the words of the method only", () => {
    const suite = testSuite(fromExpression("<2>a<3>b", rational), { method: "states" });
    expect(suite.tests.map((test) => traceOf(suite, test))).toEqual(["ε/0  a/0  b/6"]);
  });

  it("refuses what it cannot do, and says why", () => {
    const automaton = fromExpression("(a|b)*abb", boolean);
    expect(() => testSuite(automaton, { method: "h" })).toThrow(
      '"h" is no method of a suite: there are cover, states, w, wp, hsi, spy, tuples:2, random:100',
    );
    expect(() => testSuite(automaton, { method: "cover", extra: 1 })).toThrow(
      "extra states are for the methods w, wp, hsi and spy",
    );
    expect(() => testSuite(automaton, { method: "w", extra: 9, maxTests: 100 })).toThrow(
      "more than 100 words",
    );
    expect(() => testSuite(automaton, { method: "tuples:20" })).toThrow("too many tuples");
    expect(() => testSuite(automaton, { method: "spy" })).toThrow("spy is for Mealy and Moore machines");
    expect(() => testSuite(door(), { method: "spy" })).toThrow("spy needs a model with all transitions");
    const machine = machineToWdfsa(randomMachine(5));
    expect(() => testSuite(machine, { method: "spy:30", maxTests: 100 })).toThrow("more than 100 words");
    expect(() => testSuite(automaton, { extra: -1 })).toThrow("extra states");
  });

  it("is known by the ending of a file", () => {
    const names = ["a.test.ts", "a.spec.ts", "test_a.py", "a.feature", "a.JSONL", "a.txt", "a.csv"];
    expect(names.map((name) => suiteFormatByEnding(name)?.name)).toEqual([
      "vitest",
      "playwright",
      "pytest",
      "gherkin",
      "jsonl",
      "text",
      undefined,
    ]);
  });

  it("keeps what the user connected", () => {
    const suite = testSuite(door(), { method: "cover" });
    for (const format of ["vitest", "pytest", "playwright"]) {
      const first = writeSuite(suite, format, { title: "door" });
      const connected = first.replace(/(?<=written again\.\n)[^]*?(?=\n(?:\/\/|#) Below)/u, "MINE");
      expect(connected).toContain("MINE");
      const more = writeSuite(testSuite(door(), { method: "wp" }), format, { title: "door" });
      const kept = keepConnection(connected, more);
      expect(kept).toContain("MINE");
      expect(kept.split("MINE")).toEqual([
        more.split(/(?<=written again\.\n)/u)[0],
        `\n${more.slice(more.search(/(?:\/\/|#) Below/u))}`,
      ]);
      expect(keepConnection("something else", more)).toBe(more);
    }
  });

  it("quotes what would be unclear in a trace, a feature and a program", () => {
    const nasty = ['say "hi"', "a/b", "", "ε", "new\nline", "</script>", "${x}", "«: x»"];
    const quoted: Suite = {
      ...testSuite(fromExpression("a", boolean), { method: "cover" }),
      speaks: "mealy",
      alphabet: new Alphabet(nasty),
      tests: [{ word: nasty.map((_, i) => i), expected: nasty }],
    };
    expect(writeSuite(quoted, "text", { title: "x" })).toBe(
      `${nasty.map((symbol) => (/^[$«<]/u.test(symbol) && !/[ /]/u.test(symbol) ? `${symbol}/${symbol}` : `${JSON.stringify(symbol)}/${JSON.stringify(symbol)}`)).join("  ")}\n`,
    );
    expect(JSON.parse(writeSuite(quoted, "jsonl", { title: "x" }))).toEqual({ word: nasty, outputs: nasty });
    expect(
      writeSuite(quoted, "gherkin", { title: "x" })
        .split("\n")
        .filter((line) => /^\s+(?:When|Then)/u.test(line)),
    ).toHaveLength(16);
    expect(writeSuite(quoted, "vitest", { title: "x", typed: false })).toContain('"«: x»"');
  });
});
