/** Learning from samples: the engine against a slow one, what it guarantees, and what it says of data that fools. */

import {
  Alphabet,
  boolean,
  compare,
  freeGroup,
  type InferOptions,
  type InferSample,
  Interruption,
  infer,
  inferring,
  interruptible,
  type Machine,
  machineToWdfsa,
  minimize,
  Random,
  randomAutomaton,
  rational,
  suggestions,
  type Wdfsa,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { randomPdfa } from "../support/pdfas.ts";
import { allWords, drawn, labelled, observed, randomWords, traces } from "./samples.ts";
import { slowBayesFactor, slowEvidence, slowRpni } from "./slow-merging.ts";

/** Words with the labels of a random language. */
function randomLabelled(seed: number, { states = 5, letters = 2, count = 30, longest = 6 } = {}) {
  const random = new Random(seed, 77);
  const target = randomAutomaton({ algebra: boolean, states, letters, seed });
  const words = randomWords(random, letters, count, longest).map((word) => ({
    word,
    label: target.weigh(word) ? 1 : 0,
  }));
  return { target, words, sample: labelled(letters, words) };
}

function randomMealy(seed: number, states: number, letters: number): Machine {
  const random = new Random(seed);
  const target = Int32Array.from({ length: states * letters }, (_, arc) =>
    arc % letters === 0 ? (arc / letters + 1) % states : random.below(states),
  );
  const output = Array.from(target, () => ["x", "y", "z"][random.below(3)]);
  return { kind: "mealy", alphabet: Alphabet.letters(letters), target, output };
}

describe("the engine does what the slow one does", () => {
  test("RPNI on random samples", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { sample, words } = randomLabelled(seed, { letters: 1 + (seed % 3), count: 5 + (seed % 30) });
      const { automaton } = infer(sample, { measure: "rpni", heldOut: 0 });
      const slow = slowRpni({ letters: sample.alphabet.size, words });
      expect(automaton.size, `seed ${seed}`).toBe(slow.reds.length);
      for (const word of slow.blocks.keys()) {
        const letters = word === "" ? [] : word.split(",").map(Number);
        const label = slow.labels.get(slow.blocks.get(word) ?? "") === 1;
        expect(automaton.weigh(letters), `seed ${seed}, word ${word}`).toBe(label);
      }
    }
  });

  test("the evidence of the first merge is how many labels agree", () => {
    let compared = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { sample, words } = randomLabelled(seed);
      for (const { done, red, blue, score } of inferring(sample, { measure: "edsm", heldOut: 0 })) {
        // Settling a state changes no evidence.
        if (done === "settled") continue;
        expect(score, `seed ${seed}`).toBe(slowEvidence({ letters: 2, words }, red ?? [], blue));
        compared++;
        break;
      }
    }
    expect(compared).toBeGreaterThan(50);
  });
});

test("19.4: the evidence of `bayes` is the logarithm of a quotient of marginal likelihoods", () => {
  for (let seed = 1; seed <= 4; seed++) {
    const target = randomPdfa({ seed, states: 3, letters: 2, end: 0.3 });
    // Of a state that is visited less than ten times, the evidence is gathered to the end. A negative price keeps all pairs apart.
    const words = drawn(target, 9, seed);
    const sample = { kind: "words", ...observed(target.alphabet, words) } as const;
    const step = inferring(sample, { measure: "bayes", parameter: -100, heldOut: 0 }).next();
    if (step.done === true) throw new Error("no step");
    const { red, blue, candidates } = step.value;
    const { factor, pairs } = slowBayesFactor(2, words, 1, red ?? [], blue);
    expect(candidates[0].score, `seed ${seed}`).toBeCloseTo(factor - 100 * pairs, 9);
  }
});

