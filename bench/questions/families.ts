/** Random targets of each family: what every learner of ours spends. */

import { type Family, nameOf } from "../support/families.ts";
import { isOnFront } from "../support/pareto.ts";
import type { Cell, Column, Goal } from "../support/result.ts";
import type { Findings, Section } from "../support/section.ts";
import { type FamilyRow, LEFT_OUT, measureFamilies } from "./measure-families.ts";

/** The sizes that the document shows; bench/results has all. */
const SHOWN = [100, 2000, 10_000];
/** The sizes that all learners can do, but for families with few final states. */
const COMPARED = [100, 400];

const COLUMNS: readonly Column[] = [
  { name: "family" },
  { name: "learner" },
  { name: "states" },
  { name: "cost" },
  { name: "questions" },
  { name: "letters a question", digits: 1 },
  { name: "rounds" },
  { name: "equivalences" },
  { name: "front" },
  { name: "questions per dof", digits: 2 },
  { name: "of yardstick", digits: 3 },
];

function findings(rows: readonly FamilyRow[]): Findings {
  const cells = rows.map((row) => cellsOf(row, rivalsOf(row, rows)));
  // A column that says nothing of these families is left out.
  const used = COLUMNS.map((_, column) => cells.some((line) => line[column] !== null));
  return {
    columns: COLUMNS.filter((_, column) => used[column]),
    rows: cells.map((line) => line.filter((_, column) => used[column])),
    shown: rows.flatMap(({ size, learner }, i) =>
      SHOWN.includes(size) && learner !== "tree, textbook" ? [i] : [],
    ),
    goals: rows.flatMap((row) => goalOf(row, rows)),
  };
}

function cellsOf(row: FamilyRow, rivals: readonly FamilyRow[]): Cell[] {
  const isBoolean = row.family.weights === "boolean";
  return [
    nameOf(row.family),
    row.learner,
    row.states,
    row.cost,
    row.questions,
    row.cost / row.questions - 1,
    row.rounds,
    row.equivalences,
    isOnFront(row, [row, ...rivals]) ? "front" : "",
    isBoolean ? null : row.perDof,
    // For answers that mostly say "zero", and for those that are one bit.
    isBoolean || row.family.finals < 0.1 ? row.ofYardstick : null,
  ];
}

/** The other learners on the same targets. */
function rivalsOf(row: FamilyRow, rows: readonly FamilyRow[]): FamilyRow[] {
  const { family, size, learner } = row;
  return rows.filter((other) => other.family === family && other.size === size && other.learner !== learner);
}

/** The default learner should be the cheapest of ours. */
function goalOf(row: FamilyRow, rows: readonly FamilyRow[]): Goal[] {
  if (row.learner !== "tree" || !COMPARED.includes(row.size)) return [];
  const others = rivalsOf(row, rows).filter(({ learner }) => learner === "table" || learner === "apart");
  if (others.length === 0) return [];
  const best = others.reduce((least, other) => (other.cost < least.cost ? other : least));
  const count = (value: number) => Math.round(value).toLocaleString("en-US");
  return [
    {
      goal: `${nameOf(row.family)}, ${row.size} states: tree costs no more than table and apart`,
      found: `${count(row.cost)} against ${count(best.cost)} of ${best.learner}`,
      met: row.cost <= best.cost,
    },
  ];
}

const ALSO_LEFT_OUT = "Learners stop at the same sizes as on tropical targets with 10 letters.";

/** Tropical targets with all, half and few states final. */
function tropical(letters: number, about: string): Section {
  const family = { weights: "tropical", letters } as const;
  return {
    name: `tropical-${letters}`,
    title: `Dense tropical targets, ${letters} letters`,
    about: `Weights 0 … 999; at 10,000 states one seed. ${about}`,
    measure: measured(
      [1, 0.5, 0.02].map((finals) => ({ ...family, finals })),
      10_000,
    ),
  };
}

function measured(chosen: readonly Family[], largest = 2000): Section["measure"] {
  return (settings) => findings(measureFamilies(chosen, largest, settings));
}

export const families: readonly Section[] = [
  tropical(10, LEFT_OUT),
  tropical(2, ALSO_LEFT_OUT),
  {
    name: "boolean",
    title: "Dense Boolean targets",
    about: `An answer is one bit at most, so the yardstick counts bits. If all states were final, there would be only one. ${ALSO_LEFT_OUT}`,
    measure: measured([
      { weights: "boolean", letters: 2, finals: 0.5 },
      { weights: "boolean", letters: 2, finals: 0.02 },
      { weights: "boolean", letters: 10, finals: 0.5 },
      { weights: "boolean", letters: 10, finals: 0.02 },
    ]),
  },
  {
    name: "rational",
    title: "Dense rational targets",
    about: `Weights n/d with n and d in 1 … 99; one seed from 1,000 states on, since fractions grow with their words. ${ALSO_LEFT_OUT}`,
    measure: measured([
      { weights: "rational", letters: 2, finals: 0.5 },
      { weights: "rational", letters: 10, finals: 1 },
      { weights: "rational", letters: 10, finals: 0.5 },
      { weights: "rational", letters: 10, finals: 0.02 },
    ]),
  },
  {
    name: "sparse",
    title: "Sparse targets",
    about: `About a third of the arcs, half of the states final, then made minimal. ${ALSO_LEFT_OUT}`,
    measure: measured([
      { weights: "tropical", letters: 2, finals: 0.5, sparse: true },
      { weights: "tropical", letters: 10, finals: 0.5, sparse: true },
      { weights: "boolean", letters: 10, finals: 0.5, sparse: true },
    ]),
  },
];
