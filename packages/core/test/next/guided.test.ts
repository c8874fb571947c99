/** Language models restricted to a language. */

import {
  Alphabet,
  boolean,
  determinize,
  fromExpression,
  guided,
  minimize,
  type NextTeacher,
  nextTeacherOf,
  type Wdfsa,
  type Word,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { randomPdfa, rowAfter, tellingPrefixes } from "../support/pdfas.ts";

const language = (expression: string, alphabet?: Alphabet): Wdfsa<boolean> =>
  minimize(determinize(fromExpression(expression, boolean, alphabet && { alphabet })));

/** All words up to a length. */
function words(letters: number, longest: number): Word[] {
  const found: Word[] = [[]];
  for (let at = 0; found[at].length < longest; at++) {
    for (let letter = 0; letter < letters; letter++) found.push([...found[at], letter]);
  }
  return found;
}

/** The definition: a letter is allowed if some word of the language, up to a length, begins with the longer word. */
function slowly(model: readonly number[], accepts: ReadonlySet<string>, word: Word): number[] {
  const begins = (prefix: string) => [...accepts].some((other) => other.startsWith(prefix));
  const text = word.join("");
  if (!begins(text)) return [...model.keys()].map((i) => (i === model.length - 1 ? 1 : 0));
  const allowed = model.map((probability, i) => {
    const last = i === model.length - 1;
    return (last ? accepts.has(text) : begins(`${text}${i}`)) ? probability : 0;
  });
  const sum = allowed.reduce((a, b) => a + b, 0);
  return allowed.map((probability) => probability / sum);
}

describe("a guide", () => {
  test("allows what begins a word of the language, and divides by the sum", async () => {
    const expressions = ["(ab)*", "a*b?", "(a|b)(a|b)(a|b)", "a(a|b)*b|b", "aab|aba|ba*"];
    for (const [seed, expression] of expressions.entries()) {
      const model = randomPdfa({ seed: seed + 1, states: 3 });
      const dfa = language(expression, model.alphabet);
      const accepts = new Set(
        words(2, 8)
          .filter((word) => dfa.weigh(word))
          .map((word) => word.join("")),
      );
      const all = words(2, 5);
      const plain = await guided(nextTeacherOf(model), dfa).next(all);
      const telling = await guided(tellingPrefixes(model), dfa).next(all);
      all.forEach((word, i) => {
        const expected = slowly(rowAfter(model, word), accepts, word);
        expected.forEach((probability, at) => expect(plain[i][at]).toBeCloseTo(probability, 12));
        expect(telling[i]).toHaveLength(3 * (word.length + 1));
        for (let length = 0; length <= word.length; length++) {
          const row = slowly(rowAfter(model, word.slice(0, length)), accepts, word.slice(0, length));
          row.forEach((probability, at) => expect(telling[i][3 * length + at]).toBeCloseTo(probability, 12));
        }
      });
    }
  });

  test("everything that is allowed is equally likely where the model excludes all of it, and that is told", async () => {
    const never: NextTeacher = {
      alphabet: new Alphabet("abc"),
      next: (asked) => asked.map(() => Float64Array.of(0, 0, 0.5, 0.5)),
    };
    const told: Word[] = [];
    const guide = guided(never, language("(a|b)c"), (word) => told.push(word));
    expect(await guide.next([[], [0], [2]])).toEqual([
      Float64Array.of(0.5, 0.5, 0, 0),
      Float64Array.of(0, 0, 1, 0),
      Float64Array.of(0, 0, 0, 1),
    ]);
    expect(told).toEqual([[]]);
  });

  test("symbols are matched by name; words with symbols that the model lacks cannot be generated", async () => {
    const model = randomPdfa({ seed: 4 });
    const [row] = await guided(nextTeacherOf(model), language("(z|b)*a|az")).next([[]]);
    expect(row[2]).toBe(0);
    const [behind] = await guided(nextTeacherOf(model), language("(z|b)*a|az")).next([[0]]);
    expect(behind).toEqual(Float64Array.of(0, 0, 1));
    expect(() => guided(nextTeacherOf(model), language("z"))).toThrow("the guide has no word");
  });
});
