/** Sums and ratios of what the variants of the tree learner spent. */

import type { SavingName } from "@hankel/core";
import type { Cell, Goal } from "../support/result.ts";
import type { Findings } from "../support/section.ts";

const MEASURES = ["cost", "questions", "rounds", "equivalences"] as const;
type Measure = (typeof MEASURES)[number];

export type Spending = Readonly<Record<Measure, number>>;

/** What each variant spent on one target. */
export type Outcome = ReadonlyMap<string, Spending>;

/** Targets of one family, or machines of one kind, with one kind of counterexamples. */
export interface Group {
  readonly name: string;
  /** The groups of one kind are summed up. */
  readonly kind: string;
  readonly real: boolean;
  /** Long random counterexamples, or shortest ones. */
  readonly long: boolean;
  readonly outcomes: readonly Outcome[];
}

const TEXTBOOK = "textbook";
/** What each saving is meant to save. */
const AIM: Readonly<Record<SavingName, Measure>> = { "shorter-suffixes": "cost", "ask-ahead": "rounds" };
/** A saving may raise the cost by so much, where it does not pay. */
const TOLERATED = 1.01;

export function savingsFindings(
  groups: readonly Group[],
  variants: readonly string[],
  savings: readonly SavingName[],
): Findings {
  const kinds = summed(
    groups,
    ({ kind, long }) => `${kind}, ${long}`,
    ({ kind }) => kind,
  );
  const details = groups.filter(({ name, kind }) => name !== kind);
  const shown = kinds.flatMap((group) => rowsOf(group, variants));
  return {
    columns: [
      { name: "targets" },
      { name: "number" },
      { name: "counterexamples" },
      { name: "savings" },
      ...MEASURES.flatMap((name) => [{ name }, { name: "times", digits: 3 }]),
    ],
    rows: [...shown, ...details.flatMap((group) => rowsOf(group, variants))],
    shown: [...shown.keys()],
    goals: savings.flatMap((saving) => [...payGoals(saving, groups), harmGoal(saving, kinds)]),
  };
}

/** Groups with the same key as one group. */
function summed(
  groups: readonly Group[],
  keyOf: (group: Group) => string,
  nameOf: (group: Group) => string,
): Group[] {
  const found = new Map<string, Group>();
  for (const group of groups) {
    const before = found.get(keyOf(group));
    const outcomes = [...(before?.outcomes ?? []), ...group.outcomes];
    found.set(keyOf(group), { ...group, name: nameOf(group), outcomes });
  }
  return [...found.values()];
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

/** A saving pays on random targets and on real machines: it saves what it is for, and raises nothing else that costs. */
function payGoals(saving: SavingName, groups: readonly Group[]): Goal[] {
  const aim = AIM[saving];
  const name = ({ real }: Group) => (real ? "real machines" : "random targets");
  return summed(groups, (group) => `${group.real}, ${group.long}`, name).map((group) => {
    const gain = times(group.outcomes, saving, aim);
    const cost = times(group.outcomes, saving, "cost");
    return {
      goal: `${saving} pays on ${group.name} with ${group.long ? "long" : "shortest"} counterexamples: less ${aim === "cost" ? "cost" : `of ${aim}, at no more cost`}, or nothing changes`,
      found:
        aim === "cost"
          ? `cost ${gain.toFixed(3)} times`
          : `${aim} ${gain.toFixed(3)} times, cost ${cost.toFixed(3)} times`,
      met: gain <= 1 && cost <= 1,
    };
  });
}

/** Where a saving costs more than the textbook, the reader should know. */
function harmGoal(saving: SavingName, kinds: readonly Group[]): Goal {
  const harmed = kinds.flatMap(({ name, long, outcomes }) => {
    const cost = times(outcomes, saving, "cost");
    return cost > TOLERATED
      ? [`${name}, ${long ? "long" : "shortest"} counterexamples: ${cost.toFixed(3)} times`]
      : [];
  });
  return {
    goal: `${saving} raises the cost by more than 1 % on no kind of targets`,
    found: harmed.length === 0 ? "none" : harmed.join("; "),
    met: harmed.length === 0,
  };
}
