/** The multiplicity learner over exact fields: it finds the rank, in canonical form, with few questions. */

import {
  Alphabet,
  boolean,
  defineSemifield,
  type ExactSemifield,
  fieldTeacher,
  freeGroup,
  HankelError,
  learn,
  log,
  primeField,
  quaternion,
  rational,
  reduce,
  runsOf,
  type Teacher,
  toWfsa,
  tropical,
  type Wfsa,
  WfsaBuilder,
  weightsIn,
  writeHankel,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ended } from "../support/ended.ts";
import { interviewOverField, slowRank } from "../support/multiplicity.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { buildWfsa, type WfsaCase, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

/** The field with four elements, 0, 1, x and x + 1, as a user would define it. */
const four = defineSemifield<number>({
  name: "four",
  zero: 0,
  one: 1,
  commutative: true,
  plus: (a, b) => a ^ b,
  negate: (a) => a,
  times: (a, b) => (a === 0 || b === 0 ? 0 : 1 + ((a + b - 2) % 3)),
  inverse: (a) => (a === 1 ? 1 : 5 - a),
  isWeight: (value) => [0, 1, 2, 3].includes(value as number),
});

const fields: WfsaCase[] = [
  ...wfsaCases.filter(({ algebra }) => algebra.negate !== undefined),
  {
    name: "a user's field of four elements",
    algebra: four,
    pool: [1, 2, 3],
  },
];

describe.each(fields)("over $name", (setting) => {
  const { algebra } = setting;
  const targets = wfsaDrafts({ maxStates: 5, maxLetters: 2, maxArcs: 12 });

  it("learns the canonical automaton, whose size is the rank of the Hankel matrix", () => {
    fc.assert(
      fc.property(targets, (draft) => {
        const target = buildWfsa(setting, draft);
        const words = [...wordsUpTo(target.alphabet.size, Math.max(0, target.size - 1))];
        const { result } = interviewOverField(fieldTeacher(target));
        expect(result.size).toBe(slowRank(algebra, words, (word) => target.weigh(word)));
        expect(writeHankel(result)).toBe(writeHankel(reduce(target)));
        for (const word of wordsUpTo(target.alphabet.size, 5)) {
          expect(algebra.equals(result.weigh(word), target.weigh(word))).toBe(true);
        }
      }),
      { seed: 1300, numRuns: 60 },
    );
  });

  it("asks no word twice, conjectures at most max(1, r) times, and has a hypothesis at every step", () => {
    fc.assert(
      fc.property(targets, (draft) => {
        const target = buildWfsa(setting, draft);
        const { result, asked, conjectures } = interviewOverField(fieldTeacher(target), (learner) => {
          expect(learner.hypothesis().size).toBe(learner.states);
        });
        expect(new Set(asked.map(String)).size).toBe(asked.length);
        expect(conjectures.length).toBeLessThanOrEqual(Math.max(1, result.size));
        expect(conjectures.every((size, i) => i === 0 || size > conjectures[i - 1])).toBe(true);
        expect(conjectures.at(-1)).toBe(result.size);
      }),
      { seed: 1301, numRuns: 60 },
    );
  });

  it("asks the same questions again, and gives the same automaton, whatever the form of the target", () => {
    fc.assert(
      fc.property(targets, (draft) => {
        const target = buildWfsa(setting, draft);
        const first = interviewOverField(fieldTeacher(target));
        const again = interviewOverField(fieldTeacher(reduce(target)));
        expect(again.asked).toEqual(first.asked);
        expect(writeHankel(again.result)).toBe(writeHankel(first.result));
      }),
      { seed: 1302, numRuns: 30 },
    );
  });
});

/** 2^#a + 2^#b. */
function twoPowers(): Wfsa<unknown> {
  const builder = new WfsaBuilder(rational, new Alphabet("ab"));
  for (const [letter, other] of ["ab", "ba"]) {
    const state = builder.state(1);
    builder.initial(state).arc(state, letter, 2, state).arc(state, other, 1, state);
  }
  return builder.build();
}

