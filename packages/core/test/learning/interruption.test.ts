import {
  Alphabet,
  compare,
  type DriveOptions,
  fraction,
  Interruption,
  interruptible,
  lookUp,
  Matrix,
  MultiplicityLearner,
  minimize,
  quaternion,
  Random,
  type Rational,
  randomAutomaton,
  rational,
  reduce,
  runLearner,
  singularValues,
  type Teacher,
  toWfsa,
  type Wfsa,
  type Word,
  weightsIn,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { solveRationally } from "../../src/linear/rational.ts";

const AB = new Alphabet("ab");

/** A language without structure. */
function hash(word: Word): number {
  return (
    word.reduce((value, letter) => (value * 31 + 17 + 5 * letter + ((value * value) >> 3)) % 10007, 7) % 97
  );
}

const unstructured: Teacher<Rational> = {
  kind: weightsIn(rational),
  alphabet: AB,
  weigh: (words) => words.map(hash),
};

function learnUnstructured(options: DriveOptions<Rational, Rational, Wfsa<Rational>>) {
  return runLearner(new MultiplicityLearner(rational, AB), unstructured, options);
}

describe("a check", () => {
  const endless = () => {
    for (;;) lookUp();
  };
  const stop = () => {
    throw new Interruption("cancelled", "enough");
  };

  test("ends a computation, and holds no longer than it", () => {
    expect(() => interruptible(stop, endless)).toThrow("enough");
    for (let i = 0; i < 1e6; i++) lookUp();
  });

  test("holds beside those that hold already", () => {
    expect(() => interruptible(stop, () => interruptible(() => {}, endless))).toThrow("enough");
    expect(() =>
      interruptible(
        () => {},
        () => interruptible(stop, endless),
      ),
    ).toThrow("enough");
  });
});

describe("looks up", () => {
  const random = new Random(7);
  const digits = (length: number) => BigInt(Array.from({ length }, () => 1 + random.below(9)).join(""));
  const matrix = (rows: number, columns: number, entry: () => Rational) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, entry));
  const small = () => fraction(random.below(19) - 9, 1 + random.below(9));
  const large = randomAutomaton({ algebra: rational, letters: 2, states: 40_000, seed: 7 });
  const few = randomAutomaton({ algebra: rational, letters: 2, states: 60, seed: 7 });
  const weights = [1, 2].map(() => fraction(digits(30_000), digits(30_000)));
  const coordinate = () => `${digits(2000)}/${digits(2000)}`;
  const turned = quaternion.parse(`${coordinate()}+${coordinate()}i+${coordinate()}j+${coordinate()}k`);
  const [a, b] = [matrix(30, 30, small), matrix(30, 30, small)];
  const real = Matrix.from(Array.from({ length: 90 }, () => Array.from({ length: 90 }, () => random.real())));
  test.each<[string, () => unknown]>([
    ["the minimisation of an automaton", () => minimize(large)],
    ["the comparison of automata", () => compare(large, large)],
    ["the reduction of an automaton over a field", () => reduce(toWfsa(few))],
    ["a system of equations over the rational numbers", () => solveRationally(a, b)],
    ["a sum of long fractions", () => rational.plus(weights[0], weights[1])],
    ["an inverse of a quaternion", () => quaternion.inverse(turned)],
    ["a singular value decomposition", () => singularValues(real)],
  ])("%s", (_name, compute) => {
    const stop = () => {
      throw new Interruption("budget", "the time is up");
    };
    expect(() => interruptible(stop, compute)).toThrow(Interruption);
  });
});

describe("a run that computes for long", () => {
  /** Each look at the clock takes a millisecond. */
  const slowClock = () => {
    let now = 0;
    return () => ++now;
  };

  test("ends soon after its limit, with a hypothesis", () => {
    const clock = slowClock();
    const { outcome, reason, automaton, error } = learnUnstructured({ maxSeconds: 2, clock });
    expect({ outcome, reason, error }).toEqual({
      outcome: "budget",
      reason: "more than 2 seconds have passed",
      error: undefined,
    });
    expect(automaton.size).toBeGreaterThan(0);
    expect(clock()).toBeLessThan(3000);
  });

  test("ends soon after it is cancelled by what it hears", () => {
    let heard = 0;
    const { outcome, reason } = learnUnstructured({
      clock: slowClock(),
      hear: () => heard++,
      cancelled: () => heard >= 1000,
    });
    expect([outcome, reason]).toEqual(["cancelled", "cancelled"]);
    expect(heard).toBeLessThan(2000);
  });

  test("tells the best hypothesis each time the states have doubled", () => {
    const sizes: number[] = [];
    learnUnstructured({
      maxSeconds: 2,
      clock: slowClock(),
      cancelled: () => sizes.length === 2,
      best(automaton, conjectured) {
        if (!conjectured) sizes.push(automaton.size);
      },
    });
    expect(sizes).toHaveLength(2);
    for (let i = 1; i < sizes.length; i++) expect(sizes[i]).toBeGreaterThanOrEqual(2 * sizes[i - 1]);
  });

  test("asks nobody for hypotheses if it cannot be ended within a computation", () => {
    const learner = new MultiplicityLearner(rational, AB);
    let hypotheses = 0;
    const { hypothesis } = learner;
    learner.hypothesis = () => {
      hypotheses++;
      return hypothesis.call(learner);
    };
    let conjectures = 0;
    runLearner(learner, unstructured, {
      maxQuestions: 2000,
      announce: ({ kind }) => {
        if (kind === "conjecture") conjectures++;
      },
    });
    // One more at the end.
    expect(hypotheses).toBe(conjectures + 1);
  });
});
