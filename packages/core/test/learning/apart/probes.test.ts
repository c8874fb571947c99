/** Probes: which words are asked which suffix, in turn, and which answers are not those of their state. */

import { beforeEach, describe, expect, it } from "vitest";
import { Alphabet, type GroupWithZero, Observations, quaternion, rational } from "../../../src/index.ts";
import { Assignment } from "../../../src/learning/apart/assignment.ts";
import { SuffixChoice } from "../../../src/learning/apart/suffix-choice.ts";
import { shown } from "../../support/sifted.ts";

const alphabet = new Alphabet("ab");

/**
 * Words 0 to 4 are ε, a, b, aa and ab. The states are those of ε and a; b and ab are like ε, aa is like a. Both states
 * have answered ε, and b.
 */
class Bench<W> {
  readonly observations: Observations<W>;
  readonly choice: SuffixChoice<W>;
  readonly assignment: Assignment<W>;

  constructor(
    algebra: GroupWithZero<W>,
    known: Readonly<Record<string, string>>,
    factors: readonly string[],
  ) {
    this.observations = new Observations(algebra, 2);
    this.choice = new SuffixChoice(this.observations, alphabet.size, true);
    this.assignment = new Assignment(this.observations, this.choice);
    for (const word of ["", "a", "b", "aa", "ab"]) this.assignment.addWord(this.node(word));
    for (const word of [0, 1]) this.assignment.addState(word);
    [0, 1, 0, 1, 0].forEach((state, word) => {
      this.assignment.target[word] = state;
      this.assignment.factor[word] = algebra.parse(factors[word]);
    });
    expect([this.choice.number([]), this.choice.number([1])]).toEqual([0, 1]);
    for (const word of Object.keys(known)) this.observations.want(this.node(word));
    this.observations.record(Object.values(known).map((text) => algebra.parse(text)));
  }

  node(word: string): number {
    return this.observations.node(
      0,
      Array.from(word, (symbol) => alphabet.letter(symbol)),
    );
  }

  wanted(): string {
    return shown(this.observations.wanted().words);
  }

  answer(...weights: string[]): void {
    this.observations.record(weights.map((text) => this.observations.algebra.parse(text)));
  }

  failed(): [word: number, suffix: number][] {
    return Array.from(this.assignment.failed(), ({ word, suffix }) => [word, suffix]);
  }
}

/** L_ab = 6 ⊗ L_ε, L_b = 3 ⊗ L_ε, L_aa = 1/2 ⊗ L_a. */
const KNOWN = { "": "1", a: "8", b: "3", aa: "4", ab: "6" };
const FACTORS = ["1", "1", "3", "1/2", "6"];

describe("probes", () => {
  let bench: Bench<ReturnType<typeof rational.parse>>;
  beforeEach(() => {
    bench = new Bench(rational, KNOWN, FACTORS);
  });

  it("go round the words that are no access words", () => {
    bench.assignment.wantProbes(1);
    // Word 0 is skipped at first, and word 1 is an access word.
    expect(bench.wanted()).toBe("bb");
    bench.answer("9");
    bench.assignment.wantProbes(1);
    expect(bench.wanted()).toBe("aab");
    bench.answer("3");
    bench.assignment.wantProbes(1);
    expect(bench.wanted()).toBe("abb");
  });

  it("are as many as asked for, at most one for each word", () => {
    bench.assignment.wantProbes(2);
    expect(bench.wanted()).toBe("bb aab");
    bench.assignment.wantProbes(9);
    expect(bench.wanted()).toBe("bb aab abb");
  });

  it("are none if none are asked for, or everything was asked", () => {
    bench.assignment.wantProbes(0);
    expect([bench.wanted(), bench.failed()]).toEqual(["", []]);
    bench.assignment.wantProbes(3);
    bench.answer("9", "3", "18");
    bench.assignment.wantProbes(3);
    expect([bench.wanted(), bench.failed()]).toEqual(["", []]);
  });

  it("do not ask words without a state, nor suffixes that the state has not answered", () => {
    bench.assignment.target[2] = -1;
    bench.choice.number([0, 0, 0]);
    bench.assignment.wantProbes(9);
    expect(bench.wanted()).toBe("aab abb");
  });

  it("fail where the answer is not the factor times that of the state", () => {
    bench.assignment.wantProbes(3);
    // 3 ⊗ 3, 1/2 ⊗ 6 and 6 ⊗ 3 were expected.
    bench.answer("9", "3", "18");
    expect(bench.failed()).toEqual([]);
    bench = new Bench(rational, KNOWN, FACTORS);
    bench.assignment.wantProbes(3);
    bench.answer("10", "3", "0");
    expect(bench.failed()).toEqual([
      [2, 1],
      [4, 1],
    ]);
  });

  it("pass over words that are in doubt already", () => {
    bench.assignment.wantProbes(3);
    bench.answer("10", "4", "0");
    bench.assignment.target[2] = -1;
    expect(bench.failed()).toEqual([
      [3, 1],
      [4, 1],
    ]);
    // With another state, the answer of that state counts: 3 ⊗ 6.
    bench.assignment.target[2] = 1;
    expect(bench.failed().map(([word]) => word)).toEqual([2, 3, 4]);
  });

  it("multiply from the left", () => {
    // L_b = i ⊗ L_ε, so that L(bb) = i ⊗ j = k, not -k.
    const known = { "": "1", b: "j", a: "0", aa: "0", ab: "0" };
    for (const [answer, failed] of [
      ["k", []],
      ["-k", [[2, 1]]],
    ] as const) {
      const sides = new Bench(quaternion, known, ["1", "1", "i", "1", "1"]);
      sides.assignment.wantProbes(1);
      sides.answer(answer);
      expect(sides.failed()).toEqual(failed);
    }
  });
});