describe("the multiplicity learner", () => {
  it("learns 2^#a + 2^#b, which has no deterministic automaton, with two states", () => {
    const { automaton, outcome, statistics } = learn(fieldTeacher(twoPowers()), { learner: "multiplicity" });
    expect(outcome).toBe("accepted");
    expect(automaton.size).toBe(2);
    expect(statistics.dof).toBe(8);
    expect(statistics.questions).toBeLessThanOrEqual(12);
    expect(automaton.weigh([0, 0, 0, 1])).toBe(10);
  });

  it("learns the zero language, a constant, and languages over no letters", () => {
    const empty = new Alphabet([]);
    const nothing = new WfsaBuilder(rational, empty);
    expect(learn(fieldTeacher(nothing.build()), { learner: "multiplicity" }).automaton.size).toBe(0);
    const one = new WfsaBuilder(rational, empty);
    one.initial(one.state(7));
    const { automaton } = learn(fieldTeacher(one.build()), { learner: "multiplicity" });
    expect([automaton.size, automaton.weigh([])]).toEqual([1, 7]);
    const zero = new WfsaBuilder(rational, new Alphabet("ab"));
    zero.initial(zero.state(0)).arc(0, "a", 1, 0);
    const learned = learn(fieldTeacher(zero.build()), { learner: "multiplicity" });
    expect([learned.automaton.size, learned.statistics.equivalences]).toEqual([0, 1]);
  });

  it("finds the same automaton without trials, with fewer words and more conjectures", () => {
    const setting = fields[0];
    fc.assert(
      fc.property(wfsaDrafts({ maxStates: 6, maxLetters: 2, maxArcs: 16 }), (draft) => {
        const target = fieldTeacher(buildWfsa(setting, draft));
        const [tried, textbook] = [true, false].map((trials) =>
          learn(target, { learner: "multiplicity", trials }),
        );
        expect(writeHankel(textbook.automaton)).toBe(writeHankel(tried.automaton));
        expect(textbook.statistics.equivalences).toBeGreaterThanOrEqual(tried.statistics.equivalences);
        expect(textbook.statistics.equivalences).toBeLessThanOrEqual(Math.max(1, textbook.automaton.size));
      }),
      { seed: 1303, numRuns: 40 },
    );
  });

  it("learns rank 1: every word multiplies", () => {
    const builder = new WfsaBuilder(primeField(101), new Alphabet("abc"));
    builder.initial(builder.state(5), 3).arc(0, "a", 2, 0).arc(0, "b", 7, 0).arc(0, "c", 50, 0);
    const { automaton, statistics } = learn(fieldTeacher(builder.build()), { learner: "multiplicity" });
    expect([automaton.size, statistics.equivalences]).toEqual([1, 1]);
  });

  // Lemma 14.7.
  it("computes in another prime field if a weight has no value in the first one, or is 0 there", () => {
    // The largest primes below 2^26: residues modulo the first are what the learner decides by.
    for (const [n, d] of [
      [1, 67_108_859],
      [67_108_859, 1],
      [67_108_859, 67_108_837],
    ]) {
      const builder = new WfsaBuilder(rational, new Alphabet("ab"));
      const weight = rational.parse(`${n}/${d}`);
      const [p, q] = [builder.state(weight), builder.state(1)];
      builder.initial(p).arc(p, "a", weight, q).arc(q, "b", 3, p).arc(q, "a", weight, q);
      const target = builder.build();
      const { automaton, statistics } = learn(fieldTeacher(target), { learner: "multiplicity" });
      expect(writeHankel(automaton)).toBe(writeHankel(reduce(target)));
      expect(statistics.equivalences).toBeLessThanOrEqual(2);
    }
  });

  // Theorem 14.3.
  it("uses a counterexample of 10,000 letters in a number of rounds that is logarithmic in its length", () => {
    const field = primeField(1_000_003);
    const builder = new WfsaBuilder(field, new Alphabet("ab"));
    const states = Array.from({ length: 4 }, (_, i) => builder.state(i === 3 ? 1 : 0));
    builder.initial(states[0]);
    states.forEach((state, i) => {
      builder.arc(state, "a", i + 2, states[(i + 1) % 4]).arc(state, "b", 1, state);
    });
    const target = builder.build();
    const teacher = fieldTeacher(target);
    const long: number[] = Array.from({ length: 10_000 }, (_, i) => (i % 7 === 3 ? 0 : 1));
    long.push(...(long.filter((letter) => letter === 0).length % 4 === 3 ? [] : [0, 0, 0, 0]));
    while (field.isZero(target.weigh(long))) long.push(0);
    const conjectures: number[] = [];
    const winding: Teacher<number> = {
      ...teacher,
      findCounterexample(hypothesis) {
        conjectures.push(hypothesis.size);
        const wrong = !field.equals(hypothesis.weigh(long), target.weigh(long));
        return wrong ? long : teacher.findCounterexample(hypothesis);
      },
    };
    const { automaton, statistics } = learn(winding, { learner: "multiplicity" });
    expect(writeHankel(automaton)).toBe(writeHankel(reduce(target)));
    const search = Math.ceil(Math.log2(long.length)) + Math.ceil(Math.log2(1 + Math.log2(long.length)));
    expect(statistics.rounds).toBeLessThanOrEqual(automaton.size * (search + 5));
  });

  it("reports a counterexample on which language and hypothesis agree, and never returns a wrong automaton", () => {
    const teacher = fieldTeacher(twoPowers());
    const liar: Teacher<unknown> = { ...teacher, findCounterexample: () => [0, 1] };
    const learned = learn(liar, { learner: "multiplicity" });
    expect(learned.outcome).toBe("contradiction");
    expect(learned.reason).toContain("was given as a counterexample");
  });

  it("stops at budgets with the best automaton so far", () => {
    const target = toWfsa(reduce(twoPowers()));
    const states = learn(fieldTeacher(target), { learner: "multiplicity", maxStates: 1 });
    expect([states.outcome, states.automaton.algebra.name]).toEqual(["budget", "rational"]);
    const questions = learn(fieldTeacher(target), { learner: "multiplicity", maxQuestions: 5 });
    expect(questions.outcome).toBe("budget");
    expect(questions.automaton.size).toBeLessThanOrEqual(2);
  });

  it("refuses algebras that are no fields, machines, and options that have no use", () => {
    const make = <W>(algebra: ExactSemifield<W>, options = {}) =>
      refusal(() =>
        learn(
          {
            kind: weightsIn<W>(algebra),
            alphabet: new Alphabet("a"),
            weigh: () => [],
          },
          {
            learner: "multiplicity",
            ...options,
          },
        ),
      );
    for (const algebra of [boolean, tropical] as ExactSemifield<unknown>[]) {
      expect(make(algebra)).toMatch(/needs a field.*Daviaud and Johnson 2024.*use tree, apart or table/u);
    }
    expect(make(log as unknown as ExactSemifield<unknown>)).toContain("needs a field");
    expect(make(freeGroup as unknown as ExactSemifield<unknown>)).toContain("needs a field");
    expect(make(rational, { rankTolerance: 1e-6 })).toContain("are exact");
    expect(
      refusal(() =>
        learn(
          {
            kind: runsOf("mealy"),
            alphabet: new Alphabet("a"),
            weigh: () => [],
          },
          { learner: "multiplicity" },
        ),
      ),
    ).toContain("is a Mealy machine; use machine");
  });

  it("keeps the side of factors: quaternions that do not commute", () => {
    const builder = new WfsaBuilder(quaternion, new Alphabet("ab"));
    const [p, q] = [builder.state(quaternion.parse("j")), builder.state(quaternion.parse("1"))];
    builder.initial(p, quaternion.parse("i")).initial(q, quaternion.parse("1+k"));
    builder.arc(p, "a", quaternion.parse("j"), q).arc(p, "b", quaternion.parse("k"), p);
    builder.arc(q, "a", quaternion.parse("1+i"), p).arc(q, "b", quaternion.parse("1/2j"), q);
    const target = builder.build();
    const { automaton } = learn(fieldTeacher(target), { learner: "multiplicity" });
    expect(automaton.size).toBe(2);
    for (const word of wordsUpTo(2, 6)) {
      expect(quaternion.format(automaton.weigh(word))).toBe(quaternion.format(target.weigh(word)));
    }
  });

  it("throws only its own errors for answers that are no weights", () => {
    const teacher: Teacher<unknown> = {
      ...fieldTeacher(twoPowers()),
      weigh: (words) => words.map(() => "x"),
    };
    const { outcome, error } = ended(() => learn(teacher, { learner: "multiplicity" }));
    expect(outcome).toBe("failed");
    expect(error).toBeInstanceOf(HankelError);
  });
});
