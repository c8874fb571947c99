/** Discriminator finalisation (Lemma 6.10): which suffix replaces a long one, when, what it asks, and what it saves. */

import { describe, expect, it } from "vitest";
import {
  defaultPrices,
  exactTeacher,
  type Prices,
  rational,
  runLearner,
  type Teacher,
  TreeLearner,
  type Wdfsa,
  weightsIn,
  writeHankel,
} from "../../../src/index.ts";
import { askWanted } from "../../../src/learning/asking.ts";
import type { Reason } from "../../../src/learning/protocol.ts";
import { ShorterSuffixes } from "../../../src/learning/tree/shorter-suffixes.ts";
import { Sifted, shown, treeText, wdfsaOf } from "../../support/sifted.ts";

type Rational = ReturnType<typeof rational.parse>;

/** Two states that a parts by its weight, and b by living or not. */
const near = wdfsaOf(rational, "ab", "0 1; 1 4; 0 a 2 1; 0 b 3 0; 1 a 6 1");
/** L(aⁿ) = 2^⌊n/3⌋: the states of ε, a and aa differ on the first suffix that completes a third letter. */
const thirds = wdfsaOf(rational, "a", "0 1; 1 1; 2 1; 0 a 1 1; 1 a 1 2; 2 a 2 0");

const letters = (length: number, letter = 0) => new Array<number>(length).fill(letter);

/** A sifting, and a search for shorter suffixes that asks its language. */
function watched(language: Wdfsa<Rational>, prices: Prices = defaultPrices) {
  const sifted = new Sifted(language);
  const reasons: Reason[] = [];
  const asked: string[] = [];
  const { alphabet } = language;
  const { observations } = sifted;
  const asker = { kind: weightsIn(rational), algebra: rational, alphabet, states: 0, observations };
  const shorter = new ShorterSuffixes<Rational>((why) => askWanted(asker, why), prices);
  const suggest = () => {
    const run = shorter.suggest(sifted.sifting);
    let step = run.next();
    while (step.done !== true) {
      if (step.value.kind !== "weigh") throw new Error("it asks words only");
      const { batch, why } = step.value;
      const { words } = batch;
      reasons.push(why);
      asked.push(shown(words));
      step = run.next({ kind: "weights", weights: words.map((word) => language.weigh(word)) });
    }
    return step.value;
  };
  /** Splits a leaf as the learner does, with the answers that justify it. */
  const split = (word: number, suffix: readonly number[]) => {
    const { sifting } = sifted;
    // In these languages, word n is aⁿ.
    for (const from of [word, sifting.accessWord(sifting.target(word))]) {
      sifted.ask("a".repeat(from) + shown([suffix]));
    }
    const node = sifting.split(word, suffix);
    if (node < 0) throw new Error("the suffix does not tell the word from its state");
    return { node, holds: shorter.holdsAfterSplit(node, suffix) };
  };
  sifted.settle();
  return { sifted, reasons, asked, suggest, split };
}

describe("the words of a split leaf", () => {
  it.each<[string, Prices, number]>([
    ["a letter costs as much as a word", { word: 1, letter: 1 }, 4],
    ["letters cost more than words", { word: 0, letter: 1 }, 2],
    ["words cost three letters", { word: 3, letter: 1 }, 8],
    ["words cost six letters", { word: 3, letter: 0.5 }, 14],
  ])("wait if the suffix is long: %s", (_, prices, short) => {
    const shorter = new ShorterSuffixes(() => {
      throw new Error("nothing to ask");
    }, prices);
    expect(shorter.holdsAfterSplit(1, letters(short))).toBe(false);
    expect(shorter.holdsAfterSplit(1, letters(short + 1))).toBe(true);
  });

  it("never wait if letters cost nothing", () => {
    const { split, suggest } = watched(near, { word: 1, letter: 0 });
    expect(split(1, letters(100, 1)).holds).toBe(false);
    expect(suggest()).toBeUndefined();
  });
});

describe("the suffix of a new node", () => {
  it("is replaced by the shortest one that known answers justify, without a question", () => {
    const { sifted, split, suggest, asked, reasons } = watched(near);
    const { node, holds } = split(1, letters(5, 1));
    expect(holds).toBe(true);
    expect(sifted.settle()).toEqual(["aa ab", "aabbbbb"]);
    expect(sifted.tree).toBe("ε(0:dead 1:bbbbb(0:q1 243:q0))");
    // 8 from ε, 6 from a. The arc b is held, so b is no candidate.
    expect(suggest()).toEqual({ node, suffix: [0] });
    expect([asked, reasons]).toEqual([[], []]);
    expect(sifted.sifting.insert(node, [0])).toBe(true);
    expect(sifted.tree).toBe("ε(0:dead 1:a(6:q1 8:q0))");
    // The node has a short suffix, and its branches are leaves.
    expect([suggest(), suggest()]).toEqual([undefined, undefined]);
  });

  it.each([
    [
      "is held for one of the states",
      "0 1; 1 4; 0 a 2 1; 0 b 3 0; 1 a 6 1; 1 b 5 1",
      "bbbbb(243:q0 3125:q1)",
    ],
    [
      "lives for one of the states and dies for the other",
      "0 1; 1 4; 0 a 2 1; 0 b 3 0; 1 b 5 1",
      "bbbbb(243:q0 3125:q1)",
    ],
  ])("is found where an arc %s", (_, lines, tree) => {
    const { sifted, split, suggest } = watched(wdfsaOf(rational, "ab", lines));
    const { node } = split(1, letters(5, 1));
    sifted.settle();
    expect(sifted.tree).toBe(`ε(0:dead 1:${tree})`);
    expect(suggest()).toEqual({ node, suffix: [0] });
  });

  it("stays if it is short", () => {
    const { sifted, split, suggest } = watched(near);
    expect(split(1, letters(4, 1)).holds).toBe(false);
    sifted.settle();
    expect(suggest()).toBeUndefined();
    expect(sifted.tree).toBe("ε(0:dead 1:bbbb(0:q1 81:q0))");
  });

  it("stays while the successors of its states have not been told apart", () => {
    const { sifted, split, suggest, asked } = watched(thirds);
    split(1, letters(5));
    sifted.settle();
    // q0 and q1 both lead to q1, with factor 1.
    expect([sifted.tree, sifted.arcs()]).toEqual(["ε(0:dead 1:aaaaa(2:q0 4:q1))", "0a→1(1) 1a→1(1)"]);
    expect([suggest(), asked]).toEqual([undefined, []]);
  });
});