test("19.5: a merge is as good as it is better than the best of all alternatives", () => {
  let between = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const target = randomPdfa({ seed, states: 3, letters: 2, end: 0.12 });
    const words = drawn(target, 9, seed);
    const sample = { kind: "words", ...observed(target.alphabet, words) } as const;
    const score = (price: number) => {
      const step = inferring(sample, { measure: "bayes", parameter: price, heldOut: 0 }).next();
      if (step.done === true) throw new Error("no step");
      return { ...step.value, score: step.value.candidates[0].score ?? Number.NaN };
    };
    const { red, blue } = score(0);
    const { factor, pairs } = slowBayesFactor(2, words, 1, red ?? [], blue);
    const alone = score(100).score - 100;
    // Each alternative says one line of the price, with as many pairs as it keeps apart for its slope; the least of lines is concave.
    const prices = Array.from({ length: 41 }, (_, i) => (i - 20) / 4);
    const scores = prices.map((price) => score(price).score);
    prices.forEach((price, i) => {
      const least = Math.min(factor + pairs * price, alone + price);
      expect(scores[i], `seed ${seed}, price ${price}`).toBeLessThanOrEqual(least + 1e-9);
      if (scores[i] < least - 1e-6) between++;
      if (i > 1) expect(scores[i] - 2 * scores[i - 1] + scores[i - 2]).toBeLessThan(1e-9);
    });
  }
  expect(between).toBeGreaterThan(5);
});

describe("languages", () => {
  test("19.1: whatever the measure, a sample without contradictions is reproduced", () => {
    const tried: InferOptions[] = [
      { attempts: 20 },
      { measure: "rpni" },
      { measure: "edsm" },
      { measure: "k-tails" },
    ];
    for (const parameter of [0.03, 0.3, 3]) tried.push({ measure: "bayes", parameter });
    for (let seed = 1; seed <= 20; seed++) {
      const { sample, words } = randomLabelled(seed, { states: 8, count: 80, longest: 9 });
      for (const options of tried) {
        const { automaton, figures } = infer(sample, options);
        for (const { word, label } of words) {
          expect(automaton.weigh(word), `seed ${seed}, ${JSON.stringify(options)}`).toBe(label === 1);
        }
        expect(figures.contradicted).toBe(0);
      }
    }
  });

  test("19.2: RPNI, and here EDSM too, return the target from all words up to a length", () => {
    for (let seed = 1; seed <= 12; seed++) {
      const target = minimize(randomAutomaton({ algebra: boolean, states: 4, letters: 2, seed }));
      const words = allWords(2, 2 * target.size + 1).map((word) => ({
        word,
        label: target.weigh(word) ? 1 : 0,
      }));
      for (const measure of ["rpni", "edsm"] as const) {
        const { automaton } = infer(labelled(2, words), { measure, heldOut: 0 });
        expect(compare<boolean>(automaton, target), `seed ${seed}, ${measure}`).toBeUndefined();
      }
    }
  });

  test("a wrong label is outvoted if noise is tolerated, and names its word otherwise", () => {
    const random = new Random(11);
    const right = (word: readonly number[]) => word.filter((letter) => letter === 0).length % 3 === 0;
    const words = allWords(2, 9).map((word) => {
      const wrong = random.real() < 0.03;
      return { word, label: right(word) !== wrong ? 1 : 0 };
    });
    const sample = labelled(2, words);
    const tolerant = infer(sample, { measure: "edsm", noise: 0.05, heldOut: 0 });
    expect(tolerant.automaton.size).toBe(3);
    for (const { word } of words) expect(tolerant.automaton.weigh(word)).toBe(right(word));
    expect(tolerant.figures.contradicted).toBeGreaterThan(0);
    expect(tolerant.figures.contradicted).toBeLessThan(0.06);
    expect(infer(sample, { measure: "edsm", heldOut: 0 }).automaton.size).toBeGreaterThan(
      tolerant.automaton.size,
    );
  });
});

