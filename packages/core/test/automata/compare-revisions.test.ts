import { describe, expect, it } from "vitest";
import { compareDeterministic, Prepared } from "../../src/automata/equivalence/compare-deterministic.ts";
import { RevisionComparison } from "../../src/automata/equivalence/compare-revisions.ts";
import type { Revision } from "../../src/automata/wdfsa.ts";
import {
  Alphabet,
  exactTeacher,
  learn,
  minimize,
  Random,
  TreeLearner,
  Wdfsa,
  type Word,
} from "../../src/index.ts";
import { type Case, exactCases } from "../support/cases.ts";
import { firstDifferenceByPairs, plain } from "../support/reference.ts";

/** What targets of a test look like. */
interface Drawn {
  readonly states: number;
  readonly letters: number;
  /** How many of a hundred arcs are there, and how many of a hundred states are final. */
  readonly arcs: number;
  readonly finals: number;
}

function randomTarget(
  setting: Case,
  random: Random,
  { states, letters, arcs, finals }: Drawn,
): Wdfsa<unknown> {
  const { algebra, pool } = setting;
  const weight = (share: number) =>
    random.below(100) < share ? pool[random.below(pool.length)] : algebra.zero;
  for (;;) {
    const arcWeight = Array.from({ length: states * letters }, () => weight(arcs));
    const target = Int32Array.from(arcWeight, (w) => (algebra.isZero(w) ? -1 : random.below(states)));
    const finalWeight = Array.from({ length: states }, () => weight(finals));
    const parts = { algebra, alphabet: Alphabet.letters(letters), target, arcWeight, finalWeight };
    const drawn = minimize(new Wdfsa({ ...parts, initialWeight: pool[random.below(pool.length)] }));
    if (drawn.size > 1) return drawn;
  }
}

/**
 * Somebody who revises an automaton at random: every state is entered by an arc of an earlier one, and weighs ε as its counterpart does,
 * in a gauge of its own. All other arcs may change, lead anywhere or nowhere, and weigh anything.
 */
class Author {
  readonly left: Wdfsa<unknown>;
  readonly pool: readonly unknown[];
  readonly random: Random;
  readonly entry: number[] = [-1];
  readonly counterpart: number[] = [0];
  /** L_q = factor ⊗ L_q̂, as it should be. */
  readonly factor: unknown[] = [];
  readonly target: number[] = [];
  readonly weight: unknown[] = [];
  number = 0;

  constructor(left: Wdfsa<unknown>, pool: readonly unknown[], random: Random) {
    this.left = left;
    this.pool = pool;
    this.random = random;
    this.#addState();
  }

