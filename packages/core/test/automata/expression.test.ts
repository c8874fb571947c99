import {
  Alphabet,
  boolean,
  compare,
  type Expression,
  formatExpression,
  freeGroup,
  fromExpression,
  HankelError,
  parseExpression,
  primeField,
  quaternion,
  type Rational,
  rational,
  reduce,
  removeEpsilon,
  toExpression,
  tropical,
  twins,
  WfsaBuilder,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsUpTo } from "../support/reference.ts";
import { refusal } from "../support/refusal.ts";
import { names } from "../support/weights.ts";
import { automatonOf, buildWfsa, wfsaCases, wfsaDrafts } from "../support/wfsas.ts";

const ab = new Alphabet("ab");

/** The weight of a word by the definition of each operation; a star sums over all factorizations of the word. */
function weighByDefinition<W>(
  algebra: (typeof wfsaCases)[number]["algebra"],
  e: Expression<W>,
  word: readonly string[],
): unknown {
  const { zero, one, plus, times } = algebra;
  const weigh = (part: Expression<W>, w: readonly string[]) => weighByDefinition(algebra, part, w);
  if (e.kind === "weight") return word.length === 0 ? e.weight : zero;
  if (e.kind === "symbol") return word.length === 1 && word[0] === e.symbol ? one : zero;
  if (e.kind === "sum") return e.terms.map((term) => weigh(term, word)).reduce(plus, zero);
  if (e.kind === "product") {
    const [first, ...others] = e.factors;
    if (first === undefined) return word.length === 0 ? one : zero;
    const rest: Expression<W> = { kind: "product", factors: others };
    return Array.from({ length: word.length + 1 }, (_, i) =>
      times(weigh(first, word.slice(0, i)), weigh(rest, word.slice(i))),
    ).reduce(plus, zero);
  }
  // c* ⊗ the sum over first factors that are not empty; one factor more for a plus.
  const star = algebra.star?.(weigh(e.of, []));
  if (star === undefined) throw new HankelError("unsupported", "no sum");
  const powers = (w: readonly string[]): unknown => {
    if (w.length === 0) return star;
    const cuts = Array.from({ length: w.length }, (_, i) =>
      times(weigh(e.of, w.slice(0, i + 1)), powers(w.slice(i + 1))),
    );
    return times(star, cuts.reduce(plus, zero));
  };
  if (e.kind === "star") return powers(word);
  return Array.from({ length: word.length + 1 }, (_, i) =>
    times(weigh(e.of, word.slice(0, i)), powers(word.slice(i))),
  ).reduce(plus, zero);
}

/** Random expressions over any symbols and weights. */
function expressions<W>(symbols: fc.Arbitrary<string>, weights: readonly W[]): fc.Arbitrary<Expression<W>> {
  return fc.letrec<{ expression: Expression<W> }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.oneof(
        symbols.map((symbol): Expression<W> => ({ kind: "symbol", symbol })),
        fc.constantFrom(...weights).map((weight): Expression<W> => ({ kind: "weight", weight })),
      ),
      fc.array(tie("expression"), { maxLength: 3 }).map((terms): Expression<W> => ({ kind: "sum", terms })),
      fc
        .array(tie("expression"), { maxLength: 3 })
        .map((factors): Expression<W> => ({ kind: "product", factors })),
      tie("expression").map((of): Expression<W> => ({ kind: "star", of })),
      tie("expression").map((of): Expression<W> => ({ kind: "plus", of })),
    ),
  })).expression;
}

describe.each(wfsaCases)("over $name", (setting) => {
  const { algebra } = setting;

  it("fromExpression means what the operations mean", () => {
    let done = 0;
    fc.assert(
      fc.property(
        expressions(fc.constantFrom("a", "b"), [algebra.zero, algebra.one, ...setting.pool]),
        (expression) => {
          const text = formatExpression(expression, algebra);
          const said = refusal(() => fromExpression(text, algebra, { alphabet: ab }));
          if (said !== "none") {
            expect(said).toMatch(/^unsupported: fromExpression: ε has the weight .* no sum/u);
            expect(refusal(() => weighByDefinition(algebra, expression, []))).toMatch(/no sum|none/u);
            return;
          }
          done++;
          const automaton = fromExpression(text, algebra, { alphabet: ab });
          expect(automaton.epsilons).toBe(0);
          for (const word of wordsUpTo(2, 3)) {
            const wanted = weighByDefinition(algebra, expression, ab.spell(word));
            expect(algebra.equals(automaton.weigh(word), wanted)).toBe(true);
          }
        },
      ),
      { seed: 91, numRuns: 100 },
    );
    expect(done).toBeGreaterThan(30);
  });

  it("toExpression and back is the same language", () => {
    fc.assert(
      fc.property(wfsaDrafts({ maxStates: 4, maxLetters: 2, maxArcs: 8, epsilon: "acyclic" }), (draft) => {
        const automaton = buildWfsa(setting, draft);
        const text = formatExpression(toExpression(automaton), algebra);
        const back = fromExpression(text, algebra, { alphabet: automaton.alphabet });
        const plain = removeEpsilon(automaton);
        for (const word of wordsUpTo(draft.letters, 4)) {
          expect(algebra.equals(back.weigh(word), plain.weigh(word))).toBe(true);
        }
        // Over a field equivalence is decidable, so it need not be sampled.
        if (algebra.negate !== undefined) expect(compare(back, automaton)).toBeUndefined();
      }),
      { seed: 92, numRuns: 50 },
    );
  });
});

