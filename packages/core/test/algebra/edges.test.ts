/** The edges of the algebras, with the values written down: what laws on random weights seldom meet. */

import { describe, expect, it } from "vitest";
import { generatorName, generatorsIn } from "../../src/algebra/free-group.ts";
import { modularProduct } from "../../src/algebra/modular.ts";
import { randomWeight } from "../../src/algebra/random-weight.ts";
import {
  agree,
  arctic,
  arcticFloat64,
  brokenLaws,
  fraction,
  freeGroup,
  freeLetters,
  freeWord,
  isClose,
  log,
  primeField,
  quaternion,
  Random,
  rational,
  rationalFromNumber,
  rationalToNumber,
  real,
  realWithin,
  semifieldByName,
  semifieldLaws,
  semifields,
  tropical,
  tropicalFloat64,
  viterbiFloat64,
  watchMargins,
} from "../../src/index.ts";
import { refusal } from "../support/refusal.ts";

describe("words of the free group", () => {
  const { times, inverse } = freeGroup;

  it("name a generator only if they are one", () => {
    expect(["0", "1", "", "x y", "x^-1", 'x "y z"'].map(generatorName)).toEqual(new Array(6).fill(undefined));
    expect(["x", '"x y"', '"0"', '"a\\"b"'].map(generatorName)).toEqual(["x", "x y", "0", 'a"b']);
  });

  it("list their generators as they are written, unless one is an inverse", () => {
    expect(generatorsIn("1")).toEqual([]);
    expect(generatorsIn("0")).toBeUndefined();
    expect(generatorsIn("x y")).toEqual(["x", "y"]);
    expect(generatorsIn("x y^-1")).toBeUndefined();
    expect(generatorsIn('"a b" c "d^-1"')).toEqual(['"a b"', "c", '"d^-1"']);
    expect(generatorsIn('"a b" c^-1')).toBeUndefined();
  });

  it("cancel where they meet, wholly or in part, and keep the rest", () => {
    expect(times("x y", "y^-1 x^-1")).toBe("1");
    expect(times("x y", "y^-1 z")).toBe("x z");
    expect(times("x y", "y^-1")).toBe("x");
    expect(times("y", "y^-1 z w")).toBe("z w");
    expect(times("x^-1", "x x")).toBe("x");
    expect(times("x", "y")).toBe("x y");
    // A prefix of a name is another name.
    expect(times("xa", "x^-1")).toBe("xa x^-1");
    expect(times("x", "xa^-1")).toBe("x xa^-1");
    expect(times("abcd", "a")).toBe("abcd a");
    expect(times("a", "abcd")).toBe("a abcd");
  });

  it("cancel letters in quotes, also at the start and with quotes inside", () => {
    expect(times('"a b"', '"a b"^-1')).toBe("1");
    expect(times('x "a\\"b"', '"a\\"b"^-1 y')).toBe("x y");
    expect(inverse('"a\\"b" x^-1 "c d"')).toBe('"c d"^-1 x "a\\"b"^-1');
    expect(inverse(inverse('"" "^-1" x'))).toBe('"" "^-1" x');
  });

  it("tell an inverse from a name that ends alike", () => {
    expect(freeLetters("-1 x-1 11")).toEqual(["-1", "x-1", "11"].map((name) => ({ name, inverse: false })));
    expect(freeLetters("x1^-1 a")).toEqual([
      { name: "x1", inverse: true },
      { name: "a", inverse: false },
    ]);
    expect(inverse("x-1")).toBe("x-1^-1");
    expect(freeWord({ name: "x", inverse: true }, "x")).toBe("1");
  });
});

describe("stars", () => {
  it("of costs and gains exist where going round never pays", () => {
    for (const algebra of [tropical, tropicalFloat64]) {
      expect([0, 1, -1].map((weight) => algebra.star?.(weight))).toEqual([0, 0, undefined]);
    }
    for (const algebra of [arctic, arcticFloat64]) {
      expect([0, -1, 1].map((weight) => algebra.star?.(weight))).toEqual([0, 0, undefined]);
    }
  });

  it("of reals exist below one", () => {
    expect([0.5, -0.5, 1, -1].map((weight) => real.star?.(weight))).toEqual([2, 2 / 3, undefined, undefined]);
  });
});

