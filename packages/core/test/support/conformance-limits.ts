/** Budgets, cancellation, languages without a finite automaton, and the asynchronous driver, for any learner. */

import {
  type AsyncTeacher,
  boolean,
  breadthFirst,
  type DriveOptions,
  exactTeacher,
  functionTeacher,
  type GroupWithZero,
  type Learned,
  minimize,
  runLearner,
  runLearnerAsync,
  type Teacher,
  tropical,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { exactCases } from "./cases.ts";
import { bytes } from "./drafts.ts";
import { interview, line, type Subject } from "./interview.ts";
import { automatonOf } from "./targets.ts";

const count = (word: readonly string[], symbol: string) => word.filter((s) => s === symbol).length;

/** aⁿbⁿ: a counterexample always exists, and the teacher gives the first. */
const balanced = functionTeacher({
  algebra: boolean,
  alphabet: "ab",
  weigh: (word) => word.join("") === "a".repeat(count(word, "a")) + "b".repeat(count(word, "a")),
  equivalence: breadthFirst(1000),
});

/** |#a − #b| as a cost, over the tropical semifield. */
const imbalance = functionTeacher({
  algebra: tropical,
  alphabet: "ab",
  weigh: (word) => Math.abs(count(word, "a") - count(word, "b")),
  equivalence: breadthFirst(1000),
});

const target = automatonOf(exactCases[1], { shape: "dense", states: 25, letters: 2, seed: 3 });

export function conformanceOnLimits(subject: Subject): void {
  const run = <W>(teacher: Teacher<W>, options: DriveOptions<W>): Learned<W> =>
    runLearner(subject.make(teacher.kind.algebra, teacher.alphabet), teacher, options);

  describe.each<[string, Teacher<unknown>]>([
    ["aⁿbⁿ", balanced],
    ["|#a − #b|", imbalance],
  ])("on %s, which has no finite automaton", (_, teacher) => {
    it.each<[keyof DriveOptions<unknown>, number, RegExp]>([
      ["maxStates", 6, /more than 6 states \(\d+ told apart so far\)/u],
      ["maxQuestions", 100, /beyond 100 questions/u],
      ["maxSeconds", 30, /more than 30 seconds/u],
    ])("ends at %s = %d with a hypothesis", (limit, most, reason) => {
      let now = 0;
      const learned = run(teacher, { [limit]: most, clock: () => (now += 1000) });
      expect(learned.outcome).toBe("budget");
      expect(learned.reason).toMatch(reason);
      expect(bytes(minimize(learned.automaton))).toBe(bytes(learned.automaton));
      expect(learned.automaton.size).toBe(learned.statistics.states);
      expect(learned.automaton.size).toBeGreaterThan(0);
      if (limit === "maxQuestions") expect(learned.statistics.questions).toBeLessThanOrEqual(100);
      if (limit === "maxStates") expect(learned.automaton.size).toBeLessThanOrEqual(2 * most + 2);
    });
  });

  describe("within limits", () => {
    const teacher = exactTeacher(target);
    const free = () => run(teacher, {});

    it("counts its costs", () => {
      const { automaton, outcome, reason, statistics } = free();
      const { asked, conjectures, transcript } = interview(subject, teacher);
      expect([outcome, reason]).toEqual(["accepted", ""]);
      expect(bytes(automaton)).toBe(bytes(minimize(target)));
      expect(statistics).toEqual({
        states: automaton.size,
        arcs: automaton.arcs,
        dof: automaton.dof,
        questions: asked.length,
        rounds: transcript.length - conjectures.length,
        symbols: asked.flat().length,
        cost: asked.length + asked.flat().length,
        equivalences: conjectures.length,
      });
    });

    it("is not stopped by limits that are just large enough", () => {
      const { statistics } = free();
      const enough = { maxStates: statistics.states, maxQuestions: statistics.questions, maxSeconds: 5 };
      expect(run(teacher, { ...enough, clock: () => 0 }).outcome).toBe("accepted");
      expect(run(teacher, { maxStates: statistics.states - 1 }).outcome).toBe("budget");
      expect(run(teacher, { maxQuestions: statistics.questions - 1 }).outcome).toBe("budget");
    });

    it("has a hypothesis wherever it is stopped: by questions, by the clock, by the caller", () => {
      const steps = interview(subject, teacher).transcript.length;
      for (let stop = 0; stop < steps; stop++) {
        let [asked, now] = [0, 0];
        const cancelled = run(teacher, { cancelled: () => asked++ === stop });
        expect(cancelled.outcome).toBe("cancelled");
        // A second passes before each question.
        const pass = () => ++now < 0;
        const late = run(teacher, { maxSeconds: stop + 0.5, clock: () => 1000 * now, cancelled: pass });
        expect(late.outcome).toBe("budget");
        expect(bytes(late.automaton)).toBe(bytes(cancelled.automaton));
        expect(cancelled.automaton.size).toBeLessThanOrEqual(target.size);
        expect(cancelled.statistics.rounds + cancelled.statistics.equivalences).toBe(stop);
      }
      for (let most = 0; most < 40; most++) {
        const learned = run(teacher, { maxQuestions: most });
        expect(learned.outcome).toBe("budget");
        expect(learned.statistics.questions).toBeLessThanOrEqual(most);
      }
    });

    it("ends with what it has, and the error, when the teacher throws one", () => {
      const broken: Teacher<unknown> = {
        ...teacher,
        findCounterexample: () => {
          throw new RangeError("no line");
        },
      };
      const { outcome, reason, error, automaton } = run(broken, {});
      expect([outcome, reason]).toEqual(["failed", "no line"]);
      expect(error).toBeInstanceOf(RangeError);
      expect(automaton.size).toBeGreaterThan(0);
    });
  });

  describe("with the asynchronous driver", () => {
    const make = (algebra: GroupWithZero<unknown>) => subject.make(algebra, target.alphabet);
    const honest = exactTeacher(target);
    const slow: AsyncTeacher<unknown> = {
      ...honest,
      weigh: async (words) => honest.weigh(words),
      findCounterexample: async (hypothesis) => honest.findCounterexample(hypothesis),
    };

    it.each([
      ["a teacher that takes its time", slow],
      ["a teacher that answers at once", honest],
    ])("asks %s the same questions", async (_, teacher) => {
      const transcript: string[] = [];
      const learned = await runLearnerAsync(make(target.algebra), teacher, {
        observe: (question) => transcript.push(line(question)),
      });
      expect(transcript).toEqual(interview(subject, honest).transcript);
      expect(bytes(learned.automaton)).toBe(bytes(minimize(target)));
      expect(learned.statistics).toEqual(run(honest, {}).statistics);
    });

    it("ends with what it has, and the error, when the teacher rejects", async () => {
      const refused = () => Promise.reject(new RangeError("no line"));
      for (const [broken, states] of [
        [{ ...slow, weigh: refused }, 0],
        [{ ...slow, findCounterexample: refused }, 1],
      ] as const) {
        const { outcome, error, automaton } = await runLearnerAsync(make(target.algebra), broken);
        expect(outcome).toBe("failed");
        expect(error).toBeInstanceOf(RangeError);
        expect(automaton.size).toBeGreaterThanOrEqual(states);
      }
    });

    it("is stopped by budgets and by the caller", async () => {
      let questions = 0;
      const cancelled = await runLearnerAsync(make(target.algebra), slow, {
        cancelled: () => questions++ > 3,
      });
      expect(cancelled.outcome).toBe("cancelled");
      const learned = await runLearnerAsync(make(target.algebra), slow, { maxQuestions: 20 });
      expect(learned.outcome).toBe("budget");
    });
  });
}
