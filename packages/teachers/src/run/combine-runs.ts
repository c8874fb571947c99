import { type FreeWord, freeLetters, freeWord } from "@hankel/core";
import type { Combined, OnConflict } from "./combine.ts";

/**
 * Makes one run of several runs of a machine on one word: the majority decides on each output by itself, so that noise at
 * different places does no harm.
 */
export function combineRuns(answers: readonly FreeWord[], rule: OnConflict): Combined<FreeWord> {
  const [first] = answers;
  const conflict = answers.some((answer) => answer !== first);
  const spread = conflict ? Number.POSITIVE_INFINITY : 0;
  if (!conflict || rule !== "majority") return { weight: first, spread, conflict, decided: true };
  const runs = answers.map((answer) => freeLetters(answer).map(({ name }) => name));
  const votes = runs[0].map((_, place) => vote(runs.map((run) => run[place])));
  const weight = freeWord(...votes.map(({ winner }) => winner));
  return { weight, spread, conflict, decided: votes.every(({ decided }) => decided) };
}

/** The most frequent of these, and whether no other is as frequent. */
function vote(outputs: readonly string[]): { readonly winner: string; readonly decided: boolean } {
  const counts = new Map<string, number>();
  for (const output of outputs) counts.set(output, (counts.get(output) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const winners = [...counts].filter(([, count]) => count === most);
  return { winner: winners[0][0], decided: winners.length === 1 };
}
