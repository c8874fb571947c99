import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exactTeacher, freeWord, learn, type Wdfsa, type Word } from "@hankel/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { learnOurselves, payingForCounterexamples } from "../bench/models/ours.ts";
import { differenceOf } from "../bench/models/read-back.ts";
import { findSubjects } from "../bench/models/subjects.ts";
import { byLearner, byMachine, totalOf } from "../bench/models/tables.ts";
import type { Contest } from "../bench/models/tournament.ts";
import type { ReadMachine } from "../bench/peers/read-dots.ts";
import { sample } from "../bench/peers/sample.ts";
import { automatonOf, behindCache } from "../bench/support/machines.ts";
import {
  fingerprint,
  type OutputMachine,
  outputMachine,
  peerTarget,
} from "../bench/support/output-machine.ts";

const graph = (...lines: string[]) => `digraph g {\n${lines.join("\n")}\n__start0 -> s0;\n}\n`;
const COFFEE = graph(
  's0 [label="s0"];',
  's1 [label="s1"];',
  's0 -> s1 [label="coin/ok"];',
  's0 -> s0 [label="button/no"];',
  's1 -> s1 [label="coin/ok"];',
  's1 -> s0 [label="button/coffee"];',
);
/** The same machine with other names, letters in another order, and a state too many. */
const COFFEE_AGAIN = graph(
  's0 [label="idle"];',
  's1 [label="paid"];',
  's2 [label="paid twice"];',
  's0 -> s0 [label="button/no"];',
  's0 -> s1 [label="coin/ok"];',
  's1 -> s0 [label="button/coffee"];',
  's1 -> s2 [label="coin/ok"];',
  's2 -> s0 [label="button/coffee"];',
  's2 -> s1 [label="coin/ok"];',
);
const LAMP = graph(
  's0 [shape=record, label="{s0|off}"];',
  's1 [shape=record, label="{s1|on}"];',
  's0 -> s1 [label="press"];',
  's1 -> s0 [label="press"];',
);

function machineOf(automaton: Wdfsa<unknown>): OutputMachine {
  const machine = outputMachine(automaton);
  if (typeof machine === "string") throw new Error(machine);
  return machine;
}

describe("a folder of DOT files", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "hankel models "));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  test("machines are found in subfolders and under odd names, and equal ones are counted once", () => {
    put("a b/coffee | machine (1).dot", COFFEE);
    put("lamp.GV", LAMP);
    put("z/copy.dot", COFFEE_AGAIN);
    put("notes.txt", "no machine");
    const { subjects, leftOut } = findSubjects(folder);
    expect(subjects.map(({ name, machine }) => [name, machine.size, machine.first])).toEqual([
      ["a b/coffee | machine (1).dot", 2, undefined],
      ["lamp.GV", 2, "off"],
    ]);
    expect(leftOut).toEqual(["z/copy.dot (equal to a b/coffee | machine (1).dot, and counted once)"]);
  });

  test("what is no machine is left out with the reason", () => {
    put("coffee.dot", COFFEE);
    put("broken.dot", "digraph {");
    put("dfa.dot", graph("s0 [shape=doublecircle];", 's0 -> s0 [label="a"];'));
    put("nondeterministic.dot", COFFEE.replace("coin/ok", "button/x"));
    put("partial.dot", graph('s0 -> s1 [label="a/x"];', 's1 -> s0 [label="b/x"];'));
    const { subjects, leftOut } = findSubjects(folder);
    expect(subjects.map(({ name }) => name)).toEqual(["coffee.dot"]);
    expect(leftOut.map((reason) => reason.split(" (")[0])).toEqual([
      "broken.dot",
      "nondeterministic.dot",
      "dfa.dot",
      "partial.dot",
    ]);
    expect(leftOut[0]).toMatch(/^broken\.dot \(\S.*\)$/u);
    expect(leftOut[1]).toContain("nondeterministic");
    expect(leftOut[2]).toContain("it accepts words and writes no outputs");
    expect(leftOut[3]).toContain('it is incomplete: state 0 has no arc for "b"');
  });

  test("a folder without a machine is an error that says why", () => {
    expect(() => findSubjects(join(folder, "absent"))).toThrow(/cannot list the folder .*absent/u);
    expect(() => findSubjects(folder)).toThrow("has no file that ends in .dot or .gv");
    put("dfa.dot", graph("s0 [shape=doublecircle];", 's0 -> s0 [label="a"];'));
    expect(() => findSubjects(folder)).toThrow(/no complete deterministic .*\n {2}dfa\.dot \(it accepts/u);
  });
});

describe("what learners of real machines are charged", () => {
  const target = automatonOf(sample("mealy", 12, 3, 1, 2));

  test("a counterexample that is not asked for", () => {
    const teacher = payingForCounterexamples(behindCache(exactTeacher(target)));
    const first = automatonOf(sample("mealy", 2, 3, 1, 2));
    const word = teacher.findCounterexample?.(first) as Word;
    expect(teacher.reachedCost).toBe(1 + word.length);
    teacher.weigh([word]);
    expect(teacher.reachedCost).toBe(1 + word.length);
  });

  test("the first counterexample by length, then by letters, as the peers get it", () => {
    const { letters } = sample("mealy", 12, 3, 1, 2);
    const checked: number[] = [];
    const exact = exactTeacher(target);
    const watched = {
      ...exact,
      findCounterexample(hypothesis: Wdfsa<unknown>) {
        const word = exact.findCounterexample(hypothesis);
        if (word !== null) {
          expect([...word]).toEqual(firstDifference(target, hypothesis, letters));
          checked.push(word.length);
        }
        return word;
      },
    };
    learn(watched, { learner: "tree" });
    expect(checked.length).toBeGreaterThan(2);
  });

  test("a run that takes too long has no cost", () => {
    let now = 0;
    const aSecondPerLook = () => (now += 1000);
    expect(learnOurselves(target, "tree", 3, aSecondPerLook).found).toBe("over 3 s");
    expect(learnOurselves(target, "tree", 60, () => 0).found).toMatchObject({ who: "tree", ours: true });
  });
});

