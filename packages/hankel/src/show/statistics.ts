import type { Prices, Statistics } from "../index.ts";
import type { Terms } from "../learning.ts";

/** The statistics of a run and of its process. */
export interface RunStatistics extends Statistics {
  readonly seconds: number;
  readonly peakBytes: number;
}

export function withProcess(statistics: Statistics, started: number): RunStatistics {
  const seconds = Math.round(performance.now() - started) / 1000;
  return { ...statistics, seconds, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

/** The statistics on one line, each with its name. */
export function showStatistics(statistics: RunStatistics, { word, letter }: Prices, terms: Terms): string {
  const { states, arcs, dof, questions, rounds, symbols, equivalences, seconds, peakBytes } = statistics;
  // Prices may be fractions; their sums are rounded as people would.
  const cost = `${Number(statistics.cost.toPrecision(12))} (${word} per ${terms.word}, ${letter} per ${terms.letter})`;
  const named = { states, arcs, dof, questions, rounds, symbols, cost, equivalences, seconds };
  const parts = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : `${name} ${value}`,
  );
  return `${parts.join(", ")}, peakBytes ${peakBytes} (${Math.round(peakBytes / 2 ** 20)} MiB)`;
}
