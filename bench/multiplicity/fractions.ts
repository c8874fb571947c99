/** Dense automata over the rational numbers: how long their canonical forms are, and how long it takes to find them. */

import {
  Alphabet,
  compare,
  fieldTeacher,
  fraction,
  learn,
  Random,
  type Rational,
  rational,
  reduce,
  type Wfsa,
  WfsaBuilder,
} from "@hankel/core";
import { now, since } from "../support/measure.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";

interface Kind {
  readonly name: string;
  readonly numerators: number;
  readonly denominators: number;
  readonly ranks: readonly number[];
}

const KINDS: readonly Kind[] = [
  { name: "integers up to 4", numerators: 4, denominators: 1, ranks: [50, 100, 200] },
  { name: "fractions with parts up to 4", numerators: 4, denominators: 4, ranks: [50, 100, 200] },
  { name: "fractions with parts up to 9", numerators: 9, denominators: 9, ranks: [50, 100] },
];

function dense({ numerators, denominators }: Kind, states: number): Wfsa<Rational> {
  const random = new Random(1, states, 2);
  const weight = () =>
    fraction((1 - 2 * random.below(2)) * (1 + random.below(numerators)), 1 + random.below(denominators));
  const builder = new WfsaBuilder(rational, Alphabet.letters(2));
  for (let state = 0; state < states; state++) builder.initial(builder.state(weight()), weight());
  for (let from = 0; from < states; from++) {
    for (let letter = 0; letter < 2; letter++) {
      for (let to = 0; to < states; to++) builder.arcOn(from, letter, weight(), to);
    }
  }
  return builder.build();
}

/** Digits of the longest numerator or denominator, and megabytes of all of them. */
function lengthOf({ arcWeight }: Wfsa<Rational>): { digits: number; megabytes: number } {
  let [most, sum] = [0, 0];
  for (let arc = 0; arc < arcWeight.length; arc++) {
    const weight = arcWeight[arc];
    if (typeof weight === "number") continue;
    for (const part of [weight.n, weight.d]) {
      const bits = 4 * part.toString(16).length;
      most = Math.max(most, bits);
      sum += bits;
    }
  }
  return { digits: Math.ceil(most * Math.log10(2)), megabytes: sum / 8e6 };
}

function seconds<T>(work: () => T): readonly [number, T] {
  const start = now();
  const done = work();
  return [since(start).cpu, done];
}

export const onFractions: Section = {
  name: "fractions",
  title: "Dense automata over the rationals",
  about:
    "Every state has an arc to every state on both letters, with random weights. CPU seconds to reduce it to its canonical form, to prove that both are equal, and to " +
    "learn it, these two up to rank 100. The form's weights are ratios of determinants: *digits* are those of the longest, and *MB* is what all of them take as plain bytes. Its length bounds the time of every method.",
  measure({ quick }: Settings): Findings {
    const rows: (string | number | null)[][] = [];
    for (const kind of KINDS) {
      for (const states of quick ? [20] : kind.ranks) {
        progress(`${kind.name}, ${states} states`);
        const target = dense(kind, states);
        const [reducing, canonical] = seconds(() => reduce(target));
        const long = states === 200;
        const [comparing] = long ? [null] : seconds(() => compare(target, canonical));
        const [learning, run] = long
          ? [null, undefined]
          : seconds(() => learn(fieldTeacher(target), { learner: "multiplicity" }));
        if (run !== undefined && run.automaton.size !== canonical.size)
          throw new Error("learned another rank");
        const { digits, megabytes } = lengthOf(canonical);
        rows.push([kind.name, canonical.size, digits, megabytes, reducing, comparing, learning]);
      }
    }
    const largest = rows.filter(([, rank]) => rank === 200);
    return {
      columns: [
        { name: "weights" },
        { name: "rank" },
        { name: "digits" },
        { name: "MB", digits: 1 },
        { name: "reduce, s", digits: 2 },
        { name: "compare, s", digits: 2 },
        { name: "learn, s", digits: 2 },
      ],
      rows,
      goals: largest.map(([name, , , , reducing]) => ({
        goal: `${name}: rank 200 reduced in under 10 s`,
        found: `${Number(reducing).toFixed(1)} s`,
        met: Number(reducing) < 10,
      })),
    };
  },
};
