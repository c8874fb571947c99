import {
  type Alphabet,
  boolean,
  exactTeacher,
  type GroupWithZero,
  learn,
  minimize,
  Random,
  randomAutomaton,
  runLearner,
  type Teacher,
  TreeLearner,
  tropical,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { conformance } from "../support/conformance.ts";
import { build, bytes, drafts } from "../support/drafts.ts";
import { interview } from "../support/interview.ts";
import { type Sketch, sketched } from "../support/languages.ts";
import { plain, weighByDefinition, wordsUpTo } from "../support/reference.ts";

conformance({
  name: "tree",
  make: (algebra, alphabet) => new TreeLearner(algebra, alphabet),
});

/** A teacher whose counterexamples are as long and as careless as a random test's. */
function rambling<W>(target: Wdfsa<W>, seed: number): Teacher<W> {
  const exact = exactTeacher(target);
  const random = new Random(seed);
  const letters = target.alphabet.size;
  return {
    ...exact,
    findCounterexample(hypothesis) {
      for (let i = 0; i < 200; i++) {
        const word = Array.from({ length: 20 + random.below(40) }, () => random.below(letters));
        if (!target.algebra.equals(hypothesis.weigh(word), target.weigh(word))) return word;
      }
      return exact.findCounterexample(hypothesis);
    },
  };
}

describe("the tree learner on long counterexamples", () => {
  for (const setting of exactCases) {
    it(`learns and leaves no long suffix behind that has a short stand-in, over ${setting.algebra.name}`, () => {
      let kept = 0;
      let inner = 0;
      for (let seed = 1; seed <= 6; seed++) {
        const target = minimize(
          randomAutomaton({
            algebra: setting.algebra,
            states: 14,
            letters: 2,
            shape: seed % 2 === 0 ? "dense" : "few-final",
            seed,
            weight: (random) => setting.pool[random.below(setting.pool.length)],
          }),
        );
        let learner: TreeLearner<unknown> | undefined;
        const make = <W>(algebra: GroupWithZero<W>, alphabet: Alphabet) => {
          const made = new TreeLearner(algebra, alphabet);
          learner = made as unknown as TreeLearner<unknown>;
          return made;
        };
        const { result, asked } = interview({ name: "tree", make }, rambling(target, seed));
        expect(bytes(result)).toBe(bytes(target));
        expect(new Set(asked.map(String)).size).toBe(asked.length);
        const { tree } = (learner as TreeLearner<unknown>).sifter;
        for (const node of tree.nodesBelow(0)) {
          const suffix = tree.suffix(node);
          if (suffix === undefined) continue;
          inner++;
          if (suffix.length > 8) kept++;
        }
      }
      // Not all: some of the reasons are long themselves when the last counterexample has been worked.
      expect(kept).toBeLessThan(inner / 3);
    });
  }
});

describe("the tree learner on larger targets", () => {
  const cases = [
    { name: "half final", finals: 0.5, letters: 4, saves: true },
    { name: "two letters", finals: 0.5, letters: 2, saves: true },
    { name: "few final", finals: 0.03, letters: 4, saves: true },
    { name: "all final", finals: 1, letters: 10, saves: false },
  ];
  for (const { name, finals, letters, saves } of cases) {
    it(`invents suffixes that ${saves ? "save questions" : "do no harm"}: ${name}`, () => {
      const weight = (random: Random) => random.below(1000);
      const target = minimize(
        randomAutomaton({ algebra: tropical, states: 200, letters, arcs: 1, finals, seed: 5, weight }),
      );
      const teacher = exactTeacher(target);
      const asked: Word[] = [];
      const { automaton } = learn(teacher, {
        learner: "tree",
        observe: (question) => {
          if (question.kind === "weigh") asked.push(...question.words);
        },
      });
      expect(bytes(automaton)).toBe(bytes(target));
      expect(new Set(asked.map(String)).size).toBe(asked.length);
      const { statistics } = learn(teacher, { learner: "tree", maxSuffix: 0 });
      expect(asked.length).toBeLessThan(statistics.questions * (saves ? 1 : 1.05));
      expect(statistics.states).toBe(target.size);
    });
  }

  it("splits all leaves at once where ratios are too coarse, and the result is the same", () => {
    const weight = (random: Random) => random.below(2);
    const target = minimize(
      randomAutomaton({ algebra: tropical, states: 400, letters: 3, shape: "all-final", seed: 2, weight }),
    );
    const { automaton, statistics } = learn(exactTeacher(target));
    expect(bytes(automaton)).toBe(bytes(target));
    expect(statistics.equivalences).toBeLessThan(target.size / 3);
  });

  it("asks at most two questions per degree of freedom where every state is final", () => {
    const weight = (random: Random) => random.below(1000);
    let questions = 0;
    let dof = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const target = minimize(
        randomAutomaton({ algebra: tropical, states: 400, letters: 10, shape: "all-final", seed, weight }),
      );
      const { automaton, statistics } = learn(exactTeacher(target));
      expect(bytes(automaton)).toBe(bytes(target));
      questions += statistics.questions;
      dof += statistics.dof;
    }
    expect(questions / dof).toBeLessThan(2);
  });

  it("takes back what it foretold wrongly, and no state is there twice", () => {
    let doubted = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const target = minimize(
        randomAutomaton({
          algebra: tropical,
          states: 300,
          letters: 5,
          shape: "all-final",
          seed,
          // So coarse that some states agree on any suffix, and some arcs are foretold wrongly.
          weight: (random) => random.below(100),
        }),
      );
      let learner: TreeLearner<unknown> | undefined;
      const make = <W>(algebra: GroupWithZero<W>, alphabet: Alphabet) => {
        const made = new TreeLearner(algebra, alphabet);
        learner = made as unknown as TreeLearner<unknown>;
        return made;
      };
      const asked: Word[] = [];
      const { automaton } = learn(exactTeacher(target), {
        learner: make,
        observe: (question) => {
          if (question.kind === "weigh") asked.push(...question.words);
        },
      });
      expect(bytes(automaton)).toBe(bytes(target));
      expect(new Set(asked.map(String)).size).toBe(asked.length);
      const { sifter } = learner as unknown as TreeLearner<unknown>;
      expect(sifter.states).toBe(target.size);
      doubted += sifter.progress - sifter.states;
    }
    expect(doubted).toBeGreaterThan(0);
  });
});