describe("the notation", () => {
  const weighed = (text: string, ...words: string[]) => {
    const automaton = fromExpression(text, rational, { alphabet: ab });
    return words.map((word) => rational.format(automaton.weigh(ab.word(word))));
  };

  it("agrees with the documentation", () => {
    expect(weighed("<1/2>a(b|<3>a)*", "a", "ab", "aab", "b")).toEqual(["1/2", "1/2", "3/2", "0"]);
    expect(weighed("a b ? | <2> <3> b +", "a", "ab", "b", "bb", "")).toEqual(["1", "1", "6", "6", "0"]);
    expect(weighed("(<1/2>|a)*", "", "a", "aa")).toEqual(["2", "4", "8"]);
    expect(weighed("(<1/2>|a)+", "", "a")).toEqual(["1", "4"]);
    expect(weighed("ε|()|<5>|<0>a", "", "a")).toEqual(["7", "0"]);
    expect(weighed('\\a"b"', "ab")).toEqual(["1"]);
    expect(refusal(() => weighed("a**", ""))).toMatch(
      /ε has the weight 1, whose powers have no sum in rational/u,
    );
  });

  it("writes any symbol and any weight", () => {
    const weights: Rational[] = [0, 1, -3, rational.parse("2/7")];
    fc.assert(
      fc.property(expressions(names, weights), (expression) => {
        const text = formatExpression(expression, rational);
        const again = formatExpression(parseExpression(text, rational), rational);
        expect(formatExpression(parseExpression(again, rational), rational)).toBe(again);
        expect(symbolsOf(parseExpression(text, rational))).toEqual(symbolsOf(expression));
      }),
      { seed: 93, numRuns: 300 },
    );
    const odd = '"<\\\\>"';
    const word = formatExpression({ kind: "weight", weight: freeGroup.parse(odd) }, freeGroup);
    expect(word).toBe("<<\\\\\\>>");
    expect(parseExpression(word, freeGroup)).toEqual({ kind: "weight", weight: freeGroup.parse(odd) });
  });

  it("finds its symbols, in their order", () => {
    expect(fromExpression('b("new york"|a)b', boolean).alphabet.symbols).toEqual(["b", "new york", "a"]);
    expect(fromExpression("👩", boolean).alphabet.symbols).toEqual(["👩"]);
    expect(refusal(() => fromExpression("abc", boolean, { alphabet: ab }))).toMatch(
      /^parse: "c" .* not in the alphabet/u,
    );
  });

  it.each([
    ["", "nothing where an expression should be", 1, 1],
    ["a|", "nothing where an expression should be", 1, 3],
    ["(a", "a ( that is not closed", 1, 1],
    ["a\n )b", 'a ")" that closes nothing', 2, 2],
    ["*a", "a * that nothing stands before", 1, 1],
    ["a(+b)", "a + that nothing stands before", 1, 3],
    ["a<1", "a < that is not closed", 1, 2],
    ["a>", "a > that closes no weight", 1, 2],
    ["ab<1/0>", "denominator", 1, 3],
    ["<>", "is not a weight of rational", 1, 1],
    ['"a', 'a " that is not closed', 1, 1],
    ['"\\q"', "is not a JSON string", 1, 1],
    ["a\\", "a \\ that nothing follows", 1, 3],
  ])("refuses %j", (text, message, line, column) => {
    try {
      parseExpression(text, rational);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(HankelError);
      expect((error as HankelError).message).toContain(message);
      expect((error as HankelError).place).toEqual({ line, column });
    }
  });

  it("parses any text or refuses it with a place", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.string({ unit: fc.constantFrom(...'ab()|*+?<>"\\1/ \n'), maxLength: 30 }),
    );
    fc.assert(
      fc.property(text, (text) => {
        try {
          const parsed = parseExpression(text, rational);
          expect(formatExpression(parsed, rational)).not.toBe("");
        } catch (error) {
          expect(error).toBeInstanceOf(HankelError);
          expect((error as HankelError).code).toBe("parse");
          expect((error as HankelError).place?.line).toBeGreaterThan(0);
        }
      }),
      { seed: 94, numRuns: 2000 },
    );
  });

  it("has a limit on nesting but not on length", () => {
    const deep = (n: number) => `${"(".repeat(n)}a${")".repeat(n)}`;
    expect(refusal(() => parseExpression(deep(1000), boolean))).toBe("none");
    expect(refusal(() => parseExpression(deep(100_000), boolean))).toMatch(
      /^parse: .* nested deeper than 1000/u,
    );
    expect(refusal(() => parseExpression(`a${"*".repeat(100_000)}`, boolean))).toMatch(
      /nested deeper than 1000/u,
    );
    expect(refusal(() => fromExpression(`a${"*".repeat(900)}`, boolean))).toBe("none");
    expect(fromExpression("a".repeat(100_000), boolean).size).toBe(100_001);
    expect(fromExpression("ab|".repeat(50_000).concat("a"), boolean).size).toBe(100_002);
  });
});