describe("machines", () => {
  test("long runs give the machine, Mealy and Moore", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const mealy = randomMealy(seed, 5, 2);
      const moore: Machine = { ...mealy, kind: "moore", output: mealy.output.slice(0, 5) };
      const words = randomWords(new Random(seed, 3), 2, 200, 30);
      for (const machine of [mealy, moore]) {
        const inferred = infer(traces(machine, words), { measure: "edsm" });
        const [found, wanted] = [minimize(inferred.automaton), minimize(machineToWdfsa(machine))];
        expect(compare(found, wanted), `seed ${seed}, ${machine.kind}`).toBeUndefined();
        expect(inferred.machine).toBeDefined();
        expect(inferred.figures.accuracy?.mean).toBe(1);
      }
    }
  });

  test("wrong outputs are outvoted if noise is tolerated", () => {
    for (let seed = 1; seed <= 3; seed++) {
      const machine = randomMealy(seed, 5, 2);
      const sample = traces(machine, randomWords(new Random(seed, 3), 2, 400, 30));
      const random = new Random(seed, 9);
      const seen = sample.seen.map((output) =>
        random.real() < 0.02 ? (output + 1) % sample.outputs.size : output,
      );
      const { automaton, figures } = infer({ ...sample, seen }, { noise: 0.03 });
      const wanted = minimize(machineToWdfsa(machine));
      expect(compare(minimize(automaton), wanted), `seed ${seed}`).toBeUndefined();
      expect(figures.contradicted).toBeGreaterThan(0.01);
      expect(figures.contradicted).toBeLessThan(0.03);
    }
  });

  test("arcs that no run uses are missing", () => {
    const machine = randomMealy(3, 3, 2);
    const { automaton, machine: complete } = infer(traces(machine, [[0, 0, 0, 0, 0, 0, 0]]));
    expect(complete).toBeUndefined();
    expect(automaton.weigh([1])).toBe(freeGroup.zero);
  });
});

