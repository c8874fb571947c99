/** Random targets of each family, every learner of ours. */

import type { Wdfsa } from "@hankel/core";
import { type Family, nameOf, target, yardstick } from "../support/families.ts";
import { average } from "../support/measure.ts";
import type { Plot } from "../support/plot.ts";
import type { Goal } from "../support/result.ts";
import { type Findings, progress, type Section, type Settings } from "../support/section.ts";
import { contenders, study } from "../support/study.ts";

interface Row {
  readonly family: Family;
  readonly size: number;
  readonly learner: string;
  readonly states: number;
  readonly dof: number;
  readonly questions: number;
  /** Questions per degree of freedom, and per unit of the yardstick. */
  readonly perDof: number;
  readonly ofYardstick: number;
  readonly rounds: number;
  readonly symbols: number;
  readonly equivalences: number;
}

/** The most that a family may ask of one size, in questions per degree of freedom or of the yardstick. */
interface Bar {
  readonly family: Family;
  readonly sizes: readonly number[];
  readonly most: number;
  readonly of: "dof" | "yardstick";
}

const SIZES = [10, 50, 100, 400, 1000, 2000];
const QUICK = [10, 100];
/** The sizes that the document shows; bench/results has all. */
const SHOWN = [100, 400, 2000, 10_000];

/** How large a target a learner is given: where its questions are many, no seed is worth the minutes. */
function limit(learner: string, { finals, weights }: Family): number {
  const few = finals < 0.1;
  switch (learner) {
    case "tree":
      // The quotients of long fractions, in hundreds of equivalence questions.
      return few ? (weights === "rational" ? 400 : 2000) : 10_000;
    case "tree, textbook":
      return few ? 400 : 2000;
    case "apart":
      return few ? 100 : weights === "boolean" ? 1000 : 2000;
    default:
      return few ? 100 : 400;
  }
}

/** What `limit` leaves out, for the reader. */
const LEFT_OUT =
  "Beyond these sizes a learner is left out, as its questions become too many: the table beyond 400 states, apart and the tree without " +
  "invented suffixes beyond 2,000 (apart over the Booleans: 1,000); where 2 % are final the table and apart beyond 100, the tree without " +
  "invented suffixes beyond 400, the tree beyond 2,000 (over the rationals: 400).";
const LIKEWISE = "The same is left out as of the tropical targets with 10 letters.";

/** Enough targets for a mean, and one where a run takes minutes: fractions of words with hundreds of letters are long. */
function targetsOf(family: Family, size: number, seeds: number): Wdfsa<unknown>[] {
  const few = size > 2000 || (family.weights === "rational" && size >= 1000);
  return Array.from({ length: few ? 1 : seeds }, (_, i) => target(family, size, i + 1));
}

function measureAll(chosen: readonly Family[], largest: number, { quick, seeds }: Settings): Row[] {
  const sizes = quick ? QUICK : largest > 2000 ? [...SIZES, largest] : SIZES;
  return chosen.flatMap((family) =>
    sizes
      // Of fewer than fifty states two per cent are none.
      .filter((size) => size * family.finals >= 1)
      .flatMap((size) => {
        const targets = targetsOf(family, size, seeds);
        return Object.keys(contenders)
          .filter((learner) => size <= limit(learner, family))
          .map((learner) => row(family, size, learner, targets));
      }),
  );
}

function row(family: Family, size: number, learner: string, targets: readonly Wdfsa<unknown>[]): Row {
  progress(`${nameOf(family)}, ${size} states, ${learner}`);
  const runs = targets.map((automaton) => {
    const found = study(automaton, contenders[learner]);
    const perDof = found.questions / found.dof;
    return { ...found, perDof, ofYardstick: family.finals < 1 ? found.questions / yardstick(automaton) : 0 };
  });
  const keys = [
    "states",
    "dof",
    "questions",
    "perDof",
    "ofYardstick",
    "rounds",
    "symbols",
    "equivalences",
  ] as const;
  return { family, size, learner, ...average(runs, keys) };
}

/** Families that the goals say nothing of. */
function withoutGoals(chosen: readonly Family[]): Section["measure"] {
  return (settings) => findings(measureAll(chosen, 2000, settings), [], []);
}

function findings(rows: readonly Row[], bars: readonly Bar[], plots: readonly Plot[]): Findings {
  return {
    columns: [
      { name: "family" },
      { name: "learner" },
      { name: "states" },
      { name: "dof" },
      { name: "questions" },
      { name: "per dof", digits: 2 },
      { name: "of yardstick", digits: 3 },
      { name: "rounds" },
      { name: "equivalences" },
      { name: "symbols" },
      { name: "symbols a question", digits: 1 },
    ],
    rows: rows.map((found) => {
      const isBoolean = found.family.weights === "boolean";
      return [
        nameOf(found.family),
        found.learner,
        found.states,
        isBoolean ? null : found.dof,
        found.questions,
        // Over the Booleans there is nothing to scale; the yardstick is for answers that mostly say "zero".
        isBoolean ? null : found.perDof,
        isBoolean || found.family.finals < 0.1 ? found.ofYardstick : null,
        found.rounds,
        found.equivalences,
        found.symbols,
        found.symbols / found.questions,
      ];
    }),
    shown: rows.flatMap(({ size }, i) => (SHOWN.includes(size) ? [i] : [])),
    goals: bars.flatMap((bar) => goalsOf(bar, rows)),
    plots,
  };
}