describe("weights", () => {
  it("of floats are the numbers that a semifield holds", () => {
    expect([0.5, -0.5, 0, 1e-320, Infinity, Number.NaN, "1"].map((value) => real.isWeight(value))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([0.5, -0.5].map((value) => viterbiFloat64.isWeight(value))).toEqual([true, false]);
    expect([0.5, Infinity, -Infinity].map((value) => log.isWeight(value))).toEqual([true, true, false]);
    expect(refusal(() => viterbiFloat64.parse("-1"))).toMatch(/^parse: /u);
    expect(real.parse("-1")).toBe(-1);
  });

  it("that cannot be read are told with the notation of their semifield", () => {
    expect(refusal(() => real.parse("x"))).toContain('a decimal number such as "0.25"');
    expect(refusal(() => primeField(7).parse("x"))).toContain(
      'an integer such as "3" or "-1", or a ratio of two',
    );
    expect(refusal(() => quaternion.parse("1+1"))).toMatch(/^parse: .*quaternion.*"1\+2i-1\/2j\+3k"/u);
    expect(refusal(() => quaternion.parse(""))).toContain("quaternion");
    expect(refusal(() => quaternion.parse("1e99999i"))).toContain("quaternion");
  });

  it("of costs are infinite only if one of the factors is", () => {
    expect(tropical.times(tropical.zero, 5)).toBe(Infinity);
    expect(tropical.times(5, tropical.zero)).toBe(Infinity);
    const sum = tropical.times(Number.MAX_SAFE_INTEGER, 1);
    expect(tropical.format(sum)).toBe("9007199254740992");
    expect(refusal(() => tropical.parse("-Infinity"))).toMatch(/^parse: /u);
    expect(tropical.plus(tropical.parse("1/2"), Infinity)).toEqual(tropical.parse("1/2"));
    expect(tropical.plus(Infinity, tropical.parse("1/2"))).toEqual(tropical.parse("1/2"));
  });

  it("are made of finite numbers", () => {
    expect(refusal(() => rationalFromNumber(Infinity))).toBe("usage: Infinity is not a rational number");
  });

  it("are made of integers", () => {
    expect(refusal(() => fraction(0.5, 1))).toBe(
      "usage: a fraction is made of safe integers or bigints, not of 0.5",
    );
  });
});

describe("ratios as floats", () => {
  it("are rounded once, whatever their size", () => {
    for (const [n, d, expected] of [
      [1n, 3n, 1 / 3],
      [2n ** 53n + 1n, 1n, 2 ** 53],
      [2n ** 53n + 3n, 1n, 2 ** 53 + 4],
      [(2n ** 54n + 2n) * 2n + 1n, 1n, 2 ** 55 + 8],
      [10n ** 30n, 10n ** 30n + 1n, 1],
      [-(7n ** 40n), 7n ** 39n * 2n, -3.5],
      [1n, 10n ** 320n, 1e-320],
      [3n, 2n ** 1075n, 2 ** -1073],
    ] as const) {
      expect(rationalToNumber(rational.parse(`${n}/${d}`))).toBe(expected);
    }
  });
});

describe("products modulo a prime", () => {
  it("are exact for small, middle and large moduli", () => {
    for (const p of [2, 7, 94_906_249, 94_906_273, 2 ** 51 - 129, 9_007_199_254_740_881]) {
      const times = modularProduct(p);
      for (const [a, b] of [
        [p - 1, p - 1],
        [p - 1, 1],
        [0, p - 1],
        [Math.floor(p / 2), Math.floor(p / 3)],
      ]) {
        expect(times(a, b), `${a}·${b} mod ${p}`).toBe(Number((BigInt(a) * BigInt(b)) % BigInt(p)));
      }
    }
  });
});

describe("margins", () => {
  it("agree where the product is off by as much as its factors may be", () => {
    const algebra = realWithin(0.125);
    // 1 and 0.75 differ by a quarter of the larger: twice the tolerance.
    expect(agree(algebra, 1, 0.75, 2)).toBe(true);
    expect(agree(algebra, 1, 0.75, 1)).toBe(false);
    expect(agree(rational, 1, 1, 1)).toBe(true);
    expect(agree(rational, 1, 2, 1000)).toBe(false);
  });

  it("are close within ten times the tolerance, and from half of it", () => {
    const near = { tolerance: 1, apart: 10, equal: 0 };
    expect(isClose(near)).toBe(false);
    expect(isClose({ ...near, apart: 9 })).toBe(true);
    expect(isClose({ ...near, equal: 0.5 })).toBe(true);
    expect(isClose({ ...near, equal: 0.4 })).toBe(false);
    expect(isClose({ tolerance: 0, apart: 1, equal: 0 })).toBe(false);
  });

  it("are recorded by what is compared, not by what is agreed on", () => {
    const { algebra, margins } = watchMargins(realWithin(0.125));
    expect(agree(algebra, 1, 0.9, 1)).toBe(true);
    expect(margins()).toEqual({ tolerance: 0.125, apart: Infinity, equal: 0 });
    expect(algebra.equals(1, 0.5)).toBe(false);
    expect(algebra.equals(1, 0.875)).toBe(true);
    expect(margins()).toEqual({ tolerance: 0.125, apart: 0.5, equal: 0.125 });
    expect(watchMargins(rational).algebra).toBe(rational);
    expect(watchMargins(rational).margins()).toBeUndefined();
  });
});

describe("names of semifields", () => {
  it("may carry a number, and say so if it is none", () => {
    expect(semifieldByName("prime-field:7").name).toBe("prime-field:7");
    expect(semifieldByName("real:1e-3")).toMatchObject({ tolerance: 1e-3 });
    expect(refusal(() => semifieldByName("prime-field"))).toBe(
      "algebra: the semifield prime-field takes a number, as in prime-field:7; none was given",
    );
    expect(refusal(() => semifieldByName("real:x"))).toBe(
      'algebra: the semifield real takes a number, as in real:1e-6; got "x"',
    );
    expect(refusal(() => semifieldByName(":7"))).toMatch(
      /^algebra: there is no semifield ":7"; known are boolean, /u,
    );
    expect(refusal(() => semifieldByName("rational:7"))).toMatch(/^algebra: /u);
  });
});

describe("random weights", () => {
  it("are weights of their semifield, not zero, and not all the same", () => {
    const random = new Random(5);
    for (const { name } of semifields) {
      const algebra = semifieldByName(name === "prime-field" ? "prime-field:7" : name);
      const weights = Array.from({ length: 40 }, () => randomWeight<unknown>(algebra, random));
      for (const weight of weights) {
        expect(algebra.isWeight(weight), name).toBe(true);
        expect(algebra.isZero(weight) && !/tropical|arctic/u.test(name), name).toBe(false);
      }
      const kinds = new Set(weights.map((weight) => algebra.format(weight))).size;
      expect(kinds > 3, name).toBe(name !== "boolean");
    }
  });

  it("of the rationals have either sign and small parts", () => {
    const random = new Random(6);
    const weights = Array.from({ length: 200 }, () => rational.format(randomWeight(rational, random)));
    for (const weight of weights) expect(weight).toMatch(/^-?[1-9](?:\/[2-9])?$/u);
    expect(weights.some((weight) => weight.startsWith("-"))).toBe(true);
    expect(weights.some((weight) => !weight.startsWith("-"))).toBe(true);
    expect(weights.some((weight) => weight.includes("/9"))).toBe(true);
  });

  it("of quaternions and of the free group are all that they may be", () => {
    const random = new Random(7);
    const drawn = (algebra: typeof quaternion | typeof freeGroup) =>
      new Set(
        Array.from({ length: 300 }, () => algebra.format(randomWeight<never>(algebra as never, random))),
      );
    const parts = ["+i", "-i", "+2j", "-j", "+k", "-2k"];
    const all = [1, 2, 3].flatMap((real) => parts.map((part) => `${real}${part}`));
    expect(drawn(quaternion)).toEqual(new Set(all));
    expect(drawn(freeGroup)).toEqual(new Set(["x", "y", "x y", "y x", "x^-1", "z"]));
  });

  it("are refused for an algebra of one's own", () => {
    expect(refusal(() => randomWeight({ ...rational, name: "mine" }, new Random(1)))).toBe(
      'usage: no random weights are known for "mine"; give `weight`',
    );
  });
});

describe("broken laws", () => {
  it("are noticed in an order that factors do not keep, that is not total, or turns round", () => {
    const order = semifieldLaws<unknown>().find(({ name }) => name.startsWith("the order is total"))?.name;
    expect(order).toBeDefined();
    const weights = [0, 1, 2, 3, 4];
    const ordered = (compare: (a: number, b: number) => number) =>
      brokenLaws({ ...primeField(5), compare } as never, weights).some((text) =>
        text.includes(order as string),
      );
    // No order of the numbers modulo five keeps products.
    expect(ordered((a, b) => a - b)).toBe(true);
    expect(ordered(() => 0)).toBe(true);
    expect(brokenLaws(rational, weights)).toEqual([]);
  });
});
