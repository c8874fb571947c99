/** How questions, cost and time grow with the number of states. */

import { type Family, nameOf } from "../support/families.ts";
import { growth } from "../support/measure.ts";
import type { Cell, Goal } from "../support/result.ts";
import type { Findings, Section, Settings } from "../support/section.ts";
import type { Study } from "../support/study.ts";
import { booleans, freeWords, learnerCpu, learnOne, rationals, tropical } from "./learn-one.ts";

const FAMILIES: readonly (readonly [family: Family, largest: number])[] = [
  [tropical(2, 0.5), 64_000],
  [tropical(10, 1), 64_000],
  [tropical(10, 0.5), 64_000],
  [tropical(100, 0.5), 4000],
  [tropical(1000, 1), 1000],
  [booleans(2, 0.5), 64_000],
  [booleans(10, 0.5), 16_000],
  [booleans(100, 0.5), 4000],
  [rationals(2, 0.5), 16_000],
  [rationals(10, 0.5), 16_000],
  [freeWords(2, 0.5), 16_000],
  [freeWords(10, 0.5), 16_000],
];
const SIZES = [250, 1000, 4000, 16_000, 64_000];
/** The sizes that the document shows; bench/results has all. */
const SHOWN = [1000, 4000, 16_000, 64_000];
/** Exponents are fitted from this size on, or from the smallest if there are fewer than two. */
const FROM = 1000;

/** What is measured of each run, by the name of its column. */
const MEASURES: readonly (readonly [name: string, of: (study: Study) => number, digits: number])[] = [
  ["cost", ({ cost }) => cost, 0],
  ["questions", ({ questions }) => questions, 0],
  ["rounds", ({ rounds }) => rounds, 0],
  ["equivalences", ({ equivalences }) => equivalences, 0],
  ["learner s", learnerCpu, 3],
  ["answers s", ({ weighCpu }) => weighCpu, 3],
  ["equivalence s", ({ equivalenceCpu }) => equivalenceCpu, 3],
];

interface Curve {
  readonly name: string;
  readonly studies: readonly Study[];
}

export const growing: Section = {
  name: "growth",
  title: "Growth in the number of states",
  about: `The tree learner, one seed, a process each. The last rows are the exponents of N, by least squares in logarithms from ${FROM.toLocaleString("en-US")} states on.`,
  async measure({ quick }: Settings): Promise<Findings> {
    const notes: string[] = [];
    const curves: Curve[] = [];
    for (const [family, largest] of FAMILIES) {
      const studies: Study[] = [];
      for (const states of SIZES.filter((size) => size <= (quick ? FROM : largest))) {
        const done = await learnOne(family, states, notes);
        if (done !== null) studies.push(done.value);
      }
      curves.push({ name: nameOf(family), studies });
    }
    return findings(curves, quick, notes);
  },
};

function findings(curves: readonly Curve[], quick: boolean, notes: readonly string[]): Findings {
  const rows = curves.flatMap(({ name, studies }) =>
    studies.map((study): Cell[] => [name, study.states, ...MEASURES.map(([, of]) => of(study))]),
  );
  const exponents = curves.map((curve) => MEASURES.map(([, of]) => exponent(curve, of, quick)));
  const texts = curves.map(({ name }, i): Cell[] => [
    name,
    "exponent",
    ...exponents[i].map((value) => value.toFixed(2)),
  ]);
  const shown = [...rows.keys()].filter((i) => SHOWN.includes(rows[i][1] as number));
  return {
    columns: [
      { name: "family" },
      { name: "states" },
      ...MEASURES.map(([name, , digits]) => ({ name, digits })),
    ],
    rows: [...rows, ...texts],
    shown: [...shown, ...texts.map((_, i) => rows.length + i)],
    goals: curves.flatMap((curve) => goalsOf(curve, quick)),
    notes,
  };
}

function exponent({ studies }: Curve, of: (study: Study) => number, quick: boolean): number {
  const large = studies.filter(({ states }) => states >= FROM);
  const tail = quick || large.length < 2 ? studies : large;
  return growth(tail.map((study) => [study.states, of(study)]));
}

function goalsOf(curve: Curve, quick: boolean): Goal[] {
  const cost = exponent(curve, (study) => study.cost, quick);
  const learner = exponent(curve, learnerCpu, quick);
  return [
    { goal: `${curve.name}: cost near-linear`, found: `N^${cost.toFixed(2)}`, met: cost < 1.25 },
    {
      goal: `${curve.name}: learner's time not quadratic`,
      found: `N^${learner.toFixed(2)}`,
      met: learner < 1.5,
    },
  ];
}
