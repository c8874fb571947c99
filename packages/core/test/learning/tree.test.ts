import {
  type Alphabet,
  createLearner,
  exactTeacher,
  type GroupWithZero,
  learn,
  minimize,
  type Prices,
  Random,
  randomAutomaton,
  runLearner,
  type Teacher,
  TreeLearner,
  type Wdfsa,
  type Word,
  weightsIn,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCases } from "../support/cases.ts";
import { conformance } from "../support/conformance.ts";
import { build, bytes, drafts } from "../support/drafts.ts";
import { interview } from "../support/interview.ts";
import { type Sketch, sketched } from "../support/languages.ts";
import { plain, weighByDefinition, wordsUpTo } from "../support/reference.ts";

/** If letters cost nothing, suffixes are not shortened; if words cost nothing, all but the shortest are. */
const LETTERS_ARE_FREE: Prices = { word: 1, letter: 0 };
const CHOICES: readonly Prices[] = [{ word: 1, letter: 1 }, LETTERS_ARE_FREE, { word: 0, letter: 1 }];

for (const prices of CHOICES) {
  conformance({
    name: prices === CHOICES[0] ? "tree" : `tree at a price of ${prices.word} and ${prices.letter}`,
    make: (algebra, alphabet, kind = weightsIn(algebra)) =>
      createLearner({ kind, alphabet }, { learner: "tree", prices }),
  });
}

/** A teacher whose counterexamples are as long as those of a random test. */
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

/** The suffixes in a tree, from the root down. */
function suffixes<W>({ sifting: { tree } }: TreeLearner<W>): Word[] {
  const nodes = [0];
  const found: Word[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const suffix = tree.suffix(nodes[i]);
    if (suffix === undefined) continue;
    found.push(suffix);
    nodes.push(...tree.branches(nodes[i]));
  }
  return found;
}

describe.each(exactCases)("the tree learner on long counterexamples, over $algebra.name", (setting) => {
  const targets = [1, 2, 3, 4].map((seed) =>
    minimize(
      randomAutomaton({
        algebra: setting.algebra,
        states: 14,
        letters: 2,
        shape: seed % 2 === 0 ? "dense" : "few-final",
        seed,
        weight: (random) => setting.pool[random.below(setting.pool.length)],
      }),
    ),
  );

  it.each(CHOICES)("finds the same automaton, and asks no word twice, at the prices %j", (prices) => {
    targets.forEach((target, seed) => {
      const make = <W>(algebra: GroupWithZero<W>, alphabet: Alphabet) =>
        new TreeLearner(algebra, alphabet, { prices });
      const { result, asked } = interview({ name: "tree", make }, rambling(target, seed));
      expect(bytes(result)).toBe(bytes(target));
      expect(new Set(asked.map(String)).size).toBe(asked.length);
    });
  });

  it("leaves shorter suffixes in the tree, and costs less", () => {
    const paid = (prices?: Prices) => {
      const total = { cost: 0, letters: 0, inner: 0 };
      targets.forEach((target, seed) => {
        const learner = new TreeLearner(target.algebra, target.alphabet, { prices });
        const { statistics } = runLearner(learner, rambling(target, seed));
        const inner = suffixes(learner);
        total.cost += statistics.questions + statistics.symbols;
        for (const suffix of inner) total.letters += suffix.length;
        total.inner += inner.length;
      });
      return total;
    };
    const textbook = paid(LETTERS_ARE_FREE);
    const shorter = paid();
    expect(shorter.cost).toBeLessThan(textbook.cost);
    expect(shorter.letters / shorter.inner).toBeLessThan((0.8 * textbook.letters) / textbook.inner);
  });
});

describe.each(exactCases)("the number of states, over $algebra.name", (setting) => {
  // While words are sifted again the dead state must not count, and a node that is no longer in the tree must not be
  // rebuilt: otherwise a state would appear twice.
  it("never exceeds that of the language, whatever is shortened", () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.integer({ min: 2, max: 22 }),
        fc.integer({ min: 1, max: 3 }),
        (seed, states, letters) => {
          const weight = (random: Random) => setting.pool[random.below(setting.pool.length)];
          const target = minimize(
            randomAutomaton({ algebra: setting.algebra, states, letters, shape: "few-final", seed, weight }),
          );
          const learner = new TreeLearner(target.algebra, target.alphabet);
          let most = 0;
          const { automaton } = runLearner(learner, rambling(target, seed), {
            observe: () => {
              most = Math.max(most, learner.states);
            },
          });
          expect(bytes(automaton)).toBe(bytes(target));
          expect([most, learner.states]).toEqual([target.size, target.size]);
        },
      ),
      { seed: 1031, numRuns: 20 },
    );
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
          expect(learner.sifting.states).toBe(rows.size);
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