/** By trying all words in order. */
function firstDifference(left: Wdfsa<unknown>, right: Wdfsa<unknown>, letters: number): number[] {
  const words: number[][] = [[]];
  for (const word of words) {
    if (left.weigh(word) !== right.weigh(word)) return word;
    for (let letter = 0; letter < letters; letter++) words.push([...word, letter]);
  }
  return [];
}

describe("machines for other programs", () => {
  const machine = machineOf(automatonOf(sample("mealy", 5, 2, 3, 2)));
  const read: ReadMachine = {
    initial: 4,
    arcs: machine.target.map((to, arc) => [
      4 - Math.floor(arc / 2),
      machine.symbols[arc % 2],
      machine.output[arc],
      4 - to,
    ]),
    outputs: {},
  };

  test("a machine that was read as it is has no difference, whatever its states are called", () => {
    expect(differenceOf(machine, read)).toBeUndefined();
  });

  test("another output, a lost arc and another beginning are noticed", () => {
    const [[from, input, , to], ...rest] = read.arcs;
    expect(differenceOf(machine, { ...read, arcs: [[from, input, "?", to], ...rest] })).toMatch(
      /writes "\?", not/u,
    );
    expect(differenceOf(machine, { ...read, arcs: rest })).toMatch(/^9 arcs/u);
    expect(differenceOf({ ...machine, first: "x" }, read)).toBe('begins with undefined, not "x"');
  });

  test("the fingerprint forgets the order of letters and nothing else", () => {
    const { symbols, target, output } = machine;
    const swapped = <T>(list: readonly T[]) => list.map((_, arc) => list[arc ^ 1]);
    const same = { ...machine, symbols: swapped(symbols), target: swapped(target), output: swapped(output) };
    expect(fingerprint(same)).toBe(fingerprint(machine));
    expect(fingerprint({ ...machine, first: "x" })).not.toBe(fingerprint(machine));
    expect(fingerprint({ ...machine, output: swapped(output) })).not.toBe(fingerprint(machine));
  });

  test("outputs are numbers for the peers, equal where they are equal", () => {
    const wide = { ...machine, output: machine.output.map((name) => freeWord(name, "!")) };
    expect(peerTarget(wide)).toEqual(peerTarget(machine));
    expect(new Set((peerTarget(machine) as { output: number[] }).output)).toEqual(new Set([0, 1]));
  });
});

describe("the tables of real machines", () => {
  const subject = (name: string) => {
    const automaton = automatonOf(sample("mealy", 2, 2, 1, 2));
    return { name, automaton, machine: machineOf(automaton) };
  };
  const contest = (name: string, costs: Record<string, number>, late: readonly string[] = []): Contest => ({
    subject: subject(name),
    entries: Object.entries(costs).map(([who, cost]) => ({
      who,
      ours: !who.includes(" "),
      cost,
      equivalences: 2,
      seconds: 1,
    })),
    failures: new Map(late.map((who) => [who, "over 60 s"])),
    learned: undefined,
  });
  const contests = [
    contest("one.dot", { tree: 20, apart: 50, "aalpy kv": 10, "learnlib ttt": 40 }, ["table"]),
    contest("two.dot", { tree: 50, apart: 100, table: 400, "aalpy kv": 100 }, ["learnlib ttt"]),
  ];

  test("ratios are to the best peer of each machine", () => {
    expect(totalOf(contests, "tree")).toMatchObject({
      machines: 2,
      cost: 70,
      equivalences: 4,
      mean: 1,
      worst: 2,
    });
    expect(totalOf(contests, "learnlib ttt")).toMatchObject({
      machines: 1,
      cost: 40,
      mean: 4,
      worstOn: "one.dot",
    });
  });

  test("who ran out of time is marked, and missing peers are named", () => {
    const missing = [
      { name: "aalpy", algorithms: { dfa: [], mealy: [], pdfa: [] }, version: null, missing: "no pip" },
    ] as const;
    const { rows, notes } = byMachine({ contests, leftOut: ["x.dot (why)"], missing });
    expect(rows[0]).toContain("over 60 s");
    expect(rows[1]).toContain("aalpy kv");
    expect(notes).toEqual([
      "one.dot, no result: table (over 60 s)",
      "two.dot, no result: learnlib ttt (over 60 s)",
      "left out: x.dot (why)",
      "not installed, so not compared: aalpy (no pip); bench/peers/setup installs what it can",
    ]);
  });

  test("without peers there are our rows, and no goals", () => {
    const alone = contests.map((found) => ({ ...found, entries: found.entries.filter(({ ours }) => ours) }));
    const { rows, goals } = byLearner({ contests: alone, leftOut: [], missing: [] });
    expect(rows.every(([who]) => `${who}`.startsWith("Hankel "))).toBe(true);
    expect(goals).toEqual([]);
  });
});