describe("distributions", () => {
  const total = ({ target, arcWeight, finalWeight, alphabet, size }: Wdfsa<number>, state: number) => {
    expect(target.length).toBe(size * alphabet.size);
    let sum = finalWeight[state];
    for (let a = 0; a < alphabet.size; a++) sum += arcWeight[state * alphabet.size + a];
    return sum;
  };

  test.each([
    {},
    { measure: "alergia" },
    { measure: "likelihood" },
    { measure: "aic" },
    { measure: "mdi" },
    { measure: "bayes" },
    { measure: "suffixes" },
  ] as InferOptions[])("%o: every row sums to 1, and nothing has probability 0", (options) => {
    for (let seed = 1; seed <= 4; seed++) {
      const target = randomPdfa({ seed, states: 4, letters: 3 });
      const sample = { kind: "words", ...observed(target.alphabet, drawn(target, 500, seed)) } as const;
      const { automaton, figures, support } = infer(sample, options);
      for (let state = 0; state < automaton.size; state++) expect(total(automaton, state)).toBeCloseTo(1, 12);
      expect(automaton.weigh([0, 1, 2, 2, 1, 0])).toBeGreaterThan(0);
      expect(figures.perplexity?.margin).toBeGreaterThan(0);
      expect(support.states[0]).toBeGreaterThanOrEqual(500);
      expect(support.ends.reduce((sum, count) => sum + count, 0)).toBe(500);
    }
  });

  /** Of a shop: home, search, item, cart, pay, logout. Each page says what may come next. */
  const next: readonly (readonly [page: number, probability: number])[][] = [
    [
      [1, 0.6],
      [2, 0.4],
    ],
    [
      [2, 0.7],
      [1, 0.3],
    ],
    [
      [3, 0.4],
      [1, 0.4],
      [5, 0.2],
    ],
    [
      [4, 0.5],
      [2, 0.5],
    ],
    [[5, 1]],
    [],
  ];
  const sessions = (count: number, seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: count }, () => {
      const pages = [0];
      for (let arcs = next[0]; arcs.length > 0; arcs = next[pages.at(-1) ?? 0]) {
        let left = random.real();
        pages.push((arcs.find(([, probability]) => (left -= probability) < 0) ?? arcs[0])[0]);
      }
      return pages;
    });
  };
  const costOfPages = (pages: readonly number[]) =>
    pages.slice(1).reduce((cost, page, i) => {
      return cost - Math.log(next[pages[i]].find(([to]) => to === page)?.[1] ?? 0);
    }, 0);

  test.each([
    [{}, 1000, 7],
    [{}, 10_000, 7],
    [{ measure: "bayes" }, 1000, 7],
    [{ measure: "bayes" }, 10_000, 7],
    [{ measure: "likelihood" }, 1000, 8],
    [{ measure: "likelihood" }, 10_000, 8],
    [{ measure: "aic" }, 1000, 8],
    [{ measure: "aic" }, 10_000, 8],
    [{ measure: "aic", parameter: 1 }, 1000, 18],
    [{ measure: "mdi" }, 1000, 14],
    [{ measure: "mdi" }, 10_000, 8],
    [{ measure: "alergia" }, 1000, 9],
    [{ measure: "alergia" }, 10_000, 10],
  ] as const)(
    "%j of %d sessions on pages that are plainly different has at most %d states, and is right",
    (options, count, most) => {
      const alphabet = new Alphabet(["home", "search", "item", "cart", "pay", "logout"]);
      const { automaton } = infer({ kind: "words", ...observed(alphabet, sessions(count, count)) }, options);
      expect(automaton.size).toBeLessThanOrEqual(most);
      const others = sessions(2000, 7);
      const steps = others.reduce((sum, pages) => sum + pages.length + 1, 0);
      const excess = others.reduce(
        (sum, pages) => sum - Math.log(automaton.weigh(pages)) - costOfPages(pages),
        0,
      );
      expect(Math.exp(excess / steps)).toBeLessThan(1.02);
    },
  );

  test("few long words give the states that all visits together tell apart", () => {
    // The pages again, one session after the other: each tells what came before it, so there is a state for each page, and one or two for the beginning.
    const all = sessions(12_000, 3).flat();
    const long = Array.from({ length: 40 }, (_, i) => all.slice(i * 1000, (i + 1) * 1000));
    const inferred = infer({ kind: "words", ...observed(Alphabet.letters(6), long) } as const);
    expect(inferred.measure).toBe("bayes");
    expect(inferred.automaton.size).toBeGreaterThanOrEqual(6);
    expect(inferred.automaton.size).toBeLessThanOrEqual(8);
  });

  test("random letters in long words give one state", () => {
    const random = new Random(1);
    const words = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => random.below(10)));
    const sample = { kind: "words", ...observed(Alphabet.letters(10), words) } as const;
    expect(infer(sample).automaton.size).toBe(1);
    expect(infer(sample, { measure: "bayes", parameter: 0.5, heldOut: 0 }).automaton.size).toBeLessThan(4);
  });

  test("enough words give as many states as the target has, and its probabilities", () => {
    const target = randomPdfa({ seed: 2, states: 3, letters: 2, end: 0.2 });
    const sample = { kind: "words", ...observed(target.alphabet, drawn(target, 20000, 1)) } as const;
    const { automaton, measure } = infer(sample);
    expect(measure).not.toBe("suffixes");
    expect(automaton.size).toBe(3);
    for (const word of allWords(2, 3))
      expect(Math.abs(automaton.weigh(word) - target.weigh(word))).toBeLessThan(0.01);
  });

  test("counts are words that occur as often", () => {
    const target = randomPdfa({ seed: 4, states: 3, letters: 2, end: 0.3 });
    const words = drawn(target, 600, 5);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word.join(), (counts.get(word.join()) ?? 0) + 1);
    const different = [...counts.keys()].map((text) => (text === "" ? [] : text.split(",").map(Number)));
    const options: InferOptions = { measure: "bayes", parameter: 1, heldOut: 0 };
    const one = infer({ kind: "words", ...observed(target.alphabet, words) }, options);
    const counted = { ...observed(target.alphabet, different), counts: Float64Array.from(counts.values()) };
    const other = infer({ kind: "words", ...counted }, options);
    expect(other.automaton.size).toBe(one.automaton.size);
    for (const word of allWords(2, 4))
      expect(other.automaton.weigh(word)).toBeCloseTo(one.automaton.weigh(word), 12);
  });
});

