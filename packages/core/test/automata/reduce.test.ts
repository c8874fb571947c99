/** The canonical form of automata over a field. */

import {
  Alphabet,
  type ExactSemifield,
  primeField,
  quaternion,
  Random,
  randomAutomaton,
  rational,
  reduce,
  removeEpsilon,
  toWfsa,
  union,
  Wfsa,
  WfsaBuilder,
  writeHankel,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { onAnotherBasis } from "../support/another-basis.ts";
import { wordsUpTo } from "../support/reference.ts";
import { automatonOf, type WfsaCase, wfsaCases } from "../support/wfsas.ts";

const fields: WfsaCase[] = [
  ...wfsaCases.filter(({ algebra }) => algebra.negate !== undefined),
  ...[94_906_249, 1_000_000_007, 2 ** 53 - 111].map((p) => ({
    name: `prime-field:${p}`,
    algebra: primeField(p) as unknown as ExactSemifield<unknown>,
    pool: [1, 2, p - 1, Math.floor(p / 2)],
  })),
];

/** An automaton of up to four states with more than half of all arcs. */
function draw({ algebra, pool }: WfsaCase, seed: number): Wfsa<unknown> {
  const random = new Random(seed);
  const weight = () => (random.below(5) < 2 ? algebra.zero : pool[random.below(pool.length)]);
  const builder = new WfsaBuilder(algebra, Alphabet.letters(1 + random.below(2)));
  const states = 1 + random.below(4);
  for (let state = 0; state < states; state++) builder.initial(builder.state(weight()), weight());
  for (let from = 0; from < states; from++) {
    for (let to = 0; to < states; to++) {
      for (let letter = 0; letter < builder.alphabet.size; letter++)
        builder.arcOn(from, letter, weight(), to);
    }
  }
  return builder.build();
}

/** The same language with each state twice: half of its initial weight goes to each copy; both copies enter both. */
function withCopies<W>(wfsa: Wfsa<W>, algebra: ExactSemifield<W>): Wfsa<W> {
  const { size } = wfsa;
  const builder = new WfsaBuilder(algebra, wfsa.alphabet);
  for (let state = 0; state < 2 * size; state++) builder.state(wfsa.finalWeight[state % size]);
  for (let state = 0; state < size; state++) builder.initial(state, wfsa.initialWeight[state]);
  for (let arc = 0; arc < wfsa.arcs; arc++) {
    const [from, to] = [wfsa.source[arc], wfsa.target[arc]];
    builder.arcOn(from, wfsa.letter[arc], wfsa.arcWeight[arc], to + size);
    builder.arcOn(from + size, wfsa.letter[arc], wfsa.arcWeight[arc], to);
  }
  return builder.build();
}

describe.each(fields)("reduce over $name", (setting) => {
  const { algebra, pool } = setting;

  it("gives equal files for equal languages, on whatever basis and with copies of states", () => {
    let ranks = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const a = draw(setting, seed);
        const canonical = reduce(a);
        const file = writeHankel(canonical);
        ranks += canonical.size;
        expect(writeHankel(reduce(onAnotherBasis(a, algebra, pool, seed)))).toBe(file);
        expect(writeHankel(reduce(withCopies(a, algebra)))).toBe(file);
        expect(writeHankel(reduce(onAnotherBasis(withCopies(a, algebra), algebra, pool, seed)))).toBe(file);
        expect(writeHankel(reduce(canonical))).toBe(file);
        for (const word of wordsUpTo(a.alphabet.size, 4)) {
          expect(algebra.equals(canonical.weigh(word), a.weigh(word))).toBe(true);
        }
      }),
      { seed: 71, numRuns: 40 },
    );
    expect(ranks).toBeGreaterThan(40);
  });

  it("keeps the words in shortlex order and starts at ε with weight one", () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const canonical = reduce(draw(setting, seed));
        if (canonical.size === 0) return;
        expect(Array.from(canonical.initials)).toEqual([0]);
        expect(algebra.equals(canonical.initialWeight[0], algebra.one)).toBe(true);
        expect(algebra.equals(canonical.finalWeight[0], canonical.weigh([]))).toBe(true);
      }),
      { seed: 72, numRuns: 20 },
    );
  });
});

describe("reduce", () => {
  it("has no states for the zero language, however it is written", () => {
    const zero = automatonOf(rational, "> 0 1; > 1 -1; 0 a 2 0; 1 a 2 1; 0 1; 1 1");
    expect(reduce(zero).size).toBe(0);
    expect(reduce(Wfsa.zero(quaternion, new Alphabet("ab"))).size).toBe(0);
  });

  it("knows an empty alphabet, and ε arcs", () => {
    const builder = new WfsaBuilder(rational, new Alphabet([]));
    const [p, q] = [builder.state(), builder.state(3)];
    const wfsa = builder.initial(p, 2).arc(p, null, 5, q).build();
    const reduced = reduce(wfsa);
    expect(reduced.size).toBe(1);
    expect(reduced.weigh([])).toBe(30);
    expect(writeHankel(reduce(removeEpsilon(wfsa)))).toBe(writeHankel(reduced));
  });

  it("2^#a + 2^#b has rank 2 and the states ε and a", () => {
    const wfsa = automatonOf(rational, "> 0 1; > 1 1; 0 a 2 0; 0 b 1 0; 1 a 1 1; 1 b 2 1; 0 1; 1 1");
    const reduced = reduce(wfsa);
    expect(reduced.size).toBe(2);
    expect(Array.from(reduced.finalWeight)).toEqual([2, 3]);
    expect(reduced.weigh([0, 0, 1])).toBe(6);
    expect(writeHankel(reduced)).toContain('[0, "b", "3", 0]');
  });

  it("finds weights that a small prime divides", () => {
    const p = 16_777_213;
    const wfsa = automatonOf(
      rational,
      `> 0 ${p}; 0 a ${p} 1; 0 b 1/${p} 1; 1 a ${p}/3 0; 1 b ${p * 5} 1; 1 a 7 1; 0 ${p}; 1 1`,
    );
    const reduced = reduce(wfsa);
    expect(reduced.size).toBe(2);
    for (const word of wordsUpTo(2, 5)) expect(reduced.weigh(word)).toEqual(wfsa.weigh(word));
  });

  it("reduces deterministic automata of many states", () => {
    const wdfsa = randomAutomaton({ algebra: rational, states: 60, letters: 2, seed: 3 });
    const reduced = reduce(wdfsa);
    expect(reduced.size).toBeLessThanOrEqual(60);
    const union2 = union(toWfsa(wdfsa), toWfsa(wdfsa));
    expect(reduce(union2).size).toBe(reduced.size);
    for (const word of wordsUpTo(2, 6)) expect(reduced.weigh(word)).toEqual(wdfsa.weigh(word));
  });
});
