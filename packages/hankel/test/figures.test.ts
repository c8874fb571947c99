/** How people see figures about language models. */

import type { Figures } from "@hankel/core";
import { describe, expect } from "vitest";
import { figuresLine, lengthTable } from "../src/show/figures.ts";
import { test } from "./support/hankel.ts";

describe("figures for people", () => {
  const estimate = (mean: number, margin = 0) => ({ mean, margin });
  const figures: Figures = {
    words: 1000,
    symbols: 8000,
    cut: { words: 1, maxLength: 200 },
    totalVariation: estimate(0.01749, 0.00123),
    divergence: estimate(0.0029312, 0.00034),
    smoothedDivergence: estimate(0.003, 0.0003),
    perplexity: estimate(2.9123, 0.0221),
    targetPerplexity: estimate(2.9011, 0.0222),
    wordErrorRate: estimate(0.012, 0.004),
    ndcg: estimate(0.99912, 0.0002),
    k: 5,
    excluded: { probability: 0, places: 0 },
    byLength: [],
  };

  test("one line, with the digits that the intervals leave", () => {
    expect(figuresLine(figures)).toBe(
      "On 1000 fresh words of the target: total variation 0.0175 ± 0.0012, KL 0.0029 ± 0.0003 nats per symbol, " +
        "perplexity 2.91 ± 0.02 (target 2.90), WER 0.012 ± 0.004, NDCG@5 0.9991 ± 0.0002; 1 of 1000 words was cut off after 200 letters",
    );
    const excluded = {
      ...figures,
      cut: undefined,
      divergence: estimate(Number.POSITIVE_INFINITY),
      perplexity: estimate(Number.POSITIVE_INFINITY),
      excluded: { probability: 0.00012, places: 0.25 },
    };
    expect(figuresLine(excluded, "net.onnx")).toBe(
      "On 1000 fresh words of net.onnx: total variation 0.0175 ± 0.0012, KL infinite (0.0030 ± 0.0003 nats per symbol if " +
        "smoothed: 0.012 % of what happens has probability 0 in the automaton, at 25 % of the places), " +
        "perplexity infinite (target 2.90), WER 0.012 ± 0.004, NDCG@5 0.9991 ± 0.0002",
    );
    const rounding = {
      ...figures,
      divergence: estimate(3e-17, 2e-17),
      totalVariation: estimate(-1e-16, 1e-16),
    };
    expect(figuresLine(rounding)).toContain(": total variation 0, KL 0 nats per symbol, ");
    expect(figuresLine({ ...figures, words: 0, cut: undefined })).toMatch(
      /^On all words of the target, exactly: /u,
    );
  });

  test("lengths that few words reach are left out", () => {
    const byLength = Array.from({ length: 30 }, (_, length) => ({
      length,
      words: 100 - 4 * length,
      totalVariation: estimate(0.5, 0.01),
      divergence: estimate(0.5, 0.1),
      smoothedDivergence: estimate(0.5, 0.1),
    }));
    const table = lengthTable({ ...figures, byLength });
    expect(table.map((line) => line.split(" ")[0])).toEqual([
      "letters",
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
      "10",
      "15",
      "20",
      "23…",
    ]);
  });
});