describe("weights", () => {
  test("all short words give the target back, over the rationals and the free group", () => {
    for (const algebra of [rational, freeGroup] as const) {
      for (let seed = 1; seed <= 8; seed++) {
        const target = minimize(randomAutomaton<unknown>({ algebra, states: 3, letters: 2, seed }));
        const words = allWords(2, 2 * target.size + 1);
        const weights = words.map((word) => target.weigh(word));
        const sample: InferSample = {
          kind: "weighted",
          ...observed(target.alphabet, words),
          algebra,
          weights,
        };
        const { automaton } = infer(sample);
        expect(compare<unknown>(automaton, target), `${algebra.name}, seed ${seed}`).toBeUndefined();
      }
    }
  });

  test("19.3: what is known is kept, however little it is", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const target = randomAutomaton<unknown>({
        algebra: rational,
        states: 4,
        letters: 2,
        seed,
        shape: "sparse",
      });
      const words = randomWords(new Random(seed), 2, 25, 6);
      const weights = words.map((word) => target.weigh(word));
      const sample: InferSample = {
        kind: "weighted",
        ...observed(target.alphabet, words),
        algebra: rational,
        weights,
      };
      const { automaton } = infer(sample);
      words.forEach((word, i) => {
        expect(rational.equals(automaton.weigh(word) as never, weights[i] as never), `seed ${seed}`).toBe(
          true,
        );
      });
    }
  });
});

