/** Words on their way down the tree (Lemma 6.2, Corollary 6.3, Theorem 6.4): what each step asks, where the words end, and what a split changes. */

import { beforeEach, describe, expect, it } from "vitest";
import { boolean, DEAD, quaternion, rational } from "../../../src/index.ts";
import { Sifted, shown, wdfsaOf } from "../../support/sifted.ts";

/** The number that marks the target of a word that is at no leaf. */
const UNKNOWN = -2;

/** Three states; b is dead after a. L(aⁿb) parts them: 3 after ε, 0 after a, 7 after aa. */
const language = wdfsaOf(rational, "ab", "0 1; 1 4; 2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 2 a 5 2; 2 b 7 0");

/** No final weight before aa: ε, a and b weigh nothing. */
const late = wdfsaOf(rational, "ab", "2 1; 0 a 2 1; 0 b 3 0; 1 a 1 2; 1 b 7 0; 2 b 5 2");

describe("a new sifting", () => {
  it("has no state, and asks ε", () => {
    const { sifting, observations, tree } = new Sifted(language);
    expect([sifting.states, sifting.busy, tree]).toEqual([0, true, "ε(0:dead)"]);
    expect(sifting.atRoot()).toEqual([0]);
    expect(sifting.target(0)).toBe(UNKNOWN);
    sifting.want();
    expect(observations.wanted().words).toEqual([[]]);
  });

  it("numbers words by state and letter: ε is 0, and u_q·a is 1 + q·|Σ| + a", () => {
    const { sifting } = new Sifted(language);
    expect([-1, 0, 0, 1, 3].map((state, i) => sifting.arc(state, i % 2))).toEqual([0, 2, 1, 4, 7]);
  });
});

describe("sifting", () => {
  it("makes ε a state if it is live, and then asks its arcs in one batch", () => {
    const sifted = new Sifted(language);
    const { sifting } = sifted;
    expect([sifted.step(), sifting.states, sifted.tree]).toEqual(["ε", 1, "ε(0:dead 1:q0)"]);
    expect(sifting.atRoot().map((node) => shown([sifted.observations.word(node)]))).toEqual(["a", "b"]);
    expect(sifted.arcs()).toBe("0a→? 0b→?");
    expect([sifted.step(), sifting.busy]).toEqual(["a b", false]);
    expect(sifting.atRoot()).toEqual([]);
    // Both are live, so they are like ε as far as known: L_a = 8 ⊗ L_ε, L_b = 3 ⊗ L_ε.
    expect(sifted.arcs()).toBe("0a→0(8) 0b→0(3)");
  });

  it("sends ε to the dead leaf if it weighs nothing, and then has nothing to ask", () => {
    const sifted = new Sifted(late);
    expect([sifted.settle(), sifted.sifting.states, sifted.tree]).toEqual([["ε"], 0, "ε(0:dead)"]);
    expect(sifted.sifting.target(0)).toBe(DEAD);
    expect(sifted.sifting.factor(0)).toBe(0);
  });

  it("finds a state without a conjecture where no branch has the ratio", () => {
    const sifted = new Sifted(language);
    sifted.settle();
    sifted.ask("ab");
    sifted.sifting.split(1, [1]);
    expect(sifted.tree).toBe("ε(0:dead 1:b(0:q1 3:q0))");
    // aa is live at the root and then asked b: 14/2 is a new ratio. ab is known to weigh nothing.
    expect([sifted.step(), sifted.arcs()]).toEqual(["aa", "0a→1(1) 0b→? 1a→? 1b→-"]);
    expect([sifted.step(), sifted.tree]).toEqual(["aab", "ε(0:dead 1:b(0:q1 3:q0 7:q2))"]);
    expect(sifted.sifting.access(2)).toEqual([0, 0]);
    expect(sifted.settle()).toEqual(["aaa", "aaab aabb"]);
    expect(sifted.arcs()).toBe("0a→1(1) 0b→? 1a→2(1) 1b→- 2a→2(5) 2b→0(14)");
  });

  it("asks no word that is known, and steps on", () => {
    const sifted = new Sifted(language);
    sifted.ask("", "a", "b");
    expect(sifted.settle()).toEqual(["", ""]);
    expect(sifted.arcs()).toBe("0a→0(8) 0b→0(3)");
  });

  it("keeps the sides of weights that do not commute", () => {
    // L(aⁿ) = iⁿ ⊗ j, L(b) = k.
    const sifted = new Sifted(wdfsaOf(quaternion, "ab", "0 j; 1 1; 0 a i 0; 0 b k 1"));
    sifted.settle();
    // k ⊗ j⁻¹ = i, and j⁻¹ ⊗ k = -i.
    expect(quaternion.format(sifted.sifting.factor(1))).toBe("i");
    const ratio = sifted.sifting.ratio(0, [1]);
    expect(ratio && quaternion.format(ratio)).toBe("-i");
  });

  it("has room for more than 64 words", () => {
    const letters = Array.from({ length: 70 }, (_, i) => String.fromCharCode(0x100 + i)).join("");
    const arcs = Array.from(letters, (letter, i) => `0 ${letter} ${i + 2} 0`).join("; ");
    const sifted = new Sifted(wdfsaOf(rational, letters, `0 1; ${arcs}`));
    sifted.settle();
    for (let word = 1; word <= 70; word++) {
      expect([sifted.sifting.target(word), sifted.sifting.factor(word)]).toEqual([0, word + 1]);
    }
  });
});