function symbolsOf<W>(expression: Expression<W>): string[] {
  if (expression.kind === "weight") return [];
  if (expression.kind === "symbol") return [expression.symbol];
  if (expression.kind === "sum") return expression.terms.flatMap(symbolsOf);
  return expression.kind === "product" ? expression.factors.flatMap(symbolsOf) : symbolsOf(expression.of);
}

describe("expressions of automata", () => {
  it("are short when possible", () => {
    const shown = (lines: string) => formatExpression(toExpression(automatonOf(rational, lines)), rational);
    expect(shown("> 0 1; 0 a 1/2 0; 0 1/2")).toBe("(<1/2>a)*<1/2>");
    expect(shown("> 0 2; 0 a 1 1; 0 b 3 1; 1 5")).toBe("<2>(a|<3>b)<5>");
    expect(shown("> 0 1; 0 a 1 0")).toBe("<0>");
    expect(shown("> 0 1; > 1 1; 0 2; 1 -2")).toBe("<0>");
  });

  it("keep products of quaternions in their order", () => {
    const automaton = automatonOf(quaternion, "> 0 i; 0 a j 1; 1 b k 0; 1 1+i");
    const text = formatExpression(toExpression(automaton), quaternion);
    expect(
      compare(fromExpression(text, quaternion, { alphabet: automaton.alphabet }), automaton),
    ).toBeUndefined();
  });

  it("are flat for long words and large alphabets", () => {
    const word = Array.from({ length: 3000 }, (_, i) => `${i} a true ${i + 1}`).join("; ");
    expect(
      formatExpression(toExpression(automatonOf(boolean, `> 0 true; ${word}; 3000 true`)), boolean),
    ).toBe("a".repeat(3000));
    const builder = new WfsaBuilder(boolean, new Alphabet(Array.from({ length: 3000 }, (_, i) => `x${i}`)));
    const state = builder.state(true);
    for (const symbol of builder.alphabet.symbols) builder.arc(state, symbol, true, state);
    const found = toExpression(builder.initial(state).build());
    expect(found.kind === "star" && found.of.kind === "sum" ? found.of.terms.length : found.kind).toBe(3000);
  });

  it("stop at their budgets", () => {
    const size = 40;
    const lines = Array.from(
      { length: size },
      (_, i) => `${i} a 1 ${(i * 7 + 3) % size}; ${i} b 1 ${(i * i + 1) % size}; ${i} c 1 ${(i + 1) % size}`,
    );
    const automaton = automatonOf(boolean, `> 0 1; ${lines.join("; ")}; 5 1`);
    expect(refusal(() => toExpression(automaton))).toMatch(
      /^budget: toExpression stopped at its budget of 100000 symbols/u,
    );
    const wide = `(${"(a|())".repeat(200)})*`;
    expect(refusal(() => fromExpression(wide, boolean, { maxArcs: 10_000 }))).toMatch(
      /^budget: .* 10000 arcs/u,
    );
  });

  it("may have no sums to write", () => {
    expect(refusal(() => toExpression(automatonOf(freeGroup, "> 0 1; 0 1")))).toMatch(
      /regex --of needs sums of weights/u,
    );
    const mealy = fromExpression('(a<x>)*<"the end">', freeGroup);
    expect(mealy.weigh([0, 0])).toBe('x x "the end"');
    expect(refusal(() => fromExpression("a|<x>a", freeGroup).weigh([0]))).toMatch(/needs ⊕/u);
    expect(refusal(() => fromExpression("(a|<x>)*", freeGroup))).toMatch(
      /ε has the weight x, whose powers have no sum/u,
    );
  });

  it("go together with everything else", () => {
    expect(twins(fromExpression("a(<3>b)*<5>c|<2>a(<4>b)*d", tropical)).answer).toBe("no");
    expect(reduce(fromExpression("(a|<-1>a)b*|a", rational)).size).toBe(2);
    expect(
      compare(fromExpression("(ab)*a", primeField(5)), fromExpression("a(ba)*", primeField(5))),
    ).toBeUndefined();
  });
});
