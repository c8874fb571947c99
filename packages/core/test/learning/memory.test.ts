/** A run keeps to the memory that it may take, and warns early where it would take ever more. */

import {
  Alphabet,
  adviceOnGrowth,
  adviser,
  boolean,
  createLearner,
  exactTeacher,
  functionTeacher,
  type GroupWithZero,
  type LearnerName,
  learn,
  learners,
  loopWords,
  machineToWdfsa,
  nextTeacherOf,
  primeField,
  randomAutomaton,
  randomWalks,
  rational,
  runLearner,
  softTeacher,
  type Teacher,
  Wdfsa,
  watchMargins,
  weightsIn,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { defaultTests, notRegular, sums } from "../support/endless.ts";
import { randomMachine } from "../support/machines.ts";
import { randomPdfa } from "../support/pdfas.ts";

/** The machine learner is for targets that answer with runs. */
const names = (Object.keys(learners) as LearnerName[]).filter((name) => name !== "machine");

describe("maxMemory", () => {
  const target = randomAutomaton({ algebra: rational, states: 12, letters: 2, seed: 6 });

  it("ends a run when the memory that is measured goes beyond it", () => {
    const looks: number[] = [];
    const memory = (limit: number) => (looks.push(limit) < 6 ? limit : limit + 1);
    const { outcome, reason, automaton } = learn(exactTeacher(target), { memory, maxMemory: 5 * 2 ** 20 });
    expect(looks).toHaveLength(6);
    expect(outcome).toBe("budget");
    expect(reason).toBe("the run takes more than 5 MiB of memory, which is its limit (--max-memory)");
    expect(automaton.size).toBeGreaterThan(0);
    expect(learn(exactTeacher(target), { memory: (limit) => limit, maxMemory: 7000 }).outcome).toBe(
      "accepted",
    );
  });

  it("sets aside what the automaton takes when the run ends", () => {
    const learner = createLearner(exactTeacher(target), {});
    const memory = (limit: number) => {
      expect(2 ** 20 - limit).toBe(128 * 3 * learner.states);
      return 0;
    };
    const { outcome } = runLearner(learner, exactTeacher(target), { memory, maxMemory: 2 ** 20 });
    expect(outcome).toBe("accepted");
  });

  it("is a gibibyte unless given", () => {
    const limits: number[] = [];
    const memory = (limit: number) => (limits.push(limit) > 1 ? limit + 1 : 0);
    const { reason } = learn(exactTeacher(target), { memory });
    expect(limits[0]).toBeGreaterThan(2 ** 30 - 1000);
    expect(reason).toContain("more than 1 GiB of memory");
  });

  it.each(names)("ends the %s learner on palindromes, without a measure", (learner) => {
    const { outcome, reason, statistics } = learn(notRegular.palindromes(), { learner, maxMemory: 2 ** 15 });
    expect([outcome, reason]).toEqual(["budget", expect.stringContaining("more than 32 KiB of memory")]);
    // An answered word takes more than a few bytes, and less than a kilobyte.
    expect(statistics.questions).toBeGreaterThan(2 ** 5);
    expect(statistics.questions).toBeLessThan(2 ** 12);
  });

  it("holds for the multiplicity learner, for machines and for language models", () => {
    const limits = { maxMemory: 1000 };
    const runs = [
      learn(sums.rational(), { ...limits, learner: "multiplicity" }),
      learn(exactTeacher(machineToWdfsa(randomMachine(3))), limits),
      learn(softTeacher(nextTeacherOf(randomPdfa({ seed: 1 }))), limits),
    ];
    for (const { outcome, reason } of runs) {
      expect([outcome, reason]).toEqual([
        "budget",
        expect.stringContaining("more than 1000 bytes of memory"),
      ]);
    }
  });
});

/** What is said while a learner runs on a language that may be endless, and after how many states. */
function heard<W>(teacher: Teacher<W>, learner: LearnerName, maxStates: number) {
  const { algebra, margins } = watchMargins(teacher.kind.algebra);
  const run = createLearner({ kind: weightsIn(algebra), alphabet: teacher.alphabet }, { learner });
  const said: { text: string; states: number }[] = [];
  const advise = adviser(run, margins, (text) => said.push({ text, states: run.states }), false);
  runLearner(run, teacher, { maxStates, maxQuestions: 200_000, announce: advise });
  return said;
}

describe("early advice", () => {
  it.each(names)(
    "names the learner that helps where the rank stands still, with the %s learner",
    (learner) => {
      for (const teacher of [sums.rational(), sums.real()] as Teacher<unknown>[]) {
        const said = heard(teacher, learner, 300);
        expect(said, teacher.kind.algebra.name).toHaveLength(1);
        expect(said[0].text).toMatch(/stands still at 2: .*--learner multiplicity/u);
        expect(said[0].states, teacher.kind.algebra.name).toBeLessThan(260);
      }
    },
  );

  it("says of palindromes that a limit may be needed", () => {
    const said = heard(notRegular.palindromes(), "tree", 105);
    expect(said.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^\d+ states after \d+ questions, and their number grows: .*--max-states.*--max-memory$/u,
      ),
    ]);
  });

  it("looks at counterexamples and at the length of words", () => {
    const costs = { questions: 1000, rounds: 10, symbols: 5000, cost: 6000, equivalences: 10, tests: 100 };
    const about = (states: number, more: Partial<typeof costs> = {}) =>
      adviceOnGrowth({ states }, { ...costs, ...more })?.kind;
    expect([about(499), about(500)]).toEqual([undefined, "size"]);
    expect([about(99, { equivalences: 99 }), about(100, { equivalences: 50 })]).toEqual([undefined, "size"]);
    expect([about(100, { equivalences: 49 }), about(100, { symbols: 50_000 })]).toEqual([undefined, "size"]);
  });

  it("says so of any language with hundreds of states, once, unless it is known to be finite", () => {
    const target = randomAutomaton({ algebra: primeField(1_000_003), states: 600, letters: 2, seed: 3 });
    const said = heard(exactTeacher(target), "tree", 700);
    expect(said.map(({ text }) => text)).toEqual([expect.stringContaining("their number grows")]);
    expect(said[0].states).toBeGreaterThanOrEqual(500);
  });

  it("says nothing of ordinary languages", () => {
    const algebras = [rational, primeField(1_000_003)] as unknown as GroupWithZero<unknown>[];
    for (const algebra of algebras) {
      for (let seed = 1; seed <= 4; seed++) {
        const target = randomAutomaton({ algebra, states: 80 * seed, letters: 2 + (seed % 2), seed });
        const { alphabet } = target;
        const teacher = functionTeacher({
          algebra,
          alphabet,
          weigh: (word) => target.weigh(alphabet.word(word)),
          equivalence: defaultTests(),
        });
        expect(heard(teacher, "tree", 400), `${algebra.name}, seed ${seed}`).toEqual([]);
      }
    }
  });
});

