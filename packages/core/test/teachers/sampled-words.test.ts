/** How often words are drawn from an automaton: in proportion to their weights, if these have a sum. */

import { Alphabet, rational, real, sampledWords, type Wdfsa, WdfsaBuilder } from "@hankel/core";
import { describe, expect, it } from "vitest";

const COUNT = 4000;

/** Arcs such as `0 a 1/2 1` and final weights such as `0 1/2`, over a and b. */
function automatonOf(lines: string): Wdfsa<ReturnType<typeof rational.parse>> {
  const builder = new WdfsaBuilder(rational, new Alphabet("ab"));
  for (let state = 0; state < 4; state++) builder.state();
  for (const row of lines.split(";").map((line) => line.trim().split(" "))) {
    if (row.length === 2) builder.final(Number(row[0]), rational.parse(row[1]));
    else builder.arc(Number(row[0]), row[1], rational.parse(row[2]), Number(row[3]));
  }
  return builder.build();
}

/** The share of words that begin with a. */
function shareOfA(lines: string): number {
  const words = [...sampledWords(COUNT, "hypothesis", 3).words(automatonOf(lines), 0, [])];
  expect(words.length).toBe(COUNT);
  return words.filter((word) => word[0] === 0).length / COUNT;
}

const START = "0 a 1 1; 0 b 1 2; 3 1; 2 1";

describe("a sample from an automaton", () => {
  it("follows the mass behind an arc, not its weight", () => {
    expect(shareOfA(`${START}; 1 3`)).toBeCloseTo(3 / 4, 1);
    // The mass of the loop: 1/2 + 1/4 + … of 6.
    expect(shareOfA(`${START}; 1 3; 1 b 1/2 1`)).toBeCloseTo(6 / 7, 1);
    // Over two states, in both directions: m₁ = 1 + m₃/2, m₃ = 1 + m₁/2, so both are 2.
    expect(shareOfA(`${START}; 1 1; 1 a 1/2 3; 3 a 1/2 1`)).toBeCloseTo(2 / 3, 1);
  });

  it("counts weights without their sign", () => {
    expect(shareOfA(`${START}; 1 -3`)).toBeCloseTo(3 / 4, 1);
    expect(shareOfA("0 a -1 1; 0 b 1 2; 1 3; 2 1; 3 1")).toBeCloseTo(3 / 4, 1);
  });

  it("takes weights as they are where the sums do not converge", () => {
    // Infinite, growing, and too slow: 2/1000 · (1 + 0.999 + …) = 2 takes more rounds than there are.
    expect(shareOfA(`${START}; 1 3; 1 b 1 1`)).toBeCloseTo(1 / 2, 1);
    expect(shareOfA(`${START}; 1 30; 1 b 2 3; 3 a 2 3`)).toBeCloseTo(1 / 2, 1);
    expect(shareOfA(`${START}; 1 1/500; 1 b 999/1000 1`)).toBeCloseTo(1 / 2, 1);
  });

  it("takes weights as they are where a state has no mass", () => {
    expect(shareOfA("0 a 1 1; 0 b 1 2; 2 1; 1 3")).toBeCloseTo(1 / 2, 1);
  });

  it("stops as often as the final weight says", () => {
    const words = [
      ...sampledWords(COUNT, "hypothesis", 3).words(
        automatonOf("0 1; 0 a 1 1; 0 b 1 2; 1 1; 2 2; 3 1"),
        0,
        [],
      ),
    ];
    const share = (text: string) => words.filter((word) => word.join() === text).length / COUNT;
    expect(share("")).toBeCloseTo(1 / 4, 1);
    expect(share("0")).toBeCloseTo(1 / 4, 1);
    expect(share("1")).toBeCloseTo(1 / 2, 1);
    expect(share("") + share("0") + share("1")).toBe(1);
  });

  it("is the same for the same seed and question, and another one for others", () => {
    const drawn = (seed: number, question: number) =>
      [
        ...sampledWords(20, "hypothesis", seed).words(automatonOf(`${START}; 1 3; 1 b 1/2 1`), question, []),
      ].join("|");
    expect(drawn(1, 0)).toBe(drawn(1, 0));
    expect(new Set([drawn(1, 0), drawn(2, 0), drawn(1, 1)]).size).toBe(3);
  });

  it("has no word of the zero language", () => {
    const nothing = new WdfsaBuilder(real, new Alphabet("ab")).build();
    expect([...sampledWords(5, "hypothesis").words(nothing, 0, [])]).toEqual([]);
  });

  it("says what was drawn, and how many", () => {
    const one = sampledWords(1, "hypothesis");
    const many = sampledWords(7, "target");
    const any = automatonOf(START);
    expect([one.text, one.count?.(any, 0), one.samples]).toEqual(["samples:1", 1, undefined]);
    expect([many.text, many.count?.(any, 0), many.samples?.(0)]).toEqual(["samples:7", 7, 7]);
    expect(one.claim(any)).toEqual({ kind: "words", about: "1 sample drawn from the automaton" });
    expect(many.claim(any)).toEqual({ kind: "words", about: "7 samples drawn from the target" });
  });
});