describe.each(exactCases.filter(({ algebra }) => algebra.trivial === true))(
  "the tree learner over $name, where the zero row is one like the others",
  (setting) => {
    it("has a state for every row of the Hankel matrix, and does not count the dead one", () => {
      fc.assert(
        fc.property(drafts({ maxStates: 5, maxLetters: 2 }), (draft) => {
          const target = build(setting, draft);
          const reference = plain(target, setting.arithmetic);
          const { k, letters, states } = reference;
          const words = [...wordsUpTo(letters, states + 1)];
          const rows = new Set(
            words.map((u) =>
              words.map((v) => (k.isZero(weighByDefinition(reference, [...u, ...v])) ? 0 : 1)).join(""),
            ),
          );
          const dead = [...rows].some((row) => !row.includes("1"));
          const learner = new TreeLearner(target.algebra, target.alphabet);
          runLearner(learner, exactTeacher(target));
          expect(learner.sifter.states).toBe(rows.size);
          expect(learner.states).toBe(rows.size - (dead ? 1 : 0));
        }),
        { seed: 1030, numRuns: 60 },
      );
    });

    const loop = (from: number, to: number): [number, string, number][] => [
      [from, "a", to],
      [from, "b", to],
    ];
    it.each<Sketch & { questions: number }>([
      { name: "no word", states: 1, arcs: [], finals: [], symbols: "ab", questions: 3 },
      { name: "every word", states: 1, arcs: loop(0, 0), finals: [0], symbols: "ab", questions: 3 },
      { name: "ε", states: 1, arcs: [], finals: [0], symbols: "ab", questions: 5 },
      {
        name: "the words of even length",
        states: 2,
        arcs: [...loop(0, 1), ...loop(1, 0)],
        finals: [0],
        symbols: "ab",
        questions: 5,
      },
    ])("asks once whether it is right: $name", ({ questions, ...sketch }) => {
      const { automaton, statistics } = learn(exactTeacher(sketched(setting, sketch)));
      expect(bytes(automaton)).toBe(bytes(minimize(sketched(setting, sketch))));
      expect([statistics.equivalences, statistics.questions]).toEqual([1, questions]);
    });
  },
);

