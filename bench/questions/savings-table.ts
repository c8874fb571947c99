/** Sums and ratios of what the variants of the tree learner spent. */

import type { SavingName } from "@hankel/core";
import type { Cell, Goal } from "../support/result.ts";
import type { Findings } from "../support/section.ts";

const MEASURES = ["cost", "questions", "rounds", "equivalences"] as const;
type Measure = (typeof MEASURES)[number];

export type Spending = Readonly<Record<Measure, number>>;

/** What each variant spent on one target. */
export type Outcome = ReadonlyMap<string, Spending>;

export interface Group {
  readonly name: string;
  readonly real: boolean;
  /** Long random counterexamples, or shortest ones. */
  readonly long: boolean;
  readonly outcomes: readonly Outcome[];
}

const TEXTBOOK = "textbook";
/** What a saving is for; the rest may grow by so little only. */
const AIM: Readonly<Record<SavingName, Measure>> = { "shorter-suffixes": "cost", "ask-ahead": "rounds" };
const TOLERATED = 1.01;

export function savingsFindings(
  groups: readonly Group[],
  variants: readonly string[],
  savings: readonly SavingName[],
): Findings {
  const random = groups.filter(({ real }) => !real);
  const summed = [false, true].map((long) => together("random targets of all families", random, long));
  const real = groups.filter((group) => group.real);
  const shown = [...summed, ...real];
  return {
    columns: [
      { name: "targets" },
      { name: "number" },
      { name: "counterexamples" },
      { name: "savings" },
      ...MEASURES.flatMap((name) => [{ name }, { name: "times", digits: 3 }]),
    ],
    rows: [...shown, ...random].flatMap((group) => rowsOf(group, variants)),
    shown: [...shown.flatMap((group) => rowsOf(group, variants)).keys()],
    goals: savings.flatMap((saving) => goalsOf(saving, summed, real)),
  };
}

/** Groups of one kind as one. */
function together(name: string, groups: readonly Group[], long: boolean): Group {
  const chosen = groups.filter((group) => group.long === long);
  return { name, real: false, long, outcomes: chosen.flatMap(({ outcomes }) => outcomes) };
}

function rowsOf({ name, long, outcomes }: Group, variants: readonly string[]): Cell[][] {
  return variants.map((variant) => [
    name,
    outcomes.length,
    long ? "long" : "shortest",
    variant,
    ...MEASURES.flatMap((measure) => {
      const sum = outcomes.reduce((total, outcome) => total + spent(outcome, variant)[measure], 0);
      return [sum, times(outcomes, variant, measure)];
    }),
  ]);
}

function spent(outcome: Outcome, variant: string): Spending {
  const found = outcome.get(variant);
  if (found === undefined) throw new Error(`no run of the variant ${variant}`);
  return found;
}

/** The geometric mean of the ratio to the textbook. */
function times(outcomes: readonly Outcome[], variant: string, measure: Measure): number {
  const logs = outcomes.map((outcome) =>
    Math.log(spent(outcome, variant)[measure] / spent(outcome, TEXTBOOK)[measure]),
  );
  return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
}

/** A saving pays if it saves what it is for, on random targets and on real ones, and costs nothing elsewhere. */
function goalsOf(saving: SavingName, random: readonly Group[], real: readonly Group[]): Goal[] {
  return [
    ["random targets", random] as const,
    ["real Mealy and Moore machines", real.filter(({ name }) => name.includes("Mealy"))] as const,
  ]
    .filter(([, groups]) => groups.length > 0)
    .map(([where, groups]) => {
      const aim = AIM[saving];
      const ratio = (long: boolean, measure: Measure) =>
        times(groups.find((group) => group.long === long)?.outcomes ?? [], saving, measure);
      const gains = [false, true].map((long) => ratio(long, aim));
      const costs = [false, true].map((long) => ratio(long, "cost"));
      const figures = (values: readonly number[]) =>
        `${values[0].toFixed(3)} times with shortest counterexamples, ${values[1].toFixed(3)} with long ones`;
      const cost = aim === "cost" ? "" : `; cost ${figures(costs)}`;
      return {
        goal: `${saving} pays on ${where}: less ${aim}, and no more than 1 % more cost`,
        found: `${aim} ${figures(gains)}${cost}`,
        met: Math.min(...gains) < 1 && Math.max(...gains, ...costs) <= TOLERATED,
      };
    });
}
