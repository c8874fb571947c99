/** Equality of automata over a field, and the teacher that decides it, against plain elimination. */

import {
  compare,
  type ExactField,
  equivalent,
  fieldTeacher,
  primeField,
  quaternion,
  Random,
  randomAutomaton,
  rational,
  real,
  reduce,
  toWfsa,
  type Wfsa,
  WfsaBuilder,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { denseWfsa } from "../support/dense-wfsa.ts";
import { slowDifference } from "../support/field-reference.ts";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

/** A prime that differences are searched modulo, and one that bases are computed modulo. */
const [P26, P24] = [67_108_859, 16_777_213];

function cases<W>(field: ExactField<W>, pool: readonly string[]) {
  return {
    name: field.name,
    field: field as unknown as ExactField<unknown>,
    pool: pool.map((text) => field.parse(text) as unknown),
  };
}

const settings = [
  cases(primeField(2), ["1"]),
  cases(primeField(7), ["1", "3", "6"]),
  cases(primeField(1_000_003), ["1", "2", "-1", "999"]),
  cases(primeField(2 ** 31 - 1), ["1", "2", "-1", "2147483000"]),
  cases(rational, ["1", "-1", "2", "1/3"]),
  {
    ...cases(rational, [String(P26), `1/${P26}`, "1", String(P24), `-2/${P24}`]),
    name: "rational with primes",
  },
  cases(quaternion, ["1", "i", "j", "1-k"]),
];

/** The same automaton with a multiple of one weight added to another arc: it differs late, if at all. */
function changed<W>(wfsa: Wfsa<W>, field: ExactField<W>, weight: W, random: Random): Wfsa<W> {
  const builder = new WfsaBuilder(field, wfsa.alphabet);
  for (let state = 0; state < wfsa.size; state++)
    builder.initial(builder.state(wfsa.finalWeight[state]), wfsa.initialWeight[state]);
  const one = random.below(Math.max(1, wfsa.arcs));
  for (let arc = 0; arc < wfsa.arcs; arc++) {
    const more = arc === one ? field.plus(wfsa.arcWeight[arc], weight) : wfsa.arcWeight[arc];
    builder.arcOn(wfsa.source[arc], wfsa.letter[arc], more, wfsa.target[arc]);
  }
  return builder.build();
}

describe.each(settings)("over $name", ({ field, pool }) => {
  it("a difference is as long as that of plain elimination", () => {
    const lengths = new Map<number | undefined, number>();
    for (let seed = 0; seed < 60; seed++) {
      const random = new Random(81, seed);
      const a = denseWfsa(field, 1 + (seed % 4), pool, random, 2);
      const others = [
        denseWfsa(field, 1 + (seed % 3), pool, random, 2),
        changed(a, field, pool[random.below(pool.length)], random),
        changed(reduce(a), field, pool[random.below(pool.length)], random),
        reduce(a),
      ];
      for (const b of others) {
        const expected = slowDifference(a, b, field);
        expect(compare(a, b)?.word.length, `seed ${seed}`).toBe(expected?.length);
        const counterexample = fieldTeacher(a).findCounterexample(b);
        expect(counterexample === null).toBe(expected === undefined);
        if (counterexample !== null) {
          expect(field.equals(a.weigh(counterexample), b.weigh(counterexample))).toBe(false);
        }
        lengths.set(expected?.length, (lengths.get(expected?.length) ?? 0) + 1);
      }
    }
    // Equal ones, and differences of several lengths.
    expect(lengths.get(undefined)).toBeGreaterThan(50);
    expect(lengths.size).toBeGreaterThan(3);
  });

  it("the teacher weighs as the automaton does", () => {
    const a = denseWfsa(field, 3, pool, new Random(82), 2);
    const words = [...wordsUpTo(2, 6)];
    const weights = fieldTeacher(a).weigh(words);
    words.forEach((word, i) => expect(field.equals(weights[i], a.weigh(word))).toBe(true));
  });
});

describe("compare", () => {
  it("takes one automaton of each kind", () => {
    const wdfsa = randomAutomaton({ algebra: rational, states: 12, letters: 2, seed: 5 });
    const reduced = reduce(wdfsa);
    expect(equivalent(wdfsa, reduced)).toBe(true);
    expect(equivalent(reduced, wdfsa)).toBe(true);
    const other = randomAutomaton({ algebra: rational, states: 12, letters: 2, seed: 6 });
    expect(compare(other, reduced)?.word).toEqual(slowDifference(toWfsa(other), reduced, rational));
  });

  it("is not fooled by a difference that its primes divide", () => {
    const a = automatonOf(rational, "> 0 1; 0 a 1 0; 0 1");
    const b = automatonOf(rational, `> 0 1; 0 a 1 0; 0 a ${P26} 1; 1 a 1 2; 0 1; 1 1; 2 1`);
    expect(compare(a, b)?.word).toEqual([0]);
    const c = automatonOf(rational, `> 0 1; 0 a 1 0; 0 a ${P26} 1; 0 1; 1 1`);
    expect(compare(a, c)?.word).toEqual([0]);
    expect(fieldTeacher(a).findCounterexample(c)).toEqual([0]);
  });

  it("compares automata of many states", () => {
    const p = 1_000_003;
    const field = primeField(p);
    const a = denseWfsa(field, 60, [1, 2, p - 1, 77], new Random(83), 2);
    expect(equivalent(a, reduce(a))).toBe(true);
    expect(compare(a, changed(a, field, 1, new Random(84)))).toBeDefined();
  });
});

describe("fieldTeacher", () => {
  it("knows targets without a deterministic form, with ε arcs and other symbols", () => {
    const target = automatonOf(
      rational,
      "> 0 1; > 1 1; 0 a 2 0; 0 b 1 0; 1 a 1 1; 1 b 2 1; 0 - 1 2; 1 1; 2 1",
    );
    const teacher = fieldTeacher(target);
    expect(Array.from(teacher.weigh([[], [0, 0], [1, 1, 0]]))).toEqual([2, 5, 6]);
    expect(teacher.findCounterexample(reduce(target))).toBeNull();
    const foreign = automatonOf(rational, "> 0 2; 0 c 1 0; 0 1");
    expect(teacher.findCounterexample(foreign)).toHaveLength(1);
    expect(refusal(() => teacher.weigh([[0, 2]]))).toMatch(/usage: letter 2 at 1 is outside 0…1/u);
  });

  it("refuses rounded weights", () => {
    expect(refusal(() => fieldTeacher(automatonOf(real, "> 0 1; 0 a 1 0; 0 1")))).toMatch(
      /unsupported: fieldTeacher needs exact weights/u,
    );
  });

  it("weighs long words, and forgets vectors when there are too many", () => {
    const target = automatonOf(rational, "> 0 1; 0 a 1 0; 0 a 1 1; 1 a 1 1; 1 1");
    const long = new Array<number>(3000).fill(0);
    expect(fieldTeacher(target).weigh([long, [0]])).toEqual([3000, 1]);
  });
});
