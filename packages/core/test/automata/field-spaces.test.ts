/** Spaces of vectors that words reach, with the values written down. */

import { describe, expect, it } from "vitest";
import { inverseModulo } from "../../src/algebra/modular.ts";
import { HalvedWeights } from "../../src/automata/fields/halved-weights.ts";
import { matricesOf, stepped } from "../../src/automata/fields/numerical.ts";
import { heightsOf, imageModulo, liftedBasis } from "../../src/automata/fields/rational-words.ts";
import {
  type DependentWord,
  ModularSpace,
  SparseSpace,
  wordBasis,
} from "../../src/automata/fields/word-spaces.ts";
import { OperationBudget } from "../../src/automata/requirements.ts";
import {
  Alphabet,
  floatingField,
  fraction,
  Random,
  type Rational,
  rational,
  real,
  trim,
  type Wfsa,
  WfsaBuilder,
} from "../../src/index.ts";
import { Modulus } from "../../src/linear/modular.ts";
import { wordsUpTo } from "../support/reference.ts";
import { automatonOf } from "../support/wfsas.ts";

const budget = () => new OperationBudget("test", "products", 1e9);

/** Two arcs with the same letter between the same states, and a state that the others sum to. */
const LINES = "> 0 1; > 1 1/2; 0 a 2 1; 0 a 3 1; 0 b -1 2; 1 a 1/3 0; 1 b 4 2; 2 a 1 2; 2 1; 1 -5/7";
const automaton = automatonOf(rational, LINES);

