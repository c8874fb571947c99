/** Learning languages of integers: the results, what it saves, and what is refused. */

import {
  Alphabet,
  type Automaton,
  breadthFirst,
  createLearner,
  exactTeacher,
  fieldTeacher,
  findFraction,
  functionTeacher,
  IntegralLearner,
  integral,
  type Learner,
  learn,
  MultiplicityLearner,
  minimize,
  openReplay,
  Random,
  type Rational,
  rational,
  runLearner,
  type Teacher,
  tropical,
  type Wfsa,
  WfsaBuilder,
  writeHankel,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { denseWfsa } from "../support/dense-wfsa.ts";
import { refusal } from "../support/refusal.ts";

const equivalence = breadthFirst(6);

/** A random automaton with integer weights. */
const drawn = (seed: number): Wfsa<Rational> => {
  const random = new Random(seed);
  return denseWfsa(rational, 1 + random.below(6), [1, 2, -1, 3], random);
};

/** A teacher that remembers the conjectures. */
function watched<W>(teacher: Teacher<W>): { teacher: Teacher<W>; conjectures: Automaton<W>[] } {
  const conjectures: Automaton<W>[] = [];
  return {
    conjectures,
    teacher: {
      ...teacher,
      findCounterexample(hypothesis) {
        conjectures.push(hypothesis);
        return teacher.findCounterexample?.(hypothesis) ?? null;
      },
    },
  };
}

describe("a learner of languages of integers", () => {
  it("over a field returns the integral form, and asks no conjecture with a fraction", () => {
    let [saved, plain] = [0, 0];
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const target = drawn(seed);
        const { teacher, conjectures } = watched(fieldTeacher(target));
        const options = { learner: "multiplicity", trials: false } as const;
        const { automaton, statistics, outcome } = learn(teacher, { ...options, integral: true });
        expect(outcome).toBe("accepted");
        expect(writeHankel(automaton)).toBe(writeHankel(integral(target)));
        expect(conjectures.every((hypothesis) => findFraction(hypothesis) === undefined)).toBe(true);
        const without = learn(fieldTeacher(target), options).statistics;
        expect(statistics.equivalences).toBe(conjectures.length);
        saved += without.equivalences - statistics.equivalences;
        plain += without.equivalences;
      }),
      { numRuns: 40 },
    );
    // Hypotheses that are not right yet have fractions, as a rule.
    expect(saved).toBeGreaterThan(0);
    expect(saved).toBeLessThan(plain);
  });

  it("asks one conjecture of the textbook's ten, on an automaton of rank 10", () => {
    const target = denseWfsa(rational, 10, [1, 2, -1], new Random(7));
    const conjectures = (integral: boolean) =>
      learn(fieldTeacher(target), { learner: "multiplicity", trials: false, integral }).statistics
        .equivalences;
    expect([conjectures(false), conjectures(true)]).toEqual([10, 1]);
  });

  it.each(["tree", "apart", "table"] as const)("by %s returns the deterministic integral form", (learner) => {
    let fewer = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const target = chain(new Random(seed));
        const { teacher, conjectures } = watched(exactTeacher(target));
        const { automaton, statistics } = learn(teacher, { learner, integral: true });
        expect(writeHankel(automaton)).toBe(writeHankel(integral(target)));
        expect(conjectures.every((hypothesis) => findFraction(hypothesis) === undefined)).toBe(true);
        if (statistics.equivalences < learn(exactTeacher(target), { learner }).statistics.equivalences)
          fewer++;
      }),
    );
    expect(fewer).toBeGreaterThan(0);
  });

  it("asks a conjecture that takes long to look at, and looks at it when it is accepted", () => {
    let asked = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const target = drawn(seed);
        const { teacher, conjectures } = watched(fieldTeacher(target));
        const made = () =>
          new IntegralLearner(
            new MultiplicityLearner(rational, target.alphabet, { trials: false }),
            target.size === 1 ? undefined : 0,
          );
        expect(writeHankel(runLearner(made(), teacher).automaton)).toBe(writeHankel(integral(target)));
        if (conjectures.some((hypothesis) => findFraction(hypothesis) !== undefined)) asked++;
        const { automaton } = runLearner(made(), { ...teacher, findCounterexample: () => null });
        expect(findFraction(automaton)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
    expect(asked).toBeGreaterThan(5);
  });

  it("names the word of an answer that is no integer", () => {
    const weigh = (word: readonly string[]) => rational.parse(word.length < 2 ? "1" : "3/2");
    const teacher = functionTeacher({ algebra: rational, alphabet: ["a"], weigh, equivalence });
    for (const learner of ["tree", "multiplicity"] as const) {
      expect(refusal(() => learn(teacher, { learner, integral: true }))).toBe(
        "teacher: aa weighs 3/2, which is no integer; without the option integral the learner takes it",
      );
    }
  });

  it("is refused where words weigh no rational numbers", () => {
    const refused = (setting: Parameters<typeof createLearner>[0]) =>
      refusal(() => createLearner(setting, { integral: true }));
    const teacher = functionTeacher({ algebra: tropical, alphabet: ["a"], weigh: () => 1, equivalence });
    expect(refused(teacher)).toContain("unsupported: integer weights are found among rational ones");
    const machine = openReplay({ header: header({ machine: "mealy" }, "machine"), lines: [] });
    expect(refused({ kind: machine.teacher.kind, alphabet: machine.teacher.alphabet })).toBe(
      "usage: integral is for targets that give words weights, and not for a Mealy machine",
    );
  });

  it("is made again for the replay of a journal, and is otherwise the learner that it is made of", () => {
    const { learner } = openReplay({
      header: { ...header({ semifield: "rational" }, "tree"), options: { integral: "yes" } },
      lines: [],
    });
    expect(learner).toBeInstanceOf(IntegralLearner);
    const target = drawn(3);
    const own: Learner<Rational, Rational, Wfsa<Rational>> = createLearner(fieldTeacher(target), {
      learner: "multiplicity",
      integral: true,
    });
    expect(own.conclusion).toBeUndefined();
    const { automaton } = runLearner(own, fieldTeacher(target));
    expect(own.conclusion?.()).toBe("Its weights are integers.");
    expect([own.name, own.states, own.form.ranked]).toEqual(["multiplicity", automaton.size, true]);
    expect(own.hypothesis().size).toBe(automaton.size);
    expect([...own.answers()].length).toBeGreaterThan(automaton.size);
    expect(own.memory).toBeGreaterThan(0);
  });
});

const header = (kind: { semifield: string } | { machine: "mealy" }, learner: string) =>
  ({ journal: "hankel/1", algorithm: 1, learner, alphabet: ["a"], options: {}, seed: 1, ...kind }) as const;

/** A deterministic automaton of a few states; few words tell them apart. */
function chain(random: Random) {
  const weights = [1, 2, 3, -2, 6];
  const builder = new WfsaBuilder<Rational>(rational, Alphabet.letters(2));
  const states = 2 + random.below(6);
  for (let state = 0; state < states; state++)
    builder.state(random.below(2) === 0 ? weights[random.below(5)] : 0);
  builder.initial(0, weights[random.below(5)]);
  for (let from = 0; from < states; from++) {
    for (let letter = 0; letter < 2; letter++)
      if (random.below(4) > 0) builder.arcOn(from, letter, weights[random.below(5)], random.below(states));
  }
  return minimize(builder.build());
}
