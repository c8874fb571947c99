import { describe, expect, it } from "vitest";
import { compareDeterministic, Prepared } from "../../src/automata/equivalence/compare-deterministic.ts";
import type { Revision } from "../../src/automata/wdfsa.ts";
import {
  Alphabet,
  boolean,
  exactTeacher,
  learn,
  machineToWdfsa,
  minimize,
  Random,
  type Rational,
  TreeLearner,
  tropical,
  Wdfsa,
  type Word,
} from "../../src/index.ts";

/** A random complete target: an acceptor, or a Mealy machine with so many outputs, or if that is negative one with so many weights. */
function randomTarget(random: Random, states: number, letters: number, outputs: number): Wdfsa<unknown> {
  for (;;) {
    const drawn = anyTarget(random, states, letters, outputs);
    if (drawn.size > 2 && drawn.arcs === drawn.target.length) return drawn;
  }
}

function anyTarget(random: Random, states: number, letters: number, outputs: number): Wdfsa<unknown> {
  const alphabet = Alphabet.letters(letters);
  const arcs = Array.from({ length: states * letters }, (_, i) => i);
  const target = Int32Array.from(arcs, () => random.below(states));
  if (outputs < 0) {
    // Weights, and all states are final.
    const weights = (count: number) => Array.from({ length: count }, () => random.below(-outputs));
    const parts = { algebra: tropical, alphabet, target, initialWeight: 2 };
    const arcWeight = weights(arcs.length);
    return minimize(new Wdfsa<Rational>({ ...parts, arcWeight, finalWeight: weights(states) }));
  }
  if (outputs > 0) {
    const output = arcs.map(() => `out${random.below(outputs)}`);
    return minimize(machineToWdfsa({ kind: "mealy", alphabet, target, output }));
  }
  const arcWeight = arcs.map(() => true);
  const finalWeight = Array.from({ length: states }, () => random.below(2) === 0);
  const parts = { algebra: boolean, alphabet, target, arcWeight, initialWeight: true, finalWeight };
  return minimize(new Wdfsa(parts));
}

/** Somebody who revises an automaton at random: every state is entered by an arc of an earlier one, and all others may change. */
class Author {
  readonly left: Wdfsa<unknown>;
  readonly random: Random;
  readonly entry: number[] = [-1];
  readonly counterpart: number[] = [0];
  target: number[];
  number = 0;

  constructor(left: Wdfsa<unknown>, random: Random) {
    this.left = left;
    this.random = random;
    this.target = Array.from({ length: left.alphabet.size }, () => 0);
  }

  get #width(): number {
    return this.left.alphabet.size;
  }

  #counter(arc: number): number {
    const [from, letter] = [Math.floor(arc / this.#width), arc % this.#width];
    return this.counterpart[from] * this.#width + letter;
  }

  /** The next revision: some arcs lead elsewhere, and perhaps there is another state. */
  revise(): Revision<unknown> {
    const { random, left } = this;
    const free = Array.from(this.target.keys()).filter((arc) => !this.entry.includes(arc));
    const entry = free[random.below(free.length)];
    const changed: number[] = [];
    if (free.length > 0 && random.below(3) > 0) {
      const state = this.entry.push(entry) - 1;
      this.counterpart.push(left.target[this.#counter(entry)]);
      this.target[entry] = state;
      changed.push(entry);
      for (let letter = 0; letter < this.#width; letter++) this.target.push(random.below(state + 1));
    }
    for (const arc of free) {
      if (arc === entry || random.below(4) > 0) continue;
      // Mostly as it should be, if any state is.
      const right = this.counterpart.indexOf(left.target[this.#counter(arc)]);
      this.target[arc] = right >= 0 && random.below(3) > 0 ? right : random.below(this.entry.length);
      changed.push(arc);
    }
    return this.#revision(changed);
  }

  #revision(changed: readonly number[]): Revision<unknown> {
    const { left, entry } = this;
    const target = Int32Array.from(this.target);
    const counters = this.target.map((_, arc) => this.#counter(arc));
    const counterpart = [...this.counterpart];
    // What its counterparts weigh, for the weight of an arc that leads elsewhere; in another gauge, if all states are final.
    const { algebra, alphabet, initialWeight } = left;
    const { times, inverse } = algebra;
    const ends = counters.map((arc, from) => [arc, left.target[arc], this.counterpart[this.target[from]]]);
    const arcWeight = ends.map(([arc, there, here]) =>
      algebra.trivial === true
        ? left.arcWeight[arc]
        : times(times(left.arcWeight[arc], left.finalWeight[there]), inverse(left.finalWeight[here])),
    );
    const finalWeight = counterpart.map((state) => left.finalWeight[state]);
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
      arrays: () => ({ target: target, arcWeight, finalWeight }),
    };
  }
}

describe("a comparison with revisions (theory, 8.6 and 8.7)", () => {
  const sizes = [
    [6, 2, 0],
    [9, 3, 0],
    [25, 2, 0],
    [8, 2, 2],
    [12, 3, 4],
    [30, 2, 3],
    [8, 2, -3],
    [15, 3, -4],
  ] as const;
  it.each(sizes)(
    "finds the word that a comparison of everything finds: %i states, %i letters, %i outputs",
    (states, letters, outputs) => {
      for (let seed = 1; seed <= 12; seed++) {
        const random = new Random(seed, states, letters, outputs);
        const left = randomTarget(random, states, letters, outputs);
        const prepared = new Prepared(left);
        const author = new Author(left, random);
        for (let i = 0; i < 40; i++) {
          const revision = author.revise();
          const found = prepared.difference(Wdfsa.revised(revision));
          const { algebra, alphabet, initialWeight } = left;
          const whole = new Wdfsa({ algebra, alphabet, initialWeight, ...revision.arrays() });
          expect(found, `seed ${seed}, revision ${i}`).toEqual(compareDeterministic(left, whole)?.word);
        }
      }
    },
  );

  it("finds no word where there is none", () => {
    const left = randomTarget(new Random(3), 12, 2, 0);
    const teacher = exactTeacher(left);
    const { automaton } = learn(teacher);
    expect(automaton.size).toBe(left.size);
    expect(teacher.findCounterexample(automaton)).toBe(null);
  });
});

describe("the conjectures of a tree", () => {
  it("can be read when the learner has gone on, in any order", () => {
    for (const outputs of [0, 3, -3]) {
      const target = randomTarget(new Random(5), 40, 2, outputs);
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
      expect(read.length).toBeGreaterThan(10);
      const order = [...kept.keys()].map((i) => (7 * i + 3) % kept.length);
      for (const i of order) expect(written(kept[i])).toBe(read[i]);
    }
  });
});
