/** What a tournament on real machines found: a table by machine, and one by learner. */

import type { Cell, Goal } from "../support/result.ts";
import type { Findings } from "../support/section.ts";
import { champion, type Entry, ourLearners } from "./ours.ts";
import type { Contest, Tournament } from "./tournament.ts";

/** The champion may cost so many times what the best peer costs on any one machine. */
const WORST = 1.3;

const ours: readonly string[] = ourLearners;

/** The cheapest peer, the first of them by name if several are. */
export function bestPeer({ entries }: Contest): Entry | undefined {
  const peers = entries.filter((entry) => !entry.ours);
  return peers.toSorted((a, b) => a.cost - b.cost || (a.who < b.who ? -1 : 1))[0];
}

const entryOf = ({ entries }: Contest, who: string) => entries.find((entry) => entry.who === who);

/** A cost, or why there is none. */
function costCell(contest: Contest, who: string): Cell {
  return entryOf(contest, who)?.cost ?? contest.failures.get(who)?.split(":")[0] ?? null;
}

function ratio(contest: Contest, who: string): number | undefined {
  const [entry, best] = [entryOf(contest, who), bestPeer(contest)];
  return entry === undefined || best === undefined ? undefined : entry.cost / best.cost;
}

/** One row for each machine. */
export function byMachine({ contests, leftOut, missing }: Tournament): Findings {
  return {
    columns: [
      { name: "machine" },
      { name: "states" },
      { name: "letters" },
      ...ours.map((name) => ({ name })),
      { name: "best peer" },
      { name: "its cost" },
      { name: `${champion} / best peer`, digits: 2 },
    ],
    rows: contests.map((contest) => {
      const { name, machine } = contest.subject;
      const best = bestPeer(contest);
      const costs = ours.map((learner) => costCell(contest, learner));
      const beside = [best?.who ?? null, best?.cost ?? null, ratio(contest, champion) ?? null];
      return [name, machine.size, machine.symbols.length, ...costs, ...beside];
    }),
    notes: [
      ...failureNotes(contests),
      leftOut.length === 0 ? "left out: none" : leftOutNote(leftOut),
      ...missingNotes(missing),
    ],
  };
}

/** The files of each reason, which is given in its first words. */
function leftOutNote(files: readonly string[]): string {
  const groups = new Map<string, string[]>();
  for (const file of files) {
    const [, name, reason] = /^(.*?) \((.*?)(?:: .*)?\)$/su.exec(file) ?? ["", file, "no reason"];
    groups.set(reason, [...(groups.get(reason) ?? []), name]);
  }
  return `left out: ${[...groups].map(([reason, names]) => `${names.join(", ")} (${reason})`).join("; ")}`;
}

/** Which peers are not there, why, and how to get them. */
export function missingNotes(missing: Tournament["missing"]): string[] {
  if (missing.length === 0) return [];
  const all = missing.map((peer) => `${peer.name} (${peer.missing})`).join(", ");
  return [`not installed, so not compared: ${all}; bench/peers/setup installs what it can`];
}

function failureNotes(contests: readonly Contest[]): string[] {
  return contests.flatMap(({ subject, failures }) => {
    const all = [...failures].map(([who, why]) => `${who} (${why})`).toSorted();
    return all.length === 0 ? [] : [`${subject.name}, no result: ${all.join("; ")}`];
  });
}

/** What one learner spent on all machines that it learned. */
interface Total {
  readonly who: string;
  readonly machines: number;
  readonly cost: number;
  /** What the champion spent on those of them that it learned too. */
  readonly champion: number;
  readonly equivalences: number;
  /** Of the ratios to the best peer of each machine. */
  readonly mean: number | undefined;
  readonly worst: number | undefined;
  readonly worstOn: string;
  readonly seconds: number;
}

export function totalOf(contests: readonly Contest[], who: string): Total {
  const learned = contests.flatMap((contest) => entryOf(contest, who) ?? []);
  const sum = (field: "cost" | "equivalences" | "seconds") =>
    learned.reduce((total, entry) => total + entry[field], 0);
  const ratios = contests.flatMap((contest) => {
    const value = ratio(contest, who);
    return value === undefined ? [] : [{ value, name: contest.subject.name }];
  });
  const worst = ratios.toSorted((a, b) => b.value - a.value)[0];
  const logs = ratios.reduce((total, { value }) => total + Math.log(value), 0);
  const shared = contests.filter((contest) => entryOf(contest, who) !== undefined);
  return {
    who,
    machines: learned.length,
    cost: sum("cost"),
    champion: shared.reduce((total, contest) => total + (entryOf(contest, champion)?.cost ?? 0), 0),
    equivalences: sum("equivalences"),
    mean: ratios.length === 0 ? undefined : Math.exp(logs / ratios.length),
    worst: worst?.value,
    worstOn: worst?.name ?? "",
    seconds: sum("seconds"),
  };
}

/** One row for each learner, ours first. */
export function byLearner({ contests, missing }: Tournament): Findings {
  const names = new Set(
    contests.flatMap(({ entries }) => entries.filter((entry) => !entry.ours).map(({ who }) => who)),
  );
  const peers = [...names]
    .map((who) => totalOf(contests, who))
    .toSorted((a, b) => (a.mean ?? 0) - (b.mean ?? 0) || (a.who < b.who ? -1 : 1));
  const totals = [...ours.map((who) => totalOf(contests, who)), ...peers];
  return {
    columns: [
      { name: "learner" },
      { name: "machines" },
      { name: "cost" },
      { name: `${champion} on the same` },
      { name: "equivalences" },
      { name: "times the best peer", digits: 3 },
      { name: "at worst", digits: 2 },
      { name: "on" },
      { name: "seconds", digits: 1 },
    ],
    rows: totals.map((total) => [
      ours.includes(total.who) ? `Hankel ${total.who}` : total.who,
      total.machines,
      total.cost,
      total.champion,
      total.equivalences,
      total.mean ?? null,
      total.worst ?? null,
      total.worstOn,
      total.seconds,
    ]),
    goals: goalsOf(contests, peers),
    notes: missingNotes(missing),
  };
}

function goalsOf(contests: readonly Contest[], peers: readonly Total[]): Goal[] {
  const { mean, worst, worstOn } = totalOf(contests, champion);
  if (mean === undefined || worst === undefined) return [];
  const count = (value: number) => value.toLocaleString("en-US");
  const [cheapest] = peers;
  return [
    {
      goal: `${champion} costs at most what the best peer of each machine costs, in the geometric mean`,
      found: `${mean.toFixed(3)} times`,
      met: mean <= 1,
    },
    { goal: `never above ${WORST} times`, found: `${worst.toFixed(2)} on ${worstOn}`, met: worst <= WORST },
    {
      goal: `in total less than the peer with the best mean, ${cheapest.who}, on its ${cheapest.machines} machines`,
      found: `${count(cheapest.champion)} against ${count(cheapest.cost)}`,
      met: cheapest.champion < cheapest.cost,
    },
  ];
}
