/** Theorems 6.5 and 6.6, Propositions 6.8, 6.9 and 6.12: what the tree learner keeps to, with shorter suffixes and without. */

import {
  exactTeacher,
  type Learner,
  minimize,
  type Question,
  type Teacher,
  TreeLearner,
  type Wdfsa,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Case, exactCases } from "../support/cases.ts";
import { build, bytes, drafts } from "../support/drafts.ts";
import { interview, type Subject } from "../support/interview.ts";
import { classesByPairs, plain } from "../support/reference.ts";
import { automatonOf, targets, windingTeacher } from "../support/targets.ts";

/** If letters cost nothing, no suffix is inserted. Words that are asked ahead have suffixes of the tree, as in 6.5. */
const textbook: Subject = {
  name: "tree that inserts nothing",
  make: (algebra, alphabet) => new TreeLearner(algebra, alphabet, { prices: { word: 1, letter: 0 } }),
};
const shortening: Subject = {
  name: "tree",
  make: (algebra, alphabet) => new TreeLearner(algebra, alphabet),
};

const log2 = (n: number) => Math.ceil(Math.log2(n));

/**
 * Learns from a teacher, with the length of its longest counterexample and every suffix that stood in the tree. All that
 * is asked is ε or u·a for an access word u, followed by such a suffix or by the end of a counterexample.
 */
function measured(subject: Subject, teacher: Teacher<unknown>, N: number) {
  let m = 1;
  const suffixes = new Set<string>();
  const ends = new Set<string>();
  const words = new Set<string>([""]);
  const watch = (learner: Learner<unknown>, _question: Question<unknown>) => {
    expect(learner.states).toBeLessThanOrEqual(N);
    const { tree, states, ...sifting } = viewOf(learner);
    for (let state = 0; state < states; state++) {
      const word = sifting.access(state);
      for (let letter = 0; letter < learner.alphabet.size; letter++) words.add([...word, letter].join());
    }
    for (let node = 0; node < tree.size; node++) {
      const suffix = tree.suffix(node);
      if (suffix !== undefined) suffixes.add(suffix.join());
    }
  };
  const run = interview(
    subject,
    {
      ...teacher,
      findCounterexample: (hypothesis) => {
        const word = teacher.findCounterexample?.(hypothesis) ?? null;
        if (word === null) return null;
        m = Math.max(m, word.length);
        for (let i = 0; i <= word.length; i++) ends.add(word.slice(i).join());
        return word;
      },
    },
    { watch },
  );
  for (const word of run.asked) {
    const isCut = (i: number) => {
      const [start, end] = [word.slice(0, i).join(), word.slice(i).join()];
      return words.has(start) && (suffixes.has(end) || ends.has(end));
    };
    expect(Array.from({ length: word.length + 1 }, (_, i) => i).some(isCut)).toBe(true);
  }
  return { run, m, suffixes: suffixes.size, rounds: run.transcript.length - run.conjectures.length };
}

function viewOf(learner: Learner<unknown>) {
  const { sifting } = learner as TreeLearner<unknown>;
  return { tree: sifting.tree, states: sifting.states, access: (state: number) => sifting.access(state) };
}

describe.each(exactCases)("over $name", (setting) => {
  const { algebra, arithmetic } = setting;
  const classes = (target: Wdfsa<unknown>) => classesByPairs(plain(target, arithmetic));
  const mostStates = (N: number) => (algebra.trivial === true ? N + 1 : N);

  it("the textbook asks at most (1 + |Σ|M)(N + 1) words in sifting, of at most m + M letters", () => {
    fc.assert(
      fc.property(targets(10), (drawn) => {
        const target = automatonOf(setting, drawn);
        const [N, sigma] = [classes(target), target.alphabet.size];
        fc.pre(N > 0);
        const M = mostStates(N);
        const { run, m, rounds, suffixes } = measured(textbook, windingTeacher(target, drawn.seed), N);
        const k = run.conjectures.length;
        expect(suffixes).toBeLessThanOrEqual(N + 1);
        expect(run.asked.length).toBeLessThanOrEqual((1 + sigma * M) * (N + 1) + N * (1 + log2(m)));
        expect(Math.max(...run.asked.map((word) => word.length))).toBeLessThanOrEqual(m + M);
        expect(rounds).toBeLessThanOrEqual((N + 1) * (1 + M + N) + N * log2(m) + k - 1);
        expect(k).toBeLessThanOrEqual(N);
      }),
      { seed: 6050, numRuns: 5 },
    );
  });

  it("shorter suffixes change neither the result nor the bounds in the suffixes of the tree", () => {
    fc.assert(
      fc.property(targets(10), (drawn) => {
        const target = automatonOf(setting, drawn);
        const [N, sigma] = [classes(target), target.alphabet.size];
        fc.pre(N > 0);
        const M = mostStates(N);
        const { run, m, suffixes } = measured(shortening, windingTeacher(target, drawn.seed), N);
        expect(bytes(run.result)).toBe(bytes(minimize(target)));
        expect(run.conjectures.length).toBeLessThanOrEqual(N);
        // Nothing here asks for a suffix that does not come to stand in the tree.
        expect(run.asked.length).toBeLessThanOrEqual((1 + sigma * M) * suffixes + N * (1 + log2(m)));
        const sizes = run.conjectures.map(({ hypothesis }) => hypothesis.size);
        expect(sizes.every((size, i) => i === 0 || size > sizes[i - 1])).toBe(true);
      }),
      { seed: 6060, numRuns: 5 },
    );
  });

  it("never reports more states than there are, small and dead ones included", () => {
    fc.assert(
      fc.property(drafts({ maxStates: 6, maxLetters: 3 }), (draft) => {
        const target = build(setting, draft);
        const N = classes(target);
        for (const subject of [textbook, shortening]) measured(subject, exactTeacher(target), N);
      }),
      { seed: 6080, numRuns: 12 },
    );
  });

  it("the family of Proposition 4.10 takes N conjectures", () => {
    for (let letters = 0; letters <= 5; letters++) {
      const target = repeats(setting, letters);
      const { run } = measured(textbook, exactTeacher(target), letters + 1);
      expect(run.conjectures.length).toBe(letters + 1);
    }
  });
});

/** No letter twice in a row: every state accepts, and remembers the last letter. */
function repeats(setting: Case, letters: number): Wdfsa<unknown> {
  return build(
    { ...setting, pool: [setting.algebra.one] },
    {
      states: letters + 1,
      letters,
      initial: 0,
      finals: new Array<number>(letters + 1).fill(0),
      arcs: Array.from({ length: (letters + 1) * letters }, (_, arc) => {
        const [state, letter] = [Math.floor(arc / letters), arc % letters];
        return state === letter + 1 ? null : { to: letter + 1, weight: 0 };
      }),
    },
  );
}
