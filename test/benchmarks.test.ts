import { readdirSync, readFileSync } from "node:fs";
import { exactTeacher } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { comparisons } from "../bench/comparisons.ts";
import { runAhead } from "../bench/fleet-simulation/ahead.ts";
import { weighted } from "../bench/fleet-simulation/contenders.ts";
import { guessForTable } from "../bench/fleet-simulation/guess-for-table.ts";
import { guessForTree } from "../bench/fleet-simulation/guess-for-tree.ts";
import { type RecordedRun, type Round, recordRun } from "../bench/fleet-simulation/recorded-run.ts";
import { secondsOf, secondsWithWideTests, wordsOf } from "../bench/fleet-simulation/schedule.ts";
import { looks } from "../bench/support/colours.ts";
import {
  FRONT,
  pageOf,
  plotsOf,
  readResults,
  withComparisons,
  withResults,
} from "../bench/support/documents.ts";
import { target } from "../bench/support/families.ts";
import { behindCache } from "../bench/support/machines.ts";
import { frontSteps, isOnFront } from "../bench/support/pareto.ts";
import { draw } from "../bench/support/plot.ts";
import { contenders, study } from "../bench/support/study.ts";

const url = (path: string) => new URL(`../${path}`, import.meta.url);
const file = (path: string) => readFileSync(url(path), "utf8");

/** Figures in the documents are those that were measured: nobody types them. */
describe("the pages of the benchmarks", () => {
  const results = readResults();
  const plots = plotsOf(results);
  const pages = [...new Set(results.map(pageOf))];
  const advice = "Run `npm run bench -- docs`, look at what changed, and commit it.";

  test.each(pages)("%s shows what bench/results holds", (page) => {
    const document = file(page);
    const own = results.filter((result) => pageOf(result) === page);
    expect(withResults(document, own), advice).toBe(document);
  });

  test.each([FRONT, ...pages])("%s has no marks of something that is gone", (page) => {
    const known = [
      ...results.filter((result) => pageOf(result) === page).map(({ id }) => id),
      ...(page === FRONT
        ? [...comparisons.map(({ name }) => name), "colours", "glance", "goals"]
        : ["contents"]),
    ];
    const marks = [...file(page).matchAll(/^<!-- bench (\S+) -->$/gmu)].map(([, name]) => name);
    expect(marks.toSorted()).toEqual(known.toSorted());
  });

  test("the first page shows what bench/results holds", () => {
    expect(withComparisons(file(FRONT), results), advice).toBe(file(FRONT));
  });

  test.each(plots)("$file is the plot that is drawn today", (plot) => {
    expect(file(`docs/images/${plot.file}`), advice).toBe(draw(plot));
  });

  test("has no plot that nobody draws", () => {
    const images = readdirSync(url("docs/images")).filter((name) => name.startsWith("bench-"));
    expect(images.toSorted()).toEqual(plots.map((plot) => plot.file).toSorted());
  });

  test("everybody has a colour of their own", () => {
    const colours = Object.values(looks).map(({ colour }) => colour);
    expect(new Set(colours).size).toBe(colours.length);
  });
});

describe("what the benchmark counts", () => {
  const automaton = target({ weights: "tropical", letters: 2, finals: 1 }, 30, 1);

  test("behind a prefix-tree cache only words that begin no earlier word cost anything", () => {
    const teacher = behindCache(exactTeacher(automaton));
    teacher.weigh([[0], [0, 1, 1], [0, 1], [], [1]]);
    teacher.weigh([
      [0, 1, 1],
      [1, 0],
    ]);
    expect(teacher.reached).toBe(4);
    expect(teacher.reachedCost).toBe(2 + 4 + 2 + 3);
  });

  test("the cost of a run is its words and their letters", () => {
    const { cost, questions, symbols, states } = study(
      automaton,
      contenders["tree"],
      exactTeacher(automaton),
    );
    expect(cost).toBe(questions + symbols);
    expect(states).toBe(30);
  });

  test("the front is made of those that nobody beats in both", () => {
    const all = [
      { cost: 10, equivalences: 5 },
      { cost: 20, equivalences: 2 },
      { cost: 20, equivalences: 3 },
      { cost: 30, equivalences: 2 },
    ];
    expect(all.map((entry) => isOnFront(entry, all))).toEqual([true, true, false, false]);
    expect(frontSteps(all)).toEqual([
      [10, 5],
      [20, 5],
      [20, 2],
    ]);
  });
});

describe("the simulation of fleets", () => {
  const automaton = target({ weights: "tropical", letters: 3, finals: 0.5 }, 40, 1);
  const round = (purpose: Round["purpose"], words: number, conjecture = 0) => ({
    purpose,
    words,
    conjecture,
  });

  test("a round takes as long as the worker with the most words, and tests may be one round", () => {
    const rounds = [round("learn", 25), round("test", 16), round("test", 32), round("test", 3, 1)];
    expect(wordsOf(rounds)).toBe(76);
    expect(secondsOf(rounds, 10)).toBe(3 + 2 + 4 + 1);
    expect(secondsWithWideTests(rounds, 10)).toBe(3 + 5 + 1);
    expect(secondsOf(rounds, 1000)).toBe(4);
  });

  test.each(Object.keys(weighted))("the rounds of %s hold the words that its run asks", (learner) => {
    const { rounds } = recordRun(automaton, weighted[learner]) as RecordedRun;
    const { questions, rounds: count } = study(automaton, weighted[learner]);
    expect([wordsOf(rounds), rounds.length]).toEqual([questions, count]);
  });

  test.each([
    ["tree", guessForTree],
    ["table", guessForTable],
  ] as const)("who asks ahead for %s is no slower, and without guesses exactly as fast", (learner, guess) => {
    const { rounds } = recordRun(automaton, weighted[learner]) as RecordedRun;
    for (const workers of [1, 10, 100]) {
      const plain = { seconds: secondsOf(rounds, workers), words: wordsOf(rounds), guessed: 0, used: 0 };
      expect(runAhead(automaton, weighted[learner], workers, () => [])).toEqual(plain);
      const ahead = runAhead(automaton, weighted[learner], workers, guess) as typeof plain;
      expect(ahead.seconds).toBeLessThanOrEqual(plain.seconds);
      expect(ahead.words).toBe(plain.words);
      expect(ahead.used).toBeLessThanOrEqual(ahead.guessed);
      expect(ahead.used > 0).toBe(workers > 1);
    }
  });
});
