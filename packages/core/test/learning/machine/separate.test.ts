/** The suffix that separates states, on machines that are written down. */

import { describe, expect, it } from "vitest";
import type { Fold } from "../../../src/learning/machine/fold.ts";
import { OutputRows } from "../../../src/learning/machine/output-rows.ts";
import { Separator } from "../../../src/learning/machine/separate.ts";

/** States whose arcs are written `output>state`; `-` where nothing is known. */
function foldOf(...states: readonly string[]): Fold {
  const letters = states[0].split(" ").length;
  const arcs = states.flatMap((line) => line.split(" ")).map((arc) => arc.split(">").map(Number));
  const output = arcs.map(([written]) => (Number.isNaN(written) ? 0 : written));
  const rows = new OutputRows(letters);
  output.forEach((written, arc) => rows.set(Math.floor(arc / letters), arc % letters, written));
  return { letters, output, after: arcs.map(([, to]) => to), rows } as unknown as Fold;
}

const PRICES = { word: 1, letter: 1 };

const chosen = (
  fold: Fold,
  states: readonly number[],
  { prices = PRICES, likelihoods = states.map(() => 1), before = 1 } = {},
) => new Separator(fold, prices).choose({ states, likelihoods }, before)?.join("");

/** A chain of states that write 1, whose last writes 2: state i and the last but one differ after some letters. */
const chain = (length: number) =>
  foldOf(...Array.from({ length }, (_, i) => (i === length - 1 ? `2>${i} 1>0` : `1>${i + 1} 1>0`)));

describe("the suffix that separates states", () => {
  it("is the letter for which they write different outputs", () => {
    expect(chosen(foldOf("1>0 1>0", "1>0 2>0"), [0, 1])).toBe("1");
    expect(chosen(foldOf("1>0 1>0", "2>0 2>0"), [0, 1])).toBe("0");
  });

  it("is a shortest one, and none where nothing separates them", () => {
    expect(chosen(foldOf("1>0 1>1", "1>1 1>0"), [0, 1])).toBeUndefined();
    expect(chosen(chain(5), [0, 1])).toBe("0000");
    expect(chosen(chain(5), [1, 3])).toBe("00");
    expect(chosen(chain(5), [3, 4])).toBe("0");
  });

  it("has eight letters at most", () => {
    expect(chosen(chain(9), [0, 1])).toBe("00000000");
    expect(chosen(chain(10), [0, 1])).toBeUndefined();
  });

  it("is of letters about which something is known", () => {
    expect(chosen(foldOf("- -", "- -"), [0, 1])).toBeUndefined();
    expect(chosen(foldOf("- 1>0", "1>0 2>0"), [0, 1])).toBe("1");
    // Who is silent stays with the others.
    expect(chosen(foldOf("1>0 -", "1>1 -"), [0, 1])).toBeUndefined();
    expect(chosen(foldOf("- 1>0", "1>1 -", "2>2 -"), [0, 1, 2])).toBe("0");
  });

  it("separates as many as it is worth", () => {
    // a separates the first from the others, and ba all three.
    const fold = foldOf("1>0 1>3", "2>0 1>4", "2>0 1>5", "1>0 1>0", "2>0 1>0", "3>0 1>0");
    expect(chosen(fold, [0, 1, 2])).toBe("10");
    expect(chosen(fold, [0, 1, 2], { prices: { word: 0, letter: 0 } })).toBe("0");
    expect(chosen(fold, [0, 1, 2], { prices: { word: 9, letter: 1 } })).toBe("10");
    expect(chosen(fold, [0, 1, 2], { prices: { word: 0.1, letter: 9 }, before: -2 })).toBe("0");
    // It hardly pays to tell the last two apart if neither is likely.
    expect(chosen(fold, [0, 1, 2], { likelihoods: [1000, 1, 1] })).toBe("0");
    expect(chosen(fold, [0, 1, 2], { likelihoods: [1, 1000, 1000] })).toBe("10");
  });

  it("pays more for words that are still needed the longer they are", () => {
    const fold = foldOf("1>0 1>3", "2>0 1>4", "2>0 1>5", "1>0 1>0", "2>0 1>0", "3>0 1>0");
    const rare = { likelihoods: [60, 1, 1] };
    expect([1, 40].map((before) => chosen(fold, [0, 1, 2], { ...rare, before }))).toEqual(["0", "10"]);
  });

  it("is the same whatever was separated before", () => {
    const fold = chain(9);
    const separator = new Separator(fold, PRICES);
    const choose = (...states: number[]) =>
      separator.choose({ states, likelihoods: states.map(() => 1) }, 1)?.join("");
    const first = [choose(3, 4), choose(0, 1, 2, 3, 4, 5, 6, 7), choose(3, 4), choose(7, 8)];
    expect(first[0]).toBe(first[2]);
    expect(first.slice(1)).toEqual([chosen(fold, [0, 1, 2, 3, 4, 5, 6, 7]), "00000", "0"]);
  });

  it("goes on with the sixteen best beginnings", () => {
    // Only behind one letter are the two states separated; the others lead back.
    const letters = 20;
    const arcs = (to: (letter: number) => number, output: (letter: number) => number = () => 1) =>
      Array.from({ length: letters }, (_, letter) => `${output(letter)}>${to(letter)}`).join(" ");
    const through = (way: number) =>
      foldOf(
        arcs((letter) => (letter === way ? 2 : 0)),
        arcs((letter) => (letter === way ? 3 : 1)),
        arcs(() => 0),
        arcs(
          () => 1,
          () => 2,
        ),
      );
    expect(chosen(through(15), [0, 1])).toBe("150");
    expect(chosen(through(16), [0, 1])).toBeUndefined();
  });
});
