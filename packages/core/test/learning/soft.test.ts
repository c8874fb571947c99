/** The learner of language models, on models whose truth is known. */

import {
  Alphabet,
  drawWords,
  evaluate,
  evaluateExactly,
  learn,
  minimize,
  type NextAnswers,
  nextTeacherOf,
  ngramModel,
  pdfaToWdfsa,
  runLearner,
  SoftLearner,
  type SoftOptions,
  type SyncNextTeacher,
  softTeacher,
  type Wdfsa,
  type Word,
  writeHankel,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { naturalModel } from "../support/drawn-samples.ts";
import { noisy, separatedPdfa, withPrefixes } from "../support/noisy-models.ts";
import { randomPdfa, rowAfter } from "../support/pdfas.ts";

/** Learns, and keeps what was asked. */
function run(model: SyncNextTeacher, options: SoftOptions & { maxQuestions?: number } = {}) {
  const asked: Word[] = [];
  const teacher = softTeacher({
    ...model,
    next(words) {
      asked.push(...words);
      return model.next(words);
    },
  });
  const answers: NextAnswers = { prefixes: model.prefixes === true, longest: model.longest };
  const learner = new SoftLearner(model.alphabet, options, answers);
  const { automaton, outcome } = runLearner(learner, teacher, options);
  return { automaton, outcome, learner, asked };
}

function expectDistribution({ size, alphabet, target, arcWeight, finalWeight }: Wdfsa<number>): void {
  for (let state = 0; state < size; state++) {
    let sum = finalWeight[state];
    for (let letter = 0; letter < alphabet.size; letter++) {
      const arc = state * alphabet.size + letter;
      sum += arcWeight[arc];
      expect(arcWeight[arc] > 0).toBe(target[arc] >= 0);
      expect(target[arc]).toBeLessThan(size);
    }
    expect(sum).toBeCloseTo(1, 10);
  }
}

/** Is the learned automaton the model's, state by state? Follows both side by side, on arcs that are not rare. */
function expectSame(learned: Wdfsa<number>, truth: Wdfsa<number>, rare = 0): void {
  const { size: letters } = truth.alphabet;
  const partner = new Map([[0, 0]]);
  const open: [number, number][] = [[0, 1]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [state, probability] = pair;
    for (let letter = 0; letter < letters; letter++) {
      const arc = state * letters + letter;
      const p = probability * truth.arcWeight[arc];
      if (p <= rare) continue;
      const found = learned.target[(partner.get(state) as number) * letters + letter];
      const known = partner.get(truth.target[arc]);
      expect(known ?? found).toBe(found);
      if (known !== undefined) continue;
      partner.set(truth.target[arc], found);
      open.push([truth.target[arc], p]);
    }
  }
  expect(new Set(partner.values()).size).toBe(learned.size);
}

const seeds = Array.from({ length: 12 }, (_, i) => i + 1);

// Proposition 13.6.
describe("a model that is a probabilistic automaton", () => {
  it.each(seeds)("is found exactly, at little more than one question for each arc: seed %i", (seed) => {
    const [states, letters] = [60 + 5 * seed, 2 + (seed % 4)];
    const target = minimize(randomPdfa({ seed, states, letters, missing: seed % 3 === 0 ? 0.2 : 0 }));
    const model = nextTeacherOf(target);
    for (const options of [{ tolerance: 0 }, { tolerance: undefined }]) {
      const { automaton, asked, learner } = run(model, options);
      expect(automaton.size).toBe(target.size);
      expectSame(automaton, target);
      expect(learner.conclusion()).toMatch(/the target is this automaton on every word that was asked/u);
      if (options.tolerance === 0) expect(asked.length).toBeLessThanOrEqual(1.2 * target.arcs);
      expect(target.arcs).toBeGreaterThan(50);
    }
  });

  it("is found though its states differ only later: the rows of seven states out of nine are equal", () => {
    const wanted = [0, 1, 0, 0, 1, 0, 0, 0, 1];
    const alphabet = new Alphabet("ab");
    const next = (words: readonly Word[]) =>
      words.map(({ length }) =>
        Float64Array.from(wanted[length % 9] === 0 ? [0.75, 0.15, 0.1] : [0.15, 0.75, 0.1]),
      );
    for (const options of [{ tolerance: 0 }, {}]) {
      const { automaton, learner } = run({ alphabet, prefixes: false, next }, options);
      expect(automaton.size).toBe(9);
      expect(learner.conclusion()).toMatch(/^9 states: the target is this automaton/u);
    }
  });
});

/** A complete binary tree whose leaves lead back to the root, with a row for each node. */
function binaryTree(depth: number): Wdfsa<number> {
  const size = 2 ** depth - 1;
  const below = (node: number) => (node < size ? node : 0);
  const target = Int32Array.from({ length: 2 * size }, (_, arc) => below(arc + 1));
  const rows = Float64Array.from(
    Array.from({ length: size }, (_, node) => {
      const [p, end] = [0.3 + (0.4 * node) / size, 0.05 + (0.05 * node) / size];
      return [p * (1 - end), (1 - p) * (1 - end), end];
    }).flat(),
  );
  return pdfaToWdfsa({ size, letters: 2, target, rows }, new Alphabet("ab"));
}

// Theorem 13.3 and Proposition 13.6, and where the code stops.
describe("a large automaton", () => {
  it("is found with a tolerance though it has more than a hundred states", () => {
    const letters = 110;
    const size = letters;
    const rows = new Float64Array(size * (letters + 1));
    for (let letter = 1; letter < letters; letter++) rows[letter] = 1 / size;
    rows[letters] = 1 / size;
    for (let state = 1; state < size; state++) {
      rows[state * (letters + 1)] = 0.2 + (0.6 * state) / size;
      rows[state * (letters + 1) + letters] = 0.8 - (0.6 * state) / size;
    }
    const target = Int32Array.from({ length: size * letters }, (_, arc) => (arc < letters ? arc : 0));
    const automaton = pdfaToWdfsa({ size, letters, target, rows }, Alphabet.letters(letters));
    const { automaton: found, learner } = run(nextTeacherOf(automaton), { tolerance: 0.0002 });
    expect(found.size).toBe(110);
    expectSame(found, automaton);
    expect(learner.conclusion()).toMatch(/^110 states: within the tolerance of 0.0002/u);
    expect(run(nextTeacherOf(automaton), { tolerance: 0.0002, maxStates: 30 }).learner.conclusion()).toMatch(
      /^30 states, and the tolerance of 0.0002 is not reached/u,
    );
  });

  it("whose equal rows show late is found without options: a tree of 63 states, 600 random ones", () => {
    for (const target of [binaryTree(6), minimize(randomPdfa({ seed: 4, states: 600, letters: 2 }))]) {
      const { automaton, asked } = run(nextTeacherOf(target));
      expect(automaton.size).toBe(target.size);
      expectSame(automaton, target);
      expect(asked.length).toBeLessThan(3 * target.arcs);
    }
  });

  it("of 2,047 states whose first 1,023 words all differ is found with tolerance 0; without, none is claimed", () => {
    const target = binaryTree(11);
    expect(run(nextTeacherOf(target), { tolerance: 0 }).automaton.size).toBe(2047);
    expect(run(nextTeacherOf(target)).learner.conclusion()).not.toMatch(/the target is this automaton/u);
  });

  it("that goes on for more letters than drawn words have is not called right without saying so", () => {
    // 109 letters, then the end: no word of up to a hundred letters shows it.
    const next = (words: readonly Word[]) =>
      words.map(({ length }) => Float64Array.from(length < 109 ? [1, 0] : [0, 1]));
    const { automaton, learner } = run(
      { alphabet: new Alphabet("a"), prefixes: false, next },
      { tolerance: 0 },
    );
    expect(automaton.size).toBe(1);
    expect(learner.conclusion()).toMatch(/Of 10 words drawn from the target, 10 went on after 100 letters/u);
  });
});

describe("a model that says the same words only rarely", () => {
  it("is not taken for an automaton because hardly anything of it is used", () => {
    // An a is likely, then the end; all else is rare, and different behind each word.
    const next = (words: readonly Word[]) =>
      words.map((word) => {
        const code = word.reduce((sum, letter) => 3 * sum + letter + 1, 0);
        if (word.length === 0) return Float64Array.from([0.7, 1e-5, 0.3 - 1e-5]);
        const rare = 1e-5 * (1 + Math.sin(code) / 2);
        if (String(word) === "0") return Float64Array.from([rare, rare, 1 - 2 * rare]);
        const p = 0.5 + Math.sin(code) / 3;
        return Float64Array.from([p / 2, p / 2, 1 - p]);
      });
    const { automaton, learner, asked } = run({ alphabet: new Alphabet("ab"), prefixes: false, next });
    expect(automaton.size).toBe(2);
    expect(learner.conclusion()).toMatch(/^2 states: the same automaton for every tolerance from 0 to /u);
    expect(asked.length).toBeLessThan(100);
  });
});

describe("a model that is nearly one", () => {
  it.each(seeds)("has the states and arcs of that automaton: seed %i", (seed) => {
    const target = separatedPdfa({ seed, states: 2 + (seed % 7), letters: 3, apart: 0.3 });
    const { automaton } = run(noisy(target, 0.02));
    expectDistribution(automaton);
    expect(automaton.size).toBe(target.size);
    expectSame(automaton, target, 1e-4);
  });

  // Theorem 13.3: rows that differ by 0.4 are futures that differ by (0.4 − 2η)/8, eight being the number of suffixes.
  it.each(seeds)(
    "has them for every tolerance between the noise and the distance of states: seed %i",
    (seed) => {
      const target = separatedPdfa({ seed: 50 + seed, states: 2 + (seed % 3), letters: 3, apart: 0.4 });
      const model = noisy(target, 0.005);
      for (const tolerance of [0.0101, 0.03, 0.048]) {
        const { automaton, learner } = run(model, { tolerance });
        expect(automaton.size).toBe(target.size);
        expectSame(automaton, target, 1e-4);
        expect(learner.curve().at(-1)?.radius).toBeLessThanOrEqual(0.01);
      }
    },
  );

  // Corollary 13.4: 2η = 0.01, and Δ is at least 0.4/8.
  it.each(seeds)(
    "is found by one run for all these tolerances, which growing without one passes: seed %i",
    (seed) => {
      const target = separatedPdfa({ seed: 50 + seed, states: 2 + (seed % 3), letters: 3, apart: 0.4 });
      const model = noisy(target, 0.005);
      const [first, ...others] = [0.0101, 0.02, 0.03, 0.0399].map((tolerance) => run(model, { tolerance }));
      for (const { asked, automaton } of others) {
        expect(asked).toEqual(first.asked);
        expect(writeHankel(automaton)).toBe(writeHankel(first.automaton));
      }
      const radii = run(model, { maxStates: target.size })
        .learner.curve()
        .map(({ radius }) => radius);
      expect(radii).toHaveLength(target.size);
      expect(radii.at(-1)).toBeLessThanOrEqual(0.01);
      for (const radius of radii.slice(0, -1)) expect(radius).toBeGreaterThanOrEqual(0.04);
      // The last one is how far the next state would have been, not the farthest of all.
      const within = first.learner.curve().map(({ radius }) => radius);
      expect(radii.slice(0, -1)).toEqual(within.slice(0, -1));
      expect(radii.at(-1)).toBeLessThanOrEqual(within.at(-1) ?? 0);
    },
  );

  it("asks no word twice, and with prefixes none that a longer one told", () => {
    const model = noisy(randomPdfa({ seed: 5, states: 6, letters: 2 }), 0.02);
    const plain = run(model);
    expect(new Set(plain.asked.map(String)).size).toBe(plain.asked.length);
    const { asked, automaton } = run(withPrefixes(model));
    const told = new Set<string>();
    for (const word of asked) {
      expect(told.has(String(word))).toBe(false);
      for (let i = 0; i <= word.length; i++) told.add(String(word.slice(0, i)));
    }
    expect(automaton.size).toBe(plain.automaton.size);
    expect(asked.length).toBeLessThan(plain.asked.length);
  });

  it("gives the same bytes for the same seed", () => {
    const model = noisy(randomPdfa({ seed: 8, states: 5, letters: 3 }), 0.03);
    const text = (seed: number) => writeHankel(run(model, { seed }).automaton);
    expect(text(1)).toBe(text(1));
    expect(text(2)).toBe(text(2));
  });
});

describe("whatever the options and the end of a run", () => {
  const model = noisy(randomPdfa({ seed: 21, states: 7, letters: 3 }), 0.05);

  it.each([1, 2, 3, 5, 8, 30])(
    "at most %i states make a distribution, and more states are no worse",
    (maxStates) => {
      const { automaton, learner } = run(model, { maxStates });
      expectDistribution(automaton);
      expect(automaton.size).toBeLessThanOrEqual(maxStates);
      const curve = learner.curve();
      const least = Math.min(...curve.map(({ divergence }) => divergence));
      // A machine that stands out has its states, though more of them tell a little more.
      expect(learner.chosen?.divergence).toBeLessThanOrEqual(Math.max(0.001, 1.02 * least));
    },
  );

  it("few states are joined from the automaton that stands out, and are no worse than those grown", () => {
    const target = separatedPdfa({ seed: 3, states: 8, letters: 3, apart: 0.3 });
    const near = noisy(target, 0.01);
    const { automaton, learner } = run(near, { maxStates: 6 });
    expectDistribution(automaton);
    expect(automaton.size).toBe(6);
    expect(learner.conclusion()).toMatch(/^6 states, joined from the 8 that it would take without a limit/u);
    const curve = learner.curve();
    expect(curve).toHaveLength(6);
    expect(curve[5].divergence).toBeLessThan(
      Math.min(...curve.slice(0, 5).map(({ divergence }) => divergence)),
    );
    const { asked } = run(near);
    expect(run(near, { maxStates: 6, maxQuestions: asked.length - 20 }).automaton.size).toBeLessThanOrEqual(
      6,
    );
  });

  it("few states are joined by drawn words, too: what the likeliest words alone say flatters them", () => {
    let [said, found] = [0, 0];
    for (const seed of [1, 2, 3, 4]) {
      const target = separatedPdfa({ seed, states: 8, letters: 4, apart: 0.3 });
      const { automaton, learner } = run(withPrefixes(noisy(target, 0.01)), { maxStates: 6 });
      expect(automaton.size).toBe(6);
      said += learner.chosen?.divergence ?? 0;
      found += evaluateExactly(target, automaton).divergence.mean;
    }
    expect(said).toBeGreaterThan(found / 2);
  });

  it.each([1, 10, 60, 100])("a budget of %i questions leaves a distribution behind", (maxQuestions) => {
    const { automaton, outcome, asked } = run(model, { maxQuestions });
    expectDistribution(automaton);
    expect(outcome).toBe("budget");
    expect(asked.length).toBeLessThanOrEqual(maxQuestions);
  });

  it.each([0.3, 0.1, 0.03])("the radius is within the tolerance %d, and was not before", (tolerance) => {
    const { learner, automaton } = run(model, { tolerance });
    const radii = learner.curve().map(({ radius }) => radius);
    expect(automaton.size).toBe(radii.length);
    expect(radii.at(-1)).toBeLessThanOrEqual(tolerance);
    for (const radius of radii.slice(0, -1)) expect(radius).toBeGreaterThan(tolerance);
  });

  it("words beyond the longest one are never asked", () => {
    const { asked, automaton } = run({ ...model, longest: 5 });
    expect(Math.max(...asked.map((word) => word.length))).toBe(5);
    expectDistribution(automaton);
  });

  it("a wrong tolerance is refused", () => {
    expect(() => run(model, { tolerance: -1 })).toThrow("a tolerance is a number from 0 up to 1, not -1");
    expect(() => run(model, { tolerance: Number.NaN })).toThrow("not NaN");
  });
});

describe("a model that is no machine of a few states", () => {
  it("does not make the automaton explode, and the conclusion says so", () => {
    // How likely the end is depends on the share of a's so far: no two words have the same future.
    const next = (words: readonly Word[]) =>
      words.map((word) => {
        const share = (1 + word.filter((letter) => letter === 0).length) / (2 + word.length);
        return Float64Array.from([0.8 * share, 0.8 * (1 - share), 0.2]);
      });
    const { automaton, learner, asked } = run({ alphabet: new Alphabet("ab"), prefixes: false, next });
    expect(automaton.size).toBeLessThanOrEqual(100);
    expect(asked.length).toBeLessThan(10_000);
    expect(learner.conclusion()).toMatch(/^No automaton stands out/u);
  });

  it("is described by what splits gain, better than by n-grams of the same size", async () => {
    const model = withPrefixes(naturalModel(6, 1));
    const { automaton, learner, asked } = run(model, { maxStates: 12 });
    expect(asked.length).toBeLessThan(6300);
    expectDistribution(automaton);
    expect(automaton.size).toBeLessThanOrEqual(12);
    const curve = learner.curve();
    expect(new Set(curve.map(({ family }) => family))).toContain("gain");
    expect(curve.map(({ states }) => states)).toEqual(
      curve.map(({ states }) => states).toSorted((a, b) => a - b),
    );
    expect(learner.conclusion()).toMatch(
      /drawn words that it is not made of\)\. The best n-gram model with no more states/u,
    );
    // On words of their own.
    const kl = async (one: Wdfsa<number>) =>
      (await evaluate(model, one, { words: 300, seed: 9 })).divergence.mean;
    const { tree, nodes } = await drawWords(model, { words: 3000, seed: 3 });
    const bigram = ngramModel(
      model.alphabet,
      nodes.map((node) => tree.word(node)),
      2,
    );
    expect(bigram.size).toBe(7);
    expect(await kl(automaton)).toBeLessThan(0.9 * (await kl(bigram)));
    expect(await kl(learner.automatonAt(curve.findLastIndex(({ states }) => states <= 7)))).toBeLessThan(
      1.01 * (await kl(bigram)),
    );
  });

  it.each([900, 2500])("is described as well as %i questions allow", (maxQuestions) => {
    const { automaton, outcome, learner } = run(withPrefixes(naturalModel(6, 2)), { maxQuestions });
    expect(outcome).toBe("budget");
    expectDistribution(automaton);
    expect(automaton.size).toBeGreaterThan(1);
    expect(learner.conclusion()).toMatch(/It is a distribution of words as it stands/u);
  });

  it("with one distribution for all words is one state", () => {
    const target = randomPdfa({ seed: 3, states: 1, letters: 4 });
    expect(run(noisy(target, 0.01)).automaton.size).toBe(1);
    expect(learn(softTeacher(nextTeacherOf(target))).automaton.size).toBe(1);
  });
});

describe("the growth", () => {
  // Proposition 13.5.
  it("gives each state the average of its words, weighted by how often they occur", () => {
    const target = randomPdfa({ seed: 41, states: 3, letters: 2, end: 0.3 });
    const model = noisy(target, 0.1);
    const { learner } = run(model, { maxStates: 1 });
    const { automaton } = run(model, { maxStates: 1, tolerance: undefined });
    const rows = [...learner.answers()].map(([word]) => word);
    expect(rows.length).toBeGreaterThan(10);
    // One state: all words share it. Short words are explored exactly; the mean is near that of all words.
    let sum = 0;
    let mass = 0;
    const visit = (word: Word, probability: number) => {
      if (probability < 1e-4) return;
      const [row] = model.next([word]);
      sum += probability * row[2];
      mass += probability;
      visit([...word, 0], probability * row[0]);
      visit([...word, 1], probability * row[1]);
    };
    visit([], 1);
    expect(automaton.finalWeight[0]).toBeCloseTo(sum / mass, 1);
    expect(rowAfter(automaton, [0, 1])).toEqual(rowAfter(automaton, []));
  });
});
