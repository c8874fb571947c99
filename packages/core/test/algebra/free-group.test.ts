import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FreeLetter, freeGroup, freeLetters, freeWord, HankelError } from "../../src/index.ts";
import { freeLetterLists, names, trickyNames } from "../support/weights.ts";

const runs = { seed: 1882, numRuns: 1000 };

/** The reference: remove the first adjacent pair of inverses until there is none. */
function reduce(letters: readonly FreeLetter[]): readonly FreeLetter[] {
  const at = letters.findIndex(({ name, inverse }, i) => {
    const next = letters[i + 1];
    return next !== undefined && next.name === name && next.inverse !== inverse;
  });
  return at < 0 ? letters : reduce(letters.toSpliced(at, 2));
}

function inverted(letters: readonly FreeLetter[]): FreeLetter[] {
  return letters.map(({ name, inverse }) => ({ name, inverse: !inverse })).toReversed();
}

function product(a: readonly FreeLetter[], b: readonly FreeLetter[]): FreeLetter[] {
  return freeLetters(freeGroup.times(freeWord(...a), freeWord(...b)));
}

describe("the free group agrees with removing pairs of inverses", () => {
  it("when a word is made", () => {
    fc.assert(
      fc.property(freeLetterLists, (letters) => {
        expect(freeLetters(freeWord(...letters))).toEqual(reduce(letters));
      }),
      runs,
    );
  });

  it("in products, especially those that cancel", () => {
    fc.assert(
      fc.property(freeLetterLists, freeLetterLists, freeLetterLists, (a, b, c) => {
        expect(product(a, b)).toEqual(reduce([...a, ...b]));
        expect(product([...a, ...b], [...inverted(b), ...c])).toEqual(reduce([...a, ...c]));
      }),
      runs,
    );
  });

  it("in inverses", () => {
    fc.assert(
      fc.property(freeLetterLists, (letters) => {
        expect(freeLetters(freeGroup.inverse(freeWord(...letters)))).toEqual(inverted(reduce(letters)));
      }),
      runs,
    );
  });
});

describe("the notation of the free group", () => {
  it.each(trickyNames.map((name) => [name]))("carries the name %j", (name) => {
    const word = freeWord(name, "x", { name, inverse: true });
    expect(freeGroup.isWeight(word)).toBe(true);
    expect(freeGroup.parse(word)).toBe(word);
    expect(freeLetters(word).map((letter) => letter.name)).toEqual(name === "x" ? [name] : [name, "x", name]);
    expect(freeGroup.times(word, freeGroup.inverse(word))).toBe("1");
    expect(word).not.toMatch(/\p{Surrogate}/u);
  });

  it("tells different words apart, whatever their names", () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 3 }), fc.array(names, { maxLength: 3 }), (a, b) => {
        expect(freeWord(...a) === freeWord(...b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      runs,
    );
  });

  it("is plain if possible", () => {
    expect(freeWord("x", "y")).toBe("x y");
    expect(freeWord()).toBe("1");
    expect(freeWord({ name: "new york", inverse: true }, "0")).toBe('"new york"^-1 "0"');
    expect(freeWord("é", "😀", "a-b", "-1")).toBe("é 😀 a-b -1");
  });

  it("accepts only reduced words in normal form as weights", () => {
    for (const text of ["x x^-1", "x  y", " x", "x ", '"x"', "", "x\ty", '"\\u0020"', "1 x", "x 0", "0 0"]) {
      expect(freeGroup.isWeight(text), text).toBe(false);
    }
    for (const text of ["0", "1", "x", "x y^-1", '" "', "10", "x.y"])
      expect(freeGroup.isWeight(text), text).toBe(true);
  });

  it("has no letters for the zero", () => {
    expect(() => freeLetters("0")).toThrow(HankelError);
    expect(freeLetters("1")).toEqual([]);
  });
});

it("multiplies long words letter by letter without slowing down", () => {
  let word = freeGroup.one;
  for (let n = 0; n < 20_000; n++) word = freeGroup.times(word, n % 2 === 0 ? "x" : "y");
  expect(freeLetters(word)).toHaveLength(20_000);
  for (let n = 20_000; n > 0; n--) word = freeGroup.times(word, n % 2 === 0 ? "y^-1" : "x^-1");
  expect(word).toBe("1");
});