describe("the suffix of an older node", () => {
  /** Splits by a^first above, and by a^second below, where aa becomes a state. */
  function twoSplits(first: number, second: number, prices?: Prices) {
    const run = watched(thirds, prices);
    const above = run.split(1, letters(first)).node;
    run.sifted.settle();
    const below = run.split(2, letters(second)).node;
    run.sifted.settle();
    return { ...run, above, below };
  }

  it("is replaced if it is very long, after its states were asked the new one", () => {
    const { sifted, suggest, above, asked, reasons } = twoSplits(26, 1);
    expect(sifted.sifting.states).toBe(3);
    expect(suggest()).toEqual({ node: above, suffix: [0, 0] });
    // ε and a have answered it, since aa and aaa are arcs.
    expect([asked, reasons]).toEqual([["aaaa"], [{ kind: "split", suffix: [0, 0] }]]);
    expect(sifted.sifting.insert(above, [0, 0])).toBe(true);
    expect(sifted.tree).toBe("ε(0:dead 1:aa(1:q0 2:a(1:q1 2:q2)))");
    expect(suggest()).toBeUndefined();
  });

  it("stays if it is not longer than 24 letters", () => {
    const { sifted, suggest, asked } = twoSplits(23, 1);
    const { tree } = sifted;
    expect([suggest(), asked]).toEqual([undefined, []]);
    expect(sifted.tree).toBe(tree);
  });

  it("must be longer the less a letter costs", () => {
    // 12·(1 + word/letter) letters: 26, or a little less.
    expect(twoSplits(26, 1, { word: 7, letter: 6 }).suggest()).toBeUndefined();
    const { suggest, above } = twoSplits(26, 1, { word: 1.16, letter: 1 });
    expect(suggest()).toEqual({ node: above, suffix: [0, 0] });
  });

  it("is replaced by one of at most half its length", () => {
    const { suggest, above } = twoSplits(26, 10);
    expect(suggest()).toEqual({ node: above, suffix: letters(11) });
    // Of 14 letters, the candidate is too long; the node below is new and has a short one.
    const other = twoSplits(26, 13);
    expect(other.suggest()).toEqual({ node: other.below, suffix: [0] });
  });

  it("must be longer the more branches the node has", () => {
    // Three branches by bⁿ: the bound is 24 · log₂ 3 = 38.04.
    const three = wdfsaOf(rational, "ab", "0 1; 1 4; 2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 2 a 5 2; 2 b 7 0");
    const suggested = (length: number) => {
      const { sifted, split, suggest } = watched(three);
      split(1, letters(length, 1));
      sifted.settle();
      expect(sifted.sifting.tree.branches(sifted.sifting.tree.parent(sifted.sifting.leaf(0)))).toHaveLength(
        3,
      );
      return suggest();
    };
    expect(suggested(38)).toBeUndefined();
    expect(suggested(39)).toMatchObject({ suffix: [0] });
  });

  it("is no longer watched when it is not in the tree", () => {
    const { sifted, suggest, above } = twoSplits(26, 10);
    sifted.sifting.tree.split(0, []);
    expect(sifted.sifting.tree.parent(above)).toBe(-1);
    expect(suggest()).toBeUndefined();
  });
});

describe("a run with shorter suffixes", () => {
  /** The first counterexample is long; the later ones are shortest. */
  function longFirst(target: Wdfsa<Rational>, first: readonly number[]): Teacher<Rational> {
    const exact = exactTeacher(target);
    let given = false;
    return {
      ...exact,
      findCounterexample(hypothesis) {
        if (given) return exact.findCounterexample(hypothesis);
        given = true;
        return first;
      },
    };
  }

  const learned = (target: Wdfsa<Rational>, first: readonly number[], prices: Prices) => {
    const learner = new TreeLearner(rational, target.alphabet, { prices });
    const { automaton, statistics } = runLearner(learner, longFirst(target, first));
    const { questions, symbols, cost } = statistics;
    return { automaton, counts: { questions, symbols, cost }, tree: treeText(learner.sifting.tree) };
  };

  it("learns the same automaton, with fewer letters, from a long counterexample", () => {
    const first = [0, ...letters(20, 1)];
    const textbook = learned(near, first, { word: 1, letter: 0 });
    const shorter = learned(near, first, defaultPrices);
    expect(writeHankel(shorter.automaton)).toBe(writeHankel(textbook.automaton));
    expect(textbook.tree).toMatch(/^ε\(0:dead 1:b{10,}\(/u);
    expect(shorter.tree).toBe("ε(0:dead 1:a(6:q1 8:q0))");
    // In both, one word of 22 letters was asked ahead in vain.
    expect(textbook.counts).toEqual({ questions: 13, symbols: 158, cost: 171 });
    expect(shorter.counts).toEqual({ questions: 14, symbols: 142, cost: 156 });
  });
});
