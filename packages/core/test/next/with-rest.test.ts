/** Language models over some of their symbols and one for the rest. */

import {
  Alphabet,
  type Distribution,
  likeliestSymbols,
  type NextTeacher,
  nextTeacherOf,
  type Word,
  withRest,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { randomPdfa, rowAfter, tellingPrefixes } from "../support/pdfas.ts";

/** The definition, letter by letter: where the rest is read, the likeliest symbol that is not kept is. */
function slowly(model: ReturnType<typeof randomPdfa>, kept: readonly number[], word: Word): number[] {
  const others = model.alphabet.symbols.map((_, letter) => letter).filter((letter) => !kept.includes(letter));
  const read: number[] = [];
  for (const letter of word) {
    const row = rowAfter(model, read);
    const likeliest = others.reduce((best, other) => (row[other] > row[best] ? other : best));
    read.push(letter < kept.length ? kept[letter] : likeliest);
  }
  const row = rowAfter(model, read);
  return [
    ...kept.map((letter) => row[letter]),
    others.reduce((sum, letter) => sum + row[letter], 0),
    row[row.length - 1],
  ];
}

const WORDS: readonly Word[] = [[], [2], [2, 2, 2], [0, 2, 1, 2], [2, 0], [1, 1, 0], [2, 2, 2, 0, 2]];

describe("a model over some of its symbols", () => {
  test("gives the rest the sum of the others, and reads the likeliest of them in its place", async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const model = randomPdfa({ seed, states: 5, letters: 7 });
      const symbols = [4, 1].map((letter) => model.alphabet.symbols[letter]);
      const plain = withRest(nextTeacherOf(model), symbols);
      expect(plain.alphabet.symbols).toEqual([...symbols, "<rest>"]);
      const telling = withRest(tellingPrefixes(model), symbols);
      const [single, all] = [await plain.next(WORDS), await telling.next(WORDS)];
      WORDS.forEach((word, i) => {
        const expected = slowly(model, [4, 1], word);
        const last = all[i].slice(-4);
        expect(all[i]).toHaveLength(4 * (word.length + 1));
        expected.forEach((probability, at) => {
          expect(single[i][at]).toBeCloseTo(probability, 12);
          expect(last[at]).toBeCloseTo(probability, 12);
        });
        expect(single[i].reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
      });
    }
  });

  test("asks for a place before a rest once, and not at all if a longer answer told it", async () => {
    const teacher = tellingPrefixes(randomPdfa({ seed: 3, states: 4, letters: 5 }));
    const model = withRest(teacher, ["c"]);
    expect(model.questions([[1, 1], [1]])).toBe(4);
    await model.next([[1, 1]]);
    // The whole word, each time with what the answer before has told of its rests.
    const asked = teacher.asked.map((word) => word.join());
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(asked.every((word) => word.length === 3)).toBe(true);
    expect(model.questions([[1, 1, 1]])).toBe(1);
    await model.next([[1, 1, 1]]);
    expect(teacher.asked).toHaveLength(asked.length + 1);
  });

  test("a guess of what a rest stands for saves questions, and a wrong one changes no answer", async () => {
    const automaton = randomPdfa({ seed: 5, states: 6, letters: 8 });
    const teacher = tellingPrefixes(automaton);
    const model = withRest(teacher, ["b", "e"]);
    const words: readonly Word[] = [
      [2, 2, 2, 2, 2],
      [2, 2, 0, 2, 2],
      [1, 2, 2, 2],
      [2, 2, 2, 2, 2, 2, 2],
    ];
    const questions = model.questions(words);
    const together = await model.next(words);
    expect(teacher.asked.length).toBeLessThan(questions);
    for (const [i, word] of words.entries()) {
      const [alone] = await withRest(tellingPrefixes(automaton), ["b", "e"]).next([word]);
      expect(together[i]).toEqual(alone);
    }
  });

  test("takes folded rows of a model that has them", async () => {
    const automaton = randomPdfa({ seed: 2, states: 5, letters: 7 });
    const base = tellingPrefixes(automaton);
    const whole = withRest(base, ["e", "b"]);
    let folds = 0;
    const model: NextTeacher = {
      ...base,
      next: () => {
        throw new Error("whole rows are not asked");
      },
      folded: async (asked, kept) => {
        folds++;
        const answers = await base.next(asked.map(({ word }) => word));
        const others = [0, 1, 2, 3, 4, 5, 6].filter((letter) => !kept.includes(letter));
        return answers.map((answer, i) => {
          const { word, guesses } = asked[i];
          const rows = Array.from({ length: word.length + 1 }, (_, at) =>
            Array.from(answer.subarray(8 * at, 8 * at + 8)),
          );
          const likeliest = rows.map((row) =>
            others.reduce((best, other) => (row[other] > row[best] ? other : best)),
          );
          const place = guesses.find((each) => word[each] !== likeliest[each]);
          if (place !== undefined) return { place, letter: likeliest[place] };
          const folded = rows.flatMap((row) =>
            kept
              .map((letter) => row[letter])
              .concat(
                others.reduce((sum, other) => sum + row[other], 0),
                row[7],
              ),
          );
          return { rows: Float64Array.from(folded), likeliest };
        });
      },
    };
    expect(await withRest(model, ["e", "b"]).next(WORDS)).toEqual(await whole.next(WORDS));
    expect(folds).toBeGreaterThan(0);
  });

  test("hands answers over as they arrive, and passes other options on", async () => {
    const seen: unknown[] = [];
    const base = nextTeacherOf(randomPdfa({ seed: 1, letters: 3 }));
    const teacher: NextTeacher<{
      arrived?: (from: number, rows: readonly Distribution[]) => void;
      mark: string;
    }> = {
      ...base,
      next(words, options) {
        seen.push(options?.mark, options?.arrived);
        return base.next(words);
      },
    };
    const arrived: [number, number][] = [];
    const options = {
      mark: "x",
      arrived: (from: number, rows: readonly Distribution[]) => arrived.push([from, rows.length]),
    };
    await withRest(teacher, ["a"]).next([[0], [0, 0]], options);
    expect(seen).toEqual(["x", undefined]);
    expect(arrived).toEqual([[0, 2]]);
  });

  test("refuses symbols that the model lacks, and to keep all of them", () => {
    const model = nextTeacherOf(randomPdfa({ seed: 1 }));
    expect(() => withRest(model, ["z"])).toThrow('the model has no symbol "z" to keep');
    expect(() => withRest(model, ["b", "a"])).toThrow("of 2 symbols all are kept, and there is no rest");
    const named = { alphabet: new Alphabet(["a", "<rest>"]), next: () => [] };
    expect(withRest(named, ["a"]).rest).toBe("<<rest>>");
  });
});

describe("the likeliest symbols", () => {
  test("are ranked by what the model says along drawn words", async () => {
    const alphabet = Alphabet.letters(40);
    // Symbol i is likelier than all behind it, whatever came before.
    const weights = alphabet.symbols.map((_, i) => 1 / (2 + ((i * 7) % 40)));
    const sum = weights.reduce((a, b) => a + b, 0);
    const row = Float64Array.from([...weights.map((weight) => (0.8 * weight) / sum), 0.2]);
    const model: NextTeacher = { alphabet, next: (words) => words.map(() => row) };
    const { symbols, others, drawn } = await likeliestSymbols(model, 5, { words: 3, seed: 9 });
    const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a]);
    expect(symbols).toEqual(order.slice(0, 5).map((letter) => alphabet.symbols[letter]));
    const rest = order.slice(5).reduce((total, letter) => total + weights[letter], 0);
    expect(others).toBeCloseTo(rest / sum, 12);
    expect(drawn).toBe("3 words drawn with seed 9");
  });
});
