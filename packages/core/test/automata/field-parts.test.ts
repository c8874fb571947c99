/** Proofs that two automata over the rational numbers have the same language. */

import { describe, expect, it } from "vitest";
import { areConjugate } from "../../src/automata/fields/field-equivalence.ts";
import { rational } from "../../src/index.ts";
import { automatonOf } from "../support/wfsas.ts";

describe("conjugate automata", () => {
  const made = (lines: string) => automatonOf(rational, lines);
  const conjugate = (words: string, other = words) => areConjugate(made(words), made(other));

  it("are those whose states are words, with the vectors of the other", () => {
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3")).toBe(true);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 1/2 0; 1 a 1/3 1; 1 3")).toBe(true);
    // The same language with the weights elsewhere, and with an arc for two.
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 3; 0 a 2 1; 1 a 1 0; 1 1/2")).toBe(true);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1/2 1; 0 a 1/2 1; 1 a 2 0; 1 3")).toBe(true);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 2 0; 1 4")).toBe(false);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 5/2 0; 1 3")).toBe(false);
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 5/2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 2 0; 1 3")).toBe(false);
    // An initial weight other than 1, or a second initial state, is no word.
    expect(conjugate("> 0 2; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 2 0; 1 3")).toBe(false);
    expect(conjugate("> 0 1; > 1 1; 0 a 1 1; 1 a 2 0; 1 3", "> 0 1; 0 a 1 1; 1 a 2 0; 1 3")).toBe(false);
  });

  it("look at the arcs of one state and letter only", () => {
    // The arcs of state 1 begin with the letter that those of state 0 end with.
    expect(conjugate("> 0 1; 0 a 1 1; 1 a 2 2; 1 b 1 2; 2 b 1 0; 2 5")).toBe(true);
    expect(conjugate("> 0 1; 0 a 1 1; 0 b 1 2; 1 a 2 0; 1 b 3 2; 2 a 4 1; 2 7; 1 1")).toBe(true);
  });

  it("skip letters with several arcs, and arcs with other weights, where another one leads there", () => {
    expect(conjugate("> 0 1; 0 a 1 1; 0 a 1 2; 0 b 1 1; 0 c 1 2; 1 1; 2 3")).toBe(true);
    expect(conjugate("> 0 1; 0 a 2 1; 0 b 1 1; 1 1")).toBe(true);
    expect(conjugate("> 0 1; 0 b 1 1; 0 c 1 2; 0 d 1 1; 0 d 1 2; 1 a 1 2; 1 1; 2 3")).toBe(true);
  });

  it("prove nothing where states are no words", () => {
    expect(conjugate("> 0 1; > 1 1; 0 a 1 1; 1 1")).toBe(false);
    expect(conjugate("> 0 2; 0 a 1 1; 1 1")).toBe(false);
    expect(conjugate("> 0 1; 0 a 2 1; 1 1")).toBe(false);
    expect(conjugate("> 0 1; 0 a 1 1; 0 a 1 2; 1 1; 2 1")).toBe(false);
  });
});
