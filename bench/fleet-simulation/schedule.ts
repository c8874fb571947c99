/** How long a run takes with a fleet, if a question takes one second and nothing else takes any time. */

import type { Round } from "./recorded-run.ts";

/** Workers answer a word each, and a round begins when the round before it is answered. */
export function secondsOf(rounds: readonly Round[], workers: number): number {
  return rounds.reduce((sum, { words }) => sum + Math.ceil(words / workers), 0);
}

/**
 * The same, but each test of a conjecture starts with as many words as there are workers, instead of sixteen: the rounds of
 * a test become one, cut into what the fleet can do at once.
 */
export function secondsWithWideTests(rounds: readonly Round[], workers: number): number {
  const merged: Round[] = [];
  for (const round of rounds) {
    const last = merged.at(-1);
    const goesOn =
      last?.purpose === "test" && round.purpose === "test" && last.conjecture === round.conjecture;
    if (goesOn) merged[merged.length - 1] = { ...round, words: last.words + round.words };
    else merged.push(round);
  }
  return secondsOf(merged, workers);
}

/** All words of some rounds: the seconds of a single worker. */
export function wordsOf(rounds: readonly Round[]): number {
  return secondsOf(rounds, 1);
}