function goalsOf({ family, sizes, most, of }: Bar, rows: readonly Row[]): Goal[] {
  return sizes.flatMap((size) => {
    const found = rows.find((row) => row.family === family && row.size === size && row.learner === "tree");
    if (found === undefined) return [];
    const ratio = of === "dof" ? found.perDof : found.ofYardstick;
    const unit = of === "dof" ? "per dof" : "of the yardstick";
    return [
      {
        goal: `${nameOf(family)}, ${size} states: ≤ ${most} ${unit}`,
        found: ratio.toFixed(3),
        met: ratio <= most,
      },
    ];
  });
}

function plotOf(file: string, title: string, rows: readonly Row[], bars: readonly Bar[]): Plot {
  const groups = new Map<string, Row[]>();
  for (const found of rows.filter(({ learner }) => learner === "tree" || learner === "tree, textbook")) {
    const name = `${found.learner}: ${nameOf(found.family).replace(/^\w+, \d+ letters, /u, "")}`;
    groups.set(name, [...(groups.get(name) ?? []), found]);
  }
  const series = [...groups].map(([name, group]) => ({
    name,
    joined: true,
    points: group.map(({ size, perDof }) => [size, perDof] as const),
  }));
  const guides = bars
    .filter(({ of }) => of === "dof")
    .map(({ family, most, sizes }) => ({
      name: `goal: ${nameOf(family).replace(/^\w+, \d+ letters, /u, "")}`,
      joined: true,
      guide: true,
      points: [sizes[0], sizes[sizes.length - 1]].map((size) => [size, most] as const),
    }));
  const axes = {
    x: { label: "states", log: true },
    y: { label: "questions per degree of freedom", log: true },
  };
  return { file, title, ...axes, series: [...series, ...guides] };
}

const tropical10 = { weights: "tropical", letters: 10 } as const;
const tropical2 = { weights: "tropical", letters: 2 } as const;
const all10: Family = { ...tropical10, finals: 1 };
const half10: Family = { ...tropical10, finals: 0.5 };
const few10: Family = { ...tropical10, finals: 0.02 };
const half2: Family = { ...tropical2, finals: 0.5 };

const BARS_10: readonly Bar[] = [
  { family: all10, sizes: [400, 2000], most: 2, of: "dof" },
  { family: half10, sizes: [400, 2000], most: 3.2, of: "dof" },
  { family: few10, sizes: [400], most: 0.75, of: "yardstick" },
];
const BARS_2: readonly Bar[] = [{ family: half2, sizes: [400, 2000], most: 3, of: "dof" }];

export const families: readonly Section[] = [
  {
    name: "tropical-10",
    title: "Dense tropical targets, 10 letters",
    about: `Weights 0 … 999; at 10,000 states one seed. ${LEFT_OUT}`,
    measure(settings) {
      const rows = measureAll([all10, half10, few10], 10_000, settings);
      const plot = plotOf(
        "bench-questions-10.svg",
        "Questions per degree of freedom, 10 letters",
        rows,
        BARS_10,
      );
      return findings(rows, BARS_10, [plot]);
    },
  },
  {
    name: "tropical-2",
    title: "Dense tropical targets, 2 letters",
    about: `Weights 0 … 999; at 10,000 states one seed. ${LIKEWISE}`,
    measure(settings) {
      const rows = measureAll(
        [{ ...tropical2, finals: 1 }, half2, { ...tropical2, finals: 0.02 }],
        10_000,
        settings,
      );
      const plot = plotOf(
        "bench-questions-2.svg",
        "Questions per degree of freedom, 2 letters",
        rows,
        BARS_2,
      );
      return findings(rows, BARS_2, [plot]);
    },
  },
  {
    name: "boolean",
    title: "Dense Boolean targets",
    about: `An answer is one bit at most: the yardstick counts bits. With all states final there would be but one of them. ${LIKEWISE}`,
    measure: withoutGoals([
      { weights: "boolean", letters: 2, finals: 0.5 },
      { weights: "boolean", letters: 2, finals: 0.02 },
      { weights: "boolean", letters: 10, finals: 0.5 },
      { weights: "boolean", letters: 10, finals: 0.02 },
    ]),
  },
  {
    name: "rational",
    title: "Dense rational targets",
    about: `Weights n/d with n and d in 1 … 99; from 1,000 states on one seed, as fractions grow with their words. ${LIKEWISE}`,
    measure: withoutGoals([
      { weights: "rational", letters: 2, finals: 0.5 },
      { weights: "rational", letters: 10, finals: 1 },
      { weights: "rational", letters: 10, finals: 0.5 },
      { weights: "rational", letters: 10, finals: 0.02 },
    ]),
  },
  {
    name: "sparse",
    title: "Sparse targets",
    about: `About a third of the arcs, half final; what is left of them when they are made minimal. ${LIKEWISE}`,
    measure: withoutGoals([
      { weights: "tropical", letters: 2, finals: 0.5, sparse: true },
      { weights: "tropical", letters: 10, finals: 0.5, sparse: true },
      { weights: "boolean", letters: 10, finals: 0.5, sparse: true },
    ]),
  },
];