describe("the words of tests", () => {
  /** A circle of states with shortcuts, of which one accepts. */
  const states = 400;
  const circle = new Wdfsa({
    algebra: boolean,
    alphabet: new Alphabet("ab"),
    target: Int32Array.from({ length: 2 * states }, (_, arc) =>
      arc % 2 === 0 ? (arc / 2 + 1) % states : (7 * arc) % states,
    ),
    arcWeight: Array.from({ length: 2 * states }, () => true),
    initialWeight: true,
    finalWeight: Array.from({ length: states }, (_, state) => state === 0),
  });

  it("of walks stay short where few states accept, and end there", () => {
    const words = [...randomWalks(200).words(circle, 0, [])];
    expect(words).toHaveLength(200);
    const lengths = words.map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(300 + states);
    const long = words.filter(({ length }) => length >= 300);
    expect(long.length).toBeGreaterThan(100);
    expect(long.every((word) => circle.weigh(word))).toBe(true);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / words.length;
    expect(mean).toBeLessThan(350);
  });

  it("of loops have a bound, too", () => {
    const accepted = states;
    for (const { length } of loopWords(100).words(circle, 0, [])) {
      expect(length).toBeLessThanOrEqual(2000 + accepted);
    }
    const large = randomAutomaton({ algebra: boolean, states: 2000, letters: 2, seed: 2 });
    const lengths = [...loopWords(300).words(large, 0, [])].map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(2000);
    expect(Math.max(...lengths)).toBeGreaterThan(1000);
  });
});