describe("where 1 is the only non-zero weight", () => {
  // a changes the state, and b leads to nothing.
  const parity = wdfsaOf(boolean, "ab", "1 true; 0 a true 1; 1 a true 0");

  it("a word that weighs nothing is a state like any other", () => {
    const sifted = new Sifted(parity);
    expect(sifted.tree).toBe("ε()");
    expect(sifted.settle()).toEqual(["ε", "a b", "aa ab"]);
    expect(sifted.tree).toBe("ε(false:q0 true:q1)");
    // What b leads to is not told apart from ε yet.
    expect(sifted.arcs()).toBe("0a→1(true) 0b→0(true) 1a→0(true) 1b→0(true)");
    sifted.ask("ba");
    expect(sifted.sifting.split(2, [0])).toBeGreaterThan(0);
    expect(sifted.tree).toBe("ε(false:a(false:q2 true:q0) true:q1)");
  });
});

describe("a split", () => {
  let sifted: Sifted<number | { n: bigint; d: bigint }>;
  beforeEach(() => {
    sifted = new Sifted(language) as typeof sifted;
    sifted.settle();
  });

  it("is refused while an answer is not known, of the word or of the state", () => {
    const { sifting } = sifted;
    expect(sifting.split(1, [1])).toBe(-1);
    sifted.ask("ab");
    const known = sifting.split(1, [1]);
    expect(known).toBeGreaterThan(0);
    const other = new Sifted(language);
    other.settle();
    other.ask("aa");
    // The state answers a, since a is an arc; the word a answers aa; only with both is there a split.
    expect(other.sifting.split(1, [0, 0])).toBe(-1);
    expect(other.sifting.split(2, [0])).toBe(-1);
    other.ask("ba");
    expect(other.sifting.split(2, [0])).toBe(-1);
    expect(other.sifting.split(1, [0])).toBeGreaterThan(0);
  });

  it("is refused if the ratios are equal, for words that do not exist, and for words on their way", () => {
    const { sifting } = sifted;
    sifted.ask("bb", "ab");
    // L(b)⁻¹ ⊗ L(bb) = 3 = L(ε)⁻¹ ⊗ L(b): the word b is its state.
    expect(sifting.split(2, [1])).toBe(-1);
    expect(sifting.split(0, [1])).toBe(-1);
    expect([sifting.split(-1, [1]), sifting.split(3, [1])]).toEqual([-1, -1]);
    expect([sifted.tree, sifting.states]).toEqual(["ε(0:dead 1:q0)", 1]);
    sifting.split(1, [1]);
    expect(sifting.target(3)).toBe(UNKNOWN);
    expect(sifting.split(3, [1])).toBe(-1);
    expect(sifting.states).toBe(2);
  });

  it("returns the former leaf, gives the word a state, and holds the other words until they are released", () => {
    const { sifting } = sifted;
    sifted.ask("ab");
    const leaf = sifting.leaf(0);
    expect(sifting.split(1, [1])).toBe(leaf);
    expect([sifting.states, sifting.accessWord(1), sifting.access(1)]).toEqual([2, 1, [0]]);
    expect([sifting.leaf(0), sifting.leaf(1)].map((of) => sifting.tree.parent(of))).toEqual([leaf, leaf]);
    expect([sifting.target(0), sifting.target(1), sifting.target(2)]).toEqual([0, 1, UNKNOWN]);
    expect(sifting.factor(2)).toBe(0);
    sifted.settle();
    expect(sifting.busy).toBe(false);
    expect(sifting.target(2)).toBe(UNKNOWN);
    sifting.release();
    expect(sifting.busy).toBe(true);
    expect([sifted.settle(), sifting.target(2), sifting.factor(2)]).toEqual([["bb"], 0, 3]);
    sifting.release();
    expect(sifting.busy).toBe(false);
  });

  it("releases words behind the arcs of the new state, those that came last first", () => {
    sifted.ask("ab");
    sifted.sifting.split(1, [1]);
    sifted.sifting.release();
    expect(sifted.settle()).toEqual(["aa bb", "aab", "aaa", "aaab aabb"]);
    const three = new Sifted(wdfsaOf(rational, "abc", "0 1; 1 1; 0 a 1 0; 0 b 1 1; 0 c 1 0; 1 a 2 0"));
    three.settle();
    three.ask("ba");
    three.sifting.split(2, [0]);
    three.sifting.release();
    expect(three.step()).toBe("bb bc ca aa");
  });

  it("shows arcs that are not known as dead ones in the arrays", () => {
    const { sifting } = sifted;
    expect(sifting.arcs()).toEqual({ target: Int32Array.of(0, 0), factor: [8, 3] });
    sifted.ask("ab");
    sifting.split(1, [1]);
    expect(sifting.arcs()).toEqual({ target: Int32Array.of(1, DEAD, DEAD, DEAD), factor: [1, 0, 0, 0] });
    sifted.settle();
    // Everything is at a leaf but the held word b.
    expect(Array.from(sifting.arcs().target)).toEqual([1, DEAD, 2, DEAD, 2, 0]);
    sifting.release();
    sifted.settle();
    expect(sifting.arcs()).toEqual({
      target: Int32Array.of(1, 0, 2, DEAD, 2, 0),
      factor: [1, 3, 1, 0, 5, 14],
    });
  });

  it("of the dead leaf makes its word a state, and the first live suffix its pivot", () => {
    const other = new Sifted(late);
    const { sifting } = other;
    other.settle();
    expect(sifting.split(0, [0, 0, 1])).toBe(-1);
    other.ask("aab", "bb");
    // bb weighs nothing either: the dead state has the same answer.
    expect(sifting.split(0, [1, 1])).toBe(-1);
    expect(sifting.split(0, [0, 0, 1])).toBe(1);
    expect([other.tree, sifting.states]).toEqual(["ε(0:aab(0:dead 1:q0))", 1]);
    expect(other.settle()).toEqual(["a b", "aaab baab"]);
    // L(baab) = 30 = 3 ⊗ L(aab): a factor, not the answer.
    expect(other.arcs()).toBe("0a→- 0b→0(3)");
    expect(sifting.tree.pivot(sifting.leaf(0))).toEqual([0, 0, 1]);
  });
});

describe("ratios", () => {
  it("are relative to the first live answer of the word, and known only with their answer", () => {
    const sifted = new Sifted(late);
    const { sifting } = sifted;
    sifted.settle();
    sifted.ask("aab", "aa", "baa");
    // Before its pivot, a live answer is the pivot, and its ratio 1.
    expect([sifting.ratio(0, [0, 0]), sifting.ratio(0, [])]).toEqual([1, 0]);
    sifting.split(0, [0, 0, 1]);
    expect(rational.format(sifting.ratio(0, [0, 0]) ?? 0)).toBe("1/5");
    expect(sifting.ratio(0, [0])).toBeUndefined();
    expect(sifting.ratio(0, [1, 1])).toBeUndefined();
    sifted.ask("a");
    expect(sifting.ratio(0, [0])).toBe(0);
    // The word b has met no live suffix yet.
    expect(sifting.ratio(2, [0, 0])).toBe(1);
  });
});