describe("data that fools", () => {
  const codes = (sample: InferSample) => infer(sample).warnings.map(({ code }) => code);

  test("only accepted words, or only rejected ones", () => {
    expect(
      codes(
        labelled(
          1,
          allWords(1, 30).map((word) => ({ word, label: 1 })),
        ),
      ),
    ).toContain("only-accepted");
    expect(
      codes(
        labelled(
          1,
          allWords(1, 30).map((word) => ({ word, label: 0 })),
        ),
      ),
    ).toContain("only-rejected");
    expect(
      codes(
        labelled(
          1,
          allWords(1, 30).map((word) => ({ word, label: word.length % 2 })),
        ),
      ),
    ).toEqual([]);
  });

  test("one word, few words, symbols that hardly occur", () => {
    const alphabet = Alphabet.letters(2);
    expect(codes({ kind: "words", ...observed(alphabet, [[0, 1, 0, 1, 0, 1, 0, 1, 0, 1]]) })).toEqual([
      "one-word",
    ]);
    expect(codes({ kind: "words", ...observed(alphabet, allWords(2, 2)) })).toContain("few-words");
    const many = Alphabet.letters(40);
    const rare = Array.from({ length: 40 }, (_, letter) => [letter]);
    expect(codes({ kind: "words", ...observed(many, rare) })).toContain("rare-symbols");
  });

  test("a contradiction names both words and what they say", () => {
    const words = [
      { word: [0, 1], label: 1 },
      { word: [1], label: 0 },
      { word: [0, 1], label: 0 },
    ];
    const place = (word: number) => `log.csv, line ${word + 2}`;
    const { contradictions, contradictoryWords, warnings } = infer({ ...labelled(2, words), place });
    expect(contradictions).toEqual([{ words: [0, 2], at: [0, 1], said: ["1", "0"] }]);
    expect(contradictoryWords).toBe(1);
    const text = warnings.find(({ code }) => code === "contradictions")?.text;
    expect(text).toBe(
      "1 word contradicts an earlier one: after ab, log.csv, line 2 says 1, and log.csv, line 4 says 0. If such are mistakes, say how many to tolerate (noise)",
    );
  });

  test("runs contradict each other at an output", () => {
    const sample = traces(randomMealy(1, 2, 2), [
      [0, 0, 1],
      [0, 0, 0],
    ]);
    const seen = sample.seen.slice();
    seen[4] = (seen[4] + 1) % sample.outputs.size;
    const { contradictions } = infer({ ...sample, seen });
    expect(contradictions.map(({ words, at }) => ({ words, at }))).toEqual([{ words: [0, 1], at: [0, 0] }]);
  });

  test("how many labels are wrong is estimated from contradictions, and said", () => {
    const random = new Random(5);
    const words = randomWords(random, 2, 4000, 5).map((word) => {
      const right = word.filter((letter) => letter === 0).length % 2;
      return { word, label: random.real() < 0.05 ? 1 - right : right };
    });
    const { warnings } = infer(labelled(2, words), { measure: "rpni", heldOut: 0 });
    // The first of many equal words decides with which the others are compared, so the estimate is rough.
    const said = warnings.find(({ code }) => code === "contradictions")?.text;
    const noise = Number(/noise (0\.\d+)$/u.exec(said ?? "")?.[1]);
    expect(noise).toBeGreaterThan(0.02);
    expect(noise).toBeLessThan(0.12);
  });

  test("all right is not certain, and no better than the commonest output is said", () => {
    const words = Array.from({ length: 60 }, (_, i) =>
      Array.from({ length: 1 + (i % 7) }, (_, k) => (i >> k) & 1),
    );
    const even = words.map((word) => ({ word, label: word.length % 2 }));
    const { figures } = infer(labelled(2, even));
    expect(figures.accuracy?.mean).toBe(1);
    expect(figures.accuracy?.margin).toBeGreaterThan(0.1);
    expect(figures.balanced?.margin).toBeGreaterThan(0.1);
    const random = new Random(2);
    const seen = words.map((word) => ({ word, label: random.real() < 0.8 ? 1 : 0 }));
    const { figures: chance, warnings } = infer(labelled(2, seen), { measure: "rpni", heldOut: 0.5 });
    expect(chance.accuracy?.mean).toBeLessThanOrEqual(chance.commonest ?? 0);
    expect(warnings.map(({ code }) => code)).toContain("not-better");
    expect(
      infer(
        labelled(
          2,
          words.map((word) => ({ word, label: 0 })),
        ),
      ).figures.balanced,
    ).toBeUndefined();
  });

  test("words with weights are held out, too", () => {
    const words = allWords(2, 6);
    const weights = (random: (word: readonly number[]) => number) =>
      words.map((word) => rational.parse(String(random(word))));
    const sample = { kind: "weighted", ...observed(Alphabet.letters(2), words), algebra: rational } as const;
    const doubled = infer({ ...sample, weights: weights((word) => 2 ** word.length) });
    expect(doubled.figures.accuracy?.mean).toBe(1);
    expect(doubled.figures.heldOut).toBeGreaterThan(5);
    const random = new Random(1);
    const chance = infer({ ...sample, weights: weights(() => 1 + random.below(1000)) });
    expect(chance.figures.accuracy?.mean).toBeLessThan(0.3);
  });

  test("arrays that do not fit are refused", () => {
    const alphabet = Alphabet.letters(2);
    const words = observed(alphabet, [[0], [1]]);
    expect(() => infer({ kind: "labelled", ...words, labels: Int8Array.of(1) })).toThrow(
      /2 observations for 2 words, got 1/,
    );
    expect(() => infer({ kind: "words", ...words, letters: Int32Array.of(0, 7) })).toThrow(
      /letter 7 is outside 0…1/,
    );
    expect(() => infer({ kind: "words", ...observed(alphabet, []) })).toThrow(/no words/);
    expect(() => infer({ kind: "words", ...words }, { measure: "edsm" })).toThrow(
      /no measure for words without labels/,
    );
    expect(() => infer({ kind: "words", ...words }, { noise: 0.7 })).toThrow(/noise is below 0.5/);
  });
});

