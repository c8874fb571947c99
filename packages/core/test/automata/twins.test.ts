/**
 * The answers of `twins` against the definition, on automata that have the property and on as many that have not: Lemma 17.4,
 * Theorems 17.5 and 17.6, Proposition 17.7.
 */

import { determinize, freeGroup, minimize, type TwinsAnswer, twins, type Wfsa } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Case, exactCases } from "../support/cases.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import {
  arithmeticOf,
  buildSiblings,
  countDelays,
  cycleRatios,
  isAmbiguous,
  isFinite,
  isPlainlyDeterministic,
  plainWfsa,
  type SiblingDraft,
  siblingDrafts,
} from "../support/siblings.ts";
import { automatonOf, buildWfsa, paths, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const RUNS = { seed: 55, numRuns: 80 };
/** No automaton here with finitely many delays has more of them. */
const MANY = 200;

/** The algebras in which different weights have different powers: a broken twin decides. */
const decided = ["rational", "tropical", "arctic", "viterbi", "free-group"];
/** Those in which powers may be equal again. */
const open = ["prime-field:7", "quaternion", "symmetric-group"];

type Tally = Record<TwinsAnswer<unknown>["answer"], number>;

/** The answers for siblings, of which every word has one path, each checked against the reference. */
function tally(setting: Case, check: (automaton: Wfsa<unknown>, said: TwinsAnswer<unknown>) => void): Tally {
  const answers: Tally = { yes: 0, no: 0, "cannot tell": 0 };
  fc.assert(
    fc.property(siblingDrafts(3), (draft: SiblingDraft) => {
      const automaton = buildSiblings(setting, draft);
      const said = twins(automaton, { maxPairs: 2e4 });
      answers[said.answer]++;
      check(automaton, said);
    }),
    RUNS,
  );
  return answers;
}

/** Has an unambiguous automaton the twins property, by definition? */
function areTwins(automaton: Wfsa<unknown>): boolean {
  const { algebra } = automaton;
  const plain = plainWfsa(automaton, arithmeticOf(algebra.name));
  expect(isAmbiguous(plain)).toBe(false);
  if (!algebra.commutative) return countDelays(plain, MANY) !== undefined;
  return cycleRatios(plain).every((ratio) => plain.k.equals(ratio, plain.k.one));
}

/** A shortest word that only one of two states accepts: that of the first. */
function exitOf(automaton: Wfsa<unknown>, state: number): number[] {
  const { algebra } = automaton;
  const accepts = (from: number, word: readonly number[]): boolean =>
    word.length === 0
      ? !algebra.isZero(automaton.finalWeight[from])
      : Array.from(automaton.target).some(
          (to, arc) =>
            automaton.source[arc] === from && automaton.letter[arc] === word[0] && accepts(to, word.slice(1)),
        );
  const word = [...wordsUpTo(4, 2)].find((one) => accepts(state, one));
  if (word === undefined) throw new Error(`state ${state} accepts no short word`);
  return word;
}

/** L(x yⁿ s)⁻¹ ⊗ L(x yⁿ t) for n = 0 to 5, where s leaves from one of the states and t from the other. */
function ratiosOnTheWay(automaton: Wfsa<unknown>, { cycles }: TwinsAnswer<unknown>): string[] {
  if (cycles === undefined) throw new Error("no cycles were named");
  const { algebra } = automaton;
  const [s, t] = cycles.states.map((state) => exitOf(automaton, state));
  return Array.from({ length: 6 }, (_, n) => {
    const way = [...cycles.prefix, ...new Array<readonly number[]>(n).fill(cycles.cycle).flat()];
    const [left, right] = [s, t].map((end) => paths(automaton, [...way, ...end]));
    expect([left.length, right.length]).toEqual([1, 1]);
    return algebra.format(algebra.times(algebra.inverse(left[0]), right[0]));
  });
}

describe.each(exactCases.filter(({ name }) => decided.includes(name)))("twins over $name", (setting) => {
  const { algebra } = setting;

  it("says yes and no as the definition does, and about as often", () => {
    const answers = tally(setting, (automaton, said) => {
      if (said.answer === "cannot tell") {
        // Over the rationals, a ratio of -1 is a root of 1.
        expect([algebra.name, said.because]).toEqual([
          "rational",
          expect.stringMatching(/ but powers of weights may be equal again in rational$/u),
        ]);
        expect(areTwins(automaton)).toBe(false);
      } else expect(said.answer).toBe(areTwins(automaton) ? "yes" : "no");
    });
    expect(answers.yes).toBeGreaterThan(20);
    expect(answers.no).toBeGreaterThan(20);
    expect(answers["cannot tell"]).toBeLessThan(algebra.name === "rational" ? 20 : 1);
  });

  it("names two cycles that show a no: the words that go round them have ever new ratios", () => {
    let shown = 0;
    tally(setting, (automaton, said) => {
      if (said.answer !== "no") {
        if (said.answer === "yes") expect(said.cycles).toBeUndefined();
        return;
      }
      const ratios = ratiosOnTheWay(automaton, said);
      expect(new Set(ratios).size).toBe(6);
      shown++;
    });
    expect(shown).toBeGreaterThan(20);
  });

  it("predicts whether determinize ends", () => {
    let [ended, refused] = [0, 0];
    tally(setting, (automaton, said) => {
      if (said.answer === "yes") {
        const found = determinize(automaton, { maxStates: MANY });
        for (const word of wordsUpTo(4, 3)) {
          const weight = paths(automaton, word)[0] ?? algebra.zero;
          expect(algebra.equals(found.weigh(word), weight)).toBe(true);
        }
        expect(minimize(automaton).size).toBe(minimize(found).size);
        ended++;
      }
      if (said.answer === "no") {
        const limits = { maxStates: 40, askTwins: false };
        expect(refusal(() => determinize(automaton, limits))).toMatch(/^budget: /u);
        // Over a field the automaton is reduced, and twins is not asked.
        if (algebra.name !== "rational") {
          const why = `unsupported: no deterministic automaton exists: ${said.because}`;
          expect(refusal(() => determinize(automaton))).toBe(why);
        }
        refused++;
      }
    });
    expect(Math.min(ended, refused)).toBeGreaterThan(20);
  });
});

describe.each(exactCases.filter(({ name }) => open.includes(name)))("twins over $name", (setting) => {
  it("never says no, and says yes only if the definition does", () => {
    const answers = tally(setting, (automaton, said) => {
      if (said.answer === "yes") expect(areTwins(automaton)).toBe(true);
      if (said.answer === "cannot tell" && setting.algebra.commutative)
        expect(areTwins(automaton)).toBe(false);
    });
    expect(answers.no).toBe(0);
    expect(answers.yes).toBeGreaterThan(20);
  });
});

describe.each(wfsaCases.filter(({ algebra }) => algebra.commutative))(
  "twins of any automaton, over $name",
  (setting) => {
    const { algebra } = setting;
    const chooses = algebra.equals(algebra.plus(algebra.one, algebra.one), algebra.one);

    it("says what ambiguity and the definition allow", () => {
      const seen = new Set<string>();
      fc.assert(
        fc.property(wfsaDrafts({ maxStates: 3, maxLetters: 2, maxArcs: 6 }), (draft) => {
          const automaton = buildWfsa(setting, draft);
          const plain = plainWfsa(automaton, arithmeticOf(setting.name));
          const said = twins(automaton);
          if (isPlainlyDeterministic(plain) || isFinite(plain)) {
            expect(said.answer).toBe("yes");
            return;
          }
          const [ambiguous, ratios] = [isAmbiguous(plain), cycleRatios(plain)];
          const equal = ratios.every((ratio) => plain.k.equals(ratio, plain.k.one));
          const cases = `${ambiguous ? "ambiguous" : "unambiguous"}, ${equal ? "twins" : "no twins"}`;
          seen.add(cases);
          if (equal) expect(said.answer).toBe(ambiguous && !chooses ? "cannot tell" : "yes");
          else if (ambiguous) expect(said.answer).toBe("cannot tell");
          else expect(said.answer).not.toBe("yes");
          expect(said.cycles === undefined).toBe(equal);
        }),
        { seed: 56, numRuns: 150 },
      );
      expect(seen).toContain("ambiguous, twins");
      if (setting.pool.length > 1) expect(seen).toContain("ambiguous, no twins");
    });
  },
);

describe("delays that differ from way to way", () => {
  const ways = (loop: string) =>
    automatonOf(
      freeGroup,
      `> 0 1; > 1 1; 0 c x 0; 1 c x 1; 0 a x 2; 1 a x 3; 0 b x 2; 1 b y 3; 2 f ${loop} 2; 3 f ${loop} 3; 2 d 1 4; 3 e 1 4; 4 1`,
    );

  it("are no harm where no cycle changes them", () => {
    expect(twins(ways("1"))).toEqual({
      answer: "yes",
      because: "the automaton is unambiguous and has the twins property",
    });
  });

  it("are told from those that a cycle changes, by the word that leads there", () => {
    const { answer, cycles } = twins(ways("z"));
    expect(answer).toBe("no");
    // After a the delay is 1, which z does not change; after b it is x⁻¹y.
    expect(cycles).toMatchObject({ prefix: [1], states: [2, 3], cycle: [5], weights: ["z", "z"] });
    expect(cycles?.delays).toEqual(["x^-1 y", "z^-1 x^-1 y z"]);
  });
});
