import { rational, real, realWithin, statement, weightsIn } from "@hankel/core";
import { describe, expect, it } from "vitest";

describe("statements", () => {
  it.each([
    [
      [{ kind: "box", exact: true }],
      rational,
      "Exact: this is the minimal automaton of the target, state for state.",
    ],
    [
      [{ kind: "box", exact: true }],
      real,
      "A comparison with the target found no difference beyond the tolerance of 1e-9. Equality within a tolerance is not transitive: another comparison may find one, and another automaton may have fewer states.",
    ],
    [
      [{ kind: "complete", extraStates: 2 }],
      rational,
      "No counterexample in 90 words: complete up to 2 extra states (it is right if the language has at most 7 states).",
    ],
    [
      [{ kind: "pac", epsilon: 0.01, delta: 0.001, distribution: "D" }],
      realWithin(1e-6),
      "No counterexample in 90 words: with confidence 99.9 % it is wrong on at most 1 % of words drawn like this: D. Weights were compared within a tolerance of 0.000001 for each letter.",
    ],
    [[{ kind: "words", about: "90 random words" }], rational, "Tested on 90 words only: 90 random words."],
    [
      [
        { kind: "box", exact: false },
        { kind: "words", about: "3 words" },
      ],
      real,
      "No counterexample in 90 words: the black box looked for a counterexample and found none; 3 words. Weights were compared within a tolerance of 1e-9 for each letter.",
    ],
  ] as const)("%#", (claims, algebra, expected) => {
    expect(statement(weightsIn<unknown>(algebra as never), { states: 5, claims, words: 90 })).toBe(expected);
  });

  it("tell how many words were cut", () => {
    const claims = [{ kind: "words", about: "90 walks" }] as const;
    expect(statement(weightsIn(real), { states: 5, claims, words: 90, cut: 3 })).toContain(
      "Tested on 90 words only: 90 walks. 3 of these words were cut short, where weights would leave the range of real. Weights",
    );
  });

  it("says which words were too long to be tried, unless that does not matter", () => {
    const about = { kind: "words", about: "9 random words" } as const;
    const said = statement(weightsIn(rational), { states: 5, claims: [about], words: 9, longest: 31 });
    expect(said).toBe("Tested on 9 words only: 9 random words; no word of more than 31 letters was tried.");
    expect(
      statement(weightsIn(rational), {
        states: 5,
        claims: [about, { kind: "complete", extraStates: 1 }],
        words: 9,
        longest: 31,
      }),
    ).not.toContain("31");
  });

  it("speaks of one word, of one state", () => {
    const said = statement(weightsIn(rational), {
      states: 1,
      claims: [{ kind: "complete", extraStates: 0 }],
      words: 1,
    });
    expect(said).toBe(
      "No counterexample in 1 word: complete up to 0 extra states (it is right if the language has at most 1 state).",
    );
  });
});