describe("step by step", () => {
  const { sample, words } = randomLabelled(9, { states: 6, count: 60, longest: 8 });
  const options: InferOptions = { measure: "edsm", heldOut: 0 };

  test("a merge that is refused is not done, and the labels stay right", () => {
    const run = inferring(sample, options);
    let refused = 0;
    let step = run.next();
    while (step.done !== true) {
      const refuse = step.value.done === "merged" && refused < 3;
      if (refuse) refused++;
      step = run.next(refuse ? "refuse" : undefined);
    }
    expect(refused).toBe(3);
    if (step.value.kind !== "labelled") throw new Error(step.value.kind);
    for (const { word, label } of words) expect(step.value.automaton.weigh(word)).toBe(label === 1);
  });

  test("it may be stopped, or interrupted, and gives what it has", () => {
    const run = inferring(sample, options);
    run.next();
    const stopped = run.next("stop");
    expect(stopped.done === true && stopped.value.interrupted).toBe(true);
    const target = randomPdfa({ seed: 3, states: 5, letters: 3 });
    const large = { kind: "words", ...observed(target.alphabet, drawn(target, 20000, 1)) } as const;
    let complete = 0;
    for (const enough of [0, 2, 9, 12]) {
      let looks = 0;
      const look = () => {
        if (++looks > enough) throw new Interruption("cancelled", "enough");
      };
      const { interrupted, automaton, figures, tried } = interruptible(look, () => infer(large));
      expect(interrupted).toBe(true);
      expect(automaton.size).toBeGreaterThan(0);
      // The figures are those of the automaton that is returned: it learned from the words that were not held out.
      if (tried.length === 0) continue;
      complete++;
      const { perplexity, unigram } = figures;
      expect(perplexity?.mean).toBeLessThan(0.9 * (unigram ?? 0));
      const chosen = tried.find(({ states }) => states === automaton.size);
      expect(chosen).toBeDefined();
    }
    expect(complete).toBeGreaterThan(0);
  });

  test("progress is told", () => {
    const told: number[] = [];
    infer(sample, { attempts: 5, onProgress: ({ model }) => told.push(model) });
    // Ten measures and the search; then, without the words that measure, the chosen one and a search again.
    expect(Math.max(...told)).toBe(13);
  });
});

describe("what to ask", () => {
  test("suggestions are words that the sample does not know, those of often visited states first", () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { sample, words } = randomLabelled(seed, { states: 6, letters: 3, count: 40 });
      const asked = suggestions(sample, infer(sample, { attempts: 0 }), 8);
      const known = new Set(words.map(({ word }) => word.join()));
      for (const { word } of asked) expect(known.has(word.join()), `seed ${seed}`).toBe(false);
      expect(new Set(asked.map(({ word }) => word.join())).size).toBe(asked.length);
      expect(asked.length).toBeGreaterThan(0);
    }
  });

  test("the answers make the machine right where random ones do not", () => {
    let [asked, drawnAtRandom] = [0, 0];
    for (let seed = 1; seed <= 6; seed++) {
      const machine = randomMealy(seed, 6, 3);
      const random = new Random(seed, 8);
      const begun = randomWords(random, 3, 10, 8);
      const right = (sample: InferSample & { kind: "mealy" | "moore" }) =>
        infer(sample, { measure: "edsm", heldOut: 0 }).automaton;
      const wanted = machineToWdfsa(machine);
      const score = (found: Wdfsa<unknown>) =>
        allWords(3, 5).filter((word) => wanted.algebra.equals(wanted.weigh(word), found.weigh(word) as never))
          .length;
      let words = begun;
      for (let round = 0; round < 5; round++) {
        const sample = traces(machine, words);
        const inferred = infer(sample, { measure: "edsm", heldOut: 0 });
        words = [...words, ...suggestions(sample, inferred, 4).map(({ word }) => [...word])];
      }
      asked += score(right(traces(machine, words)));
      const others = words.slice(begun.length).map((word) => word.map(() => random.below(3)));
      drawnAtRandom += score(right(traces(machine, [...begun, ...others])));
    }
    expect(asked).toBeGreaterThan(drawnAtRandom);
  });
});