describe("modulo a prime", () => {
  it("an automaton has the residues of its weights, unless a denominator has none", () => {
    const image = imageModulo(automaton, new Modulus(11));
    expect(Array.from(image?.initialWeight ?? [])).toEqual([1, 6, 0]);
    expect(Array.from(image?.finalWeight ?? [])).toEqual([0, 4, 1]);
    expect(Array.from(image?.arcWeight ?? [])).toEqual([2, 3, 10, 4, 4, 1]);
    expect([image?.size, image?.letters]).toEqual([3, 2]);
    expect([2, 3, 7].map((p) => imageModulo(automaton, new Modulus(p)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([5, 11, 13, 94_906_249, 2_147_483_647])("words have vectors and weights: %i", (p) => {
    const image = imageModulo(automaton, new Modulus(p));
    if (image === undefined) throw new Error("there is an image");
    const space = new ModularSpace(image, budget(), true);
    const { basis, stopped } = wordBasis(space);
    expect([basis.words(), stopped]).toEqual([[[], [0], [1]], false]);
    const n = (text: string) => {
      const [top, bottom = "1"] = text.split("/").map(BigInt).map(String);
      return ((Number(top) % p) + p) % p === 0
        ? 0
        : mod(BigInt(top) * BigInt(inverseModulo(Number(bottom) % p, p)), p);
    };
    expect(basis.vectors.map((vector) => Array.from(vector))).toEqual(
      [
        ["1", "1/2", "0"],
        ["1/6", "5", "0"],
        ["0", "0", "1"],
      ].map((row) => row.map(n)),
    );
    expect(basis.vectors.map((vector) => space.weight(vector))).toEqual(["-5/14", "-25/7", "1"].map(n));
    expect(basis.dependent.map(({ word, letter }) => [word, letter])).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
  });

  const mod = (value: bigint, p: number) => Number(((value % BigInt(p)) + BigInt(p)) % BigInt(p));

  it("the basis stops at a vector, or at a length", () => {
    const image = imageModulo(automaton, new Modulus(11));
    if (image === undefined) throw new Error("there is an image");
    const words = (stop?: (vector: Float64Array) => boolean, longest?: number) => {
      const { basis, stopped } = wordBasis(new ModularSpace(image, budget(), false), stop, longest);
      return [basis.words().length, basis.dependent.length, stopped];
    };
    expect([words(() => true), words(([, second]) => second === 5), words(() => false, 0)]).toEqual([
      [1, 0, true],
      [2, 0, true],
      [1, 0, false],
    ]);
    expect([words(undefined, 1), words()]).toEqual([
      [3, 0, false],
      [3, 4, false],
    ]);
  });
});

describe("over the rational numbers", () => {
  it("an automaton has heights in bits, in hexadecimal digits", () => {
    const four = { largest: 4, denominator: 4 };
    expect(heightsOf(automaton)).toEqual({ initial: four, arcs: four, final: four });
    expect(
      heightsOf(automatonOf(rational, "> 0 8; > 1 -9; 0 a 100 1; 0 a -200 1; 1 a 1/17 0; 1 -1/300; 0 1")),
    ).toEqual({
      initial: { largest: 8, denominator: 4 },
      arcs: { largest: 16, denominator: 8 },
      final: { largest: 12, denominator: 12 },
    });
  });

  it("the basis of words has exact weights and coordinates", () => {
    const { from, by, weights, dependent } = liftedBasis(automaton, budget());
    expect([from, by]).toEqual([
      [-1, 0, 0],
      [-1, 0, 1],
    ]);
    expect(weights.map((weight) => rational.format(weight))).toEqual(["-5/14", "-25/7", "1"]);
    expect(
      dependent.map(({ coordinates }) => Array.from(coordinates, ([, c]) => rational.format(c))),
    ).toEqual([
      ["5/3", "0", "0"],
      ["0", "0", "119/6"],
      ["0", "0", "1"],
    ]);
  });
});

/** The primes that are tried first: modulo the one words are told apart, and numbers are put together from the other. */
const [TOLD_APART, PUT_TOGETHER] = [67_108_859, 33_554_393];

/** Weights that these primes divide hide words and ranks; some have them as denominators. */
function hiding(seed: number): Wfsa<Rational> {
  const random = new Random(seed, 148);
  const states = 1 + random.below(6);
  const weight = () => {
    const factors = [1, 1, TOLD_APART, PUT_TOGETHER, TOLD_APART - 1];
    const below = [1, 2, 3, TOLD_APART, PUT_TOGETHER][random.below(random.below(3) === 0 ? 5 : 3)];
    return fraction((1 - 2 * random.below(2)) * factors[random.below(5)], below);
  };
  const builder = new WfsaBuilder(rational, Alphabet.letters(1 + random.below(2)));
  for (let state = 0; state < states; state++) builder.initial(builder.state(weight()), random.below(2) * 3);
  for (let i = 0; i < 3 * states; i++) {
    builder.arcOn(random.below(states), random.below(builder.alphabet.size), weight(), random.below(states));
  }
  return builder.build();
}

// Theorem 14.17.
describe("over the rational numbers", () => {
  it("the word basis is that of plain elimination, though the first primes hide words", () => {
    let hidden = 0;
    for (let seed = 1; seed <= 80; seed++) {
      const wfsa = trim(hiding(seed));
      const found = liftedBasis(wfsa, budget());
      const space = new SparseSpace(wfsa, rational, budget());
      const { basis } = wordBasis(space);
      expect([found.from, found.by], `seed ${seed}`).toEqual([basis.from, basis.by]);
      expect(found.weights).toEqual(basis.vectors.map((vector) => space.weight(vector)));
      const sparse = (coordinates: Iterable<readonly [number, Rational]>) =>
        [...coordinates].filter(([, weight]) => weight !== 0).sort(([a], [b]) => a - b);
      const named = (dependent: readonly DependentWord<Iterable<readonly [number, Rational]>>[]) =>
        dependent.map(({ word, letter, coordinates }) => ({
          word,
          letter,
          coordinates: sparse(coordinates),
        }));
      expect(named(found.dependent)).toEqual(named(basis.dependent));
      const image = imageModulo(wfsa, new Modulus(TOLD_APART));
      if (image !== undefined && wordBasis(new ModularSpace(image, budget(), false)).basis.size < basis.size)
        hidden++;
    }
    expect(hidden).toBeGreaterThan(2);
  });

  it("words weigh what they weigh one by one", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const wfsa = hiding(seed);
      const weights = new HalvedWeights(wfsa, rational);
      for (const word of wordsUpTo(wfsa.alphabet.size, 4))
        expect(weights.weigh(word)).toEqual(wfsa.weigh(word));
    }
  });
});

describe("over rounded numbers", () => {
  it("letters are matrices", () => {
    const kernel = floatingField(real)?.kernel;
    if (kernel === undefined) throw new Error("real has a floating kernel");
    const [a, b] = matricesOf(automatonOf(real, "> 0 1; 0 a 2 1; 0 a -3 0; 1 b 4 0; 1 a 5 1; 1 1"), kernel);
    expect([
      Array.from(a.source),
      Array.from(a.target),
      Array.from(a.weight),
      Array.from(a.magnitude),
    ]).toEqual([
      [0, 0, 1],
      [1, 0, 1],
      [2, -3, 5],
      [2, 3, 5],
    ]);
    const vector = Float64Array.of(1, 10);
    expect(
      [stepped(vector, a), stepped(vector, a, "magnitude"), stepped(vector, b)].map((v) => Array.from(v)),
    ).toEqual([
      [-3, 52],
      [3, 52],
      [40, 0],
    ]);
  });
});