  get #width(): number {
    return this.left.alphabet.size;
  }

  #any(): unknown {
    return this.pool[this.random.below(this.pool.length)];
  }

  #addState(): void {
    this.factor.push(this.#any());
    for (let letter = 0; letter < this.#width; letter++) {
      this.target.push(-1);
      this.weight.push(this.left.algebra.zero);
      this.#lead(this.target.length - 1, this.random.below(this.factor.length));
    }
  }

  #counter(arc: number): number {
    const [from, letter] = [Math.floor(arc / this.#width), arc % this.#width];
    return this.counterpart[from] * this.#width + letter;
  }

  /** Leads an arc to a state, with the weight that is right if its counterpart is. */
  #lead(arc: number, to: number): void {
    const { algebra, arcWeight } = this.left;
    const { times, inverse } = algebra;
    const weight = arcWeight[this.#counter(arc)];
    const from = this.factor[Math.floor(arc / this.#width)];
    this.target[arc] = to;
    this.weight[arc] = times(
      times(from, algebra.isZero(weight) ? this.#any() : weight),
      inverse(this.factor[to]),
    );
  }

  /** The next revision: some arcs lead elsewhere, and perhaps there is another state. */
  revise(): Revision<unknown> {
    const { random, left } = this;
    const changed: number[] = [];
    const free = Array.from(this.target.keys()).filter((arc) => !this.entry.includes(arc));
    const live = free.filter((arc) => left.target[this.#counter(arc)] >= 0);
    const entry = random.below(3) > 0 ? live[random.below(live.length)] : undefined;
    for (const arc of free) {
      if (arc === entry || random.below(4) > 0) continue;
      // Mostly as it should be, if that can be.
      const right = this.counterpart.indexOf(left.target[this.#counter(arc)]);
      const isRight = random.below(3) > 0;
      if (isRight ? left.target[this.#counter(arc)] < 0 : random.below(4) === 0) {
        this.target[arc] = -1;
        this.weight[arc] = left.algebra.zero;
      } else {
        this.#lead(arc, isRight && right >= 0 ? right : random.below(this.factor.length));
        if (!isRight && random.below(3) === 0) this.weight[arc] = this.#any();
      }
      changed.push(arc);
    }
    if (entry !== undefined) {
      this.entry.push(entry);
      this.counterpart.push(left.target[this.#counter(entry)]);
      this.#addState();
      this.#lead(entry, this.factor.length - 1);
      changed.push(entry);
    }
    return this.#revision(changed);
  }

  #revision(changed: readonly number[]): Revision<unknown> {
    const { left, entry } = this;
    const { algebra, alphabet } = left;
    const initialWeight = algebra.times(left.initialWeight, algebra.inverse(this.factor[0]));
    const target = Int32Array.from(this.target);
    const arcWeight = [...this.weight];
    const finalWeight = this.factor.map((f, q) => algebra.times(f, left.finalWeight[this.counterpart[q]]));
    return {
      algebra,
      alphabet,
      initialWeight,
      author: this,
      number: this.number++,
      size: finalWeight.length,
      changed,
      isNewest: true,
      now: new Wdfsa({ algebra, alphabet, target, arcWeight, initialWeight, finalWeight }),
      entry: (state) => entry[state],
      arrays: () => ({ target, arcWeight, finalWeight }),
    };
  }
}

const SHAPES: readonly Drawn[] = [
  { states: 6, letters: 2, arcs: 100, finals: 50 },
  { states: 8, letters: 3, arcs: 95, finals: 100 },
  { states: 10, letters: 3, arcs: 70, finals: 40 },
  { states: 25, letters: 2, arcs: 90, finals: 15 },
];

describe.each(exactCases)("a comparison with revisions (theory, 8.6 and 8.7) over $name", (setting) => {
  it.each(SHAPES)(
    "finds the first word of all: $states states, $letters letters, $arcs % arcs, $finals % final",
    (shape) => {
      let found = 0;
      for (let seed = 1; seed <= 6; seed++) {
        const random = new Random(seed, shape.states, shape.letters, shape.finals);
        const left = randomTarget(setting, random, shape);
        const revisions = RevisionComparison.with(left);
        const prepared = new Prepared(left);
        const author = new Author(left, setting.pool, random);
        for (let i = 0; i < 40; i++) {
          const revision = author.revise();
          const whole = new Wdfsa({ ...revision.now });
          const expected = compareDeterministic(left, whole)?.word;
          const word = revisions?.difference(revision);
          if (word !== undefined) found++;
          // It gives up where it has to follow arcs too far.
          if (word !== undefined) expect(word, `seed ${seed}, revision ${i}`).toEqual(expected ?? null);
          expect(prepared.difference(Wdfsa.revised(revision)), `seed ${seed}, revision ${i}`).toEqual(
            expected,
          );
          if (shape.states < 10) expect(expected).toEqual(byPairs(setting, left, whole));
        }
      }
      expect(found).toBeGreaterThan(200);
    },
  );

  it.each(SHAPES)(
    "does so for the conjectures of a tree: $states states, $letters letters, $arcs % arcs, $finals % final",
    (shape) => {
      for (let seed = 1; seed <= 6; seed++) {
        const left = randomTarget(setting, new Random(seed, 7), { ...shape, states: 3 * shape.states });
        const teacher = exactTeacher(left);
        const { automaton } = learn<unknown>(
          {
            ...teacher,
            findCounterexample(hypothesis) {
              const found = teacher.findCounterexample(hypothesis);
              const plain = new Wdfsa({ ...(hypothesis as Wdfsa<unknown>) });
              expect(found, `seed ${seed}`).toEqual(compareDeterministic(left, plain)?.word ?? null);
              return found;
            },
          },
          { learner: "tree" },
        );
        expect(automaton.size).toBe(left.size);
      }
    },
  );
});

/** The first word on which two automata differ, by the definition. */
function byPairs({ arithmetic }: Case, a: Wdfsa<unknown>, b: Wdfsa<unknown>): Word | undefined {
  return firstDifferenceByPairs(plain(a, arithmetic), plain(b, arithmetic));
}

describe("a comparison with revisions", () => {
  it("finds no word where there is none", () => {
    const left = randomTarget(exactCases[0], new Random(3), SHAPES[0]);
    const teacher = exactTeacher(left);
    const { automaton } = learn(teacher);
    expect(automaton.size).toBe(left.size);
    expect(teacher.findCounterexample(automaton)).toBe(null);
  });
});

describe("the conjectures of a tree", () => {
  it("can be read when the learner has gone on, in any order", () => {
    for (const [setting, finals] of exactCases.flatMap(
      (one) =>
        [
          [one, 50],
          [one, 100],
        ] as const,
    )) {
      const target = randomTarget(setting, new Random(5), { states: 40, letters: 2, arcs: 95, finals });
      const teacher = exactTeacher(target);
      const written = (automaton: Wdfsa<unknown>) =>
        JSON.stringify([automaton.target, automaton.arcWeight, automaton.finalWeight]);
      const [kept, read]: [Wdfsa<unknown>[], string[]] = [[], []];
      const run = (each: (hypothesis: Wdfsa<unknown>) => void) => {
        const learner = new TreeLearner(target.algebra, target.alphabet, {}, undefined);
        const steps = learner.run();
        let step = steps.next();
        while (step.done !== true) {
          const { value: question } = step;
          if (question.kind === "weigh") {
            step = steps.next({ kind: "weights", weights: teacher.weigh(question.batch.words) });
            continue;
          }
          each(question.hypothesis);
          const plain = new Wdfsa({ ...learner.hypothesis() });
          const counterexample: Word | null = exactTeacher(target).findCounterexample(plain);
          step = steps.next({ kind: "verdict", counterexample });
        }
      };
      run((hypothesis) => kept.push(hypothesis));
      run((hypothesis) => read.push(written(hypothesis)));
      expect(read.length).toBeGreaterThan(0);
      const order = [...kept.keys()].map((i) => (7 * i + 3) % kept.length);
      for (const i of order) expect(written(kept[i])).toBe(read[i]);
    }
  });
});
