/** Spectral learning of one problem with all ranks, alone in its process. */

import { Forward, frequentBasis, SpectralFit, type Statistic, sampleBlock } from "@hankel/core";
import { readSampleSet } from "../spectral/problem.ts";
import { now, since } from "../support/measure.ts";

export interface SpectralJob {
  readonly train: string;
  readonly test: string;
  readonly statistics: Statistic;
  /** Rows and columns are all that occur and have at most so many letters. */
  readonly length: number;
  readonly ranks: readonly number[];
}

export interface SpectralDone {
  readonly rows: number;
  readonly columns: number;
  /** Of the processor, without reading files and without the test words. */
  readonly seconds: number;
  /** The weights of the test words, by rank. */
  readonly weights: Readonly<Record<number, readonly number[]>>;
}

export function run({ train, test, statistics, length, ranks }: SpectralJob): SpectralDone {
  const { alphabet, words } = readSampleSet(train);
  const judged = readSampleSet(test).words;
  const start = now();
  const all = Number.MAX_SAFE_INTEGER;
  const basis = frequentBasis(words, alphabet.size, statistics, { rows: all, columns: all, length });
  const fit = new SpectralFit(sampleBlock({ alphabet, words }, basis, statistics), {
    maxRank: Math.max(...ranks),
  });
  const automata = ranks.filter((rank) => rank <= fit.supported).map((rank) => fit.automaton(rank));
  const seconds = since(start).cpu;
  const weights = automata.map((automaton) => [
    automaton.size,
    Array.from(new Forward(automaton, "bench").weighAll(judged)),
  ]);
  return {
    rows: basis.prefixes.length,
    columns: basis.suffixes.length,
    seconds,
    weights: Object.fromEntries(weights) as SpectralDone["weights"],
  };
}