describe("the tree learner where all weights are alike", () => {
  it.each([
    ["of two letters", 2, 1.04],
    ["of ten letters", 10, 1.02],
  ])("finds many states of a large automaton %s by itself, for few questions", (_, letters, most) => {
    for (let seed = 1; seed <= 3; seed++) {
      const target = minimize(randomAutomaton({ algebra: boolean, states: 200, letters, seed }));
      const { automaton, statistics } = learn(exactTeacher(target));
      const plainly = learn(exactTeacher(target), { maxSuffix: 0 }).statistics;
      expect(bytes(automaton)).toBe(bytes(target));
      expect(statistics.equivalences).toBeLessThan(0.95 * plainly.equivalences);
      expect(statistics.questions).toBeLessThan(most * plainly.questions);
    }
  });

  it("gives up where short suffixes tell nothing", () => {
    const target = minimize(
      randomAutomaton({ algebra: boolean, states: 200, letters: 3, shape: "few-final", seed: 4 }),
    );
    const asked = learn(exactTeacher(target)).statistics.questions;
    const plainly = learn(exactTeacher(target), { maxSuffix: 0 }).statistics.questions;
    expect(asked).toBeLessThan(1.01 * plainly);
  });

  it.each([1, 2, 3, 5, 20, 40])("asks no word twice where suffixes may have %d letters", (maxSuffix) => {
    for (const finals of [1, 0.5, 0.1]) {
      for (let seed = 1; seed <= 4; seed++) {
        const target = minimize(
          randomAutomaton({
            algebra: tropical,
            states: 60,
            letters: 3,
            arcs: 1,
            finals,
            seed,
            weight: (random) => random.below(4),
          }),
        );
        const exact = exactTeacher(target);
        const asked: Word[] = [];
        // Words that have been asked before come back as counterexamples, as from a teacher that remembers.
        const remembering: Teacher<number | bigint> = {
          ...(exact as Teacher<number | bigint>),
          findCounterexample: (hypothesis) =>
            asked.find(
              (word) => !target.algebra.equals(hypothesis.weigh(word) as never, target.weigh(word)),
            ) ?? exact.findCounterexample(hypothesis as never),
        };
        const { automaton } = learn(remembering, {
          learner: "tree",
          maxSuffix,
          observe: (question) => {
            if (question.kind === "weigh") asked.push(...question.words);
          },
        });
        expect(bytes(automaton)).toBe(bytes(target));
        expect(new Set(asked.map(String)).size).toBe(asked.length);
      }
    }
  });

  it("sends no word down again and again to make suffixes shorter", () => {
    const target = minimize(
      randomAutomaton({ algebra: boolean, states: 60, letters: 6, shape: "chain", seed: 1 }),
    );
    let resifted = 0;
    const make = <W>(algebra: GroupWithZero<W>, alphabet: Alphabet) => {
      const made = new TreeLearner(algebra, alphabet);
      const resift = made.sifter.resift.bind(made.sifter);
      made.sifter.resift = (node, suffix) => {
        const found = resift(node, suffix);
        resifted += found.count;
        return found;
      };
      return made;
    };
    const { automaton, statistics } = learn(exactTeacher(target), { learner: make });
    expect(bytes(automaton)).toBe(bytes(target));
    // A counterexample may make twice as many words go down as there are, or a thousand, and one part of the tree more.
    const words = 1 + 6 * (target.size + 1);
    expect(resifted).toBeGreaterThan(0);
    expect(resifted).toBeLessThanOrEqual(statistics.equivalences * (Math.max(1000, 2 * words) + words));
  });
});
